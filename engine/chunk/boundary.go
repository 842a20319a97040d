package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/text"
)

// weight says how good a place is to cut at.
type weight uint8

const (
	noCut       weight = iota // inside a code block that fits, before a closing mark, …
	inWord                    // between two grapheme clusters
	wordEnd                   // white space, or between ideographs
	clauseEnd                 // after a comma or colon
	sentenceEnd               // after a full stop, or a line of code
	lineEnd                   // after a line, list item or table row
	blockEnd                  // after a paragraph or another block
)

// boundary is a place before something that is not white space, or the end.
type boundary struct {
	pos    int
	weight weight
	runes  int  // from where the scan began, white space before pos not counted
	fixed  bool // in code or a table: not to be repeated
}

// scan finds the boundaries after a place, one after the other.
type scan struct {
	c     *cutter
	at    int // not white space, or the end
	piece int
	runes int // up to at, without the gap before it

	last  rune   // the rune before the gap, marks not counted
	ended weight // what ended at last, seen through closing quotes and brackets
	ascii bool   // the ending is ASCII, so it needs a gap
	dot   bool   // the ending is a full stop, so no small letter may follow
	cjk   bool   // it stands behind an ideograph, so it needs no gap
	token int    // where the word that at or last belongs to begins
	line  int    // where the line begins
	gap   gap
}

// gap is the white space before a boundary.
type gap struct{ runes, lines int }

// scan starts at a boundary.
func (c *cutter) scan(at int) *scan {
	s := &scan{c: c, at: at, piece: c.piece, token: at, line: at}
	for s.piece+1 < len(c.pieces) && c.pieces[s.piece+1].Start <= at {
		s.piece++
	}
	for s.piece > 0 && c.pieces[s.piece].Start > at {
		s.piece--
	}
	return s
}

// next returns the boundary after the next cluster, or after the next piece or line that
// stays whole.
func (s *scan) next() (b boundary, ok bool) {
	c := s.c
	if s.at >= c.end {
		return b, false
	}
	s.runes += s.gap.runes
	if end, n := s.whole(); n > 0 {
		s.runes += n
		s.at = end
		s.ended, s.last = noCut, '\n'
	} else {
		s.step()
	}
	s.skipGap()
	b = boundary{pos: s.at, runes: s.runes}
	if s.at >= c.end {
		b.pos, b.weight = c.end, blockEnd
		return b, true
	}
	crossed := s.piece
	for s.piece+1 < len(c.pieces) && c.pieces[s.piece+1].Start <= s.at {
		s.piece++
	}
	kind := c.pieces[s.piece].Kind
	b.fixed = kind == doc.Code || kind == doc.Table
	b.weight = s.weigh(s.piece > crossed)
	return b, true
}

// whole returns the end and the runes of what begins at s.at and must not be cut: a
// heading, code or a table that fits in a chunk, else a line of code or a row that does.
func (s *scan) whole() (end, runes int) {
	p := &s.c.pieces[s.piece]
	switch p.Kind {
	case doc.Code, doc.Table, doc.Heading:
	default:
		return 0, 0
	}
	first := s.at <= skipSpace(s.c.text, p.Start, p.End)
	if first && p.runes <= s.c.size {
		return p.core(s.c.text), p.runes
	}
	if p.Kind == doc.Heading || s.at != s.line && !first {
		return 0, 0
	}
	end = p.lineEnd(s.c.text, s.at)
	if first && p.Kind == doc.Table && end < p.End {
		next := p.lineEnd(s.c.text, end+1)
		if isDelimiterRow(strings.TrimSpace(s.c.text[end:next])) && s.fits(next) {
			end = next
		}
	}
	if !s.fits(end) {
		return 0, 0
	}
	return end, utf8.RuneCountInString(s.c.text[s.at:end])
}

// fits tells whether what lies between s.at and end fits in a chunk.
func (s *scan) fits(end int) bool {
	return utf8.RuneCountInString(s.c.text[s.at:end]) <= s.c.size
}

