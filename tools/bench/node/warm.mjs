// warm answers: how long does a search take in the worker, once its parts are there?
//
// The harness builds the index, serves it and starts Chromium; the page runs the project's adapter
// over the real client and the real worker, with stopwatch.js around the worker. All questions are
// asked once, to bring their parts; then each is asked again, with a fixed loop before and after.
// A job comes from standard input, { bench, modules, work, chromium, adapter, site, steps };
// out goes { chromium, rows: [{ q, found, worker, page, loop }] }, times in milliseconds.
//
// Before: a site. After: tools/bench warm compares worker with loop.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const job = JSON.parse(readFileSync(0, 'utf8'));
const harness = (name) => import(pathToFileURL(join(job.bench, 'lib', name)).href);
const { makeEnv } = await harness('env.mjs');
const { buildIndex } = await harness('build.mjs');
const { startServer } = await harness('server.mjs');
const { startBrowser } = await harness('browser.mjs');
const engine = { ...await import(pathToFileURL(job.adapter).href), file: job.adapter };
const questions = JSON.parse(readFileSync(join(job.site.dir, 'queries.json'), 'utf8'));

/** In the page: puts the stopwatch in the place of the worker, then opens the engine. */
const OPEN = async (base) => {
  const RealWorker = Worker;
  globalThis.Worker = class extends RealWorker {
    constructor(url, options) {
      super('/stopwatch/stopwatch.js?inner=' + encodeURIComponent(url), options);
      globalThis.benchWorker = this;
      this.addEventListener('message', (event) => {
        if (event.data.stopwatch === undefined) return;
        event.stopImmediatePropagation();
        globalThis.stopped?.(event.data.stopwatch);
      });
    }
  };
  globalThis.handle = await (await import(base + 'page.js')).open({ base });
};

/** In the page: asks all questions, with a loop before and after each if steps is not 0. */
const ASK = async ({ queries, steps }) => {
  const stopwatch = () => new Promise((resolve) => (globalThis.stopped = resolve));
  const loop = () => {
    const stopped = stopwatch();
    globalThis.benchWorker.postMessage({ loop: steps });
    return stopped;
  };
  const out = [];
  for (const q of queries) {
    const before = steps && await loop();
    const stopped = stopwatch();
    const start = performance.now();
    const found = await globalThis.handle.rank(q, 10);
    const page = performance.now() - start;
    const worker = await stopped;
    const after = steps && await loop();
    out.push({ q, found: found.length, worker, page, loop: (before + after) / 2 });
  }
  return out;
};

const env = makeEnv(job);
const server = await startServer({ work: env.work });
const browser = await startBrowser(env, job);
try {
  const outDir = join(env.work, 'index', 'warm', job.site.name);
  await buildIndex(env, { engine, variant: 'default', corpus: job.site, outDir });
  const base = server.mount('warm', outDir);
  server.mount('stopwatch', dirname(fileURLToPath(import.meta.url)));
  const tab = await browser.fresh(server.origin, job.site.lang);
  await tab.page.evaluate(OPEN, base);
  const queries = questions.map((question) => question.q);
  await tab.page.evaluate(ASK, { queries, steps: 0 });
  const rows = await tab.page.evaluate(ASK, { queries, steps: job.steps });
  if (tab.errors.length) throw new Error(tab.errors.join('\n'));
  console.log(JSON.stringify({ chromium: browser.version, rows }));
} finally {
  await browser.close();
  await server.close();
}
