// marks answers: where does a text change between plain and marked?
//
// Offsets come from the engine and are only cut at, never looked for again: a second tokenizer
// here would mark 再过 inside 再过滤. What lies outside the text or out of order is left out.
//
// Before: excerpt and marks of a passage. After: view.ts makes nodes of the pieces.

import type { Mark } from './protocol.ts';

export interface Piece {
  text: string;
  marked: boolean;
}

export function pieces(text: string, marks: Mark[] | null | undefined): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const [start, end] of marks ?? []) {
    if (!(start >= at && end > start && end <= text.length)) continue;
    if (start > at) out.push({ text: text.slice(at, start), marked: false });
    out.push({ text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length) out.push({ text: text.slice(at), marked: false });
  return out;
}
