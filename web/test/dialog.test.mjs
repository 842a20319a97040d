// The dialog as a guest in somebody's page: it opens, closes and leaves everything as it was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, asked, openDialog, options, problems, settled, state } from './browser.mjs';
import { page, server, setup, visit } from './setup.mjs';
import { htmlOf, pageAt } from './site/pages.mjs';

setup(['site'], () => visit('/post-filter/'));

const isOpen = async () => await page.locator('dialog[open]').count() === 1;
const closed = () => page.locator('dialog[open]').waitFor({ state: 'detached' });
const trigger = () => page.locator('button[part=trigger]');

test('it is a native modal dialog with a named box and list in one shadow root', async () => {
  await openDialog(page);
  const seen = await page.evaluate(() => {
    const root = document.querySelector('pageside-search').shadowRoot;
    const dialog = root.querySelector('dialog');
    const input = root.querySelector('input');
    return {
      modal: dialog.matches(':modal'), closedBy: dialog.closedBy,
      name: dialog.getAttribute('aria-label'), role: input.role,
      controls: root.getElementById(input.getAttribute('aria-controls'))?.role,
      expanded: input.ariaExpanded === String(root.querySelector('[role=option]') !== null),
      focused: root.activeElement === input,
      region: root.querySelectorAll('[role=status]').length,
      labelled: root.querySelectorAll('[role=option][aria-label]').length,
    };
  });
  assert.deepEqual(seen, {
    modal: true, closedBy: 'any', name: '搜索本站', role: 'combobox', controls: 'listbox',
    expanded: true, focused: true, region: 1, labelled: 0,
  });
  await ask(page, '过滤');
  const input = page.locator('dialog input');
  assert.equal(await input.getAttribute('aria-expanded'), 'true');
  assert.equal(await input.getAttribute('enterkeyhint'), 'search');
  for (const name of ['autocapitalize', 'autocorrect', 'autocomplete']) {
    assert.equal(await input.getAttribute(name), 'off', name);
  }
  assert.equal(await input.getAttribute('spellcheck'), 'false');
});

test('focus returns to what had it', async () => {
  await trigger().click();
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.press('Escape');
  await closed();
  assert.equal(await page.evaluate(() =>
    document.activeElement.shadowRoot?.activeElement?.getAttribute('part')), 'trigger');
  await page.locator('body > header a').first().focus();
  await openDialog(page);
  await page.locator('dialog .close').click();
  await closed();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Pageside');
});

test('a click on the backdrop closes, a click inside does not', async () => {
  await openDialog(page);
  await page.locator('.message').click();
  await page.waitForTimeout(100);
  assert.equal(await isOpen(), true);
  await page.mouse.click(5, 400);
  await closed();
});

test('Back closes the dialog and stays on the page; closing leaves no entry', async () => {
  const length = await page.evaluate(() => history.length);
  await openDialog(page);
  assert.equal(await page.evaluate(() => history.length), length + 1);
  await page.goBack();
  await closed();
  assert.match(page.url(), /\/post-filter\/$/);

  await page.goto(server.origin + '/bm25/');
  await openDialog(page);
  await page.keyboard.press('Escape');
  await closed();
  await page.waitForFunction(() => !history.state?.pageside);
  await page.goBack();
  await page.waitForURL(/\/post-filter\/$/);
});

test('a reload, and Forward, leave no history entry behind that does nothing', async () => {
  await page.goto(server.origin + '/bm25/');
  await openDialog(page);
  await page.reload();
  await page.waitForFunction(() => history.state?.pageside === undefined);
  await openDialog(page);
  await page.goBack();
  await closed();
  await page.goForward().catch(() => {});
  await page.waitForFunction(() => history.state?.pageside === undefined);
  assert.match(page.url(), /\/bm25\/$/);
  await page.goBack();
  await page.waitForURL(/\/post-filter\/$/);
});

/** The names of our events, in order. */
const events = () => page.evaluate(() => window.events);
const listen = () => page.evaluate(() => {
  window.events = [];
  for (const name of ['open', 'close', 'search']) {
    addEventListener('pageside-' + name, () => window.events.push(name));
  }
});

