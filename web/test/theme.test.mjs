// The page's style and ours: hostile rules stay outside, documented ones reach in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { join } from 'node:path';
import { ask, openDialog } from './browser.mjs';
import { root } from './prepare.mjs';
import { page, server, setup, visit } from './setup.mjs';
import { htmlOf, pages } from './site/pages.mjs';

setup(['site']);

const hostile = `
  * { all: unset !important; }
  * { font: italic 900 40px/3 serif !important; letter-spacing: 9px !important;
    text-transform: uppercase !important; color: red !important; text-align: right !important;
    word-spacing: 30px !important; text-indent: 50px !important; white-space: pre !important;
    cursor: wait !important; line-break: anywhere !important; -webkit-text-stroke: 2px lime; }
  dialog, input, button, a, mark, svg, p, div, span { display: none; border: 9px solid lime; }
  html { font-size: 5px !important; }
  dialog::backdrop { background: lime !important; }
`;

/** Opens the dialog on a page with these rules instead of its own, and these attributes. */
async function dress(css, options, attributes = '') {
  server.pages.set('/plain/', htmlOf(pages[0]).replace('href="/page.css"', 'href="/extra.css"')
    .replace('<html', '<html ' + attributes));
  server.rule(/extra\.css/, { body: css || '/**/', type: 'text/css' });
  await visit('/plain/', options);
  await openDialog(page);
}

/** The results under these rules, photographed. */
async function picture(css, options) {
  await dress(css, options);
  await ask(page, '过滤');
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(400);
  // Without the rounded corners, behind which the page shows.
  const { x, y, width, height } = await page.locator('dialog').boundingBox();
  return page.screenshot({
    clip: { x: x + 16, y: y + 1, width: width - 32, height: height - 2 },
  });
}

/**
 * Values that every picture of one kind has apart from every picture of the other, by more than the
 * rounding of antialiased edges, which is not the same each time either.
 */
function difference(...kinds) {
  return page.evaluate(async (pngs) => {
    const [ones, others] = await Promise.all(pngs.map((kind) => Promise.all(kind.map(async (png) => {
      const context = await window.draw(png);
      const { width, height } = context.canvas;
      return context.getImageData(0, 0, width, height).data;
    }))));
    const pairs = ones.flatMap((one) => others.map((other) => [one, other]));
    if (pairs.some(([one, other]) => one.length !== other.length)) return Infinity;
    return ones[0].filter((_, i) =>
      pairs.every(([one, other]) => Math.abs(one[i] - other[i]) > 8)).length;
  }, kinds.map((kind) => kind.map((shot) => shot.toString('base64'))));
}

test('rules of a hostile page change no pixel of the dialog', async () => {
  const bar = 'html { overflow-y: scroll !important; }';
  const clean = [await picture(bar), await picture(bar)];
  const attacked = [await picture(hostile + bar), await picture(hostile + bar)];
  for (const shot of clean) assert.ok(shot.length > 5000);
  assert.equal(await difference(clean, attacked), 0);
  const trigger = await page.locator('button[part=trigger]').boundingBox();
  assert.ok(trigger.width >= 44 && trigger.height >= 44, 'the trigger can still be hit');
});

test('what our style calls by a name of its own, a page cannot set', async () => {
  const css = ['dialog', 'list', 'states', 'trigger', 'stage'].map((name) =>
    readFileSync(join(root, `web/src/${name}.${name === 'stage' ? 'ts' : 'css'}`), 'utf8')).join('');
  const names = new Set([...css.matchAll(/--_[a-z-]+/g)].map(([name]) => name)
    .concat('--_block-size', '--_block-start', '--_size'));
  assert.ok(names.size > 12);
  const look = async (rules) => {
    await dress(rules);
    await ask(page, '过滤');
    return page.evaluate(() => {
      const { shadowRoot } = document.querySelector('pageside-search');
      return [...shadowRoot.querySelectorAll('button, dialog, dialog *')].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const { color, backgroundColor } = getComputedStyle(node);
        return [node.localName, node.className, x, y, width, height, color, backgroundColor].join();
      });
    });
  };
  const clean = await look('');
  for (const value of ['50px', 'rgb(1, 2, 3)']) {
    const set = [...names].map((name) => `${name}: ${value} !important;`).join('');
    assert.deepEqual(await look(`* { ${set} }`), clean);
  }
});

