// Without a network: what is here still answers, what is not is named, and nothing is thrown away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './axe.mjs';
import {
  ask, asked, openDialog, options, problems, said, settled, state,
} from './browser.mjs';
import { page, server, setup, visit } from './setup.mjs';
import { htmlOf, pageAt } from './site/pages.mjs';

setup(['big', 'site'], () => {
  server.pages.set('/', htmlOf(pageAt('/post-filter/')));
  server.pages.set('/en/', htmlOf(pageAt('/post-filter-en/')));
});

const message = () => page.locator('.message');
const trigger = () => page.locator('button[part=trigger]');
const notice = () => page.locator('[part=notice]');

async function unplug(away) {
  server.down = away;
  await page.context().setOffline(away);
}

for (const [path, first, second, says, still] of [
  ['/', '倒排索引', 'postings', /「postings」要用的那部分索引还没取到/, /照样能搜/],
  ['/en/', 'postings', '倒排索引', /index for “倒排索引” has not been fetched yet/, /still work/],
]) {
  test(`offline, a word whose part is not here: named, and ${first} stays in sight`, async () => {
    await visit(path);
    await openDialog(page);
    await ask(page, first);
    const before = (await options(page)).map((option) => option.href);
    assert.ok(before.length > 0);
    await unplug(true);
    await page.locator('dialog input').fill(second);
    await asked(page, second);
    await message().waitFor();
    await state(page, 'offline-missing-shard');
    const headline = await message().locator('h2').innerText();
    assert.match(headline, says);
    assert.doesNotMatch(headline, /\.ps|offline/);
    assert.match(await message().innerText(), still);
    assert.match(await message().locator('.detail').innerText(),
      /^(没取到的文件：|File not fetched: )\w+\.ps$/);
    assert.match(await page.locator('.note.warn').innerText(), /^(离线中|Offline)/);
    assert.deepEqual((await options(page)).map((option) => option.href), before);
    assert.equal(await page.locator('#results.earlier').count(), 1);
    assert.ok((await page.locator('.heading.note').innerText()).includes(first));
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      assert.deepEqual(await violations(page), [], colorScheme);
    }
    await page.waitForFunction((part) => window.seen.said.at(-1)?.includes(part), second);

    await ask(page, first);
    await state(page, 'offline-cached');
    assert.equal(await message().count(), 0);
    await page.locator('dialog input').fill(second);
    await message().waitFor();
    await unplug(false);
    await state(page, 'results');
    await settled(page);
    assert.notDeepEqual((await options(page)).map((option) => option.href), before);
    assert.deepEqual(page.seen.errors, []);
  });
}

test('offline, the first word of all: no list to keep, the sentence alone', async () => {
  await visit('/');
  await openDialog(page);
  await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot
    .querySelector('.note')?.textContent.includes('900'));
  await unplug(true);
  await page.locator('dialog input').fill('倒排索引');
  await state(page, 'offline-missing-shard');
  assert.match(await message().innerText(), /还没取到/);
  assert.equal(await page.locator('.heading.note').count(), 0);
  await unplug(false);
  await state(page, 'results');
});

test('a network that goes away is announced, with what can still be searched', async () => {
  await visit('/');
  await openDialog(page);
  await ask(page, '倒排索引');
  await page.waitForFunction(() => window.seen.said.length === 1);
  await unplug(true);
  await page.waitForFunction(() => window.seen.said.length === 2);
  assert.match((await said(page))[1], /^离线中/);
});

test('after a failure, opening again tries again, and so does Enter', async () => {
  const broken = server.rule(/manifest/, { status: 404 });
  await visit('/');
  await openDialog(page);
  await state(page, 'error');
  await page.keyboard.press('Escape');
  broken.times = 0;
  await openDialog(page);
  await state(page, 'idle');

  broken.times = Infinity;
  await visit('/');
  await openDialog(page);
  await page.locator('dialog input').fill('检索');
  await asked(page, '检索');
  await state(page, 'error');
  broken.times = 0;
  await page.keyboard.press('Enter');
  await state(page, 'results');
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.seen.selects), [], 'it asks, and goes nowhere');

  broken.times = Infinity;
  await visit('/');
  await openDialog(page);
  await page.locator('dialog input').fill('检索');
  await asked(page, '检索');
  await state(page, 'error');
  await page.keyboard.press('Escape');
  broken.times = 0;
  await openDialog(page);
  await state(page, 'results');
});

test('what was given up can be asked again: by Enter, by a space', async () => {
  for (const key of ['Enter', ' ']) {
    const slow = server.rule(/engine-/, { delay: 20_000 });
    await visit('/');
    await openDialog(page);
    await page.locator('dialog input').fill('检索');
    await asked(page, '检索');
    await state(page, 'loading');
    await page.getByRole('button', { name: '取消' }).click();
    await state(page, 'idle');
    Object.assign(slow, { times: 0, delay: 0 });
    const before = await page.evaluate(() => window.seen.searches.length);
    await page.keyboard.press('End');
    await page.keyboard.press(key);
    await page.waitForFunction((count) => window.seen.searches.length > count, before);
  }
});

for (const [path, offline, says, again] of [
  ['/', true, /搜索没能打开.*dialog-/s, '重试'],
  ['/en/', true, /could not be loaded.*dialog-/s, 'Try again'],
  ['/', false, /搜索没能打开.*dialog-/s, '重试'],
]) {
  test(`the first press without the dialog's script (${path}, offline ${offline}): ` +
    'the reason and a retry in its place', async () => {
    await visit(path, { viewport: { width: 390, height: 700 } });
    await page.waitForFunction(() => customElements.get('pageside-search'));
    const box = await trigger().boundingBox();
    const label = await trigger().innerText();
    const broken = server.rule(/dialog-/, { drop: true });
    if (offline) await unplug(true);
    await trigger().click();
    await notice().locator('[role=alert] button').waitFor();
    assert.match(await notice().innerText(), says);
    assert.deepEqual(await trigger().boundingBox(), box);
    assert.equal(await trigger().innerText(), label);
    assert.equal((await problems(page)).at(-1).code, 'offline');
    const shown = await notice().boundingBox();
    assert.ok(shown.x >= 0 && shown.x + shown.width <= 390, JSON.stringify(shown));
    assert.ok(shown.y >= 0 && shown.y + shown.height <= 350, 'above a keyboard');
    const button = page.getByRole('button', { name: again });
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
    assert.deepEqual(await page.evaluate(() => window.seen.shifts), []);
    assert.deepEqual(await violations(page), []);

    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() =>
      document.activeElement.shadowRoot.activeElement.textContent), again);
    if (offline) await unplug(false);
    broken.times = 0;
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] input').waitFor();
    assert.equal(await notice().isVisible(), false);
    await ask(page, '检索');
    assert.deepEqual(page.seen.errors, []);
  });
}

test('a server that keeps failing is asked three times, further and further apart', async () => {
  const failing = server.rule(/manifest/, { status: 503 });
  await visit('/');
  const times = [];
  page.on('request', (request) => {
    if (/manifest/.test(request.url())) times.push(Date.now());
  });
  await openDialog(page);
  await page.locator('dialog input').fill('检索');
  await state(page, 'error');
  const waits = times.slice(1).map((time, i) => time - times[i]);
  assert.equal(waits.length, 2);
  assert.ok(waits[0] >= 290 && waits[1] >= 890, `${waits} ms`);
  failing.times = 0;
  await page.getByRole('button', { name: '重试' }).click();
  await state(page, 'results');
  await settled(page);
});
