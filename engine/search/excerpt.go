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
	from := backUp(s, bestWindow(s, places, words))
	x := excerpter{s: s, at: from, spans: merged(places)}
	if from > 0 {
		x.out = append(x.out, "…"...)
	}
	for x.at < len(s) && (x.columns < excerptColumns || x.inside()) {
		x.step()
	}
	if rest := s[x.at:]; !blank(rest) {
		x.out, x.marks = trimWord(x.out, x.marks, rest)
		x.out = append(x.out, "…"...)
	}
	return string(x.out), x.marks
}

// excerpter copies a text character by character.
type excerpter struct {
	s       string
	at      int
	spans   []doc.Span // of s that are to be marked and not yet passed
	out     []byte
	marks   []doc.Span // of out
	columns int
	begun   bool // a character was copied
	space   bool // white space was passed since the last one
}

// inside reports whether the next character is in the middle of a mark.
func (x *excerpter) inside() bool {
	return len(x.spans) > 0 && x.spans[0].Start < x.at && x.at < x.spans[0].End
}

// step copies one character, with a space before it if white space was passed.
func (x *excerpter) step() {
	r, size := utf8.DecodeRuneInString(x.s[x.at:])
	if text.ClassOf(r) == text.Space && r != text.ZeroWidthSpace {
		x.space = x.begun
		x.at += size
		return
	}
	for len(x.spans) > 0 && x.spans[0].End <= x.at {
		x.spans = x.spans[1:]
	}
	goesOn := x.inside()
	if x.space {
		x.out = append(x.out, ' ')
		x.columns++
		x.space = false
	}
	if goesOn || len(x.spans) > 0 && x.spans[0].Start == x.at {
		x.mark(size, goesOn)
	}
	x.begun = true
	x.out = append(x.out, x.s[x.at:x.at+size]...)
	x.columns += width(r)
	x.at += size
}

// mark marks the next size bytes of out, as part of the last mark if it goes on or they
// touch.
func (x *excerpter) mark(size int, goesOn bool) {
	end := len(x.out) + size
	if n := len(x.marks); n > 0 && (goesOn || x.marks[n-1].End == len(x.out)) {
		x.marks[n-1].End = end
		return
	}
	x.marks = append(x.marks, doc.Span{Start: len(x.out), End: end})
}

// blank reports whether there is nothing but white space.
func blank(s string) bool {
	for _, r := range s {
		if text.ClassOf(r) != text.Space {
			return false
		}
	}
	return true
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
	for end > 0 && out[end-1] == ' ' {
		end--
	}
	return out[:end], marks
}

// maxTrim is the longest word in bytes that is taken off rather than cut.
const maxTrim = 30
