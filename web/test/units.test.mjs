// Pure modules, table by table: what is typed, which key, which link, which marks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { out } from './prepare.mjs';

globalThis.navigator ??= { platform: 'Linux x86_64' };
const load = (name) => import(join(out, 'modules', name + '.js'));
const { normalize, maxQueryLength } = await load('query');
const { command, isShortcut, keyCap } = await load('keys');
const { Composition, settleTime } = await load('ime');
const { Announcer, pause } = await load('announce');
const { pieces } = await load('marks');
const { address, groupsOf, step } = await load('options');

test('a question is asked in half-width, without control characters, and never long', () => {
  for (const [typed, asked] of [
    ['ＢＭ２５', 'BM25'],
    ['　过滤　检索　', '过滤 检索'],
    ['a\u0000b\tc\nd', 'a b c d'],
    ['ｶﾞ', 'ガ'],
    ['过\u200b滤', '过滤'],
    ['\ufeffsoft\u00adhyphen\u2060s', 'softhyphens'],
    ['👩\u200d🔬', '👩\u200d🔬'],
    ['half \ud83d pair', 'half \ufffd pair'],
    ['\udc00', '\ufffd'],
    ['whole 😀', 'whole 😀'],
    ['   ', ''],
  ]) assert.equal(normalize(typed), asked, JSON.stringify(typed));
  assert.equal(normalize('很'.repeat(1_000_000)).length, maxQueryLength);
  assert.equal(normalize('x'.repeat(maxQueryLength - 1) + '😀'), 'x'.repeat(maxQueryLength - 1));
});

const key = (name, modifiers = '') => ({
  key: name, metaKey: /m/.test(modifiers), ctrlKey: /c/.test(modifiers),
  altKey: /a/.test(modifiers), shiftKey: /s/.test(modifiers),
});

test('every key of the table does what the table says, the others are left alone', () => {
  for (const [name, modifiers, mac, want] of [
    ['ArrowDown', '', false, 'next'], ['ArrowUp', '', false, 'previous'],
    ['ArrowDown', 'm', true, 'last'], ['ArrowUp', 'm', true, 'first'],
    ['ArrowDown', 'a', false, 'nextPage'], ['ArrowUp', 'a', true, 'previousPage'],
    ['ArrowDown', 's', false, null],
    ['Home', '', false, null], ['End', '', true, null],
    ['Home', 'c', false, 'first'], ['End', 'c', false, 'last'],
    ['n', 'c', true, 'next'], ['p', 'c', true, 'previous'],
    ['n', 'c', false, null], ['p', 'c', false, null], ['n', '', true, null],
    ['Enter', '', false, 'follow'], ['Enter', 'c', false, 'follow'], ['Enter', 'm', true, 'follow'],
    ['Enter', 's', false, 'follow'], ['Escape', '', false, 'close'],
    ['Tab', '', false, null], [' ', '', false, null], ['a', 'c', false, null],
  ]) assert.equal(command(key(name, modifiers), mac), want, `${modifiers} ${name} mac=${mac}`);
});

test('shortcuts are read from the attribute', () => {
  const event = (name, modifiers) => ({ ...key(name, modifiers), composedPath: () => [{}] });
  for (const [name, modifiers, shortcuts, mac, want] of [
    ['k', 'c', 'mod+k /', false, true], ['k', 'm', 'mod+k /', false, false],
    ['k', 'm', 'mod+k /', true, true], ['K', 'c', 'mod+k', false, true],
    ['k', 'cs', 'mod+k', false, false], ['k', 'cs', 'mod+shift+k', false, true],
    ['/', '', 'mod+k /', false, true], ['/', 's', 'mod+k /', false, true],
    ['/', 'c', '/', false, false], ['k', 'c', '', false, false], ['k', '', 'mod+k', false, false],
    ['j', 'a', 'alt+j', false, true], ['k', 'cs', 'Shift+Mod+K', false, true],
    ['Escape', '', 'esc', false, true], ['Escape', '', 'Escape', false, true],
    ['none', '', '', false, false],
  ]) assert.equal(isShortcut(event(name, modifiers), shortcuts, mac), want, `${modifiers}${name}`);
  assert.equal(keyCap('mod+k /', true), '⌘K');
  assert.equal(keyCap('mod+k /', false), 'Ctrl K');
  assert.equal(keyCap('mod+shift+f', false), 'Ctrl Shift F');
  assert.equal(keyCap('mod+shift+f', true), '⌘Shift F');
  assert.equal(keyCap('esc', false), 'Esc');
  assert.equal(keyCap('', false), '');
});

test('a key belongs to the input method while it composes and a moment longer', () => {
  const composition = new Composition();
  const press = (timeStamp, more = {}) =>
    composition.owns({ isComposing: false, keyCode: 13, timeStamp, ...more });
  assert.equal(press(0), false);
  assert.equal(press(0, { isComposing: true }), true);
  assert.equal(press(0, { keyCode: 229 }), true, 'Safari: after compositionend, with 229');
  composition.heed({ type: 'compositionstart', timeStamp: 5 });
  assert.equal(press(10), true);
  assert.equal(press(1000), true);
  composition.heed({ type: 'compositionend', timeStamp: 100 });
  assert.equal(press(100 + settleTime - 1), true);
  assert.equal(press(100 + settleTime), false);
});

