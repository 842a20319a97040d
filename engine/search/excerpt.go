package search

import (
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/text"
)

// The length of an excerpt in columns: a character of a script without spaces takes two.
const (
	excerptColumns = 220
	leadColumns    = 50 // before the first mark
)

// excerpt cuts the stretch of a text where the most of the question stands, and says
// where its words are in it. White space is collapsed, so that blocks follow each other
// with one space and whatever punctuation the text has itself.
func excerpt(s string, places []placed, words []wanted) (string, []doc.Span) {
	from := bestWindow(s, places, words)
	from = backUp(s, from)
	out := make([]byte, 0, 3*excerptColumns)
	if from > 0 {
		out = append(out, "…"...)
	}
	spans := merged(places)
	var marks []doc.Span
	columns, at, space := 0, from, false
	for at < len(s) && columns < excerptColumns {
		r, size := utf8.DecodeRuneInString(s[at:])
		if text.ClassOf(r) == text.Space {
			space = len(out) > 0 && at > from
			at += size
			continue
		}
		for len(spans) > 0 && spans[0].End <= at {
			spans = spans[1:]
		}
		inside := len(spans) > 0 && spans[0].Start <= at
		if space {
			out = append(out, ' ')
			columns++
		}
		if inside {
			n := len(marks)
			goesOn := space && n > 0 && marks[n-1].End == len(out)-1 && spans[0].Start < at
			if goesOn || n > 0 && marks[n-1].End == len(out) {
				marks[n-1].End = len(out) + size
			} else {
				marks = append(marks, doc.Span{Start: len(out), End: len(out) + size})
			}
		}
		space = false
		out = append(out, s[at:at+size]...)
		columns += width(r)
		at += size
	}
	if at < len(s) {
		out, marks = trimWord(out, marks, s[at:])
		out = append(out, "…"...)
	}
	return string(out), marks
}

func width(r rune) int {
	switch text.ClassOf(r) {
	case text.Han, text.Kana, text.Hangul:
		return 2
	}
	return 1
}

// bestWindow is the offset where the window begins that holds the most idf of the
// question, each word once.
func bestWindow(s string, places []placed, words []wanted) int {
	best, bestSum := 0, -1.0
	seen := make([]bool, len(words))
	for i, p := range places {
		if i > 0 && places[i-1].Start == p.Start {
			continue
		}
		clear(seen)
		sum := 0.0
		for _, q := range places[i:] {
			if q.End-p.Start > excerptColumns-leadColumns {
				break
			}
			if !seen[q.word] {
				seen[q.word] = true
				sum += words[q.word].idf
			}
		}
		if sum > bestSum {
			best, bestSum = p.Start, sum
		}
	}
	return best
}

// backUp moves an offset back by some columns, to the beginning of a sentence if there
// is one on the way, else of a word.
func backUp(s string, from int) int {
	columns, at, word := 0, from, from
	for at > 0 && columns < leadColumns {
		r, size := utf8.DecodeLastRuneInString(s[:at])
		if r == '\n' || r == '。' || r == '！' || r == '？' ||
			(r == ' ' && at >= 2 && (s[at-2] == '.' || s[at-2] == '!' || s[at-2] == '?')) {
			return at
		}
		columns += width(r)
		at -= size
		if width(r) == 2 || text.ClassOf(r) == text.Space || text.ClassOf(r) == text.Punct {
			word = at
			if r == ' ' {
				word = at + size
			}
		}
	}
	if at == 0 {
		return 0
	}
	return word
}

// trimWord takes a word that was cut in the middle off the end.
func trimWord(out []byte, marks []doc.Span, rest string) ([]byte, []doc.Span) {
	next, _ := utf8.DecodeRuneInString(rest)
	if text.ClassOf(next) != text.Letter && text.ClassOf(next) != text.Digit {
		return out, marks
	}
	end := len(out)
	for end > 0 && len(out)-end < maxTrim {
		r, size := utf8.DecodeLastRune(out[:end])
		if c := text.ClassOf(r); c != text.Letter && c != text.Digit {
			break
		}
		end -= size
	}
	if len(out)-end >= maxTrim || end == 0 {
		return out, marks
	}
	for n := len(marks); n > 0 && marks[n-1].End > end; n = len(marks) {
		marks = marks[:n-1]
	}
	return out[:end], marks
}

// maxTrim is the longest word in bytes that is taken off rather than cut.
const maxTrim = 30
