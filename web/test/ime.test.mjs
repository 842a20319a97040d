// Typing Chinese: while an input method composes, nothing is searched, announced or followed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, openDialog, options, said, settled, state } from './browser.mjs';
import { page, server, setup, visit } from './setup.mjs';

let cdp;
setup(['site']);

async function start(path = '/post-filter/') {
  await visit(path);
  cdp = await page.context().newCDPSession(page);
  await openDialog(page);
}

const compose = (text) => cdp.send('Input.imeSetComposition',
  { text, selectionStart: text.length, selectionEnd: text.length });
const commit = (text) => cdp.send('Input.insertText', { text });
const searches = () => page.evaluate(() => window.seen.searches);
const statusText = () => page.locator('dialog [role=status]').textContent();

test('pinyin is never searched; what is committed is searched once', async () => {
  await start();
  for (const text of ['g', 'gu', 'guo', 'guo l', "guo'lv"]) {
    await compose(text);
    await page.waitForTimeout(160);
  }
  assert.deepEqual(await searches(), []);
  assert.equal(await page.locator('dialog').getAttribute('data-state'), 'idle');
  assert.equal(await page.locator('dialog input').inputValue(), "guo'lv");
  await commit('过滤');
  await state(page, 'results');
  await page.waitForTimeout(300);
  assert.deepEqual(await searches(), ['过滤']);
  assert.equal(await page.locator('dialog input').inputValue(), '过滤');
});

test('nothing is announced before the commit, the result once after it', async () => {
  await start();
  for (const text of ['b', 'bm']) await compose(text);
  await page.waitForTimeout(1200);
  assert.deepEqual(await said(page), []);
  await commit('索引');
  await state(page, 'results');
  await page.waitForTimeout(1200);
  const heard = await said(page);
  assert.equal(heard.length, 1, heard.join());
  assert.match(heard[0], /索引.*\d+ 个页面/);
});

test('a word that waits to be searched when a composition begins waits for its end', async () => {
  await start();
  await page.waitForTimeout(300);
  // It begins in the turn in which the letters come, however slow the machine is.
  await page.evaluate(() => addEventListener('input', (event) => event.composedPath()[0]
    .dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true })),
  { once: true }));
  await page.keyboard.insertText('bm');
  await compose('g');
  await page.waitForTimeout(400);
  assert.deepEqual(await searches(), []);
  await commit('过');
  await asked(page, 'bm过');
  assert.deepEqual(await searches(), ['bm过']);
});

test('what is to be announced when a composition begins waits for its end', async () => {
  await start();
  await commit('索引');
  await state(page, 'results');
  await page.waitForFunction(() => window.seen.said.length === 1);
  await commit('检索');
  await settled(page);
  await asked(page, '索引检索');
  await compose('g');
  await page.waitForTimeout(1300);
  assert.equal((await said(page)).length, 1, 'nothing while it composes');
  await compose('');
  await page.waitForFunction(() => window.seen.said.length === 2);
  assert.match((await said(page))[1], /索引检索/);
  await compose('g');
  await commit('过滤');
  await page.waitForFunction(() => window.seen.said.length === 3);
  assert.match((await said(page))[2], /索引检索过滤/);
});

test('the end of the list asks for no more of it while something is composed', async () => {
  await start();
  await commit('检索');
  await state(page, 'results');
  await settled(page);
  await compose('g');
  const before = await searches();
  await page.locator('.body').evaluate((body) => { body.scrollTop = body.scrollHeight; });
  await page.waitForTimeout(300);
  assert.deepEqual(await searches(), before);
});

test('where the browser has no ariaNotify, the region that was there before speaks', async () => {
  await start();
  await page.evaluate(() => { delete Element.prototype.ariaNotify; });
  assert.equal(await page.locator('dialog [role=status]').count(), 1);
  assert.equal((await statusText()).trim(), '');
  await commit('索引');
  await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot
    .querySelector('[role=status]').textContent.includes('索引'));
});

test('Enter, arrows, Space and Escape belong to the input method while it composes', async () => {
  await start();
  await commit('检索');
  await state(page, 'results');
  const chosen = (await options(page)).findIndex((option) => option.chosen);
  const url = page.url();
  await compose('suo');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown', ' ', 'Enter', 'Escape']) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
  }
  await page.waitForTimeout(200);
  assert.equal(page.url(), url);
  assert.equal(await page.locator('dialog[open]').count(), 1);
  assert.equal((await options(page)).findIndex((option) => option.chosen), chosen);
  assert.deepEqual(await searches(), ['检索']);
  assert.deepEqual(await page.evaluate(() => window.seen.selects), []);
});

