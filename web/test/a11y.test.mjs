// What a screen reader gets: names, roles and order. What axe-core finds in each state, which is
// nothing, stands in look.test.mjs beside the look of the state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { media, unknown, violations } from './axe.mjs';
import { ask, openDialog } from './browser.mjs';
import { page, server, setup, visit } from './setup.mjs';

setup(['site']);

for (const [lang, path] of [['zh', '/post-filter/'], ['en', '/post-filter-en/']]) {
  test(`${lang}, closed: axe-core finds nothing, in light, dark or forced colours`, async () => {
    await visit(path);
    for (const features of media) {
      await page.emulateMedia(features);
      assert.deepEqual(await violations(page), [], JSON.stringify(features));
    }
  });
}

for (const css of ['', 'html { background: #f6e3df; }', 'body { background: #eef; }']) {
  test(`contrast on the page behind the dialog can be told: ${css || 'no background'}`, async () => {
    server.rule(/page\.css$/, { body: css + 'html { overflow-y: scroll; }', type: 'text/css' });
    await visit('/post-filter/');
    await openDialog(page);
    const style = await page.evaluate(() => document.documentElement.style.backgroundImage);
    assert.match(style, /gradient/, 'the place of the scrollbar is dimmed');
    assert.deepEqual(await unknown(page, /gradient|image/i), []);
  });
}

test('the name of the trigger is what it shows', async () => {
  await visit('/post-filter/');
  const trigger = page.getByRole('button', { name: '搜索' });
  assert.equal((await trigger.innerText()).replace(/\s+/g, ' '), '搜索 Ctrl K');
  assert.equal(await trigger.getAttribute('aria-label'), null);
  assert.equal(await trigger.getAttribute('aria-haspopup'), 'dialog');
});

test('a screen reader gets options by their own text, in a flat list', async () => {
  await visit('/post-filter/');
  await openDialog(page);
  await ask(page, '过滤');
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  const of = (role) => nodes.filter((node) => node.role?.value === role && !node.ignored);
  const listed = of('option').map((node) => node.name.value);
  assert.ok(listed.length > 3);
  assert.match(listed[0], /后过滤为什么会坍塌/);
  for (const name of listed) assert.ok(name.length > 4, name);
  assert.equal(of('group').filter((node) => /过滤/.test(node.name?.value ?? '')).length, 0);
  const box = of('combobox')[0];
  const property = (name) => box.properties.find((p) => p.name === name)?.value;
  assert.equal(property('expanded').value, true);
  assert.equal(property('activedescendant').relatedNodes.length, 1);
});
