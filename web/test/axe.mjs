// axe answers: what does a machine find wrong with the page, for people who cannot see or point?
//
// Before: a page in some state. After: tests expect nothing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const axe = readFileSync(
  fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

/** The colours that a page can be asked for. */
export const media = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
];

/** Rule and markup of all that axe-core finds. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found, passes } = await page.evaluate(() => window.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice',
      'experimental'],
    rules: { 'target-size': { enabled: true } },
  }));
  assert.ok(passes.length > 10, 'axe did not look');
  return found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`);
}

/** Markup whose contrast axe-core cannot tell for such a reason. */
export async function unknown(page, reason) {
  await page.evaluate(axe);
  const { passes, incomplete } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['color-contrast'] }));
  assert.ok(passes.length > 0, 'axe did not look');
  return incomplete.flatMap((found) => found.nodes)
    .filter((node) => node.any.some((check) => reason.test(check.data?.messageKey)))
    .map((node) => node.html);
}
