// setup answers: what does every file of browser tests begin and end with?
//
// With a server, a browser and a page of its own for each test. They are exported as bindings that
// change: `page` is always the page of the test that is running.
//
// Before: prepare.mjs built everything. After: the tests.

import { after, before, beforeEach } from 'node:test';
import { join } from 'node:path';
import { launch, open } from './browser.mjs';
import { out } from './prepare.mjs';
import { serve } from './server.mjs';

export let server, browser, page;

/** Serves these folders, the first that has a file; `ready` begins each test. */
export function setup(folders, ready = () => {}) {
  before(async () => {
    server = await serve(...folders.map((folder) => join(out, folder)));
    browser = await launch();
  });
  beforeEach(async () => {
    await leave();
    server.reset();
    await ready();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
}

async function leave() {
  await page?.context().close();
  page = undefined;
}

/** Leaves the page and opens another one of the server, as somebody who was never here. */
export async function visit(path, options) {
  await leave();
  page = await open(browser, new URL(path, server.origin).href, options);
}