// step passes one cluster and notes what it means for the boundaries after it.
func (s *scan) step() {
	r, n := utf8.DecodeRuneInString(s.c.text[s.at:])
	s.note(r, n)
	s.last = r
	end, runes := clusterEnd(s.c.text[:s.c.end], s.at)
	s.runes += runes
	s.at = end
}

// note takes a rune of n bytes into account.
func (s *scan) note(r rune, n int) {
	switch k := ending(r); {
	case r == '.' || r == '．':
		s.cjk = unspaced(s.last)
		s.ended, s.ascii, s.dot = sentenceEnd, r == '.', true
		if isAbbreviation(s.c.text[s.token:s.at], s.token == s.line) {
			s.ended = wordEnd
		}
	case k > noCut:
		s.ended, s.ascii, s.dot, s.cjk = k, r < utf8.RuneSelf, false, unspaced(s.last)
	case s.ended > noCut && isClosing(r):
	default:
		s.ended = noCut
	}
	if r != '.' && !isWordPart(r) {
		s.token = s.at + n
	}
}

// skipGap passes white space and counts its runes and line ends.
func (s *scan) skipGap() {
	s.gap = gap{}
	for s.at < s.c.end {
		r, n := utf8.DecodeRuneInString(s.c.text[s.at:s.c.end])
		if !unicode.IsSpace(r) {
			break
		}
		s.at += n
		s.gap.runes++
		if r == '\n' || r == 0x2028 || r == 0x2029 {
			s.gap.lines++
		}
	}
	if s.gap.runes > 0 {
		s.token = s.at
	}
	if s.gap.lines > 0 {
		s.line = s.at
	}
}

// weigh judges a cut at the end of the gap.
func (s *scan) weigh(newPiece bool) weight {
	next, n := utf8.DecodeRuneInString(s.c.text[s.at:s.c.end])
	newLine := newPiece || s.gap.lines > 0
	if s.sticks(next, n, newLine) {
		return noCut
	}
	p := &s.c.pieces[s.piece]
	switch {
	case s.c.counting:
		return inWord
	case newPiece:
		return p.after
	case p.Kind == doc.Code && s.gap.lines > 0:
		return sentenceEnd + weight(min(s.gap.lines, 2)) - 1
	case p.Kind == doc.Table && s.gap.lines > 0:
		return lineEnd
	case s.gap.lines > 1 && p.Kind != doc.Item:
		return blockEnd
	case s.gap.lines > 0 && !s.softBreak(next):
		return lineEnd
	}
	return s.inLine(next)
}

// sticks tells whether next may not begin a chunk, or last not end one.
func (s *scan) sticks(next rune, n int, newLine bool) bool {
	if opens(s.last) && !newLine || neverFirst(next) {
		return true
	}
	if newLine || !mayClose(next) {
		return false
	}
	if s.gap.runes == 0 {
		return true
	}
	if next >= utf8.RuneSelf {
		return false // a dash or dots that stand apart
	}
	after, _ := utf8.DecodeRuneInString(s.c.text[s.at+n : s.c.end])
	return s.at+n == s.c.end || unicode.IsSpace(after)
}

// softBreak tells a line end that only wraps the line: between two words of a script
// with spaces, without anything that ends a sentence before it.
func (s *scan) softBreak(next rune) bool {
	if s.ended >= sentenceEnd || unspaced(next) || unspaced(s.last) {
		return false
	}
	c := text.ClassOf(next)
	return s.ended < sentenceEnd && (c == text.Letter || c == text.Digit || c == text.Hangul)
}

// inLine weighs a cut between two characters of one line.
func (s *scan) inLine(next rune) weight {
	spaced := s.gap.runes > 0
	after := s.ended
	if after > wordEnd && s.ascii && !spaced && !(s.cjk && unspaced(next)) {
		after = noCut
	}
	if s.dot && unicode.IsLower(next) {
		after = noCut
	}
	switch {
	case after > wordEnd:
		return after
	case spaced && unspaced(next) && unspaced(s.last):
		return clauseEnd // between phrases: these scripts have no space between words
	case spaced, unspaced(next), unspaced(s.last):
		return wordEnd
	}
	return inWord
}
