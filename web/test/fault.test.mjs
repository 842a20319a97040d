// Bad days: files that are missing, wrong, slow or unreachable, and an engine that falls over.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  ask, asked, hurry, openDialog, options, problems, result, settled, stand, state,
} from './browser.mjs';
import { out } from './prepare.mjs';
import { serve } from './server.mjs';
import { page, server, setup, visit } from './setup.mjs';

let trapped;
before(async () => { trapped = await serve(join(out, 'trapped'), join(out, 'site')); });
after(() => trapped?.close());
setup(['site'], () => trapped.reset());

const flip = (at) => (bytes) => {
  bytes[at < 0 ? bytes.length + at : at] ^= 0x40;
  return bytes;
};
const alert = () => page.locator('.message[role=alert]').innerText();

for (const [name, path, rule, code, says] of [
  ['the manifest is missing', /manifest/, { status: 404 }, 'missing', /没有 manifest\.bin/],
  ['the manifest is not gzip', /manifest/, { body: 'hello' }, 'corrupt', /manifest\.bin 已损坏/],
  ['the manifest is cut short', /manifest/, { edit: (b) => b.subarray(0, 900) }, 'corrupt',
    /manifest\.bin 已损坏/],
  ['the manifest is of something else', /manifest/, { body: gzipSync('x'.repeat(300)) }, 'foreign',
    /manifest\.bin 不属于/],
  ['the engine is missing', /engine-/, { status: 404 }, 'missing', /engine-\w+\.wasm/],
  ['the engine was changed', /engine-/, { edit: flip(-1) }, 'hash', /engine-\w+\.wasm/],
  ['the engine is no WebAssembly', /engine-/, { body: 'hello' }, 'corrupt', /engine-\w+\.wasm/],
  ['the worker is missing', /worker-/, { status: 404 }, 'missing', /worker-\w+\.js/],
  ['the worker is a page', /worker-/, { body: '<!doctype html>', type: 'text/html' }, 'hash',
    /worker-\w+\.js/],
  ['the worker is cut short', /worker-/, { edit: (b) => b.subarray(0, 900) }, 'hash',
    /worker-\w+\.js/],
  ['the worker is lost on its way', /worker-/, { cut: 900 }, 'offline', /网络/],
  ['the worker is empty', /worker-/, { body: '' }, 'hash', /worker-\w+\.js/],
  ['the manifest is lost on its way', /manifest/, { cut: 900 }, 'offline', /网络/],
  ['the manifest stops on its way', /manifest/, { stall: 900 }, 'timeout', /manifest\.bin/],
  ['the engine is lost on its way', /engine-/, { cut: 90_000 }, 'offline', /网络/],
  ['the engine stops on its way', /engine-/, { stall: 90_000 }, 'timeout', /engine-\w+\.wasm/],
  ['the server fails', /manifest/, { status: 503 }, 'server', /服务器出错/],
  ['the network is away', /manifest|engine/, { drop: true }, 'offline', /网络不通/],
]) {
  test(`${name}: the reader is told, once, and can try again`, async () => {
    const broken = server.rule(path, rule);
    await visit('/post-filter/');
    await hurry(page);
    await page.evaluate(() => document.querySelector('pageside-search').open('过滤'));
    await state(page, 'error');
    assert.match(await alert(), says);
    await page.waitForTimeout(100);
    const told = await problems(page);
    assert.deepEqual(told.map((problem) => problem.code), [code]);
    assert.match(told[0].file, path);
    const passing = code === 'server' || code === 'offline';
    if (!/engine/.test(path.source)) {
      const { length } = server.log.filter((file) => path.test(file));
      assert.ok(passing ? length >= 3 : length < 3, `${length} tries`);
    }
    broken.times = 0;
    await page.getByRole('button', { name: '重试' }).click();
    await state(page, 'results');
    assert.deepEqual(page.seen.errors, []);
  });
}

test('a manifest of another version is named as such', async () => {
  server.rule(/manifest/, {
    edit: (bytes) => {
      const raw = gunzipSync(bytes);
      raw[4] += 1;
      return gzipSync(raw);
    },
  });
  await visit('/post-filter/');
  await openDialog(page);
  await page.locator('dialog input').fill('过滤');
  await state(page, 'error');
  assert.match(await alert(), /版本不一致/);
});

test('a manifest that fails for a moment is asked for again, unnoticed', async () => {
  server.rule(/manifest/, { status: 503, times: 1 });
  await visit('/post-filter/');
  await openDialog(page);
  await page.locator('dialog input').fill('过滤');
  await state(page, 'results');
  assert.deepEqual(await problems(page), []);
});

