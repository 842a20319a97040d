// options answers: which links does a list of results hold, in the order in which keys walk them?
//
// A page gives one option for each of its passages, at most three: the best, what stands above all
// headings, the others. The first one also carries the page's title, so that every option can be
// read alone. The index is not trusted: an address that is neither http nor https makes no option.
//
// Before: an Answer. After: view.ts draws groups, dialog.ts walks options.

import type { Page, Passage, Result } from './protocol.ts';
import type { State } from './state.ts';

const maxPassages = 3;

/** Results are asked for up to this many. */
export const maxResults = 48;

export interface Option {
  id: string;
  href: string;
  title: string;
  lang: string;
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

/** An address of these protocols; null if it is none. */
function safe(url: string, base: URL | string, protocols: RegExp): URL | null {
  try {
    const target = new URL(url, base);
    return protocols.test(target.protocol) ? target : null;
  } catch {
    return null;
  }
}

/** The address of a passage; null if it is not one that a reader may be sent to. */
export function address(url: string, anchor: string, root: URL): string | null {
  const absolute = /^([a-z][a-z\d+.-]*:|\/\/)/i.test(url);
  const target = safe(absolute ? url : './' + url.replace(/^\/+/, ''), root, /^https?:$/);
  if (target && anchor) target.hash = encodeURIComponent(anchor);
  return target && target.href;
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

/** What the State says of its results; the option that `keep` leads to stays the chosen one. */
export function arrange(s: State, root: URL, keep?: string): Partial<State> {
  const { results, found, limit, lang, onlyOwn } = s;
  const shown = onlyOwn ? results.filter((result) => !isForeign(result, lang)) : results;
  const groups = groupsOf(shown, lang, root);
  const options = groups.flatMap((group) => group.options);
  const some = options.length > 0;
  // The reader's language comes first, so one foreign result ends it.
  const ended = results.length >= found || onlyOwn && shown.length < results.length;
  return {
    groups,
    options: some ? options : s.pages,
    total: onlyOwn ? shown.length : found,
    exact: !onlyOwn || ended,
    more: !ended && results.length >= limit && limit < maxResults,
    hidden: onlyOwn && ended ? found - shown.length : 0,
    phase: some ? 'results' : 'zero',
    active: some ? Math.max(0, options.findIndex((option) => option.href === keep)) : -1,
  };
}

export function isForeign(result: Pick<Result, 'lang'>, lang: string): boolean {
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
  const title = titleOf(result);
  const [best = null, ...others] = (result.passages ?? []).slice(0, maxPassages);
  const after = others.sort((a, b) => Number(isLead(b, title)) - Number(isLead(a, title)));
  const options: Option[] = [];
  [best, ...after].forEach((passage, i) => {
    const href = address(result.url || result.id, passage?.anchor ?? '', root);
    if (href === null) return;
    options.push({ id: `option-${group}-${i}`, href, title, lang: result.lang, passage, group });
  });
  return options;
}

/** True if a passage stands above all headings but that of the page. */
export function isLead({ heading, path }: Passage, title: string): boolean {
  return !heading || heading === title && path.length < 2;
}

const maxPages = 3;

/**
 * The first pages of the reader's language, then of others, without the one where the reader is;
 * each a group of its own.
 */
export function pageOptions(pages: Page[], lang: string, root: URL, here: string): Option[] {
  const options: Option[] = [];
  const foreign = (page: Page) => Number(!sameLanguage(page.lang, lang));
  for (const page of [...pages].sort((a, b) => foreign(a) - foreign(b))) {
    const href = address(page.url, '', root);
    if (href === null || bare(href) === bare(here) || options.length === maxPages) continue;
    const group = options.length;
    const title = page.title || lastSegment(page.url) || page.url;
    options.push({ id: `option-${group}-0`, href, title, lang: page.lang, passage: null, group });
  }
  return options;
}

/** An address without what differs between two ways to one page. */
function bare(href: string): string {
  return href.replace(/(\/(index\.html)?|\.html)?([?#].*)?$/, '');
}

/** A link for what the site lacks, from a pattern with {query}; '' if it is not one to follow. */
export function reportLink(pattern: string | null, query: string): string {
  const link = pattern && pattern.replace('{query}', encodeURIComponent(query));
  return link && safe(link, document.baseURI, /^(https?|mailto):$/)?.href || '';
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
