// words answers: which language does the reader read, and how does this text go in it?
//
// A locale is one JSON file, named by its tag: `trigger` holds what every page loads, `dialog` the
// rest. All have the same keys, or `npm run check` fails. A text with a count has one entry for each
// form that Intl.PluralRules knows in English, the richer of the two languages. A tag falls back
// from the special to the general: zh-TW, zh-Hant, zh, zh-Hans; then English. Counts pick their
// plural form by Intl.PluralRules, numbers are written by Intl.NumberFormat.
//
// Before: the page's language. After: view.ts.

import { dialog as en } from './en.json';
import { dialog as zhHans } from './zh-Hans.json';

export type Key = keyof typeof en | keyof typeof zhHans;
export type Words = Record<Key, string>;

export const languages = { en, 'zh-Hans': zhHans } satisfies Record<string, Words>;

/** What a tag means that does not name its script. */
const scripts: Record<string, string> = {
  'zh': 'zh-Hans',
  'zh-TW': 'zh-Hant', 'zh-HK': 'zh-Hant', 'zh-MO': 'zh-Hant',
  'zh-CN': 'zh-Hans', 'zh-SG': 'zh-Hans', 'zh-MY': 'zh-Hans',
};

/** Where to look for words, in order: zh-TW → zh-TW, zh-Hant, zh, zh-Hans, en. */
export function fallbacks(tag: string): string[] {
  const chain: string[] = [];
  const parts = tag.replace(/_/g, '-').split('-').filter(Boolean);
  for (let n = parts.length; n > 0; n--) {
    const name = parts.slice(0, n).join('-');
    chain.push(name);
    const script = scripts[name];
    if (script) chain.push(script);
  }
  return [...new Set([...chain, 'en'])];
}

/** A stem of keys that end in a plural form. */
type Counted = Key extends infer K ? K extends `${infer Stem}.one` ? Stem : never : never;

export interface Speaker {
  /** BCP 47 of the words in use. */
  readonly lang: string;
  text(key: Key, values?: Record<string, string>): string;
  count(stem: Counted, count: number, values?: Record<string, string>): string;
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
  const find = (key: string): string => {
    for (const name of chain) {
      const text = all[name]?.[key as Key];
      if (text !== undefined) return text;
    }
    throw new Error('pageside: no words for ' + key);
  };
  const fill = (text: string, values: Record<string, string>) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return {
    lang,
    text: (key, values = {}) => fill(find(key), values),
    count(stem, count, values = {}) {
      const form = plurals.select(count) === 'one' ? 'one' : 'other';
      return fill(find(`${stem}.${form}`), { ...values, count: numbers.format(count) });
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
