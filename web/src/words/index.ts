// words answers: which language does the reader read, and how does this text go in it?
//
// A locale is one JSON file, named by its tag: `trigger` holds what every page loads, `dialog` the
// rest. All have the same keys, or `npm run check` fails. A text with a count may have two forms,
// `{count} page|{count} pages`: for what Intl.PluralRules calls one, and for the others. A tag falls
// back from the special to the general: zh-TW, zh-Hant, zh, zh-Hans; then English.
//
// Before: the page's language. After: view.ts.

import { dialog as en } from './en.json';
import { dialog as zhHans } from './zh-Hans.json';

export type Key = keyof typeof en | keyof typeof zhHans;
export type Words = Record<Key, string>;

export const languages = { en, 'zh-Hans': zhHans } satisfies Record<string, Words>;

/** Where to look for words, in order: zh-TW → zh-TW, zh-Hant, zh, zh-Hans, en. */
export function fallbacks(tag: string): string[] {
  const chain: string[] = [];
  for (let name = tag.replace(/_/g, '-'); name; name = name.replace(/-?[^-]*$/, '')) {
    chain.push(name, withScript(name));
  }
  return [...new Set([...chain, 'en'])];
}

/** zh-TW → zh-Hant; what is no tag stays as it is. */
function withScript(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag;
  }
}

/** Characters of a question that are quoted; what is longer was pasted, and is known. */
const maxQuoted = 60;

function brief(text: string): string {
  const characters = [...text];
  return characters.length > maxQuoted ? characters.slice(0, maxQuoted).join('') + '…' : text;
}

export interface Speaker {
  /** BCP 47 of the words in use. */
  readonly lang: string;
  text(key: Key, values?: Record<string, string>): string;
  count(key: Key, count: number, values?: Record<string, string>): string;
  percent(share: number): string;
  language(tag: string): string;
}

export function speaker(tag: string, all: Record<string, Partial<Words>> = languages): Speaker {
  const chain = fallbacks(tag);
  const lang = chain.find((name) => all[name]) ?? 'en';
  const numbers = new Intl.NumberFormat(lang);
  const percents = new Intl.NumberFormat(lang, { style: 'percent' });
  const plurals = new Intl.PluralRules(lang);
  const names = new Intl.DisplayNames([lang], { type: 'language' });
  const words: Partial<Words> = Object.assign({}, ...chain.reverse().map((name) => all[name]));
  const fill = (text: string, values: Record<string, string>) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => brief(values[name] ?? ''));
  return {
    lang,
    text: (key, values = {}) => fill(words[key]!, values),
    count(key, count, values = {}) {
      const [one = '', others = one] = words[key]!.split('|');
      const form = plurals.select(count) === 'one' ? one : others;
      return fill(form, { ...values, count: numbers.format(count) });
    },
    percent: (share) => percents.format(share),
    language: (code) => {
      try {
        return names.of(code.split('-')[0] ?? '') ?? code;
      } catch {
        return code;
      }
    },
  };
}
