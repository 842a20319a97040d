// picture answers: what does the dialog look like? It photographs our own site for the README.
//
//	make picture      writes web/dialog.png from dist/site
//
// Before: `make site`. After: the README of the project.

import { spawn } from 'node:child_process';
import { ask, launch, open, openDialog } from './test/browser.mjs';

const [program, site, out] = process.argv.slice(2);
if (!out) throw new Error('usage: node picture.mjs PAGESIDE SITE OUT.png');

const server = spawn(program, ['serve', site, '--addr', 'localhost:0']);
const address = await new Promise((resolve, reject) => {
  let said = '';
  const listen = (chunk) => {
    said += chunk;
    const found = said.match(/http:\/\/[^\s"]+/);
    if (found) resolve(found[0]);
  };
  server.stdout.on('data', listen);
  server.stderr.on('data', listen);
  server.on('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
});
const browser = await launch();
try {
  const page = await open(browser, address, {
    viewport: { width: 1040, height: 680 }, locale: 'zh-CN',
  });
  await openDialog(page);
  await ask(page, '词典里的亲戚');
  await page.waitForTimeout(300); // the dialog's opening
  await page.screenshot({ path: out });
} finally {
  await browser.close();
  server.kill();
}
