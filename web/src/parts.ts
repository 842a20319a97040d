// parts answers: how does a file of the index get here, whole and as promised?
//
// Fetch, check the SHA-256 of the bytes as served against the manifest, inflate. Files in flight
// are shared by whoever needs them and are aborted as soon as nobody does; files that arrived are
// kept packed, so that a search still works without a network, and after the engine was restarted.
//
// Before: names from the engine. After: worker.ts adds the inflated bytes.

import { get, lost, patiently, verify } from './files.ts';
import { problem } from './problem.ts';
import type { Part } from './protocol.ts';

/** Packed bytes that are kept; the least recently used part leaves first. */
const maxPackedBytes = 32 << 20;
/** A manifest carries no hash of its own, so what it inflates to is bounded. */
const maxInflatedBytes = 64 << 20;

interface Flight {
  bytes: Promise<Uint8Array>;
  abort: AbortController;
  loaded: number;
}

export class Parts {
  readonly #base: URL;
  readonly #patience: number;
  readonly #flights = new Map<string, Flight>();
  readonly #packed = new Map<string, Uint8Array>();
  /** Bytes kept, as served. */
  resident = 0;
  onprogress: (() => void) | null = null;

  /** Gives a file up that has brought nothing for `patience` milliseconds. */
  constructor(base: URL, patience: number) {
    this.#base = base;
    this.#patience = patience;
  }

  /** Aborts every file in flight that is not among `needed`. */
  keepOnly(needed: Part[]): void {
    const names = new Set(needed.map((part) => part.name));
    for (const [name, flight] of this.#flights) {
      if (names.has(name)) continue;
      this.#flights.delete(name);
      flight.abort.abort();
    }
  }

  /** Brings one part, inflated: from memory, from a fetch in flight or from the network. */
  async bring(part: Part): Promise<Uint8Array> {
    let packed = this.#packed.get(part.name);
    if (packed) {
      this.#packed.delete(part.name);
      this.#packed.set(part.name, packed);
    } else {
      packed = await (this.#flights.get(part.name) ?? this.#depart(part)).bytes;
      this.#keep(part.name, packed);
    }
    return inflate(packed, part.name);
  }

  /** Bytes of these parts that have arrived. */
  loaded(parts: Part[]): number {
    let sum = 0;
    for (const part of parts) {
      if (this.#packed.has(part.name)) sum += part.size;
      else sum += Math.min(part.size, this.#flights.get(part.name)?.loaded ?? 0);
    }
    return sum;
  }

  #depart(part: Part): Flight {
    const flight: Flight = { abort: new AbortController(), loaded: 0, bytes: null! };
    let timer: ReturnType<typeof setTimeout>;
    const giveUp = () => flight.abort.abort(new DOMException('', 'TimeoutError'));
    const count = (size: number) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, this.#patience);
      flight.loaded = size;
      this.onprogress?.();
    };
    flight.bytes = fetchPart(this.#base, part, flight.abort.signal, count);
    const land = () => {
      clearTimeout(timer);
      if (this.#flights.get(part.name) === flight) this.#flights.delete(part.name);
    };
    flight.bytes.then(land, land);
    this.#flights.set(part.name, flight);
    return flight;
  }

  #keep(name: string, packed: Uint8Array): void {
    if (this.#packed.has(name)) return;
    this.#packed.set(name, packed);
    this.resident += packed.length;
    for (const [oldest, bytes] of this.#packed) {
      if (this.resident <= maxPackedBytes || oldest === name) break;
      this.#packed.delete(oldest);
      this.resident -= bytes.length;
    }
  }
}

async function fetchPart(
  base: URL, part: Part, signal: AbortSignal, count: (size: number) => void,
): Promise<Uint8Array> {
  if (!/^[\w.-]+$/.test(part.name)) throw problem('corrupt', part.name, 'not a plain file name');
  return patiently(async () => {
    count(0);
    const response = await get(base, part.name, { signal });
    const bytes = await read(response, part, count);
    await verify(bytes.buffer as ArrayBuffer, part.sha256, part.name);
    return bytes;
  }, () => signal.aborted);
}

/** Reads a body into one buffer; more bytes than promised are a wrong file already. */
async function read(response: Response, part: Part, count: (size: number) => void) {
  const bytes = new Uint8Array(part.size);
  let size = 0;
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (size + value.length > part.size) {
        reader.cancel().catch(() => {});
        throw problem('hash', part.name, `more than ${part.size} bytes`);
      }
      bytes.set(value, size);
      size += value.length;
      count(size);
    }
  } catch (cause) {
    lost(part.name)(cause as Error);
  }
  if (size < part.size) throw problem('hash', part.name, `${size} bytes instead of ${part.size}`);
  return bytes;
}

/** Inflates gzip, at most maxInflatedBytes of it. */
export async function inflate(packed: Uint8Array, file: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const body = new Blob([packed as BlobPart]).stream();
    const reader = body.pipeThrough(new DecompressionStream('gzip')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxInflatedBytes) {
        reader.cancel().catch(() => {});
        throw problem('corrupt', file, `inflates to more than ${maxInflatedBytes} bytes`);
      }
      chunks.push(value);
    }
  } catch (cause) {
    if ((cause as Error).name === 'PagesideError') throw cause;
    throw problem('corrupt', file, 'gzip: ' + (cause as Error).message);
  }
  const raw = new Uint8Array(size);
  size = 0;
  for (const chunk of chunks) {
    raw.set(chunk, size);
    size += chunk.length;
  }
  return raw;
}
