// host answers: what does a Go program without syscall/js need from the page?
//
// Eight functions, gojs.runtime.*, and one block of memory with its arguments and environment.
// Each function gets the address of a Go stack frame: arguments start 8 bytes above it, results
// follow the arguments. `start` runs main until it parks in `select {}`; from then on the exports
// are plain synchronous functions.
//
// Four traps of the Go runtime are closed here:
//   GC stall        GODEBUG=gcstoptheworld=1: no cycle waits for a goroutine that never runs
//   detached views  memory may grow in any call: views are made after each call, never kept
//   panic           an exit or a trap throws out of the running call; `dead` says that it happened
//   blocking export a blocked export returns garbage: `call` believes only JSON inside the buffer
//
// Limits: one thread, no file system, no stack of JavaScript values. What Go prints goes to the
// console.
//
// Before: a WebAssembly.Module. After: engine.ts asks questions of a running program.

/** A Go program in memory. */
export interface Program {
  /** True once the program has exited or trapped; it must be thrown away then. */
  dead: boolean;
  /** Writes bytes to the in/out buffer, runs one export over them and reads its JSON answer. */
  call(name: string, input: Uint8Array): unknown;
}

interface Exports {
  mem: WebAssembly.Memory;
  run(argc: number, argv: number): void;
  resume(): void;
  buffer(size: number): number;
}

/** Go places arguments and environment here and its own data from 12288 on. */
const argumentBlock = 4096;
const utf8 = new TextEncoder();

/** No cycle of the collector may wait for a goroutine that never runs; a small heap stays small. */
export const environment = ['GODEBUG=gcstoptheworld=1', 'GOGC=50'];

/** Starts a compiled Go program with `env` (lines of NAME=value) in its environment. */
export function start(module: WebAssembly.Module, env = environment): Program {
  const view = () => new DataView(go.mem.buffer);
  const bytes = (at: number, size: number) => new Uint8Array(go.mem.buffer, at >>> 0, size);
  const guard = <T>(run: () => T): T => {
    if (program.dead) throw new Error('the program has ended');
    try {
      return run();
    } catch (cause) {
      program.dead = true;
      throw cause;
    }
  };
  const resume = () => {
    if (!program.dead) guard(go.resume);
  };
  const program: Program = {
    dead: false,
    call: (name, input) => guard(() => {
      const run = (go as unknown as Record<string, (size: number) => number>)[name]!;
      bytes(go.buffer(input.length), input.length).set(input);
      const size = run(input.length);
      const output = bytes(go.buffer(0), size);
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
    }),
  };
  const gojs = functions(view, bytes, resume);
  const go = new WebAssembly.Instance(module, { gojs }).exports as unknown as Exports;
  guard(() => go.run(1, writeArguments(view(), ['js'], env)));
  return program;
}

/** The eight functions, over views of memory as it is now; `resume` lets Go look at its timers. */
function functions(
  view: () => DataView, bytes: (at: number, size: number) => Uint8Array<ArrayBuffer>,
  resume: () => void,
) {
  let line = '';
  let timer = 0;
  const timers = new Map<number, number>();
  const long = (at: number) => Number(view().getBigInt64(at, true));
  const setLong = (at: number, n: number) => view().setBigInt64(at, BigInt(Math.floor(n)), true);
  const runtime: Record<string, (frame: number) => void> = {
    wasmExit(frame) {
      throw new Error('exit ' + view().getInt32(frame + 8, true));
    },
    wasmWrite(frame) {
      line += new TextDecoder().decode(bytes(long(frame + 16), view().getInt32(frame + 24, true)));
      const end = line.lastIndexOf('\n');
      if (end >= 0) console.error(line.slice(0, end));
      line = line.slice(end + 1);
    },
    resetMemoryDataView() {},
    nanotime1(frame) {
      setLong(frame + 8, performance.now() * 1e6);
    },
    walltime(frame) {
      const now = Date.now();
      setLong(frame + 8, now / 1000);
      view().setInt32(frame + 16, (now % 1000) * 1e6, true);
    },
    scheduleTimeoutEvent(frame) {
      const id = ++timer;
      const wake = () => {
        if (timers.delete(id)) resume();
      };
      timers.set(id, setTimeout(wake, long(frame + 8)) as unknown as number);
      view().setInt32(frame + 16, id, true);
    },
    clearTimeoutEvent(frame) {
      const id = view().getInt32(frame + 8, true);
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    getRandomData(frame) {
      crypto.getRandomValues(bytes(long(frame + 8), long(frame + 16)));
    },
  };
  return Object.fromEntries(Object.entries(runtime).map(([name, run]) => [
    'runtime.' + name, (frame: number) => run(frame >>> 0),
  ]));
}

/** Lays out argv and envp as Go reads them, and returns the address of argv. */
function writeArguments(memory: DataView, args: string[], env: string[]): number {
  let at = argumentBlock;
  const place = (text: string) => {
    const start = at;
    const coded = utf8.encode(text + '\0');
    new Uint8Array(memory.buffer, at).set(coded);
    at += coded.length + 7 & ~7;
    return start;
  };
  const pointers = [...args.map(place), 0, ...env.map(place), 0];
  const start = at;
  for (const pointer of pointers) {
    memory.setBigUint64(at, BigInt(pointer), true);
    at += 8;
  }
  return start;
}
