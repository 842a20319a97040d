// What is found: grouped by page, marked exactly, in the reader's language first; and what then,
// when nothing is found.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { join } from 'node:path';
import { ask, launch, open, openDialog, options, settled, state } from './browser.mjs';
import { out } from './prepare.mjs';
import { serve } from './server.mjs';
import { pages } from './site/pages.mjs';

let server, browser, page;
before(async () => {
  server = await serve(join(out, 'site'));
  browser = await launch();
});
beforeEach(async () => {
  server.reset();
  await page?.context().close();
  page = await open(browser, server.origin + '/vectors/');
  await openDialog(page);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const cards = () => page.evaluate(() => {
  const root = document.querySelector('pageside-search').shadowRoot;
  const text = (node) => node?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  return [...root.querySelectorAll('.card')].map((card) => ({
    lang: card.getAttribute('lang'),
    title: text(card.querySelector('.title')),
    chip: text(card.querySelector('.chip')),
    options: [...card.querySelectorAll('[role=option]')].map((option) => ({
      path: new URL(option.href).pathname, hash: decodeURIComponent(new URL(option.href).hash),
      heading: text(option.querySelector('.here')), excerpt: text(option.querySelector('.excerpt')),
    })),
  }));
});

test('results are pages with at most three sections, each with its own address', async () => {
  await ask(page, '过滤');
  const found = await cards();
  const [first] = found;
  assert.equal(first.title, '后过滤为什么会坍塌');
  assert.equal(first.options.length, 3);
  for (const card of found) {
    assert.ok(card.options.length >= 1 && card.options.length <= 3);
    const source = pages.find((p) => p.path === card.options[0].path);
    assert.equal(card.title, source.title);
    for (const option of card.options) {
      assert.equal(option.path, source.path);
      const section = source.sections.find((s) => '#' + s.id === option.hash);
      assert.equal(option.heading, section?.heading ?? '');
      const text = section?.text ?? source.lead;
      assert.ok(text.includes(option.excerpt.replace(/^…|…$/g, '')), option.excerpt);
    }
  }
});

test('the query 过滤 marks exactly 过滤, and 再过 exactly 再过', async () => {
  for (const query of ['过滤', '再过', '倒数排名', '二元组']) {
    await ask(page, query);
    const marks = (await options(page)).flatMap((option) => option.marks);
    assert.ok(marks.length > 0, query);
    assert.deepEqual([...new Set(marks)], [query]);
  }
});

test('excerpts join sentences with their own punctuation', async () => {
  for (const query of ['检索', '过滤', '片段', '文档']) {
    await ask(page, query);
    for (const card of await cards()) {
      for (const { excerpt } of card.options) {
        assert.doesNotMatch(excerpt, /[\u4e00-\u9fff，。]\s*\.\s|[\u4e00-\u9fff]\. /, excerpt);
      }
    }
  }
});

test('results of another language come last, behind a heading, with a chip and their lang', async () => {
  await ask(page, 'BM25');
  const found = await cards();
  assert.ok(found.length >= 2);
  const languages = found.map((card) => card.lang.split('-')[0]);
  assert.deepEqual(languages, [...languages].sort().reverse(), 'zh first, then en');
  for (const card of found) assert.equal(card.chip, card.lang === 'en' ? '英语' : '');
  assert.equal(await page.locator('dialog [role=presentation].heading').innerText(), '英语结果');
});

test('an English page turns the order round', async () => {
  await page.goto(server.origin + '/bm25-en/');
  await openDialog(page);
  await ask(page, 'BM25');
  const found = await cards();
  assert.deepEqual(found.map((card) => [card.lang.slice(0, 2), card.chip]).slice(0, 2),
    [['en', ''], ['zh', 'Chinese']]);
  assert.equal(await page.locator('dialog').getAttribute('lang'), 'en');
});

test('other languages can be switched off and on', async () => {
  await ask(page, 'BM25');
  const all = (await cards()).length;
  const only = page.getByRole('button', { name: '仅中文' });
  assert.equal(await only.getAttribute('aria-pressed'), 'false');
  await only.click();
  assert.equal(await only.getAttribute('aria-pressed'), 'true');
  assert.ok((await cards()).length < all);
  assert.ok((await cards()).every((card) => card.lang.startsWith('zh')));
  await page.getByRole('button', { name: '全部语言' }).click();
  assert.equal((await cards()).length, all);
});

test('nothing in this language: the others are one click away', async () => {
  await ask(page, 'BM25');
  await page.getByRole('button', { name: '仅中文' }).click();
  await ask(page, 'snake_case');
  await state(page, 'zero');
  assert.equal(await page.locator('dialog input').inputValue(), 'snake_case');
  await page.getByRole('button', { name: /其他语言里有 \d+ 个页面/ }).click();
  await state(page, 'results');
  assert.ok((await cards()).every((card) => card.lang === 'en'));
});

test('nothing at all: the question stays, and there are pages to start from and a way to report',
  async () => {
    await ask(page, 'xyzzy');
    await state(page, 'zero');
    assert.equal(await page.locator('dialog input').inputValue(), 'xyzzy');
    assert.match(await page.locator('.message h2').innerText(), /没有找到「xyzzy」/);
    const offered = await options(page);
    assert.equal(offered.length, 3);
    for (const { href } of offered) {
      const source = pages.find((p) => p.path === new URL(href).pathname);
      assert.ok(source.lang.startsWith('zh'), 'in the language of the reader');
    }
    const report = page.getByRole('link', { name: '告诉作者这里缺了内容' });
    assert.equal(await report.getAttribute('href'),
      'https://example.com/issues/new?title=xyzzy');
    assert.equal(await page.locator('dialog input').getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(offered[0].href);
  });

/** Puts one answer in the engine's place. */
const stand = (answer) => page.evaluate((given) => {
  document.querySelector('pageside-search').client = {
    base: new URL(location.href), onprogress: null, cancel() {}, close() {},
    open: async () => ({ version: 1, pages: 2, langs: { zh: 2 }, bytes: 0, parts: 0 }),
    search: async (query) => ({
      query, total: given.results.length, suggest: [], popular: [], complete: true, problem: null,
      share: 1, ...given,
    }),
  };
}, answer);
const bare = (id, more) => ({
  id, url: `/${id}/`, title: id, titleMarks: [], lang: 'zh', score: 1, labels: [], passages: [],
  ...more,
});
const passage = (heading) => ({
  heading, headingMarks: [], path: [heading], anchor: '', lang: 'zh', excerpt: '文', marks: [],
});

test('a quotation that stands nowhere: one line says that its words were looked for', async () => {
  await page.reload();
  await stand({ loose: true, results: [bare('a')] });
  await openDialog(page);
  await ask(page, '为什么 “再过一滤” -x');
  const line = page.locator('.body > .heading.note');
  assert.equal(await line.innerText(), '没有一字不差的「再过一滤」，下面是含有这些词的页面。');
  const [above, list] = [await line.boundingBox(), await page.locator('#results').boundingBox()];
  assert.ok(above.y + above.height <= list.y + 1);
  const said = () => page.evaluate(() => window.said ?? '');
  await page.evaluate(() => {
    const region = document.querySelector('pageside-search').shadowRoot
      .querySelector('[role=status]');
    region.ariaNotify = (text) => { window.said = text; };
  });
  await ask(page, '“再过二滤”');
  await page.waitForFunction(() => window.said);
  assert.match(await said(), /找到 1 个页面 没有一字不差的「再过二滤」/);

  await page.reload();
  await openDialog(page);
  await ask(page, '“倒排过滤”');
  assert.equal(await line.innerText(), '没有一字不差的「倒排过滤」，下面是含有这些词的页面。');
  assert.ok((await options(page)).length > 0);
  await ask(page, '“再过滤”');
  assert.equal(await line.count(), 0, 'this one stands somewhere');

  for (const loose of [false, undefined]) {
    await page.reload();
    await stand({ loose, results: [bare('a')] });
    await openDialog(page);
    await ask(page, '“再过一滤”');
    assert.equal(await line.count(), 0);
  }
});

test('a page without a title is called by its heading, its address or its number', async () => {
  await page.reload();
  await stand({ results: [
    bare('1', { title: '', passages: [passage('第一节'), passage('第二节')] }),
    bare('2', { title: '', url: '/docs/%E6%8C%87%E5%8D%97/?a=/b#c', passages: [passage('')] }),
    bare('3', { title: ' ', url: '/' }),
    bare('4', { title: '有题目' }),
  ] });
  await openDialog(page);
  await ask(page, '题');
  assert.deepEqual((await cards()).map((card) => card.title), ['第一节', '指南', '3', '有题目']);
  assert.deepEqual((await cards())[0].options.map((option) => option.heading), ['', '第二节']);
});

test('a slip of the finger gets suggestions, and each of them finds something', async () => {
  await ask(page, 'quantisatoinn');
  if (await page.locator('dialog').getAttribute('data-state') === 'results') {
    assert.match((await options(page))[0].text, /quantisation/, 'one edit away is found at once');
    return;
  }
  const chips = page.locator('.chips button');
  assert.ok(await chips.count() > 0, 'no suggestion');
  const word = await chips.first().innerText();
  await chips.first().click();
  await settled(page);
  await state(page, 'results');
  assert.equal(await page.locator('dialog input').inputValue(), word);
  assert.ok((await options(page)).length > 0);
});

test('a report link is only made of addresses that a reader may be sent to', async () => {
  for (const [pattern, href] of [
    ['mailto:a@example.com?subject={query}', 'mailto:a@example.com?subject=%3Cxyzzy%3E%26zzyx'],
    ['/report/?q={query}', server.origin + '/report/?q=%3Cxyzzy%3E%26zzyx'],
    ['javascript:alert({query})', null],
  ]) {
    await page.reload();
    await page.locator('pageside-search').evaluate((element, value) => {
      element.setAttribute('report', value);
    }, pattern);
    await openDialog(page);
    await ask(page, '<xyzzy>&zzyx');
    await state(page, 'zero');
    const link = page.locator('.after a');
    assert.equal(await link.count() ? await link.getAttribute('href') : null, href);
  }
});
