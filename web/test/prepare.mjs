// prepare answers: what must be built before the browser can be asked?
//
// Everything that ships, by the commands that ship it: the engine (go run ./tools/wasm), the
// bundles (go run ./tools/bundle), the index of the test site (pageside index). Beside them every
// module alone, and an engine that misbehaves. It all goes to dist/web-test/.
//
// Before: sources. After: npm test.

import { execFileSync } from 'node:child_process';
import {
  cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { corpus, htmlOf, pages } from './site/pages.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const out = join(root, 'dist', 'web-test');

function go(args, env = {}) {
  try {
    execFileSync('go', args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
  } catch (cause) {
    throw new Error(`go ${args.join(' ')}: ${cause.message}`);
  }
}

/** The engine as it ships, built anew when its sources are newer. */
function shippedEngine() {
  const path = join(root, 'dist/wasm/search.wasm');
  const built = existsSync(path) ? statSync(path).mtimeMs : 0;
  if (['engine', 'wasm/search'].some((folder) => newest(join(root, folder)) > built)) {
    go(['run', './tools/wasm']);
  }
  return path;
}

function newest(folder) {
  return Math.max(0, ...readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!_test)\.go$/.test(entry.name))
    .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs));
}

function writeSite(folder) {
  for (const page of pages) {
    const path = join(folder, page.path, 'index.html');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, htmlOf(page));
  }
  cpSync(join(root, 'web/test/site/page.css'), join(folder, 'page.css'));
}

function prepare() {
  rmSync(out, { recursive: true, force: true });
  const engine = process.env.ENGINE ?? shippedEngine();
  go(['run', './tools/bundle', '-modules', join(out, 'modules')]);

  const trap = join(out, 'trap.wasm');
  go(['build', '-trimpath', '-ldflags=-s -w', '-o', trap, './web/test/trap'],
    { GOOS: 'js', GOARCH: 'wasm' });
  go(['run', './tools/bundle', '-engine', trap, '-o', join(out, 'trapped/_pageside')]);
  writeFileSync(join(out, 'trapped/_pageside/manifest.bin'), gzipSync('any'));

  const site = join(out, 'site');
  writeSite(site);
  go(['run', './tools/pageside', 'index', site, '-o', join(site, '_pageside'), '--data-only']);
  const big = join(out, 'big');
  mkdirSync(big);
  writeFileSync(join(out, 'corpus.jsonl'), corpus(900));
  go(['run', './tools/pageside', 'index', join(out, 'corpus.jsonl'), '-o', join(big, '_pageside'),
    '--data-only']);
  go(['run', './tools/bundle', '-engine', engine, '-o', join(big, '_pageside')]);
  go(['run', './tools/bundle', '-engine', engine, '-o', join(site, '_pageside')]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare();
