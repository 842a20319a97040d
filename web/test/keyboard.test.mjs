// The keyboard table, in the real dialog with real results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, asked, open, openDialog, options, settled } from './browser.mjs';
import { browser, page, server, setup, visit } from './setup.mjs';

setup(['site'], () => visit('/bm25/'));

const chosen = async () => (await options(page)).findIndex((option) => option.chosen);
const isOpen = async () => await page.locator('dialog[open]').count() === 1;

test('⌘K or Ctrl+K opens from anywhere, other inputs too, and closes again', async () => {
  await page.evaluate(() => {
    const box = document.createElement('input');
    box.id = 'other';
    document.querySelector('main').prepend(box);
    box.focus();
  });
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'other');
});

test('/ opens, but is text in any box, also inside a shadow root', async () => {
  await page.evaluate(() => {
    const host = document.createElement('div');
    host.id = 'host';
    host.attachShadow({ mode: 'open' }).append(document.createElement('textarea'));
    document.querySelector('main').prepend(host);
  });
  await page.locator('#host textarea').focus();
  await page.keyboard.press('/');
  await page.waitForTimeout(150);
  assert.equal(await isOpen(), false);
  assert.equal(await page.locator('#host textarea').inputValue(), '/');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.locator('dialog[open] input').waitFor();
  assert.equal(await page.locator('dialog input').inputValue(), '');
  await page.keyboard.type('a/b');
  assert.equal(await page.locator('dialog input').inputValue(), 'a/b');
});

test('a field that keeps its keys to itself does not keep the shortcut', async () => {
  await page.evaluate(() => {
    const box = document.createElement('input');
    document.querySelector('main').prepend(box);
    box.addEventListener('keydown', (event) => event.stopPropagation());
    box.focus();
  });
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').waitFor();
});

test('/ is text in a closed shadow root, and none on a checkbox or a link', async () => {
  for (const host of ['x-box', 'div']) {
    await page.evaluate((name) => {
      const element = document.createElement(name);
      window.field = document.createElement('input');
      element.attachShadow({ mode: 'closed' }).append(window.field);
      document.querySelector('main').prepend(element);
      window.field.focus();
    }, host);
    await page.keyboard.press('/');
    await page.waitForTimeout(150);
    assert.equal(await isOpen(), false, host);
    assert.equal(await page.evaluate(() => window.field.value), '/', host);
  }
  for (const markup of ['input', 'a']) {
    await page.evaluate((name) => {
      const element = document.createElement(name);
      element.type = 'checkbox';
      element.href = '#';
      document.querySelector('main').prepend(element);
      element.focus();
    }, markup);
    await page.keyboard.press('/');
    await page.locator('dialog[open] input').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
});

/** What the reader edits, and what only looks like it; with `tabindex` each can have the focus. */
const editables = [
  ['an EditContext', {}, true], ['a text box', { role: 'textbox' }, true],
  ['a search box', { role: 'searchbox' }, true], ['a combo box', { role: 'combobox' }, true],
  ['a list that letters choose from', { role: 'listbox' }, true],
  ['a text box that is only read', { role: 'textbox', 'aria-readonly': 'true' }, false],
  ['a check box', { role: 'checkbox' }, false], ['a box of nothing', {}, false],
];

for (const [name, attributes, isText] of editables) {
  test(`/ ${isText ? 'is text in' : 'opens from'} ${name} of the page's own making`, async () => {
    await page.evaluate(([given, edits]) => {
      const box = document.createElement('div');
      box.tabIndex = 0;
      for (const [key, value] of Object.entries(given)) box.setAttribute(key, value);
      if (edits) {
        window.context = box.editContext = new EditContext();
        window.context.ontextupdate = (event) => { window.typed = event.text; };
      }
      box.onkeydown = (event) => { window.left = !event.defaultPrevented; };
      document.querySelector('main').prepend(box);
      box.focus();
    }, [attributes, name === 'an EditContext']);
    await page.keyboard.press('/');
    assert.equal(await page.evaluate(() => window.left), isText);
    if (isText) {
      assert.equal(await page.evaluate(() => document.querySelector('pageside-search').shadowRoot
        .querySelector(':popover-open, dialog[open]')), null);
    } else {
      await page.locator('dialog[open] input').waitFor();
    }
    if (name === 'an EditContext') {
      await page.waitForFunction(() => window.typed === '/');
    }
  });
}

const send = (init) => page.evaluate((given) => !document.body.dispatchEvent(
  new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...given })), init);

test('a layout without Latin letters has the shortcut where the keyboard has it', async () => {
  assert.equal(await send({ key: 't', code: 'KeyK', ctrlKey: true }), false, 'Dvorak');
  assert.equal(await send({ key: 'л', code: 'KeyK', ctrlKey: true }), true, 'Russian');
  await page.locator('dialog[open] input').waitFor();
});