test('marks cut the text where the engine says and nowhere else', () => {
  const shown = (text, marks) =>
    pieces(text, marks).map((p) => p.marked ? `[${p.text}]` : p.text).join('');
  for (const [text, marks, want] of [
    ['先过滤再过滤', [[1, 3], [4, 6]], '先[过滤]再[过滤]'],
    ['过滤', [[0, 2]], '[过滤]'],
    ['过滤', [], '过滤'],
    ['过滤', null, '过滤'],
    ['😀过滤', [[2, 4]], '😀[过滤]'],
    ['abc', [[2, 1], [1, 2], [0, 1], [2, 9], [-1, 1], [NaN, 2]], 'a[b]c'],
  ]) assert.equal(shown(text, marks), want);
});

const root = new URL('https://example.com/docs/');

test('an address leads to the section, and only over http', () => {
  for (const [url, anchor, want] of [
    ['/guide/', '', 'https://example.com/docs/guide/'],
    ['guide/', '过滤 a', 'https://example.com/docs/guide/#%E8%BF%87%E6%BB%A4%20a'],
    ['/guide/', '50%', 'https://example.com/docs/guide/#50%25'],
    ['a:b.html', '', null],
    ['https://other.example/x', 's', 'https://other.example/x#s'],
    ['//other.example/x', '', 'https://other.example/x'],
    ['javascript:alert(1)', '', null],
    ['JAVASCRIPT:alert(1)', '', null],
    [' javascript:alert(1)', '', 'https://example.com/docs/%20javascript:alert(1)'],
    ['data:text/html,x', '', null],
    ['?q=1', '', 'https://example.com/docs/?q=1'],
    ['', '', 'https://example.com/docs/'],
  ]) {
    const got = address(url, anchor, root);
    assert.equal(got?.replace('/./', '/') ?? null, want, url);
    assert.ok(got === null || /^https?:/.test(got));
  }
});

const result = (id, lang, passages = 1) => ({
  id, url: `/${id}/`, title: id, titleMarks: [], lang, score: 1, labels: [],
  passages: Array.from({ length: passages }, (_, i) => ({
    heading: `h${i}`, headingMarks: [], path: [`h${i}`], anchor: `h${i}`, lang, excerpt: '',
    marks: [],
  })),
});

test('results become groups of at most three options; other languages start at one border', () => {
  const groups = groupsOf(
    [result('a', 'zh-Hans', 5), result('b', 'zh', 0), result('c', 'en'), result('d', 'en')],
    'zh-CN', root);
  assert.deepEqual(groups.map((g) => [g.result.id, g.options.length, g.border]),
    [['a', 3, false], ['b', 1, false], ['c', 1, true], ['d', 1, false]]);
  assert.equal(groups[0].options[1].href, 'https://example.com/docs/a/#h1');
  const bad = { ...result('x', 'en'), url: 'javascript:alert(1)' };
  assert.deepEqual(groupsOf([bad], 'en', root), []);
});

test('keys walk options and wrap through the box', () => {
  const options = groupsOf([result('a', 'en', 3), result('b', 'en', 2)], 'en', root)
    .flatMap((g) => g.options);
  for (const [what, from, to] of [
    ['next', -1, 0], ['next', 0, 1], ['next', 4, -1],
    ['previous', -1, 4], ['previous', 0, -1], ['first', 3, 0], ['last', 0, 4],
    ['nextPage', -1, 0], ['nextPage', 1, 3], ['nextPage', 3, -1],
    ['previousPage', 4, 3], ['previousPage', 3, 0], ['previousPage', 2, 0],
    ['previousPage', 0, -1], ['previousPage', -1, 3],
  ]) assert.equal(step(what, from, options), to, `${what} from ${from}`);
  for (const what of ['next', 'previous', 'first', 'last', 'nextPage', 'previousPage']) {
    assert.equal(step(what, -1, []), -1, `${what} in an empty list`);
  }
});

test('messages are spoken at most once a second, and the latest wins', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 5000;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const halves = [{ textContent: '' }, { textContent: '' }];
  const announcer = new Announcer({ children: halves });
  const heard = () => halves.map((half) => half.textContent).join('');
  announcer.say('one');
  pass(0);
  assert.equal(heard(), 'one');
  pass(100);
  announcer.say('two');
  announcer.say('three');
  pass(pause - 101);
  assert.equal(heard(), 'one');
  pass(1);
  assert.equal(heard(), 'three');
  const before = halves.findIndex((half) => half.textContent);
  pass(pause);
  announcer.say('three');
  pass(0);
  assert.equal(heard(), 'three');
  assert.notEqual(halves.findIndex((half) => half.textContent), before, 'the other half speaks');
  announcer.say('four');
  announcer.hush();
  pass(5000);
  assert.equal(heard(), 'three');
});

test('a postscript goes with the next message that is spoken, once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const halves = [{ textContent: '' }, { textContent: '' }];
  const announcer = new Announcer({ children: halves });
  const heard = () => halves.map((half) => half.textContent).join('');
  announcer.postscript = 'by the way';
  announcer.say('never spoken');
  announcer.hush();
  announcer.say('one');
  t.mock.timers.tick(pause);
  assert.equal(heard(), 'one by the way');
  announcer.say('two');
  t.mock.timers.tick(pause);
  assert.equal(heard(), 'two');
});
