// The look: every state fits its place, on a desk and on a phone, in both languages and schemes,
// and axe-core finds nothing in it. Pictures go to dist/web-test/screens/ for whoever wants to see;
// what can be measured is tested.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { media, violations } from './axe.mjs';
import { ask, launch, open, openDialog, passage, result, stand } from './browser.mjs';
import { out, root } from './prepare.mjs';
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

test('a trigger with less room than it likes shows less, and nothing of it in part', async () => {
  const page = await open(browser, places.site.origin + '/post-filter-en/', devices.desk);
  const seen = new Set();
  for (let width = 44; width <= 200; width += 4) {
    const shown = await page.locator('pageside-search').evaluate((element, px) => {
      element.style.inlineSize = `${px}px`;
      const button = element.shadowRoot.querySelector('button');
      const box = button.getBoundingClientRect();
      return [box.height, ...[...button.childNodes].flatMap((child) => {
        const range = document.createRange();
        range.selectNode(child);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        if (top >= box.bottom - 1) return [];
        return left >= box.left && right <= box.right && bottom <= box.bottom
          ? [child.textContent] : [`half of ${child.textContent}`];
      })].join();
    }, width);
    seen.add(shown);
  }
  assert.deepEqual([...seen], ['44', '44,Search', '44,Search,Ctrl K']);
  await page.context().close();
});

const [, rule, tags] = readFileSync(join(root, 'README.md'), 'utf8').match(new RegExp(
  '```css\n(pageside-search {[^`]*})\n```\n\n' +
  '```html\n([^`]*<pageside-search></pageside-search>)\n```'));
const readme = `<style>${rule}</style>${tags}`;

for (const [lang, size, around] of [
  ['zh', 16, (tags) => `<p>前${tags}后`], ['en', 16, (tags) => `<p>before ${tags} after`],
  ['zh', 22, (tags) => `<div style="display:flex">${tags}</div>`],
  ['en', 13, (tags) => `<div>${tags}</div>`],
]) {
  test(`with the lines of the README nothing moves when the button comes: ${lang}, ${size}px`,
    async () => {
      places.site.reset();
      places.site.policy = {};
      places.site.pages.set('/lines/', `<!doctype html><html lang="${lang}"><meta charset="utf-8">
        <title>x</title><body style="font-size:${size}px">${around(readme)}<p id="below">below`);
      let release;
      const gate = new Promise((done) => { release = done; });
      places.site.rule(/pageside\.js$/, { gate: () => gate });
      const page = await open(browser, 'about:blank', devices.desk);
      await page.goto(places.site.origin + '/lines/', { waitUntil: 'commit' });
      await page.locator('#below').waitFor();
      const boxes = () => Promise.all(['pageside-search', '#below']
        .map((name) => page.locator(name).boundingBox()));
      const before = await boxes();
      release();
      await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot);
      await page.waitForTimeout(100);
      assert.deepEqual(await boxes(), before);
      const button = await page.locator('button[part=trigger]').boundingBox();
      assert.deepEqual(button, before[0]);
      assert.deepEqual(await page.evaluate(() => window.seen.shifts), []);
      await page.context().close();
    });
}

const touch = { isMobile: true, hasTouch: true };
for (const [name, width, height, more, isSheet] of [
  ['a phone on its side', 844, 390, touch, true],
  ['a small phone on its side', 667, 331, touch, true],
  ['a tablet', 820, 1180, touch, false],
  ['a tablet on its side', 1180, 820, touch, false],
  ['a small tablet on its side', 960, 540, touch, true],
  ['a narrow phone', 320, 568, touch, true],
  ['a desk', 1100, 760, {}, false],
  ['a low window', 1000, 430, {}, true],
  ['a window of which little is left', 320, 200, {}, true],
]) {
  test(`${name} shows as much of the list as it can, and no empty line`, async () => {
    for (const state of ['results', 'incomplete']) {
      const page = await enter(places, browser, state, 'zh',
        { viewport: { width, height }, ...more });
      assert.deepEqual(await faults(page), []);
      const box = await page.locator('dialog').boundingBox();
      const gutter = 16;
      assert.equal(box.x === 0 && box.width > width - gutter && box.height === height, isSheet,
        JSON.stringify(box));
      const foot = page.locator('.foot');
      if (await foot.isVisible()) assert.match(await foot.innerText(), /打开/);
      assert.equal(await foot.isVisible(), !isSheet && !more.hasTouch);
      const list = await page.locator('dialog .body').evaluate((body) => body.clientHeight);
      const other = { results: 110, incomplete: 154 }[state] + (await foot.isVisible() ? 47 : 0);
      assert.ok(list >= Math.min(100, height / 2) && list >= box.height - other,
        `${state}: ${list}px of list in ${box.height}px`);
      await page.screenshot({ path: join(screens, `${state}-zh-${width}x${height}.png`) });
      await page.context().close();
    }
  });
}

