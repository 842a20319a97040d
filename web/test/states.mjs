// states answers: how does the dialog get into each of its states, with the real engine?
//
// Before: server.mjs and prepare.mjs. After: the look of each state is tested and photographed.

import { join } from 'node:path';
import { ask, open, openDialog, state } from './browser.mjs';
import { out } from './prepare.mjs';
import { serve } from './server.mjs';
import { htmlOf, pages } from './site/pages.mjs';

export const names = ['idle', 'loading', 'partial', 'results', 'mixed', 'zero', 'error',
  'incomplete', 'offline-cached', 'offline-missing-shard', 'lacking'];

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

export async function stages() {
  const site = await serve(join(out, 'site'));
  const big = await serve(join(out, 'big'), join(out, 'site'));
  return { site, big, close: () => Promise.all([site.close(), big.close()]) };
}

/** Opens a page whose dialog is in the state, in the language, with browser options. */
export async function enter({ site, big }, browser, name, lang, options) {
  site.reset();
  big.reset();
  const say = words[lang];
  big.pages.set('/', htmlOf(pages.find((page) => page.path === say.path)));
  const large = ['partial', 'incomplete', 'offline-missing-shard', 'lacking'].includes(name);
  const visit = async () => {
    const page = await open(browser, large ? big.origin + '/' : site.origin + say.path, options);
    await openDialog(page);
    return page;
  };
  const last = large && name !== 'lacking' ? await countParts(visit, big, say.big) : 0;
  const late = { when: () => big.requests(/\.ps$/) >= last };
  if (name === 'loading') site.rule(/engine-/, { delay: 60_000 });
  if (name === 'error') site.rule(/manifest/, { status: 404 });
  if (name === 'partial') big.rule(/\.ps$/, { delay: 60_000, ...late });
  if (name === 'incomplete') big.rule(/\.ps$/, { status: 404, ...late });
  if (name === 'offline-missing-shard') big.rule(/\.ps$/, { drop: true, ...late });
  const page = await visit();
  const query = large ? say.big : { zero: say.none, mixed: say.mixed }[name] ?? say.one;
  if (name === 'offline-cached') {
    await ask(page, query);
    await page.context().setOffline(true);
  } else if (name === 'lacking') {
    await ask(page, query);
    await page.context().setOffline(true);
    await page.locator('dialog input').fill(say.other);
    await page.locator('dialog .message').waitFor();
  } else if (name !== 'idle') {
    await page.locator('dialog input').fill(query);
  }
  await state(page, { mixed: 'results', lacking: 'offline-missing-shard' }[name] ?? name);
  await page.waitForTimeout(400);
  return page;
}

async function countParts(visit, server, query) {
  const page = await visit();
  await ask(page, query);
  await page.context().close();
  const count = server.requests(/\.ps$/);
  server.log.length = 0;
  return count;
}