test('a shortcut that is held down opens once, and all its repetitions are ours', async () => {
  for (const init of [{ key: 'k', code: 'KeyK', ctrlKey: true }, { key: '/', code: 'Slash' }]) {
    await page.reload();
    await page.waitForFunction(() => customElements.get('pageside-search'));
    assert.equal(await send(init), true);
    await page.locator('dialog[open] input').waitFor();
    for (let i = 0; i < 3; i++) assert.equal(await send({ ...init, repeat: true }), true, init.key);
    assert.equal(await isOpen(), true);
  }
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.keyboard.down('/');
  await page.locator('dialog[open] input').waitFor();
  for (let i = 0; i < 3; i++) await page.keyboard.down('/');
  await page.keyboard.up('/');
  assert.equal(await page.locator('dialog input').inputValue(), '');
  await page.keyboard.down('/');
  await page.keyboard.down('/');
  await page.keyboard.up('/');
  assert.equal(await page.locator('dialog input').inputValue(), '//', 'pressed again, it is text');
});

/** Ways in which a page hides an element: what it does to a <details> around it. */
const hidings = {
  'is not displayed': { style: 'display: none' },
  'is hidden': { hidden: true },
  'is not rendered': { style: 'content-visibility: hidden' },
  'is folded up': { open: false },
};

/** Puts the element into a part of the page that can be hidden. */
const wrap = () => page.evaluate(() => {
  const details = document.createElement('details');
  details.open = true;
  details.append(document.querySelector('pageside-search'));
  document.body.prepend(details);
});

const hide = (how) => page.evaluate((given) => {
  Object.assign(document.querySelector('details'), given);
}, how);

const isFree = () => page.evaluate(() => {
  const { overflow } = getComputedStyle(document.documentElement);
  return overflow !== 'hidden' && document.elementFromPoint(640, 300) !== null &&
    !document.querySelector('pageside-search').shadowRoot.querySelector('dialog')?.open;
});

for (const [name, how] of Object.entries(hidings)) {
  test(`where the element ${name}, one that can be seen takes the shortcut`, async () => {
    await wrap();
    await hide(how);
    assert.equal(await send({ key: 'k', code: 'KeyK', ctrlKey: true }), false,
      'the key is left to the page');
    await page.evaluate(() => document.querySelector('pageside-search').open('x'));
    await page.waitForTimeout(300);
    assert.equal(await isFree(), true);
    await page.evaluate(() => {
      const second = document.createElement('pageside-search');
      second.id = 'second';
      document.querySelector('main').prepend(second);
    });
    await page.keyboard.press('Control+k');
    await page.locator('#second dialog[open] input').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    assert.deepEqual(page.seen.errors, []);
  });

  test(`where the element ${name} once its dialog is open, the page is free again`, async () => {
    await wrap();
    await page.evaluate(() => addEventListener('pageside-close', () => { window.left = true; }));
    await openDialog(page);
    await hide(how);
    await page.waitForFunction(() => window.left);
    assert.equal(await isFree(), true);
    await page.locator('h1').click();
    await page.waitForFunction(() => !history.state?.pageside);
  });
}

test('an element without a box of its own, or without its button, still opens', async () => {
  for (const css of ['pageside-search { display: contents }',
    'pageside-search::part(trigger) { display: none }', 'pageside-search { visibility: hidden }']) {
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    }, css);
    await openDialog(page);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
});

test('shortcuts can be changed and removed; the key cap follows', async () => {
  const search = page.locator('pageside-search');
  assert.equal(await search.locator('kbd').first().textContent(), 'Ctrl K');
  await search.evaluate((element) => element.setAttribute('shortcut', 'alt+s'));
  assert.equal(await search.locator('kbd').first().textContent(), 'Alt S');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('/');
  await page.waitForTimeout(150);
  assert.equal(await isOpen(), false);
  await search.evaluate((element) => element.setAttribute('shortcut', 'esc'));
  assert.equal(await search.locator('kbd').first().textContent(), 'Esc');
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await search.evaluate((element) => element.setAttribute('shortcut', 'alt+s'));
  await page.keyboard.press('Alt+s');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await search.evaluate((element) => element.setAttribute('shortcut', 'none'));
  assert.equal(await search.locator('button[part=trigger] kbd').count(), 0);
  await page.keyboard.press('Alt+s');
  await page.waitForTimeout(150);
  assert.equal(await isOpen(), false);
});

