// browser answers: how do tests get a real browser, and what do they all do in it?
//
// A Chromium from where tools/browser.sh finds one: $CHROMIUM, or one of three names in the PATH.
// It runs headless with a fresh profile. Without it tests fail and say how to get it.
//
// Before: server.mjs serves. After: the tests.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** The browser that tools/browser.sh accepts in this environment. */
export function findBrowser(env = process.env) {
  for (const name of [env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome']) {
    if (!name) continue;
    const folders = name.includes('/') ? [''] : (env.PATH ?? '').split(delimiter);
    const found = folders.map((folder) => resolve(folder, name)).find(isProgram);
    if (found) return found;
  }
  throw new Error('Chromium is needed for the browser tests: sudo apt-get install chromium ' +
    'fonts-noto-cjk, or say where it is: CHROMIUM=/path/to/chrome make test');
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export async function launch(...flags) {
  const executablePath = findBrowser();
  return chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', ...flags],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
}

/** A page in a context of its own that keeps violations of the policy, errors and events. */
export async function open(browser, url, { init, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const seen = { errors: [], console: [] };
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => seen.console.push(message.text()));
  await page.addInitScript(() => {
    window.seen = { violations: [], searches: [], selects: [], problems: [], shifts: [], said: [] };
    Element.prototype.ariaNotify = (text) => window.seen.said.push(text);
    window.draw = async (png) => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + png;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context;
    };
    addEventListener('securitypolicyviolation', (e) => {
      window.seen.violations.push(`${e.effectiveDirective} ${e.blockedURI} ${e.sample}`);
    });
    addEventListener('pageside-search', (e) => window.seen.searches.push(e.detail.query));
    addEventListener('pageside-select', (e) => window.seen.selects.push(e.detail.url));
    addEventListener('pageside-error', (e) => window.seen.problems.push(e.detail));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.seen.shifts.push(`${entry.value.toFixed(5)} ` + entry.sources.map((source) =>
          `${source.node?.className ?? source.node?.textContent} ` +
          `${JSON.stringify(source.previousRect)} ${JSON.stringify(source.currentRect)}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (init) await page.addInitScript(init);
  await page.goto(url);
  page.seen = seen;
  return page;
}

/** Problems that the page was told of. */
export const problems = (page) => page.evaluate(() => window.seen.problems);

/** What a screen reader was given to say. */
export const said = (page) => page.evaluate(() => window.seen.said);

/** Puts an answer in the engine's place; what it does not say is as on a good day. */
export const stand = (page, answer) => page.evaluate((given) => {
  document.querySelector('pageside-search').client = {
    base: new URL(location.href), onprogress: null, onrenew: null, cancel() {}, close() {},
    open: async () => ({ version: 1, pages: 2, langs: { zh: 2 }, bytes: 0, parts: 0 }),
    search: async (query) => ({
      query, total: given.results.length, suggest: [], popular: [], complete: true, problem: null,
      share: 1, ...given,
    }),
  };
}, answer);

/** Gives the page a client that does not wait fifteen seconds for what does not come. */
export const hurry = (page) => page.evaluate(async () => {
  const { createClient } = await import('/_pageside/client.js');
  document.querySelector('pageside-search').client = createClient({ patience: 1500 });
});

export const result = (id, more) => ({
  id, url: `/${id}/`, title: id, titleMarks: [], lang: 'zh', score: 1, labels: [], passages: [],
  ...more,
});

export const passage = (more) => ({
  heading: '', headingMarks: [], path: [], anchor: '', lang: 'zh', excerpt: '', marks: [], ...more,
});

/** Opens the dialog by its shortcut and waits for the box. */
export async function openDialog(page) {
  await page.waitForFunction(() => customElements.get('pageside-search'));
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').waitFor();
}

/** The dialog is in one of these states. */
export async function state(page, ...names) {
  const selector = names.map((name) => `dialog[data-state="${name}"]`).join(',');
  await page.locator(selector).first().waitFor({ timeout: 10_000 });
}

/** Types a question and waits until its own results are there. */
export async function ask(page, query) {
  await page.locator('dialog input').fill(query);
  await asked(page, query);
  await settled(page);
}

/** The question has left the box for the engine. */
export function asked(page, query) {
  return page.waitForFunction((last) => window.seen.searches.at(-1) === last, query);
}

/** Nothing is on its way any more. */
export async function settled(page) {
  await page.locator('dialog:not([data-state=loading]):not([data-state=partial])').waitFor();
  await page.waitForFunction(() =>
    !document.querySelector('pageside-search').shadowRoot.querySelector('.stale'));
}

/** What the reader sees of the options: text and address, and which one is chosen. */
export function options(page) {
  return page.evaluate(() => {
    const root = document.querySelector('pageside-search').shadowRoot;
    return [...root.querySelectorAll('[role=option]')].map((option) => ({
      text: option.textContent.replace(/\s+/g, ' ').trim(),
      href: option.getAttribute('href'),
      chosen: option.getAttribute('aria-selected') === 'true',
      marks: [...option.querySelectorAll('mark')].map((mark) => mark.textContent),
    }));
  });
}
