// engine answers: how does a question reach the Go program, and what if the program dies of it?
//
// One instance is kept. A panic, recovered or not, or an answer that is not JSON ends it: that one
// call fails, and the next call starts a fresh instance from the compiled module and opens the same
// manifest again. The parts it had are asked for again and come from parts.ts, not the network.
//
// Before: host.ts. After: worker.ts.

import { start, type Program } from './host.ts';
import { asProblem, problem, type Code } from './problem.ts';
import type { Found, IndexInfo, Question } from './protocol.ts';

const utf8 = new TextEncoder();

export class Engine {
  #program: Program | null = null;
  readonly #module: WebAssembly.Module;
  #manifest: Uint8Array = new Uint8Array();
  #file = '';

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Opens an inflated manifest; a later one takes the earlier one's place if it is sound. */
  open(manifest: Uint8Array, file: string): IndexInfo {
    const info = this.#start(manifest, file);
    this.#manifest = manifest;
    this.#file = file;
    return info;
  }

  /** Hands over one part, inflated and verified. */
  add(name: string, raw: Uint8Array): void {
    const head = utf8.encode(name + '\n');
    const input = new Uint8Array(head.length + raw.length);
    input.set(head);
    input.set(raw, head.length);
    this.#ask('add', input, name);
  }

  search(question: Question): Found {
    return this.#ask('search', utf8.encode(lines(question)), '') as Found;
  }

  #start(manifest: Uint8Array, file: string): IndexInfo {
    const program = start(this.#module);
    const info = check(program.call('open', manifest), file) as IndexInfo;
    this.#program = program;
    return info;
  }

  #ask(name: string, input: Uint8Array, file: string): unknown {
    try {
      if (!this.#program) this.#start(this.#manifest, this.#file);
      return check(this.#program!.call(name, input), file);
    } catch (cause) {
      const { code, file: named, text } = asProblem(cause, file);
      if (this.#program?.dead || code === 'internal') this.#program = null;
      throw problem(code, named, text);
    }
  }
}

/** An error inside an answer becomes a thrown problem. */
function check(answer: unknown, file: string): unknown {
  const error = (answer as { error?: { code: Code; file?: string; text?: string } }).error;
  if (error) throw problem(error.code, error.file || file, error.text ?? '');
  return answer;
}

/** The request as wasm/search reads it: key=value lines, an empty line, the query. */
function lines(question: Question): string {
  const flat = (text: string) => text.replace(/[\r\n]+/g, ' ');
  const head = [`lang=${flat(question.lang)}`, `limit=${question.limit}`, `show=${question.show}`];
  for (const [key, value] of question.filter) head.push(`filter=${flat(key)}:${flat(value)}`);
  return head.join('\n') + '\n\n' + question.query;
}