test('closed and opened in one turn, it is open, and whole', async () => {
  await openDialog(page);
  await listen();
  await page.evaluate(() => {
    const search = document.querySelector('pageside-search');
    search.close();
    search.open('过滤');
  });
  await state(page, 'results');
  await page.waitForFunction(() => history.state?.pageside);
  assert.deepEqual(await events(), ['close', 'open', 'search']);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(150);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.keyboard.press('Escape');
  await closed();
  await page.waitForFunction(() => !history.state?.pageside);
  assert.deepEqual(await events(), ['close', 'open', 'search', 'close']);
  const style = await page.evaluate(() => document.documentElement.getAttribute('style'));
  assert.equal(style ?? '', '');
});

test('the state that a router keeps in its history entry survives', async () => {
  await page.evaluate(() => history.replaceState({ router: 7 }, ''));
  await openDialog(page);
  assert.equal(await page.evaluate(() => history.state.router), 7);
  await page.keyboard.press('Escape');
  await closed();
  await page.waitForFunction(() => !history.state.pageside);
  assert.deepEqual(await page.evaluate(() => history.state), { router: 7 });
});

for (const [name, shape, bar] of [
  ['a desk', {}, true],
  ['a phone', { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }, false],
]) {
  test(`nothing moves on ${name}: not on load, on opening, nor while results come and go`,
    async () => {
      await page.context().close();
      await visit('/post-filter/', shape);
      const still = async (when) => {
        await page.waitForTimeout(700);
        assert.deepEqual(await page.evaluate(() => window.seen.shifts), [], when);
      };
      const edge = () => page.locator('h1').evaluate((h) => h.getBoundingClientRect().right);
      await still('on load');
      const before = await edge();
      assert.equal(await page.evaluate(() => innerWidth > document.documentElement.clientWidth),
        bar, 'a scrollbar that could go away');
      await trigger().click();
      await page.locator('dialog[open] input').waitFor();
      await still('on opening');
      assert.equal(await edge(), before);
      for (const query of ['过滤', '检索', 'xyzzy', 'BM25', '']) {
        await page.locator('dialog input').fill(query);
        await still(`on results of ${query}`);
      }
      await page.locator('dialog .close').click();
      await closed();
      await still('on closing');
      assert.equal(await edge(), before);
    });
}

test('the page behind does not scroll while the dialog is open, and is where it was', async () => {
  await page.evaluate(() => scrollTo(0, 120));
  await openDialog(page);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(150);
  assert.equal(await page.evaluate(() => scrollY), 120);
  await page.keyboard.press('Escape');
  await closed();
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate(() => scrollY), 120);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => scrollY > 120);
  assert.equal(await page.evaluate(() => document.documentElement.getAttribute('style') ?? ''), '');
});

/** Red, green and blue of points of the page as it is seen. */
async function colours(points) {
  const shot = (await page.screenshot()).toString('base64');
  return page.evaluate(async ([png, places]) => {
    const context = await window.draw(png);
    return places.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]);
  }, [shot, points]);
}

