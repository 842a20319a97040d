// axe-core finds nothing: closed and in every state, light, dark and forced colours, zh and en.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, launch, open, openDialog, state } from './browser.mjs';
import { out } from './prepare.mjs';
import { serve } from './server.mjs';

const axe = readFileSync(
  fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

let server, browser;
before(async () => {
  server = await serve(join(out, 'site'));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function check(page, what) {
  await page.waitForTimeout(350);
  const { violations, passes } = await page.evaluate(() => axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice',
      'experimental'],
    rules: { 'target-size': { enabled: true } },
  }));
  assert.ok(passes.length > 10, 'axe did not look');
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`), [],
    what);
}

const media = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
};

for (const [lang, path, word] of [
  ['zh', '/post-filter/', '过滤'], ['en', '/post-filter-en/', 'filter'],
]) {
  for (const [name, options] of Object.entries(media)) {
    test(`${lang}, ${name}: no violations in any state`, async () => {
      server.reset();
      const page = await open(browser, server.origin + path, options);
      await page.evaluate(axe);
      await check(page, 'closed');
      await openDialog(page);
      await check(page, 'idle');
      await ask(page, word);
      await state(page, 'results');
      await check(page, 'results');
      await ask(page, 'BM25');
      await check(page, 'results in two languages');
      await ask(page, 'xyzzy');
      await state(page, 'zero');
      await check(page, 'zero');
      await page.reload();
      await page.evaluate(axe);
      const slow = server.rule(/engine-/, { delay: 3000 });
      await openDialog(page);
      await page.locator('dialog input').fill(word);
      await state(page, 'loading');
      await check(page, 'loading');
      slow.times = 0;
      server.rule(/manifest/, { status: 404 });
      await page.reload();
      await page.evaluate(axe);
      await openDialog(page);
      await state(page, 'error');
      await check(page, 'error');
      await page.context().close();
    });
  }
}

test('the name of the trigger is what it shows', async () => {
  server.reset();
  const page = await open(browser, server.origin + '/post-filter/');
  const trigger = page.getByRole('button', { name: '搜索' });
  assert.equal((await trigger.innerText()).replace(/\s+/g, ' '), '搜索 Ctrl K');
  assert.equal(await trigger.getAttribute('aria-label'), null);
  assert.equal(await trigger.getAttribute('aria-haspopup'), 'dialog');
  await page.context().close();
});

test('a screen reader gets options by their own text, in a flat list', async () => {
  server.reset();
  const page = await open(browser, server.origin + '/post-filter/');
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
  await page.context().close();
});
