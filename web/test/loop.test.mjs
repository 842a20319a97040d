// The loop on an index of many files: few round trips, nothing twice, nothing that nobody needs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  ask, asked, hurry, launch, open, openDialog, options, problems, said, settled, state,
} from './browser.mjs';
import { out } from './prepare.mjs';
import { browser, page, server, setup, visit } from './setup.mjs';
import { htmlOf, pages } from './site/pages.mjs';
import { publish } from './states.mjs';

setup(['big', 'site'], async () => {
  server.pages.set('/', htmlOf(pages[0]));
  await visit('/');
});

const parts = () => server.log.filter((path) => path.endsWith('.ps'));
const client = (run) => page.evaluate(`(async () => {
  const { createClient } = await import('/_pageside/client.js');
  const client = createClient();
  return (${run})(client);
})()`);

/** Holds all parts back; `open` lets those that wait now go and says how many they were. */
function gates() {
  let waiting = [];
  server.rule(/\.ps$/, { gate: () => new Promise((done) => waiting.push(done)) });
  return {
    count: () => waiting.length,
    open() {
      const all = waiting;
      waiting = [];
      for (const done of all) done();
      return all.length;
    },
  };
}

async function until(condition) {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((done) => setTimeout(done, 10));
  assert.ok(condition(), 'waited in vain');
}

test('after engine and manifest the parts come in few rounds, each in parallel', async () => {
  const gate = gates();
  await openDialog(page);
  await page.locator('dialog input').fill('倒排索引');
  const rounds = [];
  await until(() => gate.count() > 0);
  while (await page.locator('dialog[data-state=results]').count() === 0) {
    await page.waitForTimeout(250);
    if (gate.count() > 0) rounds.push(gate.open());
  }
  assert.ok(rounds.length <= 3, `${rounds.length} rounds`);
  assert.ok(Math.max(...rounds) > 1, `${rounds}: one after the other`);
  assert.equal(parts().length, rounds.reduce((sum, n) => sum + n));
  assert.ok((await options(page)).length > 0);
});

test('the client alone gives the same answer as the dialog', async () => {
  const answer = await client(`async (client) => {
    const seen = [];
    client.onprogress = (progress) => seen.push(progress);
    const info = await client.open();
    const answer = await client.search('倒排索引', { lang: 'zh', limit: 5 });
    client.close();
    return { info, answer, seen };
  }`);
  assert.equal(answer.info.pages, 900);
  assert.deepEqual(Object.keys(answer.info.langs).sort(), ['en', 'zh']);
  const { results, complete, problem, total } = answer.answer;
  assert.equal(results.length, 5);
  assert.ok(complete && problem === null && total > 5);
  for (const result of results) {
    assert.ok(result.title && result.passages.length > 0);
    for (const passage of result.passages) {
      for (const [start, end] of passage.marks) {
        assert.match(passage.excerpt.slice(start, end), /[倒排索引]/);
      }
    }
  }
  assert.ok(answer.seen.every(({ loaded, total }) => loaded >= 0 && loaded <= total));
});

test('a new question takes the place of the old one', async () => {
  const outcome = await client(`async (client) => {
    const first = client.search('倒排索引').then(() => 'answered', (error) => error.code);
    const second = client.search('retrieval').then((answer) => answer.query, String);
    return [await first, await second];
  }`);
  assert.deepEqual(outcome, ['cancelled', 'retrieval']);
});

test('files that the new question needs too are not fetched again, others given up', async () => {
  await openDialog(page);
  await ask(page, 'zzzz');
  server.log.length = 0;
  const gate = gates();
  let aborted = 0;
  page.on('requestfailed', (request) => { aborted += /\.ps$/.test(request.url()) ? 1 : 0; });
  await page.locator('dialog input').fill('倒排');
  await until(() => gate.count() > 0);
  const before = parts();
  await page.locator('dialog input').fill('倒排 saturates');
  await asked(page, '倒排 saturates');
  await until(() => gate.count() > before.length);
  assert.equal(new Set(parts()).size, parts().length, 'a part was asked for twice');
  await page.locator('dialog input').fill('w1a w2b');
  await asked(page, 'w1a w2b');
  await until(() => aborted >= before.length);
  const timer = setInterval(() => gate.open(), 20);
  await state(page, 'results', 'zero');
  clearInterval(timer);
});

