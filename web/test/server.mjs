// server answers: what does a page look like from the network, on a good day and on a bad one?
//
// It serves folders under the strict policy of this project and can be told to delay, break or
// drop answers by rule, to change its policy, and to be unreachable. It keeps a log of requests.
//
// Before: prepare.mjs wrote the folders. After: tests.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript',
  '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.bin': 'application/octet-stream',
  '.ps': 'application/octet-stream', '.svg': 'image/svg+xml', '.txt': 'text/plain',
};

export const strict = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'lit-html pageside',
};

/** Serves the folders, the first that has the file; returns what tests steer it with. */
export async function serve(...folders) {
  const state = {
    log: [], rules: [], policy: { ...strict }, pages: new Map(), cache: 'no-cache',
    /**
     * Applies `how` (delay, gate, drop, status, body, edit, type, policy, cut, stall, times, when):
     * `cut` and `stall` send that many bytes, then the connection is lost or brings no more.
     */
    rule(match, how) {
      const rule = { match, times: Infinity, ...how };
      state.rules.unshift(rule);
      return rule;
    },
    reset() {
      state.rules = [];
      state.log = [];
      state.pages.clear();
      state.policy = { ...strict };
      state.cache = 'no-cache';
      state.down = false;
    },
    down: false,
    requests: (match) => state.log.filter((path) => match.test(path)).length,
  };
  const server = createServer((request, response) => {
    answer(request, response, state, folders).catch((cause) => {
      response.destroy(cause);
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  state.origin = `http://127.0.0.1:${server.address().port}`;
  state.port = server.address().port;
  state.close = () => new Promise((done) => {
    server.closeAllConnections();
    server.close(done);
  });
  return state;
}

async function answer(request, response, state, folders) {
  const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
  if (state.down) {
    request.socket.destroy();
    return;
  }
  state.log.push(path);
  const rule = state.rules.find((r) =>
    r.times > 0 && r.match.test(path) && (r.when?.() ?? true));
  if (rule) {
    rule.times--;
    if (rule.delay) await new Promise((done) => setTimeout(done, rule.delay).unref());
    if (rule.gate) await rule.gate();
    if (rule.drop || state.down) {
      request.socket.destroy();
      return;
    }
  }
  let body = rule?.body ?? state.pages.get(path) ?? await find(path, folders);
  if (typeof rule?.edit === 'function') body = rule.edit(Buffer.from(body));
  const status = rule?.status ?? (body === null ? 404 : 200);
  const file = path.endsWith('/') || state.pages.has(path) ? '.html' : extname(path);
  response.writeHead(status, {
    'content-type': rule?.type ?? types[file] ?? 'application/octet-stream',
    'content-security-policy': Object.entries({ ...state.policy, ...rule?.policy })
      .map(([name, value]) => `${name} ${value}`).join('; '),
    'x-content-type-options': 'nosniff',
    'cache-control': state.cache,
    ...(rule?.cut === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  });
  const part = rule?.cut ?? rule?.stall;
  if (part === undefined) {
    response.end(body ?? 'not here');
  } else {
    response.write(Buffer.from(body).subarray(0, part), () => {
      if (rule.cut !== undefined) setTimeout(() => request.socket.destroy(), 50);
    });
  }
}

async function find(path, folders) {
  const name = normalize(path.endsWith('/') ? path + 'index.html' : path);
  for (const folder of folders) {
    try {
      return await readFile(join(folder, name));
    } catch {
      // the next folder may have it
    }
  }
  return null;
}
