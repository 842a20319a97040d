// The tests run in the browsers that tools/browser.sh accepts, and fail with its words.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findBrowser } from './browser.mjs';
import { root } from './prepare.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pageside-browser-'));
after(() => rmSync(folder, { recursive: true }));

function program(...path) {
  const file = join(folder, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

/** What the shell script makes of it; PATH holds no apt-get, so it installs nothing. */
function script(env) {
  return spawnSync('/bin/sh', [join(root, 'tools/browser.sh')], { env, encoding: 'utf8' });
}

const second = program('b', 'chromium-browser');
const third = program('c', 'google-chrome');
const named = program('d', 'own-chrome');
const PATH = [join(folder, 'a'), join(folder, 'c'), join(folder, 'b')].join(':');

for (const [name, env, want] of [
  ['the first name wins, in any folder', { PATH }, second],
  ['the last name is enough', { PATH: join(folder, 'c') }, third],
  ['CHROMIUM is a path', { PATH, CHROMIUM: named }, named],
  ['CHROMIUM is a name', { PATH: join(folder, 'd'), CHROMIUM: 'own-chrome' }, named],
  ['CHROMIUM is empty', { PATH, CHROMIUM: '' }, second],
  ['CHROMIUM is not there', { PATH, CHROMIUM: join(folder, 'none') }, second],
]) {
  test(`a browser is found: ${name}`, () => {
    assert.equal(findBrowser(env), want);
    assert.equal(script(env).status, 0);
  });
}

test('without a browser both say the same', () => {
  const env = { PATH: join(folder, 'a'), CHROMIUM: '' };
  const { status, stderr } = script(env);
  assert.equal(status, 1);
  assert.throws(() => findBrowser(env), { message: stderr.trim().replace(/\s+/g, ' ') });
});
