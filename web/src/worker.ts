// worker answers: which results does the index give, once everything they need is here?
//
// The loop: search; the engine names all parts that it lacks; bring them in parallel; add them;
// search again, until nothing is missing. What the resident parts give is sent along the way.
// Only the latest question counts: an older one stops at its next step, and its fetches go on only
// where the new one needs them too. The manifest is the one file that may change under the page:
// when a part is gone or is not what was promised, it is fetched anew, once; if the site has been
// published since, the question begins again on the new index, and the page is told.
//
// Before: client.ts. After: client.ts.

import { manifestFile } from './boot.ts';
import { Engine } from './engine.ts';
import { refetch } from './files.ts';
import { inflate, Parts } from './parts.ts';
import { asProblem, problem, type Problem } from './problem.ts';
import type {
  Answer, Found, FromWorker, IndexInfo, Part, Question, ToWorker,
} from './protocol.ts';

/** An engine that still misses parts after so many rounds will never be content. */
const maxRounds = 12;

/** Parts that are this much later than others do not hold up what these give, in milliseconds. */
const partialPause = 150;

const scope = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

let engine: Engine | null = null;
let parts: Parts | null = null;
let base: URL;
let patience: number;
let packedManifest: ArrayBuffer | null = null;
/** The look for a newer manifest that is under way; questions share it. */
let renewing: Promise<void> | null = null;
let current = 0;
let isOpen = false;
/** Bytes of all parts, as served. */
let bytes = 0;

scope.onmessage = ({ data }) => {
  switch (data.type) {
    case 'module':
      base = new URL(data.base);
      ({ patience } = data);
      engine = new Engine(data.module);
      parts = new Parts(base, patience);
      if (packedManifest) begin(packedManifest);
      break;
    case 'manifest':
      packedManifest = data.bytes;
      if (engine) begin(packedManifest);
      break;
    case 'search':
      search(data.question);
      break;
    case 'cancel':
      if (data.id === current) current = 0;
      parts?.keepOnly([]);
      break;
    case 'ping':
      if (isOpen) scope.postMessage({ type: 'pong' });
      break;
  }
};

/** Engine and manifest are both here. */
async function begin(packed: ArrayBuffer): Promise<void> {
  try {
    scope.postMessage({ type: 'open', info: await open(packed) });
  } catch (cause) {
    scope.postMessage({ type: 'closed', problem: asProblem(cause, manifestFile) });
  }
}

async function open(packed: ArrayBuffer): Promise<IndexInfo> {
  const manifest = await inflate(new Uint8Array(packed), manifestFile);
  const info = engine!.open(manifest, manifestFile);
  bytes = info.bytes;
  isOpen = true;
  return info;
}

async function search(question: Question): Promise<void> {
  current = question.id;
  try {
    const answer = await complete(question, true);
    if (answer) scope.postMessage({ type: 'answer', id: question.id, answer, last: true });
  } catch (cause) {
    scope.postMessage({ type: 'failed', id: question.id, problem: asProblem(cause) });
  }
}

/** Runs the loop; null when a newer question has taken over. */
async function complete(question: Question, mayRenew: boolean): Promise<Answer | null> {
  const manifest = packedManifest!;
  let found = engine!.search(question);
  let here = 0;
  for (let round = 0; found.missing?.length; round++) {
    if (round === maxRounds) {
      throw problem('internal', found.missing[0]!.name, 'the engine keeps asking for parts');
    }
    const missing = found.missing;
    parts!.keepOnly(missing);
    post(question, found);
    const failed = await bring(question, missing, here);
    here += sizeOf(missing);
    if (question.id !== current) return null;
    if (failed) {
      const cause = mayRenew ? await stillOpen(manifest, failed) : failed;
      if (question.id !== current) return null;
      if (!cause) return complete(question, false);
      return answerOf(question, engine!.search(question), cause);
    }
    found = engine!.search(question);
  }
  parts!.keepOnly([]);
  return answerOf(question, found, null);
}

/** Brings parts in parallel, after `here` bytes of others; returns the first problem, if any. */
async function bring(question: Question, missing: Part[], here: number): Promise<Problem | null> {
  const total = here + sizeOf(missing);
  const report = () => {
    if (question.id !== current) return;
    const progress = { loaded: here + parts!.loaded(missing), total };
    scope.postMessage({ type: 'progress', id: question.id, progress });
  };
  parts!.onprogress = report;
  report();
  let first: Problem | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    if (question.id === current) post(question, engine!.search(question));
  };
  await Promise.all(missing.map(async (part) => {
    try {
      const raw = await parts!.bring(part);
      if (question.id !== current) return;
      engine!.add(part.name, raw);
      timer ??= setTimeout(look, partialPause);
    } catch (cause) {
      first ??= asProblem(cause, part.name);
    }
  }));
  clearTimeout(timer);
  return first;
}

function sizeOf(list: Part[]): number {
  return list.reduce((sum, part) => sum + part.size, 0);
}

/**
 * Why a question failed: null if with an older index than the one that is open by now. An index
 * that cannot be opened is a cause too; what is here of the older one goes on answering.
 */
async function stillOpen(manifest: ArrayBuffer, failed: Problem): Promise<Problem | null> {
  let cause = failed;
  if (manifest === packedManifest && (cause.code === 'missing' || cause.code === 'hash')) {
    renewing ??= renew().finally(() => { renewing = null; });
    await renewing.catch((newer) => { cause = asProblem(newer, manifestFile); });
  }
  return manifest === packedManifest ? cause : null;
}

/** Fetches the manifest past all caches, and opens it in the place of ours if it is another. */
async function renew(): Promise<void> {
  let fresh: ArrayBuffer;
  try {
    fresh = await refetch(base, manifestFile, patience);
  } catch {
    return;
  }
  if (same(new Uint8Array(fresh), new Uint8Array(packedManifest!))) return;
  const info = await open(fresh);
  packedManifest = fresh;
  parts!.keepOnly([]);
  parts = new Parts(base, patience);
  scope.postMessage({ type: 'renewed', info });
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Sends what the resident parts give, if they give anything. */
function post(question: Question, found: Found): void {
  const answer = answerOf(question, found, null);
  if (answer.results.length === 0) return;
  scope.postMessage({ type: 'answer', id: question.id, answer, last: false });
}

/** What the reader gets of it: results whose text is here. */
function answerOf(question: Question, found: Found, failed: Problem | null): Answer {
  const manifest = packedManifest!.byteLength;
  return {
    query: question.query,
    total: found.total,
    results: (found.results ?? []).filter((result) => result.title !== undefined),
    suggest: found.suggest ?? [],
    popular: found.popular ?? [],
    loose: found.loose ?? false,
    complete: !found.missing?.length,
    problem: failed,
    share: (manifest + parts!.resident) / (manifest + bytes),
  };
}