test('arrows walk the options and wrap through the box', async () => {
  await openDialog(page);
  await ask(page, '检索');
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(300);
  await page.keyboard.press('Control+Home');
  const count = (await options(page)).length;
  assert.ok(count > 9, 'the end of the list brought more of it');
  assert.equal(await chosen(), 0);
  for (const [key, want] of [
    ['ArrowDown', 1], ['ArrowDown', 2], ['ArrowUp', 1], ['ArrowUp', 0], ['ArrowUp', -1],
    ['ArrowUp', count - 1], ['ArrowUp', count - 2], ['Control+Home', 0], ['Control+End', count - 1],
    ['Meta+ArrowUp', 0], ['Meta+ArrowDown', count - 1],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await chosen(), want, key);
  }
});

test('Ctrl+End chooses the last option of the whole list, also while it grows', async () => {
  await openDialog(page);
  await ask(page, '检索');
  const before = (await options(page)).length;
  await page.keyboard.press('Control+End');
  await page.waitForFunction((count) => {
    const all = [...document.querySelector('pageside-search').shadowRoot
      .querySelectorAll('[role=option]')];
    return all.length > count && all.at(-1).ariaSelected === 'true';
  }, before);
  assert.equal(await page.getByRole('button', { name: '继续看' }).count(), 0, 'there is no more');
  const end = await options(page);
  await page.waitForTimeout(300);
  assert.deepEqual(await options(page), end);
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(), -1, 'behind the last one lies the box');
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(), end.length - 1);

  await ask(page, '过滤');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Home');
  await settled(page);
  await page.waitForTimeout(200);
  assert.equal(await chosen(), 0, 'the later key counts');
});

test('the chosen option is named to the screen reader and is in sight', async () => {
  await openDialog(page);
  await ask(page, '检索');
  for (const key of ['ArrowDown', 'Control+End', 'Control+Home', 'ArrowUp']) {
    await page.keyboard.press(key);
    const seen = await page.evaluate(() => {
      const root = document.querySelector('pageside-search').shadowRoot;
      const input = root.querySelector('input');
      const option = root.querySelector('[aria-selected=true]');
      if (!option) return { active: input.getAttribute('aria-activedescendant'), id: null };
      const box = option.getBoundingClientRect();
      const list = root.querySelector('.body').getBoundingClientRect();
      return {
        active: input.getAttribute('aria-activedescendant'), id: option.id,
        inSight: box.top >= list.top - 1 && box.bottom <= list.bottom + 1,
        focused: root.activeElement === input,
      };
    });
    assert.equal(seen.active, seen.id, key);
    if (seen.id) assert.ok(seen.inSight && seen.focused, key);
  }
});

test('⌥ and arrows go from page to page', async () => {
  await openDialog(page);
  await ask(page, '检索');
  const groups = await page.evaluate(() => {
    const root = document.querySelector('pageside-search').shadowRoot;
    return [...root.querySelectorAll('.card')].map((card) =>
      card.querySelectorAll('[role=option]').length);
  });
  assert.ok(groups.length > 2);
  await page.keyboard.press('Alt+ArrowDown');
  assert.equal(await chosen(), groups[0]);
  await page.keyboard.press('Alt+ArrowDown');
  assert.equal(await chosen(), groups[0] + groups[1]);
  await page.keyboard.press('Alt+ArrowUp');
  assert.equal(await chosen(), groups[0]);
});

test('Home, End and left and right stay with the caret', async () => {
  await openDialog(page);
  await ask(page, '检索');
  const caret = () => page.locator('dialog input').evaluate((input) => input.selectionStart);
  for (const [key, at] of [['Home', 0], ['ArrowRight', 1], ['End', 2], ['ArrowLeft', 1]]) {
    await page.keyboard.press(key);
    assert.equal(await caret(), at, key);
    assert.equal(await chosen(), 0, key);
  }
});

test('on a Mac, Ctrl+N and Ctrl+P walk and ⌘K opens', async () => {
  const mac = await open(browser, server.origin + '/bm25/', {
    init: () => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }),
  });
  assert.equal(await mac.locator('pageside-search kbd').first().textContent(), '⌘K');
  await mac.keyboard.press('Meta+k');
  await mac.locator('dialog[open] input').waitFor();
  await ask(mac, '检索');
  const at = async () => (await options(mac)).findIndex((option) => option.chosen);
  await mac.keyboard.press('Control+n');
  assert.equal(await at(), 1);
  await mac.keyboard.press('Control+p');
  assert.equal(await at(), 0);
  await mac.context().close();
});

