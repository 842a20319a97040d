// excerpt answers: where do the dots of an excerpt that is too long for its two lines stand?
//
// Right behind the last line in sight, which only the browser can measure. The dots of CSS would
// stand inside a mark that ends the line.
//
// Before: view.ts drew passages. After: list.css places the dots.

/** Keeps the excerpts right when their width changes; returns what undoes it. */
export function fitExcerpts(dialog: HTMLElement): () => void {
  const watcher = new ResizeObserver(() => cutExcerpts(dialog));
  watcher.observe(dialog);
  return () => watcher.disconnect();
}

/** Puts dots behind the second line of excerpts that are longer; their marks are whole. */
export function cutExcerpts(place: HTMLElement): void {
  const all = [...place.querySelectorAll<HTMLElement>('.excerpt')];
  const ends = all.map(endOfText); // all reading before any writing: one layout
  all.forEach((excerpt, i) => {
    excerpt.toggleAttribute('data-cut', ends[i] !== null);
    if (ends[i] !== null) excerpt.style.setProperty('--_end', `${ends[i]}px`);
  });
}

/** Where the last line in sight ends, from its start; null if no text is hidden. */
function endOfText(excerpt: HTMLElement): number | null {
  if (excerpt.scrollHeight <= excerpt.clientHeight + 1) return null;
  const { left, right, bottom } = excerpt.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(excerpt);
  const line = [...range.getClientRects()]
    .filter((rect) => rect.top < bottom - 3 && rect.bottom > bottom - 12);
  return excerpt.matches(':dir(rtl)') ? right - Math.min(...line.map((rect) => rect.left))
    : Math.max(...line.map((rect) => rect.right)) - left;
}
