// Security: the strict policy is never violated, and what the index says is only ever text.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { join } from 'node:path';
import {
  ask, launch, open, openDialog, options, passage, problems, result, settled, stand, state,
} from './browser.mjs';
import { out } from './prepare.mjs';
import { strict } from './server.mjs';
import { page, server, setup, visit } from './setup.mjs';

setup(['site']);

test('the whole product runs under the strict policy with Trusted Types, without one violation',
  async () => {
    await visit('/post-filter/');
    assert.match((await page.request.get(page.url())).headers()['content-security-policy'],
      /require-trusted-types-for 'script'; trusted-types lit-html pageside$/);
    await openDialog(page);
    for (const query of ['过滤', 'BM25', 'xyzzy', '检索']) await ask(page, query);
    for (const key of ['ArrowDown', 'Alt+ArrowDown', 'Tab', 'Tab', 'Enter', 'Escape']) {
      await page.keyboard.press(key);
    }
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    assert.deepEqual(await page.evaluate(() => window.seen.violations), []);
    assert.deepEqual(page.seen.errors, []);
    assert.equal(await page.locator('pageside-search [style]').count(), 0);
  });

test('the policy lets the worker through and nothing else', async () => {
  await visit('/post-filter/');
  await openDialog(page);
  await ask(page, '过滤');
  const refused = await page.evaluate(() => {
    const policy = globalThis[Symbol.for('pageside.trusted-types')];
    const attempt = (url) => {
      try {
        return String(policy.createScriptURL(url));
      } catch (cause) {
        return cause.name;
      }
    };
    return ['https://evil.example/_pageside/worker-AAAAAAAA.js', 'data:text/javascript,1',
      `${location.origin}/_pageside/pageside.js`, 'blob:x'].map(attempt);
  });
  assert.deepEqual(refused, ['TypeError', 'TypeError', 'TypeError', 'TypeError']);
});

test('the policy makes no markup but that of our templates', async () => {
  await visit('/post-filter/');
  await openDialog(page);
  const passed = await page.evaluate(() => [
    '<div class="x"><svg viewBox="0 0 1 1"><path d="m0 0"/></svg><?lit$1$></div>',
    '<a class="x" href$lit$="lit$1$" @click$lit$="lit$1$">',
    '<script>alert(1)</script>', '<img src=x>', '<a href="javascript:alert(1)">x</a>',
    '<div onclick=alert(1)>', '<div/onclick = alert(1)>', '<p title=""onclick=alert(1)>',
    '<IFRAME srcdoc=x>', '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<divx>', '<button formaction="javascript:alert(1)">',
  ].map((markup) => {
    try {
      globalThis[Symbol.for('pageside.trusted-types')].createHTML(markup);
      return true;
    } catch {
      return false;
    }
  }));
  assert.deepEqual(passed, [true, true, ...Array(10).fill(false)]);
});

for (const [name, names, own] of [
  ['only our name', 'pageside', ''],
  ['our name, with lit of its own on the page', 'lit-html pageside', 'lit-html'],
]) {
  test(`Trusted Types that allow ${name}: the dialog opens, without one violation`, async () => {
    server.policy = { ...strict, 'trusted-types': names };
    await visit('/post-filter/', own ? {
      init: () => window.trustedTypes.createPolicy('lit-html', { createHTML: (text) => text }),
    } : {});
    await openDialog(page);
    await ask(page, '过滤');
    assert.ok((await options(page)).length > 0);
    assert.deepEqual(await page.evaluate(() => window.seen.violations), []);
    assert.deepEqual(page.seen.errors, []);
  });
}