test('texts of one line keep apart from what can be pressed beside them', async () => {
  for (const width of [320, 390, 1100]) {
    const page = await enter(places, browser, 'incomplete', 'en',
      { viewport: { width, height: 700 } });
    const gaps = await page.locator('dialog').evaluate((dialog) => {
      const gap = (left, right) => dialog.querySelector(right).getBoundingClientRect().left -
        dialog.querySelector(left).getBoundingClientRect().right;
      return [gap('input', '.clear'), gap('.strip .note > span', '.strip .note .link')];
    });
    for (const gap of gaps) assert.ok(gap >= 8, `${gaps}px at ${width}px`);
    await page.context().close();
  }
});

for (const mode of ['vertical-rl', 'sideways-lr']) {
  test(`a page written ${mode} gets the same dialog`, async () => {
    const page = await enter(places, browser, 'results', 'zh', devices.desk);
    const boxes = () => page.locator('dialog').evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const frame = dialog.getBoundingClientRect(); // a scrollbar may change sides
        return [node.localName, x - frame.x, y - frame.y, width, height].join(' ');
      }));
    const before = await boxes();
    await page.evaluate((value) => { document.documentElement.style.writingMode = value; }, mode);
    assert.deepEqual(await boxes(), before);
    await page.context().close();
  });
}

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

test('a keyboard that covers part of a tablet leaves the whole dialog in sight', async () => {
  for (const left of [380, 480, 640, 700]) {
    const page = await enter(places, browser, 'results', 'zh',
      { viewport: { width: 1180, height: 820 }, ...touch });
    await page.evaluate((height) => {
      Object.defineProperty(visualViewport, 'height', { get: () => height });
      visualViewport.dispatchEvent(new Event('resize'));
    }, left);
    const { y, height } = await page.locator('dialog').boundingBox();
    assert.ok(y >= 0 && y + height <= left, `${y} + ${height} of ${left}`);
    await page.context().close();
  }
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
  assert.equal(await page.locator('.enter').first()
    .evaluate((icon) => getComputedStyle(icon).scale), 'none', 'the arrow too');
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

for (const colorScheme of ['light', 'dark']) {
  test(`forced colours draw the glass, the line under the box and the icons, ${colorScheme}`,
    async () => {
      const { site } = places;
      site.reset();
      let release;
      const gate = new Promise((done) => { release = done; });
      site.rule(/dialog-/, { gate: () => gate });
      site.rule(/page\.css$/, { type: 'text/css', // colours that are not seen on the forced ones
        body: `* { color: ${{ light: '#fefefe', dark: '#010203' }[colorScheme]} }` });
      const page = await open(browser, site.origin + '/post-filter/',
        { ...devices.desk, colorScheme, forcedColors: 'active' });
      /** How many points of this part of the page are not of its most frequent colour. */
      const drawn = async (box) => {
        const shot = await page.screenshot({ clip: box });
        return page.evaluate(async (png) => {
          const context = await window.draw(png);
          const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
          const counts = new Map();
          for (let i = 0; i < data.length; i += 4) {
            const colour = data.slice(i, i + 3).join();
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
          }
          return data.length / 4 - Math.max(...counts.values());
        }, shot.toString('base64'));
      };
      await page.locator('pageside-search').evaluate((element) => {
        element.style.inlineSize = '44px';
      });
      const trigger = await page.locator('button[part=trigger]').boundingBox();
      assert.ok(await drawn({ x: trigger.x + 4, y: trigger.y + 4, width: 36, height: 36 }) > 30,
        'the glass of the trigger');
      await page.keyboard.press('Control+k');
      const input = await page.locator('[part=notice] input').boundingBox();
      assert.ok(await drawn({ x: input.x - 20, y: input.y + 4, width: 20, height: 50 }) > 30,
        'the glass of the box that stands in');
      release();
      await page.locator('dialog[open] input').waitFor();
      await ask(page, 'BM25');
      await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot
        .getAnimations().length === 0);
      const bar = await page.locator('dialog .bar').boundingBox();
      assert.ok(await drawn({ x: bar.x + 20, y: bar.y + bar.height - 3, width: 50, height: 8 }) >= 50,
        'the line under the box');
      const colours = await page.locator('dialog').evaluate((dialog) => {
        const probe = document.body.appendChild(document.createElement('p'));
        probe.style.color = 'CanvasText';
        return [probe, ...dialog.querySelectorAll('svg')]
          .map((node) => getComputedStyle(node)[node === probe ? 'color' : 'stroke']);
      });
      assert.ok(colours.length > 3);
      assert.deepEqual(new Set(colours).size, 1, String(colours));
      await page.screenshot({ path: join(screens, `results-forced-${colorScheme}.png`) });
      await page.context().close();
    });
}

for (const [selector, zoom] of [['html', 2], ['html', 1.5], ['body', 2], ['html', 0.5]]) {
  for (const [device, shape] of Object.entries(devices)) {
    test(`the dialog stays in the window where ${selector} is zoomed by ${zoom}, on a ${device}`,
      async () => {
        const { site } = places;
        site.reset();
        let release;
        const gate = new Promise((done) => { release = done; });
        site.rule(/dialog-/, { gate: () => gate });
        const page = await open(browser, site.origin + '/post-filter/', shape);
        await page.evaluate(([name, by]) => {
          document.querySelector(name).style.zoom = by;
        }, [selector, zoom]);
        const { width, height } = shape.viewport;
        const isInside = async (part) => {
          const box = await page.locator(part).boundingBox();
          assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width &&
            box.y + box.height <= height, `${part}: ${JSON.stringify(box)}`);
          return box;
        };
        await page.keyboard.press('Control+k');
        const before = await isInside('[part=notice]');
        release();
        await page.locator('dialog[open] input').waitFor();
        await ask(page, '过滤');
        const after = await isInside('dialog');
        for (const part of ['dialog .close', 'dialog .body']) await isInside(part);
        if (device === 'desk') {
          assert.ok(Math.abs(before.x - after.x) <= 1 && Math.abs(before.y - after.y) <= 1,
            `${JSON.stringify(before)} ${JSON.stringify(after)}`);
        } else {
          assert.deepEqual([after.x, after.y, after.width, after.height], [0, 0, width, height]);
        }
        await page.evaluate(() => {
          Object.defineProperty(visualViewport, 'height', { get: () => 400 });
          visualViewport.dispatchEvent(new Event('resize'));
        });
        const left = await page.locator('dialog').boundingBox();
        assert.ok(left.y >= 0 && left.y + left.height <= 401, `above a keyboard: ${left.height}`);
        await page.context().close();
      });
  }
}

