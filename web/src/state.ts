// state answers: what does the dialog know at one moment, and what is that moment called?
//
// dialog.ts alone changes it, view.ts draws it and keeps nothing.
//
// Before: answers, keys and the network. After: view.ts draws it.

import type { Group, Option } from './options.ts';
import type { Problem } from './problem.ts';
import type { IndexInfo, Result } from './protocol.ts';

export type Phase = 'idle' | 'loading' | 'results' | 'zero' | 'lacking' | 'error';

export interface State {
  phase: Phase;
  /** The committed question; '' when there is none. */
  query: string;
  /** True if the box holds anything, committed or not. */
  typed: boolean;
  /** BCP 47 of the page; results of other languages come after a border. */
  lang: string;
  /** Pages of the answer, how many there are in all, and how many were asked for. */
  results: Result[];
  found: number;
  limit: number;
  /** The results that are shown. */
  groups: Group[];
  /** The question that the groups answer. */
  asked: string;
  /** Links to pages where there are no results: at idle and at zero. */
  pages: Option[];
  options: Option[];
  /** Index into options; -1 while the box itself is meant. */
  active: number;
  total: number;
  /** Pages that were found and are not shown: of languages that the reader has switched off. */
  hidden: number;
  /** True while the list could go on. */
  more: boolean;
  /** False if `total` is only the least that it can be. */
  exact: boolean;
  suggest: string[];
  /** The quotation that stands nowhere, if its words were looked for instead; else ''. */
  loose: string;
  /** True while the results shown belong to an earlier question. */
  stale: boolean;
  /** True once an answer has been awaited for so long that it is said. */
  slow: boolean;
  /** True while parts are on their way and results may improve. */
  partial: boolean;
  onlyOwn: boolean;
  offline: boolean;
  /** In results: why they are not complete. In lacking and error: why there are none. */
  problem: Problem | null;
  /** Share of what the question needs that has arrived, 0 to 1; null when nothing is on its way. */
  progress: number | null;
  info: IndexInfo | null;
  /** True while it is said that the index was published anew under the page. */
  renewed: boolean;
  /** Share of the index that is in memory, 0 to 1. */
  share: number;
  report: string;
  scheme: string;
}

/** The part that begins anew when the box is emptied or a question fails. */
export const blankResults = {
  phase: 'idle' as const, results: [], groups: [], pages: [], options: [], active: -1, total: 0,
  exact: true,
  hidden: 0, more: false, suggest: [], stale: false, slow: false, partial: false, problem: null,
  loose: '',
};

export const blank: State = {
  ...blankResults, query: '', asked: '', found: 0, limit: 0, typed: false, lang: '',
  onlyOwn: false, offline: false,
  progress: null, info: null, renewed: false, share: 0, report: '', scheme: 'inherit',
};

/** The name of the state, as scripts and tests see it in data-state. */
export function stateName(s: State): string {
  if (s.phase !== 'results' && s.phase !== 'lacking') return s.phase;
  if (s.problem && s.problem.code !== 'version') {
    return s.offline ? 'offline-missing-shard' : 'incomplete';
  }
  if (s.renewed && !s.partial) return 'stale-index';
  return s.offline ? 'offline-cached' : s.partial ? 'partial' : 'results';
}
