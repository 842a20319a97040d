// The host shim against a Go program that does what a good engine never does.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { out } from './prepare.mjs';

const { environment, start } = await import(join(out, 'modules', 'host.js'));
const module = new WebAssembly.Module(readFileSync(join(out, 'trap.wasm')));
const bytes = (text) => new TextEncoder().encode(text);
const none = new Uint8Array();

test('the shim is one kilobyte of brotli at most', () => {
  const size = brotliCompressSync(readFileSync(join(out, 'modules', 'host.js')), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  // A number on purpose: who makes the shim bigger or smaller writes the new size here.
  assert.equal(size, 814);
  assert.ok(size <= 1024);
});

test('a program without syscall/js needs eight functions, all of them here', () => {
  const imports = WebAssembly.Module.imports(module);
  assert.equal(imports.length, 8);
  assert.ok(imports.every((i) => i.module === 'gojs' && i.name.startsWith('runtime.')));
});

test('bytes go in and JSON comes out', () => {
  const program = start(module);
  assert.deepEqual(program.call('echo', bytes('abc')), { size: 3, sum: 294 });
  assert.deepEqual(program.call('echo', none), { size: 0, sum: 0 });
  const big = new Uint8Array(5 << 20).fill(1);
  assert.deepEqual(program.call('echo', big), { size: 5 << 20, sum: 5 << 20 });
});

test('views detached by growing memory are never used again', () => {
  const program = start(module);
  for (let i = 0; i < 20; i++) {
    assert.deepEqual(program.call('grow', bytes('abc')), { size: 3, sum: 294 });
    assert.deepEqual(program.call('echo', bytes('abcd')), { size: 4, sum: 394 });
  }
});

test('the environment reaches the runtime', () => {
  assert.deepEqual(start(module, ['GOGC=50']).call('env', none), { gogc: 50 });
  assert.deepEqual(start(module, ['A=b', 'GOGC=20']).call('env', none), { gogc: 20 });
  assert.deepEqual(start(module, []).call('env', none), { gogc: 100 });
});

test('collection goes on although goroutines and finalizers wait for ever to be run', () => {
  const churn = (env) => {
    const program = start(module, env);
    for (let i = 0; i < 100; i++) program.call('churn', none);
    return program.call('heap', none);
  };
  // 400 MB of garbage. Without the setting the heap holds all of it, which proves the trap is real.
  const stalled = churn(environment.filter((line) => !line.startsWith('GODEBUG')));
  assert.ok(stalled.heap > 300 << 20, `no stall to guard against: ${JSON.stringify(stalled)}`);
  const { cycles, heap } = churn(environment);
  assert.ok(cycles > 100, `${cycles} cycles`);
  assert.ok(heap < 32 << 20, `${heap} bytes of heap`);
});

test('a panic throws out of its call and ends the program', (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const program = start(module);
  assert.throws(() => program.call('crash', none), /exit 2/);
  assert.equal(program.dead, true);
  assert.throws(() => program.call('echo', none), /has ended/);
  assert.match(said.mock.calls.map((call) => call.arguments[0]).join('\n'), /trap: on purpose/);
  assert.deepEqual(start(module).call('echo', bytes('a')), { size: 1, sum: 97 });
});

test('an export that blocks is an error, not garbage', () => {
  const program = start(module);
  assert.throws(() => program.call('block', bytes('{"looks":"like json"}')));
  assert.equal(program.dead, true);
});
