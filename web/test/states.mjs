// states answers: how does the dialog get into each of its states, with the real engine?
//
// Before: server.mjs and prepare.mjs. After: the look of each state is tested and photographed.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, open, openDialog, state } from './browser.mjs';
import { out } from './prepare.mjs';
import { serve } from './server.mjs';
import { htmlOf, pageAt } from './site/pages.mjs';

const words = {
  zh: {
    path: '/post-filter/', one: '过滤', mixed: 'BM25', none: 'xyzzy', big: '倒排索引',
    other: 'postings',
  },
  en: {
    path: '/post-filter-en/', one: 'filtering', mixed: 'BM25', none: 'xyzzy', big: 'postings',
    other: '倒排索引',
  },
};

/**
 * The way into each state. `rule`: what the server does all the time; `late`: what it does with the
 * last parts of an index of many; `first`: what happens before the question, `then`: after its
 * answer; `ask`: the question; `as`: what data-state says, if not the name.
 */
const ways = {
  idle: {},
  loading: { rule: [/engine-/, { delay: 60_000 }], ask: 'one' },
  partial: { late: { delay: 60_000 }, ask: 'big' },
  results: { ask: 'one' },
  mixed: { ask: 'mixed', as: 'results' },
  zero: { ask: 'none' },
  error: { rule: [/manifest/, { status: 404 }], ask: 'one' },
  incomplete: { late: { status: 404 }, ask: 'big' },
  'offline-missing-shard': { late: { drop: true }, first: unplug, ask: 'big' },
  'offline-cached': { ask: 'one', then: (page) => page.context().setOffline(true) },
  lacking: { big: true, ask: 'big', then: lack, as: 'offline-missing-shard' },
  'stale-index': { big: true, first: publish, ask: 'one' },
};

export const names = Object.keys(ways);

/** The two sites: one whose index is one file, one whose index has many parts. */
export async function stages() {
  const site = await serve(join(out, 'site'));
  const big = await serve(join(out, 'big'), join(out, 'site'));
  return { site, big, close: () => Promise.all([site.close(), big.close()]) };
}

/** Opens a page whose dialog is in the state, in the language, with browser options. */
export async function enter({ site, big }, browser, name, lang, options) {
  const way = ways[name];
  const say = words[lang];
  const server = way.big || way.late ? big : site;
  server.reset();
  server.pages.set('/', htmlOf(pageAt(say.path)));
  const visit = async () => {
    const page = await open(browser, server.origin + '/', options);
    await openDialog(page);
    return page;
  };
  if (way.rule) server.rule(...way.rule);
  if (way.late) {
    const last = await countParts(visit, server, say.big);
    server.rule(/\.ps$/, { ...way.late, when: () => server.requests(/\.ps$/) >= last });
  }
  const page = await visit();
  await way.first?.(server, page);
  if (way.then) {
    await ask(page, say[way.ask]);
    await way.then(page, say);
  } else if (way.ask) {
    await page.locator('dialog input').fill(say[way.ask]);
  }
  await state(page, way.as ?? name);
  await page.waitForTimeout(400);
  return page;
}

function unplug(server, page) {
  return page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
}

async function lack(page, say) {
  await page.context().setOffline(true);
  await page.locator('dialog input').fill(say.other);
  await page.locator('dialog .message').waitFor();
}

/** Publishes the site of many parts anew, as the other one, while a dialog is open on it. */
export async function publish(server, page) {
  await page.waitForFunction(() => document.querySelector('pageside-search').shadowRoot
    .querySelector('.note').textContent.includes('900'));
  server.rule(/\.ps$/, { status: 404 });
  const body = await readFile(join(out, 'site/_pageside/manifest.bin'));
  return server.rule(/manifest/, { body });
}

async function countParts(visit, server, query) {
  const page = await visit();
  await ask(page, query);
  await page.context().close();
  const count = server.requests(/\.ps$/);
  server.log.length = 0;
  return count;
}
