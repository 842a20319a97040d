// segment answers: where do the words of each line begin and end?
//
// Lines of text come on standard input, one JSON string each, after a line with their language.
// A line of JSON goes out for each: [start, end] of its words, in UTF-16 units.

import { readFileSync } from 'node:fs';

const [lang, ...lines] = readFileSync(0, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const words = new Intl.Segmenter(lang, { granularity: 'word' });
for (const line of lines) {
  const ends = [...words.segment(line)].filter((word) => word.isWordLike)
    .map(({ index, segment }) => [index, index + segment.length]);
  process.stdout.write(JSON.stringify(ends) + '\n');
}