test('loading can be given up and taken up again', async () => {
  const slow = server.rule(/engine-/, { delay: 20_000 });
  await visit('/post-filter/');
  await openDialog(page);
  await page.locator('dialog input').fill('过滤');
  await state(page, 'loading');
  await page.getByRole('button', { name: '取消' }).click();
  await state(page, 'idle');
  slow.times = 0;
  slow.delay = 0;
  await page.locator('dialog input').fill('检索');
  await state(page, 'results');
  assert.ok((await options(page)).length > 0);
  assert.equal(await page.getByRole('button', { name: '全部语言' }).count(), 1,
    'what the index says of itself is known again');
});

test('one failure is one event', async () => {
  server.rule(/manifest/, { status: 404 });
  await visit('/post-filter/?q=过滤');
  await openDialog(page);
  await state(page, 'error');
  await page.waitForTimeout(100);
  assert.deepEqual((await problems(page)).map(({ code, file }) => [code, file]),
    [['missing', 'manifest.bin']]);
});

test('older results stay, dimmed, until the next ones are here', async () => {
  await visit('/post-filter/');
  await stand(page, { results: [] });
  await page.evaluate((any) => {
    window.gates = [];
    const { client } = document.querySelector('pageside-search');
    const { search } = client;
    client.search = async (query) => {
      await new Promise((done) => window.gates.push(done));
      const results = [{ ...any, id: query, title: query, url: `/${query}/` }];
      return { ...await search(query), total: 1, results };
    };
  }, result(''));
  await openDialog(page);
  const type = async (query) => {
    await page.locator('dialog input').fill(query);
    await asked(page, query);
  };
  const release = (i) => page.evaluate((n) => window.gates.splice(n, 1)[0](), i);
  const titles = async () => (await options(page)).map((option) => option.text);
  await page.waitForTimeout(50);
  await page.evaluate(() => window.gates.splice(0));
  await type('one');
  await release(0);
  await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot
    .querySelector('[role=option]'));
  await type('two');
  await type('three');
  assert.deepEqual(await titles(), ['one']);
  assert.equal(await page.locator('#results.stale').count(), 1);
  await release(0);
  await page.waitForTimeout(100);
  assert.deepEqual(await titles(), ['one'], 'the answer to two is of no use any more');
  await release(0);
  await page.locator('#results:not(.stale)').waitFor();
  assert.deepEqual(await titles(), ['three']);
});

for (const trap of ['crash', 'recovered', 'block']) {
  test(`an engine that falls over (${trap}) costs one answer, not the page`, async () => {
    await visit(trapped.origin + '/post-filter-en/');
    await openDialog(page);
    await ask(page, 'first');
    assert.match((await options(page))[0].text, /^search \d+$/);
    await page.locator('dialog input').fill(trap);
    await state(page, 'error');
    assert.equal((await problems(page)).at(-1).code, 'internal');
    assert.match(await alert(), /has been restarted/);
    await ask(page, 'again');
    assert.equal((await options(page))[0].text, 'search 1', 'a fresh instance answers');
    await ask(page, 'and again');
    assert.equal((await options(page))[0].text, 'search 2');
    assert.equal(trapped.requests(/engine-/), 1, 'from the module that was there');
    assert.deepEqual(page.seen.errors, []);
  });
}

test('an engine that never comes back costs one answer and is replaced', async () => {
  await visit(trapped.origin + '/post-filter-en/');
  await hurry(page);
  await openDialog(page);
  await ask(page, 'first');
  await page.locator('dialog input').fill('loop');
  await state(page, 'error');
  assert.deepEqual((await problems(page)).map(({ code }) => code), ['internal']);
  assert.match(await alert(), /has been restarted/);
  await ask(page, 'again');
  assert.equal((await options(page))[0].text, 'search 1', 'a fresh instance answers');
  await ask(page, 'and again');
  assert.equal((await options(page))[0].text, 'search 2');
});

test('with the network gone after the first search, what is here still answers', async () => {
  await visit('/post-filter/');
  await openDialog(page);
  await ask(page, '过滤');
  const online = await options(page);
  server.down = true;
  await page.context().setOffline(true);
  await state(page, 'offline-cached');
  await ask(page, '检索');
  assert.ok((await options(page)).length > 0);
  await ask(page, '过滤');
  assert.deepEqual(await options(page), online);
  assert.match(await page.locator('.note').innerText(), /^离线中/);
  await page.context().setOffline(false);
  server.down = false;
  await state(page, 'results');
});

test('a script that could not load is fetched again at the next try', async () => {
  const broken = server.rule(/dialog-/, { drop: true });
  await visit('/post-filter/');
  const trigger = page.locator('button[part=trigger]');
  await trigger.click();
  await page.waitForFunction(() => window.seen.problems.length === 1);
  broken.times = 0;
  await trigger.click();
  await page.locator('dialog[open] input').waitFor();
  await settled(page);
  assert.match(await trigger.innerText(), /搜索\s/);
});