for (const colorScheme of ['light', 'dark']) {
  for (const css of ['', 'html { background: #f6e3df; }', 'html { scrollbar-gutter: stable; }']) {
    test(`the place of the scrollbar is as dark as the page: ${colorScheme} ${css}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
      }, css + 'body { background: transparent !important; margin: 0; }'.repeat(css ? 1 : 0));
      const corners = [[3, 780], [1277, 780], [1277, 300]];
      const [page0] = await colours(corners);
      await openDialog(page);
      await page.waitForTimeout(250);
      const [left, ...right] = await colours(corners);
      assert.ok(left[0] < page0[0], `${left} is not darker than ${page0}`);
      for (const colour of right) {
        colour.forEach((value, i) =>
          assert.ok(Math.abs(value - left[i]) <= 2, `${colour}: ${left}`));
      }
      await page.keyboard.press('Escape');
      await closed();
      assert.deepEqual((await colours(corners))[0], page0);
      const style = await page.evaluate(() => document.documentElement.getAttribute('style'));
      assert.equal(style ?? '', '');
      assert.deepEqual(await page.evaluate(() => window.seen.shifts), []);
    });
  }
}

test('nothing but the trigger loads until the reader shows interest', async () => {
  await page.waitForTimeout(300);
  const loaded = server.log.filter((path) => path.startsWith('/_pageside/'));
  assert.deepEqual(loaded, ['/_pageside/pageside.js']);
  server.log.length = 0;
  await trigger().hover();
  await page.waitForTimeout(400);
  const names = server.log.map((path) => path.replace(/-[\w]+\./, '-*.'));
  for (const name of ['manifest.bin', 'engine-*.wasm', 'dialog-*.js']) {
    assert.ok(names.includes('/_pageside/' + name), `${name} in ${names}`);
  }
  assert.equal(await isOpen(), false);
});

test('a reader who saves data pays for a search, not for a sign of interest', async () => {
  const init = () => Object.defineProperty(navigator, 'connection', {
    value: { saveData: true },
  });
  await visit('/post-filter/?q=过滤', { init, hasTouch: true });
  await trigger().hover();
  await trigger().focus();
  await trigger().dispatchEvent('touchstart');
  await page.waitForTimeout(400);
  const loaded = () => server.log.filter((path) => path.startsWith('/_pageside/'));
  assert.deepEqual([...new Set(loaded())], ['/_pageside/pageside.js']);
  await trigger().click();
  await state(page, 'results');
});

test('a question in the address loads at once and waits in the box', async () => {
  server.log.length = 0;
  await page.goto(server.origin + '/post-filter/?q=过滤');
  await page.waitForTimeout(300);
  assert.equal(server.requests(/manifest\.bin/), 1);
  await page.keyboard.press('Control+k');
  await state(page, 'results');
  assert.equal(await page.locator('dialog input').inputValue(), '过滤');
});

const box = () => page.locator('dialog input').inputValue();
const call = (name, ...given) => page.evaluate(([method, values]) =>
  document.querySelector('pageside-search')[method](...values), [name, given]);

test('a question that a script gives is asked, whatever was in the box', async () => {
  await call('open', 'bigram');
  await asked(page, 'bigram');
  await call('close');
  await closed();
  await call('open', 'bm25');
  await asked(page, 'bm25');
  assert.equal(await box(), 'bm25');
  await call('open', '过滤');
  await asked(page, '过滤');
  assert.equal(await box(), '过滤', 'also while it is open');
  await call('open');
  assert.equal(await box(), '过滤', 'without a question, what is there stays');
});

test('a question in the address is asked once', async () => {
  await page.goto(server.origin + '/post-filter/?q=bigram');
  await openDialog(page);
  await asked(page, 'bigram');
  await page.getByRole('button', { name: '清空' }).click();
  await page.keyboard.press('Escape');
  await closed();
  await openDialog(page);
  assert.equal(await box(), '');
  await page.keyboard.press('Escape');
  await closed();
  await page.evaluate(() => history.pushState({}, '', '?q=bm25'));
  await openDialog(page);
  assert.equal(await box(), 'bm25', 'another address, another question');
});

const waiting = () => page.locator('[part=notice] input');

/** Holds the dialog's script back; returns what lets it go. */
async function delay() {
  let release;
  const gate = new Promise((done) => { release = done; });
  server.rule(/dialog-/, { gate: () => gate });
  await page.reload();
  await page.waitForFunction(() => customElements.get('pageside-search'));
  return release;
}

test('until the dialog is there, a box in its place keeps what is typed', async () => {
  const release = await delay();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('bm2');
  await waiting().waitFor();
  assert.match(await page.locator('[part=notice]').innerText(), /正在打开/);
  const place = await waiting().boundingBox();
  assert.ok(Math.abs(place.x + place.width / 2 - 640) < 40, 'in the middle');
  release();
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.type('5');
  assert.equal(await box(), 'bm25');
  await state(page, 'results');
  assert.equal(await waiting().isVisible(), false);
  const there = await page.locator('dialog input').boundingBox();
  assert.ok(Math.abs(there.x - place.x) < 16 && Math.abs(there.y - place.y) < 16,
    `${JSON.stringify(place)} ${JSON.stringify(there)}`);
  assert.deepEqual(await page.evaluate(() => window.seen.shifts), []);
});

test('Enter before the dialog is there follows the first result', async () => {
  const release = await delay();
  await page.keyboard.press('/');
  await page.keyboard.insertText('倒数排名');
  await page.keyboard.press('Enter');
  release();
  await page.waitForURL(/\/fusion\/#rrf$/);
});

test('a dialog that arrives while an input method composes waits for the end of it', async () => {
  const release = await delay();
  const cdp = await page.context().newCDPSession(page);
  const compose = (text) => cdp.send('Input.imeSetComposition',
    { text, selectionStart: text.length, selectionEnd: text.length });
  await page.keyboard.press('Control+k');
  await compose("guo'l");
  release();
  await page.waitForTimeout(500);
  await compose("guo'lv");
  assert.equal(await isOpen(), false);
  await cdp.send('Input.insertText', { text: '过滤' });
  await state(page, 'results');
  assert.equal(await box(), '过滤');
});

for (const [how, cancel] of [
  ['Escape', () => page.keyboard.press('Escape')],
  ['the shortcut', () => page.keyboard.press('Control+k')],
  ['a click beside it', () => page.mouse.click(20, 600)],
  ['close()', () => call('close')],
]) {
  test(`${how} gives up a dialog that is not there yet`, async () => {
    const release = await delay();
    await page.locator('body > header a').first().focus();
    await page.keyboard.press('Control+k');
    await waiting().waitFor();
    await cancel();
    await waiting().waitFor({ state: 'hidden' });
    if (how !== 'a click beside it') {
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Pageside');
    }
    release();
    await page.waitForTimeout(500);
    assert.equal(await isOpen(), false);
    await openDialog(page);
  });
}

for (const depth of [1, 3]) {
  test(`focus returns into shadow roots, ${depth} deep, also where the dialog comes late`, async () => {
    const release = await delay();
    await page.evaluate((count) => {
      let place = document.querySelector('main');
      for (let i = 0; i < count; i++) {
        const host = document.createElement('div');
        place.prepend(host);
        place = host.attachShadow({ mode: 'open' });
      }
      place.append(window.field = document.createElement('input'));
      window.field.focus();
    }, depth);
    const hasFocus = () => page.evaluate(() =>
      window.field.getRootNode().activeElement === window.field);
    await page.keyboard.press('Control+k');
    await waiting().waitFor();
    assert.equal(await hasFocus(), false);
    await page.keyboard.press('Escape');
    await waiting().waitFor({ state: 'hidden' });
    assert.equal(await hasFocus(), true);
    await page.keyboard.press('Control+k');
    release();
    await page.locator('dialog[open] input').waitFor();
    await page.keyboard.press('Escape');
    await closed();
    assert.equal(await hasFocus(), true);
  });
}

test('a question that a script gives is selected, cold or warm: what is typed replaces it',
  async () => {
    const release = await delay();
    const start = (query) => page.evaluate((text) => { // and does not wait until it is open
      document.querySelector('pageside-search').open(text);
    }, query);
    await start('BM25');
    await page.keyboard.insertText('过');
    assert.equal(await waiting().inputValue(), '过');
    await start('bigram');
    await page.keyboard.insertText('滤');
    assert.equal(await waiting().inputValue(), '滤');
    await start('BM25');
    release();
    await page.locator('dialog[open] input').waitFor();
    await page.keyboard.insertText('过滤');
    assert.equal(await box(), '过滤');
    await page.keyboard.press('Escape');
    await closed();
    await call('open', 'BM25');
    await page.keyboard.insertText('检索');
    assert.equal(await box(), '检索');
    await asked(page, '检索');
  });

test('an element that is moved while its dialog is on the way keeps what was typed', async () => {
  const release = await delay();
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('过滤');
  await page.evaluate(() =>
    document.querySelector('main').append(document.querySelector('pageside-search')));
  await waiting().waitFor({ state: 'hidden' });
  release();
  await page.waitForFunction(() =>
    document.querySelector('pageside-search').shadowRoot.childElementCount === 3);
  assert.equal(await isOpen(), false);
  await openDialog(page);
  assert.equal(await box(), '过滤');
  await asked(page, '过滤');
  await page.getByRole('button', { name: '清空' }).click();
  await page.keyboard.press('Escape');
  await closed();
  await openDialog(page);
  assert.equal(await box(), '', 'once');
});

test('with nothing but the trigger on the server, it is there and says so', async () => {
  for (const path of [/dialog-/, /engine-/, /worker-/, /manifest/]) server.rule(path, { status: 404 });
  await page.reload();
  await trigger().click();
  await page.locator('[part=notice] [role=alert] button').waitFor();
  assert.match(await page.locator('[part=notice]').innerText(), /搜索没能打开.*dialog-\w+\.js/s);
  const [problem] = await problems(page);
  assert.match(problem.file, /^dialog-/);
  assert.equal(await trigger().isVisible(), true);
});

test('a language set later reaches the trigger and the open dialog', async () => {
  assert.match(await trigger().innerText(), /搜索/);
  const speak = (lang) => page.evaluate((tag) => { document.documentElement.lang = tag; }, lang);
  await speak('en');
  assert.match(await trigger().innerText(), /Search/);
  await openDialog(page);
  await ask(page, 'BM25');
  const languages = () => page.evaluate(() => [...document.querySelector('pageside-search')
    .shadowRoot.querySelectorAll('.card')].map((card) => card.lang));
  assert.equal((await languages())[0], 'en');
  await speak('zh');
  await page.locator('dialog[aria-label="搜索本站"]').waitFor();
  await settled(page);
  assert.match((await languages())[0], /^zh/, 'its results come first');
});

test('in a shadow root the language is that of the page', async () => {
  await visit('/post-filter/', { locale: 'en-GB' });
  await page.evaluate(() => {
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(document.querySelector('pageside-search'));
    document.body.prepend(host);
  });
  assert.match(await trigger().innerText(), /搜索/);
  await openDialog(page);
  assert.match(await page.locator('dialog').getAttribute('lang'), /^zh/);
});

test('another base, after a search in the first: another index', async () => {
  server.rule(/^\/other\/manifest/, { status: 404 });
  await openDialog(page);
  await ask(page, '过滤');
  await page.keyboard.press('Escape');
  await closed();
  const set = (base) => page.evaluate((url) => {
    document.querySelector('pageside-search').setAttribute('base', url);
  }, base);
  await set('/other/');
  await openDialog(page);
  await state(page, 'error');
  assert.equal((await options(page)).length, 0);
  assert.equal(server.requests(/^\/other\/manifest/), 1);
  await page.keyboard.press('Escape');
  await closed();
  await set('/_pageside/');
  await openDialog(page);
  await state(page, 'results');
});

test('the theme of the page, changed while it is open, is that of the dialog', async () => {
  server.rule(/page\.css$/, { type: 'text/css', body: `html { overflow-y: scroll; }
    body { background: rgb(250, 240, 230); } [data-theme=dark] body { background: rgb(9, 8, 7); }
    @media (prefers-color-scheme: dark) { body { background: rgb(3, 2, 1); } }` });
  await visit('/post-filter/');
  await openDialog(page);
  const colours = () => page.evaluate(() =>
    [document.querySelector('pageside-search').shadowRoot.querySelector('dialog'), document.body]
      .map((node) => getComputedStyle(node).backgroundColor));
  const gutter = () => page.evaluate(() => document.documentElement.style.backgroundImage);
  const light = await colours();
  assert.equal(light[1], 'rgb(250, 240, 230)');
  assert.match(await gutter(), /rgb\(250, 240, 230\)/);
  await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; });
  const dark = await colours();
  assert.notEqual(dark[0], light[0]);
  assert.equal(dark[1], 'rgb(9, 8, 7)');
  assert.match(await gutter(), /rgb\(9, 8, 7\)/);
  await page.evaluate(() => { document.documentElement.dataset.theme = 'light'; });
  assert.deepEqual(await colours(), light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() =>
    getComputedStyle(document.body).backgroundColor === 'rgb(3, 2, 1)');
  assert.match(await gutter(), /rgb\(3, 2, 1\)/);
  await page.keyboard.press('Escape');
  await closed();
  assert.equal(await page.evaluate(() => document.body.getAttribute('style') || ''), '');
});

test('an element that is moved into a frame keeps its looks', async () => {
  server.policy = { ...server.policy, 'frame-ancestors': "'self'", 'frame-src': "'self'" };
  server.pages.set('/frame/', htmlOf(pageAt('/bm25/')));
  await visit('/post-filter/');
  await openDialog(page);
  await page.keyboard.press('Escape');
  await closed();
  await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.style = 'inline-size: 900px; block-size: 700px';
    frame.src = '/frame/';
    const loaded = new Promise((done) => { frame.onload = done; });
    document.body.prepend(frame);
    await loaded;
    frame.contentDocument.querySelector('pageside-search').remove();
    frame.contentDocument.body.prepend(document.querySelector('pageside-search'));
  });
  const frame = page.frameLocator('iframe');
  const size = await frame.locator('button[part=trigger]').boundingBox();
  assert.ok(size.height >= 44, `${size.height}px`);
  await frame.locator('button[part=trigger]').click();
  await frame.locator('dialog[open] input').waitFor();
  assert.equal(await frame.locator('dialog').evaluate((dialog) =>
    getComputedStyle(dialog.querySelector('.bar')).display), 'flex');
  assert.deepEqual(page.seen.errors, []);
});

test('engine, manifest and dialog set out together, the worker before they arrive', async () => {
  let release;
  const gate = new Promise((done) => { release = done; });
  server.rule(/engine-|manifest/, { gate: () => gate });
  server.log.length = 0;
  await page.reload();
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').waitFor();
  await page.waitForTimeout(200);
  const names = server.log.map((path) => path.replace(/-\w+\./, '.').split('/').pop());
  for (const name of ['manifest.bin', 'engine.wasm', 'dialog.js', 'worker.js']) {
    assert.ok(names.includes(name), `${name} in ${names}`);
  }
  release();
  await ask(page, '过滤');
  await ask(page, '检索');
  const loaded = server.log.filter((path) => path.startsWith('/_pageside/'));
  assert.equal(new Set(loaded).size, loaded.length, 'a file came twice');
});

test('a second element, a second script and a moved element do no harm', async () => {
  await page.evaluate(() => {
    const second = document.createElement('pageside-search');
    document.querySelector('main').append(second);
    const script = document.createElement('script');
    script.type = 'module';
    script.src = window.trustedTypes.createPolicy('lit-html', { createScriptURL: (url) => url })
      .createScriptURL('/_pageside/pageside.js?again');
    document.head.append(script);
  });
  await page.waitForTimeout(200);
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open]').waitFor();
  assert.equal(await page.locator('dialog[open]').count(), 1);
  await page.evaluate(() => {
    document.querySelector('main').append(document.querySelector('pageside-search'));
  });
  await closed();
  assert.notEqual(await page.evaluate(() =>
    getComputedStyle(document.documentElement).overflow), 'hidden');
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open]').waitFor();
  assert.deepEqual(page.seen.errors, []);
});

test('of two elements at most one is open, and any shortcut closes it', async () => {
  await page.evaluate(() => {
    const second = document.createElement('pageside-search');
    second.id = 'second';
    document.querySelector('main').append(second);
  });
  const open = page.locator('dialog[open]');
  await page.locator('#second button[part=trigger]').click();
  await page.locator('#second dialog[open]').waitFor();
  await page.keyboard.press('Control+k');
  await closed();
  assert.equal(await page.locator('dialog[open]').count(), 0);
  await page.keyboard.press('Control+k');
  await open.waitFor();
  assert.equal(await page.locator('#second dialog[open]').count(), 0);
  await page.evaluate(() => document.querySelector('#second').open('BM25'));
  assert.equal(await open.count(), 1, 'no second one on top');
  await page.keyboard.press('Control+k');
  await closed();
  await page.evaluate(() => document.querySelector('#second').open('BM25'));
  await page.locator('#second dialog[open]').waitFor();
  assert.deepEqual(page.seen.errors, []);
});

test('Enter is forgotten when the dialog closes before the answer is here', async () => {
  let release;
  const gate = new Promise((done) => { release = done; });
  server.rule(/manifest/, { gate: () => gate });
  await openDialog(page);
  await page.locator('dialog input').fill('倒数排名');
  await asked(page, '倒数排名');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await closed();
  release();
  await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot
    .querySelector('dialog').dataset.state === 'results');
  await page.waitForTimeout(200);
  assert.match(page.url(), /\/post-filter\/$/);
});

test('closing keeps the question, selected, so that typing replaces it', async () => {
  await openDialog(page);
  await ask(page, '过滤');
  await page.keyboard.press('Escape');
  await closed();
  await openDialog(page);
  assert.equal((await options(page)).length > 0, true);
  await page.keyboard.type('BM25');
  assert.equal(await page.locator('dialog input').inputValue(), 'BM25');
});
