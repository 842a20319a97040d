// options answers: which links does a list of results hold, in the order in which keys walk them?
//
// A page gives one option for each of its passages, at most three, best first. The first one also
// carries the page's title, so that every option can be read alone. The index is not trusted:
// an address that is neither http nor https makes no option.
//
// Before: an Answer. After: view.ts draws groups, dialog.ts walks options.

import type { Page, Passage, Result } from './protocol.ts';

const maxPassages = 3;

export interface Option {
  id: string;
  href: string;
  title: string;
  passage: Passage | null;
  group: number;
}

export interface Group {
  lang: string;
  /** True where results of other languages begin. */
  border: boolean;
  result: Result;
  options: Option[];
}

/** The address of a passage; null if it is not one that a reader may be sent to. */
export function address(url: string, anchor: string, root: URL): string | null {
  try {
    const absolute = /^([a-z][a-z\d+.-]*:|\/\/)/i.test(url);
    const target = new URL(absolute ? url : './' + url.replace(/^\/+/, ''), root);
    if (target.protocol !== 'https:' && target.protocol !== 'http:') return null;
    if (anchor) target.hash = encodeURIComponent(anchor);
    return target.href;
  } catch {
    return null;
  }
}

/** True if both tags name the same language, whatever the script or region. */
export function sameLanguage(a: string, b: string): boolean {
  return primary(a) === primary(b);
}

function primary(tag: string): string {
  return tag.split(/[-_]/)[0]!.toLowerCase();
}

export function groupsOf(results: Result[], lang: string, root: URL): Group[] {
  const groups: Group[] = [];
  let foreign = false;
  for (const result of results) {
    const number = groups.length;
    const options = optionsOf(result, number, root);
    if (options.length === 0) continue;
    const other = isForeign(result, lang);
    const border = other && !foreign;
    foreign ||= other;
    const named = { ...result, title: options[0]!.title };
    groups.push({ lang: result.lang, border, result: named, options });
  }
  return groups;
}

export function isForeign(result: Result, lang: string): boolean {
  return result.lang !== '' && lang !== '' && !sameLanguage(result.lang, lang);
}

/** What to call a page: its title, its first heading, the end of its address, its number. */
function titleOf(result: Pick<Result, 'title' | 'url' | 'id' | 'passages'>): string {
  const passage = result.passages?.find((p) => p.path?.[0] || p.heading);
  return result.title?.trim() ? result.title
    : passage?.path?.[0] || passage?.heading || lastSegment(result.url) || result.id || result.url;
}

function lastSegment(url: string): string {
  const segment = url.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function optionsOf(result: Result, group: number, root: URL): Option[] {
  const passages: (Passage | null)[] = (result.passages ?? []).slice(0, maxPassages);
  if (passages.length === 0) passages.push(null);
  const options: Option[] = [];
  const title = titleOf(result);
  passages.forEach((passage, i) => {
    const href = address(result.url || result.id, passage?.anchor ?? '', root);
    if (href === null) return;
    options.push({ id: `option-${group}-${i}`, href, title, passage, group });
  });
  return options;
}

/** The first three pages of the reader's language, then of others; each a group of its own. */
export function pageOptions(pages: Page[], lang: string, root: URL): Option[] {
  const own = pages.filter((page) => sameLanguage(page.lang, lang));
  const others = pages.filter((page) => !own.includes(page));
  return [...own, ...others].slice(0, 3).flatMap((page, i) => {
    const href = address(page.url, '', root);
    return href === null ? []
      : [{ id: `option-${i}-0`, href, title: page.title || lastSegment(page.url) || page.url,
        passage: null, group: i }];
  });
}

/** A link for what the site lacks, from a pattern with {query}; '' if it is not one to follow. */
export function reportLink(pattern: string | null, query: string): string {
  const link = (pattern ?? '').replace('{query}', encodeURIComponent(query));
  if (!link || !URL.canParse(link, document.baseURI)) return '';
  const { href, protocol } = new URL(link, document.baseURI);
  return /^(https?|mailto):$/.test(protocol) ? href : '';
}

/** Where a command leads from an option; -1 is the text box itself. */
export function step(
  command: 'next' | 'previous' | 'first' | 'last' | 'nextPage' | 'previousPage',
  active: number, options: Option[],
): number {
  const last = options.length - 1;
  const group = options[active]?.group ?? -1;
  const start = (of: number) => options.findIndex((option) => option.group === of);
  switch (command) {
    case 'next': return active >= last ? -1 : active + 1;
    case 'previous': return active < 0 ? last : active - 1;
    case 'first': return Math.min(0, last);
    case 'last': return last;
    case 'nextPage': return start(group + 1);
    case 'previousPage':
      if (active < 0) return start(options[last]?.group ?? 0);
      return active > start(group) ? start(group) : group > 0 ? start(group - 1) : -1;
  }
}
