// What a page can set or hear is what web/README.md lists: no more in the source, no less.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const folder = join(root, 'web/src');
const files = readdirSync(folder).filter((name) => /\.(ts|css)$/.test(name))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
const readme = readFileSync(join(root, 'web/README.md'), 'utf8');

/** Names in the first column of the table under a heading. */
function listed(heading) {
  const section = readme.split(/^## /m).find((text) => text.startsWith(heading + '\n'));
  assert.ok(section, `no section ${heading}`);
  return [...section.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name, text]) => {
    assert.ok(text.trim(), `${name} is not explained`);
    return name;
  });
}

/** What the source holds by these patterns; comments do not count. */
function used(extension, ...patterns) {
  const found = new Set();
  for (const [name, text] of files.filter(([file]) => file.endsWith(extension))) {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
    for (const pattern of patterns) {
      for (const [, match] of code.matchAll(pattern)) found.add(match);
    }
    assert.ok(code.trim() || name === 'protocol.ts', name);
  }
  return [...found];
}

for (const [heading, least, names] of [
  ['Attributes', 5, () => [...used('.ts', /(?:host|this)\.getAttribute\('([\w-]+)'\)/g),
    ...used('.ts', /attributeFilter: \[([^\]]*)\]/g)
      .flatMap((list) => list.match(/(?<=')(?!data-)[\w-]+(?=')/g))]],
  ['Events', 5, () => used('.ts', /(?:#emit|CustomEvent)\('(pageside-[\w-]+)'/g)],
  ['Properties', 15, () => used('.css', /(--pageside-[\w-]+)/g)],
  ['Parts', 8, () => used('.ts', /\bpart="([\w-]+)"/g, /\.part = '([\w-]+)'/g)],
]) {
  test(`${heading.toLowerCase()} of the source and of the README are the same`, () => {
    const inSource = [...new Set(names())].sort();
    assert.ok(inSource.length >= least, `${inSource}`);
    assert.deepEqual(listed(heading).sort(), inSource);
  });
}
