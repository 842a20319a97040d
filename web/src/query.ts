// query answers: what did the reader type, in the form that the engine is asked?
//
// Full-width letters, digits and the full-width space of a Chinese keyboard become half-width
// (NFKC), control characters become spaces, half a surrogate pair becomes U+FFFD, and what has no
// width and no meaning is left out, which copied text brings along: the engine would part words
// there. What the reader sees in the box is left alone.
//
// Before: the value of the input. After: client.ts sends it to the worker.

/** A question longer than this is cut; nobody reads the results of a pasted chapter. */
export const maxQueryLength = 400;

export function normalize(typed: string): string {
  return typed
    .slice(0, 4 * maxQueryLength)
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxQueryLength)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** The first quotation in a question, without its quotes; the whole question if there is none. */
export function quotation(query: string): string {
  const found = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』/.exec(query);
  return found?.slice(1).find(Boolean)?.trim() || query;
}
