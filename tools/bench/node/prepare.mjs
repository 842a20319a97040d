// prepare answers: where is a real site, as pages and questions?
//
// It asks the harness, whose conversion every engine is measured on. It reads a job in JSON from
// standard input, { bench, modules, work, mirror, site }, and writes what prepareSite says.
//
// Before: a git clone. After: a folder with site/, queries.json and info.json.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const job = JSON.parse(readFileSync(0, 'utf8'));
const harness = (name) => import(pathToFileURL(join(job.bench, 'lib', name)).href);
const { makeEnv } = await harness('env.mjs');
const { prepareSite } = await harness('site.mjs');
const specs = JSON.parse(readFileSync(join(job.bench, 'sites.json'), 'utf8'));
const spec = specs.find((s) => s.name === job.site);
console.log(JSON.stringify(spec
  ? await prepareSite(makeEnv(job), spec, job.mirror)
  : { missing: `${job.site}: not in ${join(job.bench, 'sites.json')}` }));
