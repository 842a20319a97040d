// The look: every state fits its place, on a desk and on a phone, in both languages and schemes,
// and axe-core finds nothing in it. Pictures go to dist/web-test/screens/ for whoever wants to see;
// what can be measured is tested.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { media, violations } from './axe.mjs';
import { ask, launch, open, openDialog, passage, result, stand } from './browser.mjs';
import { out } from './prepare.mjs';
import { enter, names, stages } from './states.mjs';

const screens = join(out, 'screens');
let places, browser;
before(async () => {
  mkdirSync(screens, { recursive: true });
  places = await stages();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await places?.close();
});

const devices = {
  desk: { viewport: { width: 1100, height: 760 } },
  phone: {
    viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true,
  },
};

/** What is wrong with the geometry of the open dialog. */
function faults(page) {
  return page.evaluate(() => {
    const root = document.querySelector('pageside-search').shadowRoot;
    const dialog = root.querySelector('dialog');
    const wrong = [];
    const frame = dialog.getBoundingClientRect();
    if (frame.left < 0 || frame.top < 0 || frame.right > innerWidth || frame.bottom > innerHeight) {
      wrong.push(`the dialog leaves the screen: ${JSON.stringify(frame)}`);
    }
    for (const node of dialog.querySelectorAll('.panel, .bar, .strip, .body, .option, .message')) {
      if (node.scrollWidth > node.clientWidth) wrong.push(`${node.className} is wider than it is`);
    }
    for (const node of dialog.querySelectorAll('button, a, input')) {
      const { width, height, left, right } = node.getBoundingClientRect();
      const name = node.getAttribute('aria-label') ?? node.textContent.trim();
      if (width === 0) continue;
      if (height < 43.5 || width < 43.5) wrong.push(`${name} is ${width} × ${height}`);
      if (left < frame.left || right > frame.right) wrong.push(`${name} is cut off`);
    }
    const size = parseFloat(getComputedStyle(root.querySelector('input')).fontSize);
    if (size < 16) wrong.push(`input text of ${size}px makes phones zoom`);
    for (const node of dialog.querySelectorAll('.title, .excerpt, .note, h2')) {
      const style = getComputedStyle(node);
      if (parseFloat(style.fontSize) < 12) wrong.push(`${node.className}: ${style.fontSize}`);
    }
    return wrong;
  });
}

for (const lang of ['zh', 'en']) {
  for (const [device, shape] of Object.entries(devices)) {
    for (const name of names) {
      test(`${name} fits and has no violation, ${lang} on a ${device}`, async () => {
        const page = await enter(places, browser, name, lang, shape);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          const file = `${name}-${lang}-${device}-${colorScheme}.png`;
          await page.screenshot({ path: join(screens, file) });
          assert.deepEqual(await faults(page), []);
        }
        for (const features of device === 'desk' ? media : []) {
          await page.emulateMedia(features);
          assert.deepEqual(await violations(page), [], JSON.stringify(features));
        }
        assert.deepEqual(page.seen.errors, []);
        await page.context().close();
      });
    }
  }
}

test('a low or narrow screen still holds the box and some results', async () => {
  for (const viewport of [{ width: 320, height: 568 }, { width: 740, height: 360 }]) {
    const page = await enter(places, browser, 'results', 'zh', { viewport });
    assert.deepEqual(await faults(page), []);
    const list = await page.locator('dialog .body').evaluate((body) => body.clientHeight);
    assert.ok(list > 120, `${list}px of list on ${viewport.width} × ${viewport.height}`);
    await page.screenshot({ path: join(screens, `results-zh-${viewport.width}.png`) });
    await page.context().close();
  }
});

test('a keyboard that covers part of the screen shrinks the sheet', async () => {
  const page = await enter(places, browser, 'results', 'zh', devices.phone);
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { get: () => 420 });
    visualViewport.dispatchEvent(new Event('resize'));
  });
  const box = await page.locator('dialog').boundingBox();
  assert.equal(Math.round(box.height), 420);
  assert.deepEqual(await faults(page), []);
  await page.context().close();
});

test('a page that goes from right to left gets a mirrored dialog', async () => {
  const page = await enter(places, browser, 'idle', 'zh', devices.desk);
  await page.evaluate(() => { document.documentElement.dir = 'rtl'; });
  await page.locator('dialog input').fill('过滤');
  await page.locator('dialog[data-state=results]').waitFor();
  assert.deepEqual(await faults(page), []);
  const place = (selector) => page.locator(selector).first().boundingBox();
  const dialog = await place('dialog');
  const middle = dialog.x + dialog.width / 2;
  assert.ok((await place('dialog .close')).x < middle);
  assert.ok((await place('dialog .glass')).x > middle);
  assert.ok((await place('[aria-selected=true] .enter')).x < middle);
  await page.screenshot({ path: join(screens, 'results-rtl.png') });
  await page.context().close();
});

