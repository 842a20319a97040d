// pages answers: which site do the browser tests search? Short articles on retrieval in Chinese
// and English; some exist in both. Every section has an id, so that a result can lead to it.
//
//	# /path/ language Title of a page
//	Its lead, in one line.
//	## id Heading of a section
//	Its text, in one line.
//
// Before: pages.txt, in this form. After: prepare.mjs writes HTML and has the real CLI index it.

import { readFileSync } from 'node:fs';

export const pages = read(readFileSync(new URL('pages.txt', import.meta.url), 'utf8'));

function read(text) {
  return text.trim().split('\n\n').map((page) => {
    const [top, lead, ...rest] = page.split('\n');
    const [, path, lang, title] = top.match(/^# (\S+) (\S+) (.+)$/);
    const sections = [];
    while (rest.length > 0) {
      const [, id, heading] = rest.shift().match(/^## (\S+) (.+)$/);
      sections.push({ id, heading, text: rest.shift() });
    }
    return { path, lang, title, lead, sections };
  });
}

/** The page at this path. */
export const pageAt = (path) => pages.find((page) => page.path === path);

/** A corpus that is too big for one file: `count` records made of the sentences above. */
export function corpus(count) {
  let seed = 7;
  const random = (n) => (seed = seed * 48271 % 2147483647) % n;
  const lines = [];
  for (let i = 0; i < count; i++) {
    const lang = i % 3 === 2 ? 'en' : 'zh';
    const pool = pages.filter((p) => p.lang.startsWith(lang)).flatMap((p) => p.sections);
    const text = Array.from({ length: 14 }, () => pool[random(pool.length)].text);
    const words = Array.from({ length: 60 }, () => `w${random(40_000).toString(36)}`).join(' ');
    const title = `${pool[random(pool.length)].heading} ${i}`;
    lines.push(JSON.stringify({
      id: `p/${i}/`, title, lang, text: [...text, words].join('\n\n'),
    }));
  }
  return lines.join('\n') + '\n';
}

const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The HTML of one page, as a site generator would write it. */
export function htmlOf(p, script = '/_pageside/pageside.js') {
  const sections = p.sections.map((s) =>
    `<h2 id="${s.id}">${escape(s.heading)}</h2>\n<p>${escape(s.text)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${p.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(p.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="${script}"></script>
</head>
<body>
<header><nav aria-label="site"><a href="/">Pageside</a></nav>
<pageside-search report="https://example.com/issues/new?title={query}"></pageside-search></header>
<main data-pageside-body>
<h1>${escape(p.title)}</h1>
<p>${escape(p.lead)}</p>
${sections}
</main>
</body>
</html>
`;
}