test('a second search for the same words fetches nothing', async () => {
  await openDialog(page);
  await ask(page, '倒排索引');
  server.log.length = 0;
  await ask(page, '向量');
  const fresh = parts().length;
  server.log.length = 0;
  await ask(page, '倒排索引');
  assert.equal(parts().length, 0);
  assert.ok(fresh > 0);
});

test('offline, a question whose files are not here says so and shows what is', async () => {
  await openDialog(page);
  await ask(page, '倒排索引');
  await page.context().setOffline(true);
  server.down = true;
  await ask(page, '索引');
  await ask(page, '倒排索引');
  await state(page, 'offline-cached');
  assert.match(await page.locator('.note').innerText(), /离线中：索引已取到 \d+%/);
  await page.locator('dialog input').fill('zebra');
  await asked(page, 'zebra');
  await state(page, 'offline-missing-shard');
  assert.match(await page.locator('.message h2').innerText(), /「zebra」要用的那部分索引还没取到/);
  assert.match(await page.locator('.detail').innerText(), /[0-9a-f]{16}\.ps/);
  server.down = false;
  await page.context().setOffline(false);
  await state(page, 'zero');
});

test('a search that brings more pages keeps the chosen option and adds below it', async () => {
  await openDialog(page);
  await ask(page, '检索');
  const before = await options(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const kept = (await options(page)).find((option) => option.chosen).href;
  await page.locator('dialog .body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await page.waitForFunction((count) => document.querySelector('pageside-search').shadowRoot
    .querySelectorAll('[role=option]').length > count, before.length);
  const after = await options(page);
  assert.equal(after.find((option) => option.chosen).href, kept);
  assert.deepEqual(after.slice(0, before.length).map((o) => o.href), before.map((o) => o.href));
});

for (const [name, rule, code] of [
  ['missing', { status: 404 }, 'missing'],
  ['changed on its way', { edit: (bytes) => bytes.fill(7, 40, 41) }, 'hash'],
  ['cut short', { edit: (bytes) => bytes.subarray(0, 50) }, 'hash'],
  ['longer than it should be', { edit: (bytes) => Buffer.concat([bytes, bytes]) }, 'hash'],
]) {
  test(`a part is ${name}: the file is named, and a second try works`, async () => {
    const broken = server.rule(/\.ps$/, rule);
    await openDialog(page);
    await page.locator('dialog input').fill('倒排索引');
    await asked(page, '倒排索引');
    await state(page, 'error');
    const { code: got, file } = (await problems(page)).at(-1);
    assert.equal(got, code);
    assert.match(file, /^[0-9a-f]{16}\.ps$/);
    assert.ok((await page.locator('dialog [role=alert]').innerText())
      .includes(file));
    assert.equal(server.requests(/manifest/), 2, 'the manifest was asked once more, past caches');
    broken.times = 0;
    await page.getByRole('button', { name: '重试' }).click();
    await state(page, 'results');
  });
}

for (const [name, rule, code] of [
  ['is missing', { status: 404 }, 'missing'],
  ['is refused by a server in trouble', { status: 500 }, 'server'],
  ['is lost', { drop: true }, 'offline'],
  ['stops on its way', { stall: 40 }, 'timeout'],
]) {
  test(`when only the text of a few pages ${name}, the others are shown, and it is said which file`,
    async () => {
      const last = await countParts();
      const broken = server.rule(/\.ps$/, { ...rule, when: () => parts().length >= last });
      await hurry(page);
      await openDialog(page);
      await page.locator('dialog input').fill('倒排索引');
      await state(page, 'incomplete');
      assert.ok((await options(page)).length > 0);
      assert.match(await page.locator('.strip .note').innerText(), /有一部分索引没能取到/);
      const told = await problems(page);
      assert.deepEqual(told.map((problem) => problem.code), [code]);
      assert.match(told[0].file, /^[0-9a-f]{16}\.ps$/);
      assert.equal(await page.locator('.heading.note').innerText(), `没取到的文件：${told[0].file}`);
      broken.times = 0;
      await page.getByRole('button', { name: '重试' }).click();
      await state(page, 'results');
      assert.equal(await page.locator('.heading.note').count(), 0);
    });
}

for (const [name, rule] of [['stops', { stall: 40 }], ['is lost', { drop: true }]]) {
  test(`a new question whose part ${name}: the line says what is searched, then what did not come`,
    async () => {
      await hurry(page);
      await openDialog(page);
      await ask(page, '倒排索引');
      const before = (await options(page)).map((option) => option.href);
      const gate = gates();
      const note = page.locator('.strip .note');
      await page.locator('dialog input').fill('saturates');
      await note.getByRole('button', { name: '取消' }).waitFor();
      assert.match(await note.innerText(), /^正在搜索「saturates」/);
      assert.equal(await page.locator('#results.stale').count(), 1);
      await note.getByRole('button', { name: '取消' }).click();
      assert.doesNotMatch(await note.innerText(), /saturates/);
      assert.deepEqual((await options(page)).map((option) => option.href), before);
      assert.match(await page.locator('.heading.note').innerText(), /前一次「倒排索引」的结果/);
      assert.equal(await page.locator('#results.stale').count(), 0);
      gate.open();

      server.rule(/\.ps$/, rule);
      await page.keyboard.press('Enter');
      await page.locator('.message').waitFor();
      assert.match(await page.locator('.message h2').innerText(), /「saturates」要用的那部分索引/);
      assert.match(await page.locator('.message').innerText(), /照样能搜/);
      assert.match(await page.locator('.detail').innerText(), /[0-9a-f]{16}\.ps/);
      assert.equal((await problems(page)).length, 1);
      assert.deepEqual((await options(page)).map((option) => option.href), before);
      await ask(page, '倒排索引');
      assert.equal(await page.locator('.message').count(), 0, 'what is here still answers');
      await page.locator('dialog input').fill('saturates');
      await page.locator('.message').waitFor();
      server.rules = [];
      await page.getByRole('button', { name: '重试' }).click();
      await settled(page);
      await state(page, 'results');
      assert.notDeepEqual((await options(page)).map((option) => option.href), before);
    });
}

/** How many parts the question brings on a good day. */
async function countParts() {
  const other = await open(browser, server.origin + '/');
  await openDialog(other);
  await ask(other, '倒排索引');
  const count = parts().length;
  await other.context().close();
  server.log.length = 0;
  return count;
}

test('offline in the middle of a search: what is here is shown, what lacks is said', async () => {
  const last = await countParts();
  await openDialog(page);
  const away = server.rule(/\.ps$/, { drop: true, when: () => parts().length >= last });
  const pretend = (onLine) => page.evaluate((value) => Object.defineProperty(navigator, 'onLine',
    { get: () => value, configurable: true }), onLine);
  await pretend(false);
  await page.locator('dialog input').fill('倒排索引');
  await state(page, 'offline-missing-shard');
  assert.ok((await options(page)).length > 0);
  assert.match(await page.locator('.strip .note').innerText(), /离线中：有一部分索引还没取到/);
  away.times = 0;
  await pretend(true);
  await page.getByRole('button', { name: '重试' }).click();
  await state(page, 'results');
});

test('a server that fails for a moment is asked again without bothering the reader', async () => {
  server.rule(/\.ps$/, { status: 503, times: 1 });
  await openDialog(page);
  await page.locator('dialog input').fill('倒排索引');
  await state(page, 'results');
  assert.deepEqual(await problems(page), []);
});

const news = () => page.locator('dialog .news');

test('a site that was published anew: results are the new ones, which is said once',
  async () => {
    await openDialog(page);
    await publish(server, page);
    await ask(page, '过滤');
    await state(page, 'stale-index');
    assert.match((await options(page))[0].href, /\/post-filter\/$|\/post-filter\/#/);
    assert.match(await news().innerText(), /^本站已经更新，请刷新页面/);
    await page.waitForFunction(() => window.seen.said.length === 1);
    assert.match((await said(page))[0], /找到 \d+ 个页面 本站已经更新/);
    await page.getByRole('button', { name: '仅中文' }).click();

    await ask(page, '向量');
    await page.waitForFunction(() => window.seen.said.length === 2);
    assert.doesNotMatch((await said(page))[1], /已经更新/);
    assert.equal(await news().count(), 1, 'it stays in sight');
    await page.keyboard.press('Escape');
    await openDialog(page);
    assert.equal(await news().count(), 0);
    await state(page, 'results');
    assert.equal(server.requests(/manifest/), 2);
    assert.deepEqual(await page.evaluate(() => window.seen.shifts), []);
  });

test('the page can be loaded anew from there, and Back does not lead to the dialog', async () => {
  await page.goto(server.origin + '/bm25/');
  await openDialog(page);
  await publish(server, page);
  await ask(page, '过滤');
  await page.evaluate(() => { window.old = true; });
  await news().getByRole('button', { name: '刷新' }).click();
  await page.waitForFunction(() => !window.old && customElements.get('pageside-search'));
  assert.equal(await page.evaluate(() => history.state?.pageside), undefined);
  await page.goBack();
  await page.waitForURL(server.origin + '/');
});

for (const [name, old] of [['are gone too', {}], ['are on their way', { delay: 60_000 }]]) {
  test(`asked while a newer index is awaited, with parts that ${name}: answered from it`,
    async () => {
      await openDialog(page);
      const newer = await publish(server, page);
      let release;
      const gate = new Promise((done) => { release = done; });
      newer.gate = () => gate;
      await page.locator('dialog input').fill('w1a');
      await until(() => server.requests(/manifest/) === 2);
      server.rule(/\.ps$/, { status: 404, ...old });
      const before = parts().length;
      await page.locator('dialog input').fill('underground');
      await asked(page, 'underground');
      await until(() => parts().length > before);
      release();
      await state(page, 'stale-index');
      assert.match((await options(page))[0].href, /\/offline-en\//);
      assert.equal(server.requests(/manifest/), 2);
      assert.deepEqual(await problems(page), []);
    });
}

test('a newer index of another version: the page has to be loaded anew, the old one stays open',
  async () => {
    await openDialog(page);
    await ask(page, '倒排索引');
    const before = (await options(page)).map((option) => option.href);
    server.rule(/\.ps$/, { status: 404 });
    server.rule(/manifest/, {
      edit: (bytes) => {
        const raw = gunzipSync(bytes);
        raw[4] += 1;
        return gzipSync(raw);
      },
    });
    await page.locator('dialog input').fill('saturates');
    await page.locator('.message').waitFor();
    await state(page, 'stale-index');
    assert.match(await page.locator('.message h2').innerText(), /「saturates」/);
    assert.match(await news().innerText(), /^本站已经更新，请刷新页面/);
    assert.equal((await problems(page)).at(-1).code, 'version');
    assert.equal((await options(page)).length, before.length, 'the older results stay');

    await ask(page, '倒排索引');
    assert.deepEqual((await options(page)).map((option) => option.href), before);
    assert.equal(await news().count(), 1);
    assert.equal(await page.getByRole('button', { name: '重试' }).count(), 0);
    server.rules = [];
    await ask(page, 'saturates');
    await state(page, 'stale-index');
    assert.notDeepEqual((await options(page)).map((option) => option.href), before,
      'published back: everything is found again');
    await news().getByRole('button', { name: '刷新' }).click();
    await page.waitForURL(server.origin + '/');
  });

test('a client is told of the newer index, and opens nothing but that from then on', async () => {
  await client(`async (client) => {
    window.infos = [await client.open()];
    client.onrenew = (info) => window.infos.push(info);
    window.client = client;
  }`);
  server.rule(/\.ps$/, { status: 404 });
  server.rule(/manifest/, { body: await readFile(join(out, 'site/_pageside/manifest.bin')) });
  const seen = await page.evaluate(async () => {
    const { total, complete } = await window.client.search('过滤');
    return { total, complete, counts: window.infos.map((info) => info.pages),
      now: (await window.client.open()).pages };
  });
  assert.ok(seen.total > 0 && seen.complete);
  assert.deepEqual(seen.counts, [900, pages.length]);
  assert.equal(seen.now, pages.length);
});

test('a policy that keeps the worker from fetching parts is named, not taken for no network',
  async () => {
    server.rule(/worker-/, { policy: { 'connect-src': "'none'" } });
    await openDialog(page);
    await page.locator('dialog input').fill('倒排索引');
    await state(page, 'error');
    assert.match(await page.locator('dialog [role=alert]').innerText(), /connect-src/);
    const { code, file } = (await problems(page)).at(-1);
    assert.equal(code, 'blocked');
    assert.match(file, /\.ps$/);
    const told = page.seen.console.filter((line) => line.startsWith('pageside:'));
    assert.ok(told.length > 0);
    for (const line of told) assert.match(line, /connect-src refuses .*\.ps$/);
    assert.equal(parts().length, 0);
  });

test('progress is known while parts arrive, and never goes back', async () => {
  const gate = gates();
  await page.evaluate(() => {
    window.values = [];
    const root = document.querySelector('pageside-search').shadowRoot;
    new MutationObserver(() => {
      const bar = root.querySelector('progress');
      if (bar) window.values.push(bar.value);
    }).observe(root, { subtree: true, childList: true, attributes: true });
  });
  await openDialog(page);
  await page.locator('dialog input').fill('倒排索引');
  await until(() => gate.count() > 0);
  await page.waitForTimeout(100);
  assert.match(await page.locator('.note').innerText(), /正在搜索「倒排索引」 \d+%/);
  const timer = setInterval(() => gate.open(), 50);
  await state(page, 'results');
  clearInterval(timer);
  assert.equal(await page.locator('dialog progress').count(), 0);
  const values = await page.evaluate(() => window.values);
  assert.ok(values.length > 3 && values.every((value) => value >= 0 && value <= 1), String(values));
  assert.deepEqual(values, [...values].sort((a, b) => a - b));
});

test('a late answer to an older question never shows', async () => {
  const gate = gates();
  await openDialog(page);
  await page.locator('dialog input').fill('w1a');
  await until(() => gate.count() > 0);
  await page.locator('dialog input').fill('倒排索引');
  await asked(page, '倒排索引');
  await page.evaluate(() => {
    window.shown = [];
    const root = document.querySelector('pageside-search').shadowRoot;
    new MutationObserver(() => window.shown.push(root.querySelector('#results').textContent))
      .observe(root, { subtree: true, childList: true, characterData: true });
  });
  const timer = setInterval(() => gate.open(), 30);
  await state(page, 'results');
  clearInterval(timer);
  const shown = await page.evaluate(() => window.shown.filter((text) => text.trim()));
  assert.ok(shown.length > 0);
  assert.ok(shown.every((text) => /倒排|索引/.test(text)), shown[0]);
});

test('where no hash can be checked, a damaged part still shows when it is inflated', async () => {
  const mapped = await launch('--host-resolver-rules=MAP insecure.test 127.0.0.1');
  const plain = await open(mapped, `http://insecure.test:${server.port}/`);
  assert.equal(await plain.evaluate(() => isSecureContext), false);
  await openDialog(plain);
  await ask(plain, '倒排索引');
  assert.ok((await options(plain)).length > 0);
  server.rule(/\.ps$/, { edit: (bytes) => bytes.fill(7) });
  await plain.locator('dialog input').fill('saturates');
  await state(plain, 'error', 'incomplete');
  const { code, file } = (await problems(plain)).at(-1);
  assert.equal(code, 'corrupt');
  assert.match(file, /\.ps$/);
  await mapped.close();
});
