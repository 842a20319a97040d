// Package query answers: what did the person mean?
//
// A question is words in any script, with three marks that people know from elsewhere:
// "a phrase" in quotes must stand as it is; -word must not stand anywhere in the page;
// everything else is wanted but not required. The words are found by engine/analyze,
// so that a question is cut like the text that answers it.
//
// An identifier that was typed whole is looked for whole; only if the dictionary does
// not have it do its parts count ([Word.Parts]).
//
// A sentence has no operators: a dash in it announces a flag or an aside, and quotes set
// off a name. So the marks mean something only in a question that is short and has no
// punctuation of sentences ([isSentence]).
//
// Parsing cannot fail: a mark that makes no sense is a character like any other.
//
// Limits: [MaxBytes] and [MaxWords]; what is beyond is left out, and [Plan.Cut] says so.
//
// Before: somebody typed. After: search looks the words up.
package query

import (
	"slices"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/doc"
)

// The limits of a question. Pasted text is longer; its beginning is what matters.
const (
	MaxBytes = 2 << 10
	MaxWords = 256
)

// Word is one thing to look for.
type Word struct {
	Form string // folded for case and width
	Key  string // folded for spelling
	Kind analyze.Kind
	Pos  int      // position in the question: neighbours have neighbouring positions
	Span doc.Span // in the question, as [Plan.Text] has it

	Optional bool   // adds to a score, but a page that lacks it lacks nothing
	Parts    []Word // what to look for instead if the form is in no page
}

// Plan is a parsed question.
type Plan struct {
	Text    string   // the question, valid UTF-8 and not longer than MaxBytes
	Words   []Word   // wanted, quoted or not
	Phrases [][]int  // quoted: indices in Words, in order
	Without [][]Word // no page may hold all words of a group; none of them is optional
	Cut     bool     // the question was longer than the limits
}

// Parse reads a question.
func Parse(s string) Plan {
	var p Plan
	p.Text, p.Cut = valid(s)
	p.read(split(p.Text))
	if len(p.Words) == 0 { // nothing but -words: a dash is a dash
		p.Without = nil
		p.read([]piece{{Span: doc.Span{Start: 0, End: len(p.Text)}}})
	}
	if len(p.Phrases) == 0 {
		p.Words = withoutParticles(p.Words)
	}
	return p
}

// read adds the words of the pieces to the plan.
func (p *Plan) read(pieces []piece) {
	for _, piece := range pieces {
		words := scan(p.Text, piece.Span)
		if piece.not {
			words = slices.DeleteFunc(words, func(w Word) bool { return w.Optional })
			if len(words) > 0 {
				p.Without = append(p.Without, words)
			}
			continue
		}
		var phrase []int
		for _, w := range words {
			if len(p.Words) == MaxWords {
				p.Cut = true
				break
			}
			if piece.quoted && !w.Optional {
				phrase = append(phrase, len(p.Words))
			} else if p.asksFor(w.Form) {
				continue
			}
			p.Words = append(p.Words, w)
		}
		if len(phrase) > 1 {
			p.Phrases = append(p.Phrases, phrase)
		}
	}
}

// asksFor reports whether a form is among the words.
func (p *Plan) asksFor(form string) bool {
	return slices.ContainsFunc(p.Words, func(w Word) bool { return w.Form == form })
}

