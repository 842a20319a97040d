// client answers: how does a page ask the index without knowing about workers, files and parts?
//
//	const client = createClient({ base: '/_pageside/' });
//	const answer = await client.search('过滤', { lang: 'zh' });
//
// Manifest and engine travel side by side and beside the worker's script; the engine runs in a
// module worker, so the page never waits for it. One question at a time: a new one rejects the
// older one with the code `cancelled`. Failures are Errors with code, file and text (problem.ts).
// While something is awaited the worker is asked now and then whether it is there; one that does
// not say so hangs in the engine and is ended, and the next question starts another.
//
// Limits: the worker's script must have the page's origin, as browsers demand.
//
// Before: `pageside index` wrote the folder. After: dialog.ts, scripts, benchmarks.

import { boot, manifestFile, type Boot } from './boot.ts';
import { body, compile, patiently, refetch, refusal, verify } from './files.ts';
import { policy } from './policy.ts';
import { problem, type Problem } from './problem.ts';
import type { Answer, FromWorker, IndexInfo, Progress, ToWorker } from './protocol.ts';
import { normalize } from './query.ts';

export type { Answer, IndexInfo, Mark, Page, Passage, Progress, Result } from './protocol.ts';
export type { Code, PagesideError, Problem } from './problem.ts';

export interface ClientOptions {
  /** The index folder; default: where this script lies. */
  base?: string | URL;
  /** Fetches that were started earlier; default: they start at the first question. */
  boot?: Boot;
  /** Milliseconds after which a network or an engine that brings nothing is given up: 15,000. */
  patience?: number;
}

export interface SearchOptions {
  /** BCP 47 of the page: its results come first. Default: none preferred. */
  lang?: string;
  /** Pages at most. Default 10. */
  limit?: number;
  /** Pages with their text at most; the others are numbers and scores. Default: all. */
  show?: number;
  /** Labels that a page must carry. */
  filter?: [key: string, value: string][];
  /** Called with what the resident parts give while others travel. */
  onpartial?: (answer: Answer) => void;
}

export interface Client {
  readonly base: URL;
  /** Starts loading now; a question does it too. */
  open(): Promise<IndexInfo>;
  search(query: string, options?: SearchOptions): Promise<Answer>;
  /** Gives up the running question; it rejects with the code `cancelled`. */
  cancel(): void;
  /** Called as bytes arrive. */
  onprogress: ((progress: Progress) => void) | null;
  /** Called when the site has been published anew: answers come from its new index from now on. */
  onrenew: ((info: IndexInfo) => void) | null;
  /** Ends the worker. The client opens again when it is asked again. */
  close(): void;
}

export function createClient(options: ClientOptions = {}): Client {
  return new WorkerClient(options);
}

/** Bytes of parts that a question is taken to need until more is known. */
const expectedBytes = 100 << 10;

const shared = new Map<string, Client>();

/** One client for all elements of a page that read the same index. */
export function sharedClient(base: URL, boot: Boot | undefined): Client {
  const client = shared.get(base.href) ?? createClient(boot ? { base, boot } : { base });
  shared.set(base.href, client);
  return client;
}

/** Milliseconds after which a network, or an engine, that brings nothing is given up. */
const defaultPatience = 15_000;

/** So often a worker is asked for a sign of life before it is ended. */
const pulses = 3;

interface Pending {
  id: number;
  /** Bytes of the engine that this question has to wait for. */
  engine: number;
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onpartial: ((answer: Answer) => void) | undefined;
}

class WorkerClient implements Client {
  readonly base: URL;
  onprogress: ((progress: Progress) => void) | null = null;
  onrenew: ((info: IndexInfo) => void) | null = null;
  #boot: Boot | undefined;
  #worker: Worker | null = null;
  #opening: Promise<IndexInfo> | null = null;
  #pending: Pending | null = null;
  #lastId = 0;
  #isOpen = false;
  /** Counts closings: what was under way before one is of no interest after it. */
  #life = 0;
  readonly #patience: number;
  #pulse: ReturnType<typeof setInterval> | undefined;
  /** Pulses since anything was last heard of what is awaited. */
  #silent = 0;

  constructor(options: ClientOptions) {
    this.base = new URL(options.base ?? new URL('.', import.meta.url), document.baseURI);
    if (!this.base.pathname.endsWith('/')) this.base.pathname += '/';
    this.#boot = options.boot;
    this.#patience = options.patience ?? defaultPatience;
  }

  open(): Promise<IndexInfo> {
    return this.#opening ??= this.#load(this.#life);
  }

  async search(query: string, options: SearchOptions = {}): Promise<Answer> {
    this.#drop();
    const id = ++this.#lastId;
    const answer = new Promise<Answer>((resolve, reject) => {
      const engine = this.#isOpen ? 0 : ENGINE_SERVED;
      this.#pending = { id, engine, resolve, reject, onpartial: options.onpartial };
    });
    this.open().then(() => {
      const question = {
        id,
        query: normalize(query),
        lang: options.lang ?? '',
        limit: options.limit ?? 10,
        show: options.show ?? 0,
        filter: options.filter ?? [],
      };
      if (this.#pending?.id !== id) return;
      this.#post({ type: 'search', question });
      this.#watch(() => {
        this.#settle(id)?.reject(problem('internal', '', 'no answer'));
        this.close();
      });
    }, (cause: Error) => this.#settle(id)?.reject(cause));
    return answer;
  }