test('no rule of ours reaches the page', async () => {
  await dress('p { color: rgb(1, 2, 3) }');
  assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
  assert.equal(await page.locator('main p').first()
    .evaluate((p) => getComputedStyle(p).color), 'rgb(1, 2, 3)');
});

test('documented properties and parts reach in', async () => {
  await picture(`
    pageside-search { --pageside-bg: rgb(10, 20, 30); --pageside-radius: 3px; }
    pageside-search::part(mark) { background: rgb(40, 50, 60); }
    pageside-search::part(trigger) { border-radius: 1px; }
    pageside-search::part(result) { letter-spacing: 2px; }
    pageside-search::part(input) { font-size: 21px; }
    pageside-search::part(footer) { display: none; }`);
  const style = (selector, name) => page.locator(selector).first()
    .evaluate((node, property) => getComputedStyle(node)[property], name);
  assert.equal(await style('dialog', 'backgroundColor'), 'rgb(10, 20, 30)');
  assert.equal(await style('dialog', 'borderRadius'), '3px');
  assert.equal(await style('dialog mark', 'backgroundColor'), 'rgb(40, 50, 60)');
  assert.equal(await style('button[part=trigger]', 'borderRadius'), '1px');
  assert.equal(await style('[role=option]', 'letterSpacing'), '2px');
  assert.equal(await style('dialog input', 'fontSize'), '21px');
  assert.equal(await style('.foot', 'display'), 'none');
});

test('there are at most forty properties, each in the comment that opens its file', () => {
  const used = new Set();
  for (const name of ['dialog', 'list', 'states', 'trigger']) {
    const css = readFileSync(join(root, `web/src/${name}.css`), 'utf8');
    const comment = css.slice(0, css.indexOf('*/'));
    for (const [property] of css.matchAll(/--pageside-[a-z-]+/g)) {
      used.add(property);
      assert.ok(comment.includes(property), `${property} is not documented in ${name}.css`);
    }
    const physical =
      css.match(/(?<![\w-])(margin|padding|border|inset)-(left|right|top|bottom)\b|float:/g);
    assert.equal(physical, null, `${name}.css: physical property`);
  }
  assert.ok(used.size > 10 && used.size <= 40, `${used.size} properties`);
});

for (const [name, css, theme, colorScheme, dark] of [
  ['a page with both follows the reader', ':root{color-scheme:light dark}', '', 'dark', true],
  ['a page that says nothing follows the reader', '', '', 'dark', true],
  ['a page that is light stays light', ':root{color-scheme:light}', '', 'dark', false],
  ['a page that is dark stays dark', ':root{color-scheme:dark}', '', 'light', true],
  ['data-theme=dark wins', ':root{color-scheme:light}', 'dark', 'light', true],
  ['data-theme=light wins', ':root{color-scheme:light dark}', 'light', 'dark', false],
]) {
  test(`scheme: ${name}`, async () => {
    await dress(css, { colorScheme }, theme && `data-theme="${theme}"`);
    const color = await page.locator('dialog').evaluate((d) => getComputedStyle(d).backgroundColor);
    const [red] = color.match(/\d+/g).map(Number);
    assert.equal(red < 128, dark, color);
  });
}

test('focus can be seen: three to one against what it stands on', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await dress('', { colorScheme });
    await page.keyboard.press('Tab');
    const ratio = await page.evaluate(() => {
      const shadow = document.querySelector('pageside-search').shadowRoot;
      const { outlineColor, outlineStyle } = getComputedStyle(shadow.activeElement);
      if (outlineStyle !== 'solid') return 0;
      const light = (color) => {
        const [r, g, b] = color.match(/[\d.]+/g).map((v) => v / 255)
          .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const back = getComputedStyle(shadow.querySelector('dialog')).backgroundColor;
      const [a, b] = [light(outlineColor), light(back)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    });
    assert.ok(ratio >= 3, `${colorScheme}: ${ratio}`);
  }
});
