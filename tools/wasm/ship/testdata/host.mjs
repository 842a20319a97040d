// Runs a module as a page would, without wasm_exec.js: the eight functions that Go's runtime
// imports, then each call given as name:argument,argument. Prints the results, one a line.
import { readFileSync } from 'node:fs'

const [file, ...calls] = process.argv.slice(2)
let exports
const view = () => new DataView(exports.mem.buffer)
const bytes = (sp) =>
  new Uint8Array(exports.mem.buffer, Number(view().getBigInt64(sp + 8, true)),
    Number(view().getBigInt64(sp + 16, true)))
const runtime = {
  'runtime.wasmExit': (sp) => { throw new Error('exit ' + view().getInt32(sp + 8, true)) },
  'runtime.wasmWrite': (sp) => {
    const at = Number(view().getBigInt64(sp + 16, true))
    const text = new Uint8Array(exports.mem.buffer, at, view().getInt32(sp + 24, true))
    process.stderr.write(text)
  },
  'runtime.resetMemoryDataView': () => {},
  'runtime.nanotime1': (sp) =>
    view().setBigInt64(sp + 8, BigInt(Math.round(performance.now() * 1e6)), true),
  'runtime.walltime': (sp) => {
    view().setBigInt64(sp + 8, BigInt(Math.floor(Date.now() / 1000)), true)
    view().setInt32(sp + 16, 0, true)
  },
  'runtime.scheduleTimeoutEvent': (sp) => {
    const delay = Number(view().getBigInt64(sp + 8, true))
    view().setInt32(sp + 16, Number(setTimeout(() => exports.resume(), delay).unref()), true)
  },
  'runtime.clearTimeoutEvent': (sp) => clearTimeout(view().getInt32(sp + 8, true)),
  'runtime.getRandomData': (sp) => crypto.getRandomValues(bytes(sp)),
}
const module = new WebAssembly.Module(readFileSync(file))
exports = new WebAssembly.Instance(module, { gojs: runtime }).exports

// Arguments and environment: pointers at 4096, the strings behind them.
const strings = ['js', 'GODEBUG=gcstoptheworld=1']
const encoder = new TextEncoder()
let at = 8192
const pointers = strings.map((s) => {
  const start = at
  const b = encoder.encode(s + '\0')
  new Uint8Array(exports.mem.buffer, at).set(b)
  at += (b.length + 7) & ~7
  return start
})
const [arg, env] = pointers
;[arg, 0, env, 0].forEach((p, i) => view().setBigInt64(4096 + 8 * i, BigInt(p), true))
exports.run(1, 4096)
for (const call of calls) {
  const [name, args] = call.split(':')
  console.log(exports[name](...args.split(',').map(Number)))
}
