// protocol answers: which words do the page, the worker and the engine use with each other?
//
// The engine's answers are JSON as wasm/search writes them; marks are [start, end) in UTF-16
// units, sorted and merged, so that JavaScript can cut strings with them as they are.
//
// Before: wasm/search. After: client.ts, worker.ts and the dialog.

import type { Problem } from './problem.ts';

/** A half-open range of a JavaScript string. */
export type Mark = [start: number, end: number];

export interface Passage {
  heading: string;
  headingMarks: Mark[];
  path: string[];
  anchor: string;
  lang: string;
  excerpt: string;
  marks: Mark[];
}

export interface Result {
  id: string;
  url: string;
  title: string;
  titleMarks: Mark[];
  lang: string;
  score: number;
  labels: [key: string, value: string][];
  passages: Passage[];
}

export interface Page {
  url: string;
  title: string;
  lang: string;
}

/** A file of the index that the engine lacks. */
export interface Part {
  name: string;
  size: number;
  /** The first half of its SHA-256 in hexadecimal. */
  sha256: string;
}

/** What the engine says to `search`. */
export interface Found {
  missing: Part[] | null;
  total: number;
  results: Result[] | null;
  suggest?: string[] | null;
  popular?: Page[] | null;
  loose?: boolean;
}

/** What the engine says to `open`. */
export interface IndexInfo {
  version: number | string;
  pages: number;
  langs: Record<string, number>;
  bytes: number;
  parts: number;
}

/** What a search gives. */
export interface Answer {
  query: string;
  total: number;
  results: Result[];
  suggest: string[];
  popular: Page[];
  /** True if a quotation stands nowhere and its words were looked for instead. */
  loose?: boolean;
  /** False while parts are missing: the results are what the resident parts give. */
  complete: boolean;
  /** Why parts are missing, when they could not be brought. */
  problem: Problem | null;
  /** Share of the index that is in memory, 0 to 1. */
  share: number;
}

/** Bytes of the current search, engine included. */
export interface Progress {
  loaded: number;
  total: number;
}

export interface Question {
  id: number;
  query: string;
  lang: string;
  limit: number;
  /** Results with text; 0: all of them. */
  show: number;
  filter: [key: string, value: string][];
}

export type ToWorker =
  | { type: 'module'; module: WebAssembly.Module; base: string; patience: number }
  | { type: 'manifest'; bytes: ArrayBuffer }
  | { type: 'search'; question: Question }
  | { type: 'cancel'; id: number }
  | { type: 'ping' };

export type FromWorker =
  | { type: 'open'; info: IndexInfo }
  | { type: 'closed'; problem: Problem }
  | { type: 'renewed'; info: IndexInfo }
  | { type: 'answer'; id: number; answer: Answer; last: boolean }
  | { type: 'failed'; id: number; problem: Problem }
  | { type: 'progress'; id: number; progress: Progress }
  /** The index is open, and no call of the engine is running. */
  | { type: 'pong' };
