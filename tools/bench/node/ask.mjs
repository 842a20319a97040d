// ask answers: what does the engine of the page say to these questions?
//
// The page's own code around the engine (web/src/engine.ts, web/src/host.ts) runs in Node over an
// index folder. It reads a job in JSON from standard input, { wasm, index, limit, queries }, and
// writes an answer in JSON a line: { id, total, pages: [{ number, score, id, anchor, excerpt }] }.
//
// Before: an engine and an index. After: tools/bench same compares.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Engine } from '../../../web/src/engine.ts';

const job = JSON.parse(readFileSync(0, 'utf8'));
const inflated = (name) => new Uint8Array(gunzipSync(readFileSync(join(job.index, name))));
const engine = new Engine(new WebAssembly.Module(readFileSync(job.wasm)));
engine.open(inflated('manifest.bin'), 'manifest.bin');

/** No honest question needs as many rounds. */
const maxRounds = 32;

for (const { id, text } of job.queries) {
  const question = { query: text, lang: '', limit: job.limit, show: 0, filter: [] };
  let found = engine.search(question);
  for (let round = 0; found.missing.length > 0; round++) {
    if (round === maxRounds) throw new Error(`${id}: still missing ${found.missing[0].name}`);
    for (const part of found.missing) engine.add(part.name, inflated(part.name));
    found = engine.search(question);
  }
  const pages = found.results.map((result) => ({
    number: result.page,
    score: result.score,
    id: result.id,
    anchor: result.passages[0]?.anchor ?? '',
    excerpt: result.passages[0]?.excerpt ?? '',
  }));
  console.log(JSON.stringify({ id, total: found.total, suggest: found.suggest, pages }));
}