test('words of a language that we lack go their own way in a page from right to left', async () => {
  const page = await enter(places, browser, 'idle', 'zh', devices.desk);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.documentElement.lang = 'ar';
  });
  await page.keyboard.press('Control+k');
  await page.locator('dialog input').fill('倒排');
  await page.locator('dialog[data-state=results]').waitFor();
  const seen = await page.locator('dialog').evaluate((dialog) => [dialog.lang, dialog.dir,
    ...['.note', '.clear', '.foot'].map((name) =>
      getComputedStyle(dialog.querySelector(name)).direction)]);
  assert.deepEqual(seen, ['en', 'ltr', 'ltr', 'ltr', 'ltr']);
  assert.deepEqual(await faults(page), []);
  await page.context().close();
});

/** The excerpts as drawn: what is hidden, and how marks lie to the lines' ends. */
const excerpts = (page) => page.evaluate(() => {
  const root = document.querySelector('pageside-search').shadowRoot;
  return [...root.querySelectorAll('.excerpt')].map((excerpt) => {
    const style = getComputedStyle(excerpt);
    const box = excerpt.getBoundingClientRect();
    const end = box.right - parseFloat(style.paddingInlineEnd);
    const marks = [...excerpt.querySelectorAll('mark')].map((mark) => mark.getClientRects());
    const range = document.createRange();
    range.selectNodeContents(excerpt);
    const line = [...range.getClientRects()]
      .filter((rect) => Math.abs(rect.bottom - box.bottom) < 12);
    return {
      gap: parseFloat(getComputedStyle(excerpt, '::after').insetInlineStart) + box.left
        - Math.max(...line.map((rect) => rect.right)),
      text: excerpt.textContent, clamp: style.webkitLineClamp,
      hidden: excerpt.scrollHeight > excerpt.clientHeight + 1,
      dots: getComputedStyle(excerpt, '::after').content,
      lines: Math.round(box.height / parseFloat(style.lineHeight)),
      broken: marks.filter((rects) => rects.length > 1).length,
      under: marks.filter(([rect]) => rect.right > end + 1).length,
      atEnd: marks.filter(([rect]) => rect.right > end - 15 && rect.top < box.bottom
        && rect.top > box.top + 20).length,
    };
  });
});

test('an excerpt that does not fit its two lines ends beside its marks, not inside one',
  async () => {
    places.site.reset();
    const page = await open(browser, places.site.origin + '/post-filter/', devices.desk);
    const marks = Array.from({ length: 40 }, (_, i) => [4 * i + 2, 4 * i + 4]);
    await stand(page, { results: [result('1', { passages: [
      passage({}), passage({ excerpt: '甲乙丙丁'.repeat(40), marks }),
      passage({ excerpt: '丙丁', marks: [[0, 2]] }),
    ] })] });
    await openDialog(page);
    await ask(page, '丙丁');
    let ends = 0;
    for (let width = 330; width < 480; width += 11) {
      await page.setViewportSize({ width, height: 700 });
      await page.waitForTimeout(60);
      const [long, short] = await excerpts(page);
      assert.equal(long.clamp, 'none');
      assert.equal(long.lines, 2);
      assert.deepEqual([long.hidden, short.hidden], [true, false]);
      assert.match(long.dots, /^"…"/);
      assert.equal(short.dots, 'none');
      assert.deepEqual([long.broken, long.under], [0, 0], `${width}px`);
      assert.ok(long.gap >= -1 && long.gap < 2, `dots ${long.gap}px behind the text`);
      ends += long.atEnd;
    }
    assert.ok(ends > 3, 'marks that ended a second line');
    await page.context().close();
  });

test('forced colours show which option is chosen', async () => {
  const page = await enter(places, browser, 'results', 'zh',
    { ...devices.desk, forcedColors: 'active' });
  const outline = await page.locator('[aria-selected=true]').evaluate((option) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(option);
    return `${outlineStyle} ${outlineWidth}`;
  });
  assert.equal(outline, 'solid 2px');
  await page.screenshot({ path: join(screens, 'results-forced.png') });
  await page.context().close();
});

test('who wants no motion gets none', async () => {
  for (const [reducedMotion, some] of [['reduce', false], ['no-preference', true]]) {
    const page = await enter(places, browser, 'idle', 'zh', { reducedMotion });
    const css = await page.evaluate(() => {
      const root = document.querySelector('pageside-search').shadowRoot;
      const seen = [];
      for (const node of root.querySelectorAll('*')) {
        const { animationName, transitionDuration } = getComputedStyle(node);
        if (animationName !== 'none' || parseFloat(transitionDuration) > 0) seen.push(node.tagName);
      }
      return seen;
    });
    assert.equal(css.length > 0, some, `${reducedMotion}: ${css}`);
    await page.context().close();
  }
});
