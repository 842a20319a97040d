// files answers: did the server send the file that was asked for, and is it the right one?
//
// Every failure of a request becomes a typed problem. To a script, a request that a security policy
// refuses looks like one without a network: only an event tells them apart. The engine is compiled
// while it arrives, from the response itself, so that the browser can keep its machine code; a copy
// is counted for the progress bar and hashed: other bytes than those this script was built with are
// refused.
//
// Limits: a refusal from before this module was there is not heard of, that of the next try is.
//
// Before: boot.ts and parts.ts send requests. After: client.ts and parts.ts use what came.

import { asProblem, problem, type Code, type PagesideError } from './problem.ts';

/** Waits before another try, in milliseconds. */
const pauses = [300, 900];

/** Tries again what may succeed a moment later, until `isOver`. */
export async function patiently<T>(
  run: () => Promise<T>, isOver: () => boolean, [pause, ...others] = pauses,
): Promise<T> {
  return run().catch(async (cause) => {
    const { code } = asProblem(cause);
    const passes = code === 'server' || code === 'offline' && navigator.onLine;
    if (isOver() || !passes || !pause) throw cause;
    await new Promise((done) => setTimeout(done, pause));
    if (isOver()) throw problem('cancelled', '', 'given up');
    return patiently(run, isOver, others);
  });
}

/** Fetches one file of the index folder. */
export function get(base: URL, file: string, init: RequestInit): Promise<Response> {
  return sound(fetch(new URL(file, base), init), file);
}

/** Fetches one file of the index folder past all caches, while `patience` lasts. */
export function refetch(base: URL, file: string, patience: number): Promise<ArrayBuffer> {
  const signal = AbortSignal.timeout(patience);
  return body(get(base, file, { cache: 'reload', signal }), file);
}

/** All bytes of a response. */
export async function body(request: Promise<Response>, file: string): Promise<ArrayBuffer> {
  return (await sound(request, file)).arrayBuffer().catch(lost(file));
}

const reasons: Record<string, Code> = { AbortError: 'cancelled', TimeoutError: 'timeout' };

/** Throws why a file did not come, or not to its end. */
export function lost(file: string): (cause: Error) => never {
  return (cause) => {
    if (cause.name === 'PagesideError') throw cause;
    throw problem(reasons[cause.name] ?? 'offline', file, 'no answer from the network');
  };
}

/** Refusals that are remembered; a page may have any number of its own. */
const maxRefusals = 50;

/** What the policy of this page or worker has refused since somebody listens, latest first. */
let refusals: SecurityPolicyViolationEvent[] | undefined;

function listen(): void {
  if (refusals) return;
  refusals = [];
  addEventListener('securitypolicyviolation', (event) => {
    refusals = [event, ...refusals!].slice(0, maxRefusals);
  });
}

/** The problem that a policy has refused this file, if one has; the site's owner is told too. */
export async function refusal(file: string): Promise<PagesideError | null> {
  await new Promise((done) => setTimeout(done)); // the event comes after the failure
  const refused = refusals?.find((event) =>
    event.disposition === 'enforce' && event.blockedURI.endsWith('/' + file));
  if (!refused) return null;
  const text = `${refused.effectiveDirective} refuses ${refused.blockedURI}`;
  console.error('pageside: ' + text);
  return problem('blocked', file, text);
}

/** A response that has a body to read; every failure is a typed problem. */
export async function sound(request: Promise<Response>, file: string): Promise<Response> {
  listen();
  const response = await request.catch(async (cause) => {
    throw await refusal(file) ?? cause;
  }).catch(lost(file));
  const { status, ok } = response;
  if (ok && response.body) return response;
  throw problem(status === 404 || status === 410 ? 'missing' : 'server', file, `HTTP ${status}`);
}

/** Compiles the engine while it arrives; `count` gets the size of each piece of it. */
export async function compile(
  request: Promise<Response>, count: (size: number) => void,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object') throw problem('unsupported', ENGINE_FILE, 'no WebAssembly');
  const response = await sound(request, ENGINE_FILE);
  const copy = collect(response.clone(), count);
  copy.catch(() => {});
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compileStreaming(response).catch(async (cause) => {
      if (cause instanceof WebAssembly.CompileError) throw cause;
      return WebAssembly.compile(await copy); // a host that does not know the type application/wasm
    });
  } catch (cause) {
    await copy; // what is not here to its end is not to blame for what it holds
    throw compileProblem(cause as Error);
  }
  if (!await verify(await copy, ENGINE_SHA256, ENGINE_FILE)) sayUnchecked();
  return module;
}

/** Refuses bytes that are not the ones that were promised; false where none can be checked. */
export async function verify(
  bytes: ArrayBuffer, promised: string, file: string,
): Promise<boolean> {
  const sum = await sha256(bytes);
  if (sum && !sum.startsWith(promised)) {
    throw problem('hash', file, `SHA-256 is ${sum}`);
  }
  return sum !== '';
}

let said = false;

/** Says once for the whole page that nothing is verified; the worker leaves it at that. */
function sayUnchecked(): void {
  if (!said) {
    console.info('pageside: SHA-256 not checked: crypto.subtle needs a page over https');
  }
  said = true;
}

async function collect(response: Response, count: (size: number) => void): Promise<ArrayBuffer> {
  const reader = response.body!.getReader();
  const chunks: BlobPart[] = [];
  for (;;) {
    const { done, value } = await reader.read().catch(lost(ENGINE_FILE));
    if (done) return new Blob(chunks).arrayBuffer();
    count(value.length);
    chunks.push(value);
  }
}

function compileProblem(cause: Error): PagesideError {
  let code: Code = cause instanceof WebAssembly.CompileError ? 'corrupt' : 'internal';
  if (/content security policy|unsafe-eval|disallowed by embedder/i.test(cause.message)) {
    console.error("pageside: script-src refuses WebAssembly; add 'wasm-unsafe-eval'");
    code = 'blocked';
  }
  return problem(code, ENGINE_FILE, cause.message);
}

/** Hex SHA-256, or '' where the page is not a secure context and has no crypto.subtle. */
async function sha256(bytes: ArrayBuffer): Promise<string> {
  if (!crypto.subtle) return '';
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