test('copies of the scripts on one page share one policy', async () => {
  server.pages.set('/copies/', `<!doctype html><html lang="zh"><title>x</title>
    <script type="module" src="/_pageside/pageside.js"></script>
    <script type="module" src="/_pageside/pageside.js?again"></script>
    <script type="module" src="/copies.js"></script><pageside-search></pageside-search>`);
  server.rule(/copies\.js$/, {
    type: 'text/javascript',
    body: `import { createClient } from '/_pageside/client.js';
      import { createClient as another } from '/_pageside/client.js?again';
      window.found = Promise.all([createClient, another].map(async (create) =>
        (await create({ base: '/_pageside/' }).search('过滤')).total));`,
  });
  server.policy = { ...strict, 'trusted-types': 'pageside' };
  await visit('/copies/');
  await page.waitForFunction(() => window.found);
  const [first, second] = await page.evaluate(() => window.found);
  assert.ok(first > 0);
  assert.equal(second, first);
  await openDialog(page);
  await ask(page, '过滤');
  assert.ok((await options(page)).length > 0);
  assert.deepEqual(await page.evaluate(() => window.seen.violations), []);
  assert.deepEqual(page.seen.errors, []);
});

test('a script that holds client.js finds the worker in the index folder', async () => {
  const body = await readFile(join(out, 'site/_pageside/client.js'), 'utf8');
  server.pages.set('/bundled/', '<!doctype html><html lang="zh"><title>x</title>');
  server.rule(/assets\/app\.js$/, { type: 'text/javascript', body });
  server.policy = { ...strict, 'trusted-types': 'pageside' };
  await visit('/bundled/');
  const found = await page.evaluate(async () => {
    const { createClient } = await import('/assets/app.js');
    return (await createClient({ base: '/_pageside/' }).search('过滤')).total;
  });
  assert.ok(found > 0);
  assert.deepEqual(await page.evaluate(() => window.seen.violations), []);
  assert.ok(server.log.some((path) => /\/_pageside\/worker-/.test(path)), server.log.join(' '));
});

for (const [name, change, says] of [
  ['WebAssembly', { 'script-src': "'self'" }, /wasm-unsafe-eval/],
  ['workers', { 'worker-src': "'none'" }, /worker-src/],
  ['requests', { 'connect-src': "'none'" }, /connect-src/],
]) {
  test(`a site that forbids ${name} gets a sentence that says so`, async () => {
    server.policy = { ...strict, ...change };
    await visit('/post-filter/');
    await openDialog(page);
    await page.locator('dialog input').fill('过滤');
    await state(page, 'error');
    assert.match(await page.locator('dialog [role=alert]').innerText(), says);
    const [problem] = await problems(page);
    assert.equal(problem.code, 'blocked');
    const hints = page.seen.console.filter((line) => line.startsWith('pageside:'));
    assert.ok(hints.length > 0);
    for (const line of hints) assert.match(line, says, 'a hint for the site owner');
  });
}

for (const [name, change, says, code] of [
  ['a policy that refuses our name', () => ({ 'trusted-types': 'lit-html' }),
    'createPolicy', 'blocked'],
  ['a policy that refuses the dialog', (origin) => ({
    'script-src': `${origin}/_pageside/pageside.js 'wasm-unsafe-eval'`,
  }), 'module', 'blocked'],
  ['a dialog that is not there', { status: 404 }, '', 'missing'],
  ['a server in trouble', { status: 500 }, '', 'server'],
  ['a page in the dialog’s place', { body: '<!doctype html>', type: 'text/html' }, '', 'corrupt'],
  ['a server without an answer', { drop: true }, '', 'offline'],
  ['a dialog that is broken', { body: 'throw new Error("oh")', type: 'text/javascript' },
    '', 'internal'],
]) {
  test(`the trigger tells why there is no dialog: ${name}`, async () => {
    if (says) server.policy = { ...strict, ...change(server.origin) };
    else server.rule(/dialog-/, change);
    await visit('/post-filter/');
    await page.locator('button[part=trigger]').click();
    await page.waitForFunction(() => window.seen.problems.length === 1);
    const [problem] = await problems(page);
    assert.equal(problem.code, code);
    assert.match(problem.file, /^dialog-/);
    const notice = await page.locator('[part=notice]').innerText();
    assert.match(notice, /搜索没能打开/);
    assert.ok(notice.includes(`${problem.file}: ${code}`), notice);
    assert.ok(problem.text.includes(says), problem.text);
  });
}