  cancel(): void {
    const id = this.#drop();
    if (id) this.#post({ type: 'cancel', id });
  }

  close(): void {
    this.#drop();
    this.#life++;
    this.#stop();
    this.#opening = null;
  }

  /** Opens, and tries again when the network or the server failed for a moment. */
  async #load(life: number): Promise<IndexInfo> {
    const isOver = () => life !== this.#life;
    try {
      const info = await patiently(() => this.#start().catch((cause) => {
        if (!isOver()) this.#stop();
        throw cause;
      }), isOver);
      this.#isOpen = true;
      return info;
    } catch (cause) {
      if (!isOver()) this.#opening = null;
      throw cause;
    }
  }

  /** Calls `fail` when nothing is heard, for too long, of what is awaited. */
  #watch(fail: () => void): void {
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => {
      const isOver = this.#isOpen && !this.#pending;
      if (!isOver && ++this.#silent <= pulses) return this.#post({ type: 'ping' });
      clearInterval(this.#pulse);
      if (!isOver) fail();
    }, this.#patience / pulses);
  }

  #stop(): void {
    clearInterval(this.#pulse);
    this.#boot?.stop.abort();
    this.#boot = undefined;
    this.#worker?.terminate();
    this.#worker = null;
    this.#isOpen = false;
  }

  async #start(): Promise<IndexInfo> {
    const files = this.#boot ??= boot(this.base);
    const worker = this.#worker = await startWorker(this.base);
    let due = ENGINE_FILE;
    this.#silent = 0;
    const opened = new Promise<IndexInfo>((resolve, reject) => {
      this.#watch(() => {
        const cause = problem('timeout', due, 'no answer');
        if (due === WORKER_FILE) this.#workerProblem(cause).then(reject);
        else reject(cause);
      });
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        this.#silent = 0;
        if (data.type === 'open') resolve(data.info);
        else if (data.type === 'closed') reject(thrown(data.problem));
        else this.#receive(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#workerProblem(problem('blocked', WORKER_FILE, event.message)).then(reject);
      };
    });
    const manifest = body(files.manifest, manifestFile)
      .then((bytes) => this.#post({ type: 'manifest', bytes }));
    let loaded = 0;
    const engine = compile(files.engine, (size) => {
      loaded += size;
      this.#silent = 0;
      this.#report(ENGINE_SERVED * loaded / ENGINE_BYTES, ENGINE_SERVED, 0);
    }).then((module) => {
      due = manifestFile;
      this.#post({ type: 'module', module, base: this.base.href, patience: this.#patience });
    });
    return Promise.race([opened, Promise.all([manifest, engine]).then(() => {
      due = WORKER_FILE;
      return opened;
    })]);
  }

  /** A worker that does not load only says that it did not; the policy or the file tells why. */
  async #workerProblem(otherwise: Error): Promise<Error> {
    const refused = await refusal(WORKER_FILE);
    if (refused) return refused;
    try {
      const bytes = await refetch(workerFolder(this.base), WORKER_FILE, this.#patience);
      await verify(bytes, WORKER_SHA256, WORKER_FILE);
      return otherwise;
    } catch (cause) {
      return cause as Error;
    }
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'progress':
        if (message.id === this.#pending?.id) {
          const { loaded, total } = message.progress;
          const { engine } = this.#pending;
          this.#report(engine + loaded, engine, total);
        }
        break;
      case 'answer':
        if (message.last) this.#settle(message.id)?.resolve(message.answer);
        else if (message.id === this.#pending?.id) this.#pending.onpartial?.(message.answer);
        break;
      case 'renewed':
        this.#opening = Promise.resolve(message.info);
        this.onrenew?.(message.info);
        break;
      case 'failed':
        this.#settle(message.id)?.reject(thrown(message.problem));
        break;
    }
  }

  /** Rejects the running question; its fetches go on until the worker knows who needs them. */
  #drop(): number {
    const id = this.#pending?.id ?? 0;
    this.#settle(id)?.reject(problem('cancelled', '', 'a newer question came'));
    return id;
  }

  #settle(id: number): Pending | null {
    const pending = this.#pending;
    if (pending?.id !== id) return null;
    this.#pending = null;
    return pending;
  }

  #report(loaded: number, engine: number, parts: number): void {
    this.onprogress?.({ loaded, total: engine + Math.max(parts, expectedBytes) });
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}

function thrown(cause: Problem): Error {
  return problem(cause.code, cause.file, cause.text);
}

/**
 * Where the worker's script lies: beside the engine, so that this module may be bundled into
 * another; beside this module where the index has another origin, from which no worker may start.
 */
function workerFolder(base: URL): URL {
  return base.origin === location.origin ? base : new URL('.', import.meta.url);
}

async function startWorker(base: URL): Promise<Worker> {
  const url = new URL(WORKER_FILE, workerFolder(base)).href;
  try {
    return new Worker(policy().createScriptURL(url) as string, { type: 'module' });
  } catch (cause) {
    throw problem('blocked', WORKER_FILE, (cause as Error).message);
  }
}