test('Enter goes to the section of the chosen option', async () => {
  await openDialog(page);
  await ask(page, '倒数排名');
  const [first] = await options(page);
  assert.match(first.href, /\/fusion\/#rrf$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(first.href);
  assert.ok(await page.locator('#rrf').evaluate((heading) => {
    const { top } = heading.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  }));
  await page.goBack();
  assert.match(page.url(), /\/bm25\/$/, 'the dialog left no history entry');
});

test('Enter to a section of this same page closes the dialog and goes there', async () => {
  await openDialog(page);
  await ask(page, '长度归一');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/bm25\/#length$/);
  assert.equal(await isOpen(), false);
  assert.ok(await page.locator('#length').evaluate((h) => h.getBoundingClientRect().top < 400));
  assert.notEqual(await page.evaluate(() =>
    getComputedStyle(document.documentElement).overflow), 'hidden');
});

test('Enter typed faster than the answer follows the answer, not what was there', async () => {
  await openDialog(page);
  await ask(page, '检索');
  const [before] = await options(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('倒数排名');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/fusion\/#rrf$/);
  assert.ok(!/fusion/.test(before.href));
});

test('with a modifier the option opens elsewhere and the dialog stays', async () => {
  await openDialog(page);
  await ask(page, '倒数排名');
  for (const key of ['Control+Enter', 'Shift+Enter']) {
    const [other] = await Promise.all([
      page.context().waitForEvent('page'), page.keyboard.press(key),
    ]);
    await other.waitForLoadState();
    assert.match(other.url(), /\/fusion\/#rrf$/, key);
    await other.close();
    assert.match(page.url(), /\/bm25\/$/);
    assert.equal(await isOpen(), true);
  }
});

test('with a modifier, faster than the answer: it opens elsewhere as soon as it is found',
  async () => {
    await openDialog(page);
    await page.keyboard.insertText('倒数排名');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'), page.keyboard.press('Control+Enter'),
    ]);
    await other.waitForLoadState();
    assert.match(other.url(), /\/fusion\/#rrf$/);
    assert.match(page.url(), /\/bm25\/$/);
    assert.equal(await isOpen(), true);
  });

const focus = () => page.evaluate(() => {
  const { activeElement } = document.querySelector('pageside-search').shadowRoot;
  return activeElement?.getAttribute('role') ?? activeElement?.localName;
});

test('the mouse does not take the focus from the box', async () => {
  await openDialog(page);
  await page.locator('dialog h2').click();
  assert.equal(await focus(), 'combobox', 'a click on nothing');
  await page.keyboard.insertText('BM25');
  await asked(page, 'BM25');
  await settled(page);
  const option = page.locator('dialog [role=option]').nth(1);
  for (const how of [{ button: 'middle' }, { modifiers: ['Control'] }]) {
    const [other] = await Promise.all([
      page.context().waitForEvent('page'), option.click(how),
    ]);
    await other.close();
    await page.bringToFront();
    assert.equal(await focus(), 'combobox', JSON.stringify(how));
  }
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(), 1);
  await page.getByRole('button', { name: '仅中文' }).click();
  await page.keyboard.type(' x');
  assert.equal(await page.locator('dialog input').inputValue(), 'BM25 x');
});

test('a button that goes away under the focus leaves it to the box', async () => {
  await openDialog(page);
  await ask(page, 'snake_case');
  await page.getByRole('button', { name: '仅中文' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog[data-state=zero]').waitFor();
  assert.equal(await focus(), 'combobox');
});

test('what is typed in the dialog is no shortcut of the page', async () => {
  await page.evaluate(() => {
    window.heard = '';
    document.addEventListener('keydown', ({ key }) => { window.heard += key; });
  });
  await openDialog(page);
  await page.evaluate(() => { window.heard = ''; });
  await page.keyboard.type('gs');
  await page.locator('dialog .close').focus();
  await page.keyboard.press('j');
  assert.equal(await page.evaluate(() => window.heard), '');
});

test('options are links: click and middle click do what they do everywhere', async () => {
  await openDialog(page);
  await ask(page, '倒数排名');
  const option = page.locator('dialog [role=option]').first();
  const [other] = await Promise.all([
    page.context().waitForEvent('page'), option.click({ button: 'middle' }),
  ]);
  await other.waitForLoadState();
  assert.match(other.url(), /\/fusion\/#rrf$/);
  await other.close();
  await option.click();
  await page.waitForURL(/\/fusion\/#rrf$/);
});

test('a site that routes by itself can take over', async () => {
  await page.evaluate(() => addEventListener('pageside-select', (event) => {
    event.preventDefault();
    history.pushState({}, '', event.detail.url);
  }));
  await openDialog(page);
  await ask(page, '倒数排名');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/fusion\/#rrf$/);
  assert.equal(await page.locator('h1').textContent(), 'BM25 怎样给一个词打分');
  await page.goBack();
  assert.match(page.url(), /\/bm25\/$/);
});

test('Tab reaches every button and comes back; Escape closes from each of them', async () => {
  await openDialog(page);
  await ask(page, '检索');
  const names = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => {
      const inner = document.querySelector('pageside-search').shadowRoot.activeElement;
      return inner ? inner.getAttribute('aria-label') ?? inner.textContent.trim() : '';
    }));
  }
  for (const name of ['清空', '关闭', '全部语言', '仅中文']) assert.ok(names.includes(name), name);
  await page.locator('dialog .close').focus();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
});
