// The words: one file for each locale, complete, and the right one for each reader.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { test } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { out, root } from './prepare.mjs';

const web = join(root, 'web');
const { fallbacks, languages, speaker } =
  await import(join(out, 'modules', 'words-index.js'));

/** The locales as files: groups of keys. */
const locales = Object.fromEntries(readdirSync(join(web, 'src/words'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(web, 'src/words', file)))]));

test('every locale is a file that is in use, and says which script it is written in', () => {
  assert.deepEqual(Object.keys(locales).sort(), Object.keys(languages).sort());
  assert.ok(locales['zh-Hans'] && !locales.zh);
  assert.equal(speaker('zh').lang, 'zh-Hans');
  assert.equal(speaker('zh-TW').lang, 'zh-Hans', 'what is simplified is not called traditional');
});

for (const [locale, group] of [
  ['en', 'dialog'], ['zh-Hans', 'dialog'], ['en', 'trigger'], ['zh-Hans', 'trigger'],
]) {
  test(`a key that ${locale} lacks among the words of the ${group} fails the check`, () => {
    const copy = mkdtempSync(join(tmpdir(), 'pageside-words-'));
    try {
      cpSync(join(web, 'src'), join(copy, 'src'), { recursive: true });
      cpSync(join(web, 'tsconfig.json'), join(copy, 'tsconfig.json'));
      symlinkSync(join(web, 'node_modules'), join(copy, 'node_modules'));
      const check = () => spawnSync(process.execPath,
        [join(web, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', copy],
        { encoding: 'utf8' });
      assert.equal(check().status, 0, check().stdout);
      const words = structuredClone(locales[locale]);
      delete words[group].retry;
      writeFileSync(join(copy, 'src/words', locale + '.json'), JSON.stringify(words));
      const { status, stdout } = check();
      assert.notEqual(status, 0);
      assert.match(stdout, /retry/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
}

test('Chinese and English have the same words with the same blanks', () => {
  const [zh, en] = ['zh-Hans', 'en'].map((name) =>
    Object.fromEntries(Object.entries(locales[name]).flatMap(([group, words]) =>
      Object.entries(words).map(([key, text]) => [`${group} ${key}`, text]))));
  assert.ok(Object.keys(zh).length > 40);
  assert.deepEqual(Object.keys(en), Object.keys(zh), 'in the same order');
  const blanks = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const name of Object.keys(zh)) {
    assert.ok(zh[name].trim() && en[name].trim(), `${name} is empty`);
    assert.deepEqual(blanks(en[name]), blanks(zh[name]), name);
    assert.ok(!/[\u4e00-\u9fff]/.test(en[name]), `${name}: Chinese in English`);
    assert.ok(!/[,;!?]/.test(zh[name].replace(/[a-z-]+ 'self'[^。]*?(?= 放行)/, '')),
      `${name}: half-width punctuation in Chinese: ${zh[name]}`);
  }
});

test('words fall back from the special to the general', () => {
  assert.deepEqual(fallbacks('zh-TW'), ['zh-TW', 'zh-Hant', 'zh', 'zh-Hans', 'en']);
  assert.deepEqual(fallbacks('zh-Hans-CN'), ['zh-Hans-CN', 'zh-Hans', 'zh', 'en']);
  assert.deepEqual(fallbacks('fr'), ['fr', 'fr-Latn', 'en']);
  assert.deepEqual(fallbacks('not a tag!'), ['not a tag!', 'en']);
  assert.equal(speaker('zh-TW').text('dialog'), '搜索本站');
  const richer = speaker('zh-TW', { ...languages, 'zh-Hant': { dialog: '搜尋本站' } });
  assert.equal(richer.text('dialog'), '搜尋本站');
  assert.equal(richer.text('close'), '关闭');
  assert.equal(speaker('de').text('dialog'), 'Search this site');
});

test('counts take the plural and the digits of the language', () => {
  assert.equal(speaker('en').count('found', 1, { query: 'x' }), '1 page for “x”');
  assert.equal(speaker('en').count('found', 1234, { query: 'x' }), '1,234 pages for “x”');
  assert.equal(speaker('zh').count('found', 2, { query: '过滤' }), '「过滤」找到 2 个页面');
  assert.equal(speaker('en').count('found', 2, { query: 'a|b' }), '2 pages for “a|b”');
  assert.equal(speaker('zh').language('en'), '英语');
  assert.equal(speaker('en').language('zh-Hans'), 'Chinese');
  assert.equal(speaker('en').language('not a tag!'), 'not a tag!');
});