// valid replaces what is not UTF-8, makes every space a plain one, cuts a question to
// MaxBytes, and reports whether it did.
func valid(s string) (text string, cut bool) {
	out := make([]byte, 0, min(len(s), MaxBytes))
	for _, r := range s {
		if r < ' ' || r == 0x7f || r == '\u3000' || r == '\u00a0' {
			r = ' '
		}
		if len(out)+utf8.RuneLen(r) > MaxBytes {
			return string(out), true
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out), false
}

// piece is a stretch of the question that one mark governs.
type piece struct {
	doc.Span
	quoted, not bool
}

// closing gives the quote that closes another; the same for straight ones.
func closing(open rune) rune {
	switch open {
	case '"', '＂':
		return open
	case '“':
		return '”'
	case '「':
		return '」'
	case '『':
		return '』'
	}
	return 0
}

// split cuts a question at its marks.
func split(s string) []piece {
	if isSentence(s) {
		return []piece{{Span: doc.Span{Start: 0, End: len(s)}}}
	}
	var out []piece
	from := 0
	plain := func(to int) {
		if to > from {
			out = append(out, piece{Span: doc.Span{Start: from, End: to}})
		}
	}
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		not := (r == '-' || r == '－') && (at == 0 || s[at-1] == ' ') && isWordAhead(s[at+size:])
		begin := at
		if not {
			at += size
			r, size = utf8.DecodeRuneInString(s[at:])
		}
		if end, after := quoted(s, at, r, size); after > 0 {
			plain(begin)
			out = append(out, piece{doc.Span{Start: at + size, End: end}, true, not})
			at, from = after, after
			continue
		}
		if !not {
			at += size
			continue
		}
		plain(begin)
		end := at
		for end < len(s) && s[end] != ' ' {
			end++
		}
		out = append(out, piece{Span: doc.Span{Start: at, End: end}, not: true})
		at, from = end, end
	}
	plain(len(s))
	return out
}

// sentenceColumns is the width up to which a question may be keywords; what is wider is a
// sentence. A character of three bytes counts as two columns.
const sentenceColumns = 64

// isSentence reports whether a question is prose rather than keywords.
func isSentence(s string) bool {
	columns := 0
	for i, r := range s {
		switch r {
		case '，', '。', '；', '、', '？', '！', '：':
			return true
		case ',', '.', ';', '?', '!', ':':
			if i > 0 && i+1 < len(s) && s[i+1] == ' ' {
				return true
			}
		}
		columns++
		if r >= 0x800 {
			columns++
		}
	}
	return columns > sentenceColumns
}

// isWordAhead reports whether a word of two characters or more, or a quotation, begins
// here; a single letter after a dash is a flag of some program.
func isWordAhead(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if r == ' ' || r == '-' || size == 0 {
		return false
	}
	next := s[size:]
	return r >= utf8.RuneSelf || closing(r) != 0 || next != "" && next[0] != ' ' && next[0] != ','
}

// quoted finds the end of a quotation that opens at at; after is 0 if none does.
func quoted(s string, at int, r rune, size int) (end, after int) {
	c := closing(r)
	if c == 0 {
		return 0, 0
	}
	for i, r := range s[at+size:] {
		if r == c {
			end = at + size + i
			return end, end + utf8.RuneLen(r)
		}
	}
	return 0, 0
}

// scan finds the words of a stretch of the question.
func scan(s string, span doc.Span) []Word {
	var out []Word
	unit, whole := -1, -1
	analyze.Scan(span.Of(s), func(t analyze.Token) {
		if t.Kind == analyze.Char || t.Kind == analyze.Hump {
			return
		}
		w := Word{
			Form: string(t.Form), Kind: t.Kind, Pos: t.Pos + span.Start,
			Span: doc.Span{Start: t.Span.Start + span.Start, End: t.Span.End + span.Start},
		}
		w.Key = analyze.Key(w.Form)
		w.Optional = t.Kind == analyze.Joined
		if t.Unit != unit {
			unit, whole = t.Unit, -1
		}
		if t.Kind == analyze.Whole {
			out, whole = adopt(out, w)
			return
		}
		if whole >= 0 && w.Span.End <= out[whole].Span.End && !w.Optional {
			return
		}
		out = append(out, w)
	})
	return out
}

// adopt puts a whole in the place of the words that it is made of.
func adopt(out []Word, whole Word) ([]Word, int) {
	n := len(out)
	for n > 0 && out[n-1].Span.Start >= whole.Span.Start && !out[n-1].Optional {
		n--
	}
	whole.Parts = append([]Word(nil), out[n:]...)
	if len(whole.Parts) > 0 {
		whole.Pos = whole.Parts[0].Pos
	}
	return append(out[:n], whole), n
}