test('the confirming Enter of Safari comes late, with 229, and opens nothing', async () => {
  await start();
  await commit('检索');
  await state(page, 'results');
  await page.evaluate(() => {
    const input = document.querySelector('pageside-search').shadowRoot.querySelector('input');
    const fire = (event) => input.dispatchEvent(event);
    fire(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
    fire(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
    const enter = (more) => fire(new KeyboardEvent('keydown',
      { key: 'Enter', bubbles: true, composed: true, cancelable: true, ...more }));
    enter({ keyCode: 229 });
    enter({ keyCode: 13 });
  });
  await page.waitForTimeout(200);
  assert.deepEqual(await page.evaluate(() => window.seen.selects), []);
  assert.equal(await page.locator('dialog[open]').count(), 1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#/);
});

test('a composition that is given up searches nothing', async () => {
  await start();
  await compose('guo');
  await compose('');
  await page.waitForTimeout(200);
  assert.deepEqual(await searches(), []);
});

test('full-width letters and spaces are asked in half-width, and shown as typed', async () => {
  await start();
  await commit('ＢＭ２５　词');
  await asked(page, 'BM25 词');
  await settled(page);
  assert.deepEqual(await searches(), ['BM25 词']);
  assert.equal(await page.locator('dialog input').inputValue(), 'ＢＭ２５　词');
  const wide = await options(page);
  await page.locator('dialog input').fill('BM25 词');
  await settled(page);
  assert.deepEqual(await searches(), ['BM25 词'], 'the same question is not asked twice');
  assert.deepEqual((await options(page)).map((o) => o.href), wide.map((o) => o.href));
});

const standIn = () => page.locator('[part=notice] input');

/** The box that stands in, and what lets the dialog's script come. */
async function wait() {
  let release;
  const gate = new Promise((done) => { release = done; });
  server.rule(/dialog-/, { gate: () => gate });
  await visit('/post-filter/');
  cdp = await page.context().newCDPSession(page);
  await page.evaluate(() => addEventListener('pageside-select', (event) => event.preventDefault()));
  await page.waitForFunction(() => customElements.get('pageside-search'));
  await page.keyboard.press('Control+k');
  await standIn().waitFor();
  return release;
}

/** Presses the key in the box, so many milliseconds after each end of a composition from now on. */
const pressAfter = (ms, init) => page.evaluate(([gap, given]) => {
  window.pressed = [];
  addEventListener('compositionend', ({ timeStamp }) => {
    const { shadowRoot } = document.querySelector('pageside-search');
    const key = new KeyboardEvent('keydown',
      { bubbles: true, composed: true, cancelable: true, ...given });
    Object.defineProperty(key, 'timeStamp', { value: timeStamp + gap });
    shadowRoot.activeElement.dispatchEvent(key);
    window.pressed.push(key.defaultPrevented);
  });
}, [ms, init]);

test('in the box that stands in, Escape belongs to the input method while it composes', async () => {
  const release = await wait();
  await page.keyboard.insertText('向量');
  await compose("guo'lv");
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key,
      windowsVirtualKeyCode: { ArrowDown: 40, Enter: 13, Escape: 27 }[key] });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
  }
  assert.equal(await standIn().isVisible(), true);
  assert.equal(await standIn().inputValue(), "向量guo'lv");
  await commit('过滤');
  release();
  await state(page, 'results');
  await settled(page);
  assert.equal(await page.locator('dialog input').inputValue(), '向量过滤');
  assert.equal(await page.locator('dialog[open]').count(), 1);
  assert.deepEqual(await page.evaluate(() => window.seen.selects), []);
});

for (const [when, ms, keyCode] of [['right after', 49, 0], ['long after, with 229,', 5000, 229]]) {
  test(`in the box that stands in, Escape ${when} a composition closes nothing`, async () => {
    await wait();
    await pressAfter(ms, { key: 'Escape', code: 'Escape', keyCode: keyCode || 27 });
    await compose("guo'lv");
    await commit('过滤');
    await page.waitForFunction(() => window.pressed.length === 1);
    assert.deepEqual(await page.evaluate(() => window.pressed), [true], 'nor does the browser');
    assert.equal(await standIn().isVisible(), true);
    assert.equal(await standIn().inputValue(), '过滤');
  });

  test(`in the box that stands in, Enter ${when} a composition follows nothing`, async () => {
    const release = await wait();
    await pressAfter(ms, { key: 'Enter', code: 'Enter', keyCode: keyCode || 13 });
    await compose("guo'lv");
    await commit('过滤');
    await page.waitForFunction(() => window.pressed.length === 1);
    release();
    await state(page, 'results');
    await settled(page);
    assert.equal(await page.locator('dialog[open]').count(), 1);
    assert.deepEqual(await page.evaluate(() => window.seen.selects), []);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.seen.selects.length === 1);
  });
}

test('the dialog knows of the composition that ended in the box before it', async () => {
  const release = await wait();
  await compose("guo'lv");
  release();
  await page.waitForFunction(() =>
    document.querySelector('pageside-search').shadowRoot.childElementCount === 3);
  await pressAfter(49, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await commit('过滤');
  await page.waitForFunction(() => window.pressed.length === 1);
  assert.equal(await page.evaluate(() => document.querySelector('pageside-search').shadowRoot
    .activeElement.closest('dialog') !== null), true, 'the key met the dialog');
  await state(page, 'results');
  await settled(page);
  assert.equal(await page.locator('dialog[open]').count(), 1);
  assert.deepEqual(await page.evaluate(() => window.seen.selects), []);
});

test('an element that is moved while it composes is not left waiting for the end', async () => {
  for (const box of [standIn, () => page.locator('dialog input')]) {
    const release = await wait();
    if (box !== standIn) release();
    await box().waitFor();
    await compose('guo');
    await page.evaluate(() =>
      document.querySelector('main').append(document.querySelector('pageside-search')));
    release();
    await page.locator('button[part=trigger]').click();
    await page.locator('dialog[open] input').fill('检索');
    await state(page, 'results');
  }
});
