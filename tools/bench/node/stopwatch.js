// stopwatch answers: how long does the worker itself take?
//
// It is a module worker that loads the real one (its address is in ?inner=) and stands between it
// and the page: it notes the time from a question's arrival to its last answer, and it runs a
// fixed loop when asked to, on the same thread, so that the time can be told as a ratio.
//
// Before: warm.mjs puts it in the place of the worker. After: messages { stopwatch: ms }.

const send = self.postMessage.bind(self);
const early = [];
let asked = 0;

self.onmessage = (event) => early.push(event);
self.postMessage = (message, ...rest) => {
  if (message.type === 'answer' && message.last) send({ stopwatch: performance.now() - asked });
  send(message, ...rest);
};
await import(new URL(location.href).searchParams.get('inner'));
const real = self.onmessage;

/** Arithmetic and memory, as a search is: xorshift over a table of 256 KB. */
function loop(steps) {
  const table = new Uint32Array(1 << 16);
  let x = 1;
  for (let i = 0; i < steps; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    table[x & 0xffff] += x;
  }
  return table[0];
}

self.onmessage = (event) => {
  if (event.data.loop) {
    const start = performance.now();
    loop(event.data.loop);
    send({ stopwatch: performance.now() - start });
    return;
  }
  if (event.data.type === 'search') asked = performance.now();
  real(event);
};
for (const event of early) self.onmessage(event);