test('a violation of something else is not taken for ours', async () => {
  server.rule(/dialog-/, { status: 404 });
  await visit('/post-filter/');
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/x.png';
    document.body.append(image);
  });
  await page.waitForFunction(() => window.seen.violations.length === 1);
  await page.locator('button[part=trigger]').click();
  await page.waitForFunction(() => window.seen.problems.length === 1);
  assert.equal((await problems(page))[0].code, 'missing');
  assert.ok(!page.seen.console.some((line) => line.startsWith('pageside:')));
});

test('a page without crypto.subtle is told once that no hash was checked', async () => {
  const plain = await launch('--host-resolver-rules=MAP plain.example 127.0.0.1');
  try {
    const url = `http://plain.example:${server.port}/post-filter/`;
    const insecure = await open(plain, url);
    assert.equal(await insecure.evaluate(() => typeof crypto.subtle), 'undefined');
    await openDialog(insecure);
    for (const query of ['过滤', '检索']) await ask(insecure, query);
    assert.ok((await options(insecure)).length > 0);
    const said = insecure.seen.console.filter((line) => line.includes('not checked'));
    assert.equal(said.length, 1, String(said));
    assert.match(said[0], /SHA-256.*crypto\.subtle.*https/);
  } finally {
    await plain.close();
  }
  await visit('/post-filter/');
  await openDialog(page);
  await ask(page, '过滤');
  assert.ok(!page.seen.console.some((line) => line.includes('not checked')));
});

test('markup in the index is shown, not run; bad addresses are no links', async () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  await visit('/post-filter/');
  const hostile = passage({
    heading: evil, headingMarks: [[0, 4]], path: [evil, evil], anchor: '"><u>', lang: '"><b>',
    excerpt: evil, marks: [[0, 5], [4, 900]],
  });
  const at = (url) => result(url, {
    url, title: evil, titleMarks: [[0, 1e9]], lang: '"><i>', passages: [hostile],
  });
  await stand(page, { suggest: [evil], results: [
    at('/a/'), at('javascript:alert(1)'), at('data:text/html,<script>alert(1)</script>'),
  ] });
  let asked = false;
  page.on('dialog', (dialog) => {
    asked = true;
    dialog.dismiss();
  });
  await openDialog(page);
  await ask(page, evil);
  const shown = await options(page);
  assert.equal(shown.length, 1);
  assert.equal(new URL(shown[0].href).pathname, '/a/');
  assert.ok(shown[0].text.includes(evil));
  await page.waitForTimeout(200);
  assert.equal(await page.locator('dialog img, dialog script, dialog b, dialog u').count(), 0);
  assert.equal(asked, false);
  assert.deepEqual(await page.evaluate(() => window.seen.violations), []);
});

test('a hostile question is just a question', async () => {
  await visit('/post-filter/');
  await openDialog(page);
  for (const query of ['a'.repeat(1_000_000), '\u0000\u0007\u001b[31m', '\ud800\udc00\ud800',
    '"><img src=x onerror=alert(1)>', 'lang=en\n\nlimit=99', '🙂'.repeat(500), '()*+?[\\]^{|}']) {
    const before = await page.evaluate(() => window.seen.searches.length);
    await page.locator('dialog input').fill(query);
    await page.waitForFunction((count) => window.seen.searches.length > count, before);
    await settled(page);
    const name = await page.locator('dialog').getAttribute('data-state');
    assert.match(name, /^(results|zero)$/, query);
  }
  await ask(page, '过滤');
  assert.ok((await options(page)).length > 0);
  assert.deepEqual(page.seen.errors, []);
});
