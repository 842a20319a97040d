// The list as it is laid out: languages, what stands above all headings, pages to start from, and
// texts that are longer than anybody expects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, openDialog, options, passage, result, stand } from './browser.mjs';
import { page, server, setup, visit } from './setup.mjs';

setup(['big', 'site'], () => visit('/vectors/'));

const texts = (selector) => page.locator(selector).allInnerTexts();

/** Asks a client that always answers this. */
async function show(answer, query = '题') {
  await stand(page, answer);
  await openDialog(page);
  await ask(page, query);
}

test('several other languages stand under one heading that names none, each with its chip',
  async () => {
    await show({ results: ['zh-Hant', 'de', 'en', 'ar'].map((lang) => result(lang, { lang })) });
    assert.deepEqual(await texts('.heading[role=presentation]'), ['其他语言的结果']);
    assert.deepEqual(await texts('.card .chip'), ['德语', '英语', '阿拉伯语']);
    assert.deepEqual(await page.locator('.card').evaluateAll((cards) =>
      cards.map((card) => [card.lang, card.querySelector('.chip')?.lang])),
    [['zh-Hant', undefined], ['de', 'zh-Hans'], ['en', 'zh-Hans'], ['ar', 'zh-Hans']]);
  });

const start = (url, lang) => ({ url, title: url, lang });
const popular = [start('/a/', 'en'), start('/b/', 'zh'), start('/vectors/', 'zh'),
  start('/vectors/index.html', 'zh'), start('/c/', 'zh-Hans')];

for (const [name, query] of [['nothing is asked', ''], ['nothing is found', '题']]) {
  test(`pages to start from where ${name}: not this one, and their language is told`, async () => {
    await page.evaluate(() => history.replaceState(null, '', '?x=1#top'));
    await stand(page, { results: [], popular });
    await openDialog(page);
    if (query) await ask(page, query);
    await page.locator('.option.page').first().waitFor();
    assert.deepEqual(await page.locator('.option.page').evaluateAll((pages) => pages.map((link) =>
      [new URL(link.href).pathname, link.lang, link.querySelector('.chip')?.textContent])),
    [['/b/', 'zh', undefined], ['/c/', 'zh-Hans', undefined], ['/a/', 'en', '英语']]);
  });
}

test('how many pages there are is told as what can be searched', async () => {
  await stand(page, { results: [] });
  await openDialog(page);
  await page.locator('.note', { hasText: '2' }).waitFor();
  assert.equal(await page.locator('.strip .note').innerText(), '可搜 2 个页面');
});

const section = (heading, path = ['题', heading]) =>
  passage({ heading, path, anchor: heading, excerpt: `${heading}里的文字` });
const lead = passage({ excerpt: '开头的文字' });
const titled = passage({ heading: '题', path: ['题'], excerpt: '开头的文字' });
const own = [['题', '', '开头的文字'], ['', '甲', '甲里的文字'], ['', '乙', '乙里的文字']];
const below = [['题', '甲', '甲里的文字'], ['', '开头', '开头的文字'], ['', '乙', '乙里的文字']];

for (const [name, passages, rows] of [
  ['is the best', [lead, section('甲'), section('乙')], own],
  ['is the best, under the title', [titled, section('甲'), section('乙')], own],
  ['comes second', [section('甲'), lead, section('乙')], below],
  ['comes last', [section('甲'), section('乙'), lead], below],
  ['comes last, under the title', [section('甲'), section('乙'), titled], below],
]) {
  test(`what stands above all headings ${name}: in the row of the page or right below it`,
    async () => {
      await show({ results: [result('题', { passages })] });
      assert.deepEqual(await page.locator('.card .option').evaluateAll((rows) => rows.map((row) =>
        ['.title', '.here', '.excerpt'].map((part) => row.querySelector(part)?.textContent ?? ''))),
      rows);
      assert.deepEqual((await options(page)).map(({ chosen }) => chosen), [true, false, false]);
    });
}

test('a list that ends before what was found ends says so', async () => {
  await visit('/');
  server.pages.set('/', '<!doctype html><html lang="zh"><meta charset="utf-8"><title>x</title>' +
    '<script type="module" src="/_pageside/pageside.js"></script><pageside-search>');
  await visit('/');
  await openDialog(page);
  await ask(page, '检索');
  const total = Number((await page.locator('.strip .note').innerText()).match(/\d+/)[0]);
  assert.ok(total > 48, `${total} pages`);
  assert.equal(await page.locator('.body > .note').count(), 0, 'not while there is more');
  await page.keyboard.press('Control+End');
  await page.locator('.body > .note').waitFor();
  assert.equal(await page.locator('.card').count(), 48);
  assert.match(await page.locator('.body > .note').innerText(), /^只列出前 48 个页面。/);
});

test('the dialog holds no more after many questions than after one', async () => {
  await openDialog(page);
  const nodes = () => page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.querySelector('pageside-search').shadowRoot, NodeFilter.SHOW_ALL);
    let count = 0;
    while (walker.nextNode()) count++;
    return count;
  });
  const counts = [];
  for (let i = 0; i < 6; i++) {
    await ask(page, '检索');
    await page.keyboard.press('Control+End');
    await ask(page, 'xyzzy');
    await ask(page, '过滤');
    counts.push(await nodes());
  }
  assert.equal(new Set(counts).size, 1, String(counts));
});

const shapes = [
  ['desk', { viewport: { width: 1100, height: 760 } }],
  ['phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
];
for (const [device, shape] of shapes) {
  test(`titles and headings as long as a page stay one result among others, on a ${device}`,
    async () => {
      const long = '很长的标题'.repeat(200);
      const word = 'Donaudampfschiffahrt'.repeat(60);
      await visit('/vectors/', shape);
      await show({ results: [result('a', { title: long, lang: 'en', titleMarks: [[0, 4]], passages: [
        section(long, [long, long, word, long]),
        section('末节', [long, ...Array(4).fill(word), '末节'])] }), result('b')] }, '字'.repeat(390));
      const tall = await page.locator('.card').evaluateAll((cards) => cards.map((card) => ({
        lines: ['.title', '.crumbs'].flatMap((part) => [...card.querySelectorAll(part)])
          .map((node) => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight)),
        chip: card.querySelector('.chip')?.getBoundingClientRect().width,
        here: [...card.querySelectorAll('.here')].map((node) => node.getBoundingClientRect().top -
          node.closest('.crumbs').getBoundingClientRect().bottom),
      })));
      for (const lines of tall[0].lines) assert.ok(lines <= 3.1, `${lines} lines`);
      assert.ok(tall[0].chip > 20, 'the language can be seen');
      assert.ok(tall[0].here.every((below) => below < -10), `headings in sight: ${tall[0].here}`);
      await visit('/vectors/', shape);
      await show({ results: [] }, '字'.repeat(390));
      const headline = page.locator('.message h2');
      assert.match(await headline.innerText(), /^没有找到「字{60}…」$/);
    });
}
