// en answers: what does the search say in English?
//
// A text with a count has one entry for each form that Intl.PluralRules knows in English.
// The trigger's own texts stand alone, so that the trigger's script carries no other.
//
// Before: nothing. After: words/index.ts.

import type { Words } from './zh.ts';

export const search = 'Search';
export const lost = 'Search is not working: no network, a server error or a policy.';
export const retry = 'Try again';
export const away = 'You are offline. Try again when you are online.';

export const words: Words = {
  dialog: 'Search this site',
  clear: 'Clear',
  close: 'Close',
  results: 'Results',
  scope: 'Languages shown',
  all: 'All languages',
  only: '{language} only',
  others: 'In {language}',
  idle: 'What are you looking for?',
  hint: 'Words, phrases and code names work. A result takes you to the section itself.',
  popular: 'Start here',
  loading: 'Getting the search engine',
  searching: 'Searching',
  partial: 'More is on its way',
  cancel: 'Cancel',
  retry,
  'count.one': '{count} page',
  'count.other': '{count} pages',
  'least.one': 'at least {count} page',
  'least.other': 'at least {count} pages',
  'found.one': '{count} page for “{query}”',
  'found.other': '{count} pages for “{query}”',
  more: 'Show more',
  zero: 'Nothing found for “{query}”',
  suggest: 'These do find something:',
  'elsewhere.one': '{count} page in another language',
  'elsewhere.other': '{count} pages in other languages',
  report: 'Tell the author that it is missing',
  offline: 'Offline: {share} of the index is here, and results come from that',
  'offline.all': 'Offline: the whole index is here, search works as usual',
  lacking: 'Offline: part of the index is not here yet, so some results are missing',
  incomplete: 'Part of the index could not be loaded; these results are not complete.',
  loose: 'Nothing says exactly “{query}”; these pages hold the words.',
  unfetched: 'The part of the index for “{query}” has not been fetched yet',
  'unfetched.why': 'There is no connection. The parts that are here still work: try other words. ' +
    'Once you are online, this question is asked again.',
  file: 'File not fetched: {file}',
  renewed: 'Results come from a newer version of this site. Reload the page to read it.',
  reload: 'Reload',
  earlier: 'Earlier results, for “{query}”',
  move: 'move',
  open: 'open',
  leave: 'close',
  failed: 'Search is not working',
  'error.missing': 'The file {file} is not on the server. ' +
    'Reload the page; if it stays so, the site’s owner should upload the whole index folder again.',
  'error.hash': 'The file {file} is not the one that the index promised. ' +
    'Reload the page; if it stays so, the site’s owner should upload the index again.',
  'error.corrupt': 'The file {file} is damaged and cannot be read. ' +
    'The site’s owner should build and upload the index again.',
  'error.foreign': 'The file {file} does not belong to this index. ' +
    'The site’s owner should upload the whole index folder again.',
  'error.version': 'The index and the search engine are of different versions. ' +
    'Reload the page; if it stays so, the index has to be built again.',
  'error.blocked': 'This site’s security policy stops the search engine. ' +
    'Its owner can allow it with script-src \'self\' \'wasm-unsafe-eval\'; ' +
    'worker-src \'self\'; connect-src \'self\'.',
  'error.unsupported': 'This browser is too old for the search engine. Please update it.',
  'error.offline': 'No connection: what search needs could not be loaded. ' +
    'Try again when you are online.',
  'error.server': 'The server answered with an error and {file} could not be loaded. ' +
    'Try again in a moment.',
  'error.internal': 'The search engine failed on this question and has been restarted. ' +
    'Try again, or put it another way.',
};