for (const lang of ['zh', 'en']) {
  for (const name of ['mixed', 'incomplete']) {
    test(`at 400 % of 1280 by 1024 the languages can still be chosen: ${name}, ${lang}`, async () => {
      const page = await enter(places, browser, name, lang,
        { viewport: { width: 320, height: 256 } });
      assert.deepEqual(await faults(page), []);
      const note = page.locator('dialog .note span').first();
      assert.match(await note.innerText(), name === 'mixed' ? /\d/ : /\S/);
      assert.equal(await note.isVisible(), true);
      const list = await page.locator('dialog .body').evaluate((body) => body.clientHeight);
      assert.ok(list >= 100, `${list}px of list`);
      const only = page.locator('dialog .scope button').last();
      await only.click();
      assert.equal(await only.getAttribute('aria-pressed'), 'true');
      await page.screenshot({ path: join(screens, `${name}-${lang}-320x256.png`) });
      await page.context().close();
    });
  }
}

for (const height of [1, 1.5, 2.5]) {
  test(`an excerpt has two whole lines where the reader makes lines ${height} high`, async () => {
    places.site.reset();
    const page = await open(browser, places.site.origin + '/post-filter/', devices.desk);
    await stand(page, { results: [result('1', { passages: [
      passage({}), passage({ excerpt: '甲乙丙丁'.repeat(80), marks: [[2, 4]] }),
    ] })] });
    await openDialog(page);
    await page.evaluate((by) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* { line-height: ${by} !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important; }`);
      document.querySelector('pageside-search').shadowRoot.adoptedStyleSheets.push(sheet);
    }, height);
    await ask(page, '丙丁');
    const seen = await page.locator('.excerpt').evaluate((excerpt) => {
      const box = excerpt.getBoundingClientRect();
      const line = parseFloat(getComputedStyle(excerpt).lineHeight);
      const range = document.createRange();
      range.selectNodeContents(excerpt);
      const dots = getComputedStyle(excerpt, '::after');
      return {
        lines: box.height / line, dots: parseFloat(dots.insetBlockStart) / line,
        // Middles of lines of text that are neither wholly in sight nor wholly out of it.
        sliced: [...range.getClientRects()].map((rect) => (rect.top + rect.bottom) / 2 - box.top)
          .filter((middle) => middle > 2 * line && middle < 2.4 * line),
      };
    });
    assert.ok(Math.abs(seen.lines - 2) < 0.05, `${seen.lines} lines`);
    assert.ok(Math.abs(seen.dots - 1) < 0.05, `dots on line ${seen.dots}`);
    assert.deepEqual(seen.sliced, []);
    assert.deepEqual((await excerpts(page)).map(({ hidden, gap }) => [hidden, gap >= -1 && gap < 4]),
      [[true, true]]);
    await page.context().close();
  });
}

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
