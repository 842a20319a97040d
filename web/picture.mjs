// picture answers: what does the dialog look like? It photographs our own site for the README.
//
//	make picture      writes web/dialog.png from dist/site
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

const [program, site, out] = process.argv.slice(2);
if (!out) throw new Error('usage: node picture.mjs PAGESIDE SITE OUT.png');

const server = spawn(program, ['serve', site, '--addr', 'localhost:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
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
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1040, height: 680 }, locale: 'zh-CN' });
  await page.goto(address);
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').waitFor({ timeout: 20_000 });
  await page.keyboard.type('词典里的亲戚');
  await page.locator('dialog[data-state=results] .card').first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(300); // the dialog's opening
  await page.screenshot({ path: out });
} finally {
  await browser.close();
  server.kill();
}
