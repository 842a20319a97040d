// What is found: grouped by page, marked exactly, in the reader's language first; and what then,
// when nothing is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask, openDialog, options, passage, result, said, settled, stand, state,
} from './browser.mjs';
import { page, server, setup, visit } from './setup.mjs';
import { pages } from './site/pages.mjs';

setup(['site'], async () => {
  await visit('/vectors/');
  await openDialog(page);
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

test('results of another language come last, behind a heading, with chip and lang', async () => {
  await ask(page, 'BM25');
  const found = await cards();
  assert.ok(found.length >= 2);
  const languages = found.map((card) => card.lang.split('-')[0]);
  assert.deepEqual(languages, [...languages].sort().reverse(), 'zh first, then en');
  for (const card of found) assert.equal(card.chip, card.lang === 'en' ? '英语' : '');
  assert.equal(await page.locator('dialog [role=presentation].heading').innerText(), '其他语言的结果');
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

test('what the languages shown leave of the list is announced', async () => {
  await ask(page, 'BM25');
  await page.waitForFunction(() => window.seen.said.length === 1);
  await page.getByRole('button', { name: '仅中文' }).click();
  await page.waitForFunction(() => window.seen.said.length === 2);
  const count = (await cards()).length;
  assert.match((await said(page))[1], new RegExp(`找到 ${count} 个页面`));
});

test('a new question begins at its first result, wherever the older list was', async () => {
  const top = () => page.locator('dialog .body').evaluate((body) => body.scrollTop);
  await ask(page, '检索');
  await page.keyboard.press('Control+End');
  await settled(page);
  const deep = await top();
  assert.ok(deep > 100, `${deep}px`);
  await page.keyboard.press('ArrowDown');
  assert.ok(await top() > 0, 'the list stays where it is while its question does');
  await ask(page, '过滤');
  assert.equal(await top(), 0);
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

const looseLine = () => page.locator('.body > .heading.note');

test('a quotation that stands nowhere: one line says that its words were looked for', async () => {
  await ask(page, '为什么 “倒排过滤” -x');
  assert.equal(await looseLine().innerText(),
    '没有一字不差的「倒排过滤」，下面是含有这些词的页面。');
  assert.ok((await options(page)).length > 0);
  const [line, list] = [looseLine(), page.locator('#results')];
  const [above, below] = [await line.boundingBox(), await list.boundingBox()];
  assert.ok(above.y + above.height <= below.y + 1);
  await page.waitForFunction(() => window.seen.said.length > 0);
  assert.match((await said(page)).at(-1), /找到 \d+ 个页面 没有一字不差的「倒排过滤」/);
  await ask(page, '“再过滤”');
  assert.equal(await line.count(), 0, 'this one stands somewhere');
});

for (const loose of [true, false, undefined]) {
  test(`an answer that says loose: ${loose} gets the line only if it is true`, async () => {
    await page.reload();
    await stand(page, { loose, results: [result('a')] });
    await openDialog(page);
    await ask(page, '“再过一滤”');
    assert.equal(await looseLine().count(), loose ? 1 : 0);
  });
}

const part = (heading) => passage({ heading, path: [heading], excerpt: '文' });

test('a page without a title is called by its heading, its address or its number', async () => {
  await page.reload();
  await stand(page, { results: [
    result('1', { title: '', passages: ['第一节', '第二节'].map(part) }),
    result('2', { title: '', url: '/docs/%E6%8C%87%E5%8D%97/?a=/b#c', passages: [part('')] }),
    result('3', { title: ' ', url: '/' }),
    result('4', { title: '有题目' }),
  ] });
  await openDialog(page);
  await ask(page, '题');
  assert.deepEqual((await cards()).map((card) => card.title), ['第一节', '指南', '3', '有题目']);
  assert.deepEqual((await cards())[0].options.map((option) => option.heading), ['', '第二节']);
});

test('one slip of the finger is found at once', async () => {
  await ask(page, 'quantisatoin');
  await state(page, 'results');
  assert.match((await options(page))[0].text, /quantisation/);
});

test('two slips get a suggestion that finds something', async () => {
  await ask(page, 'quantisatoinn');
  await state(page, 'zero');
  await page.locator('.chips button').first().click();
  await settled(page);
  await state(page, 'results');
  assert.equal(await page.locator('dialog input').inputValue(), 'quantisation');
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
