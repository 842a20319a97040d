package chunk

import (
	"strings"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// piece is a block with the bytes around it, so that pieces lie end to end and every
// byte of the text is in one. name is what the block itself covered.
type piece struct {
	doc.Block
	name  doc.Span
	runes int    // of its core
	after weight // what a cut before the piece is worth
}

const maxLevel = 6

// tile turns blocks into pieces. What stands before a block on its own line (the # of
// a heading) goes to it, all else between two blocks to the first. Blocks that
// contradict each other or the text are cut to size or left out, never an error.
func tile(text string, blocks []doc.Block) []piece {
	var out []piece
	at := 0
	for _, b := range blocks {
		start, end := onRune(text, b.Start), onRune(text, b.End)
		if start < at || end < start || end > len(text) {
			continue
		}
		from := at
		if n := strings.LastIndexByte(text[at:start], '\n'); n >= 0 {
			from = at + n + 1
		}
		if strings.TrimSpace(text[at:from]) != "" {
			out = grow(out, at, from)
		} else {
			from = at
		}
		b.Level = max(1, min(b.Level, maxLevel))
		p := piece{Block: b, name: doc.Span{Start: start, End: end}}
		p.Start, p.End = from, end
		out = append(out, p)
		at = end
	}
	if at < len(text) {
		out = grow(out, at, len(text))
	}
	for i := range out {
		out[i].runes = out[i].count(text)
		if i > 0 {
			out[i].after = betweenBlocks(text, out[i-1], out[i])
		}
	}
	return out
}

// grow adds the bytes up to end to the last piece, or makes a first one of them.
func grow(out []piece, start, end int) []piece {
	if len(out) > 0 {
		out[len(out)-1].End = end
		return out
	}
	span := doc.Span{Start: start, End: end}
	return append(out, piece{Block: doc.Block{Span: span}, name: span})
}

// onRune moves an offset to the start of the rune that it points into.
func onRune(text string, i int) int {
	for n := 0; n < utf8.UTFMax && 0 < i && i < len(text) && !utf8.RuneStart(text[i]); n++ {
		i--
	}
	return i
}

// betweenBlocks weighs a cut between two blocks. A list hangs together, and so does
// what a colon announces; a heading is never left behind if that can be helped.
func betweenBlocks(text string, a, b piece) weight {
	switch {
	case a.Kind == doc.Heading:
		return wordEnd
	case a.Kind == doc.Item && b.Kind == doc.Item:
		return lineEnd
	}
	before := strings.TrimRight(a.Of(text), " \t\r\n")
	if strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：") {
		return lineEnd
	}
	return blockEnd
}

// core returns where what must not be cut ends: a heading takes along what follows it
// (the line under it), a block of code or a table does not (a rule).
func (p piece) core(text string) int {
	if p.Kind == doc.Heading {
		return trimmedEnd(text, p.Start, p.End)
	}
	return trimmedEnd(text, p.Start, p.name.End)
}

// count returns the runes that a chunk of the core alone would have: without white
// space at the ends, but with the indentation of code.
func (p piece) count(text string) int {
	end := p.core(text)
	start := p.indented(text, skipSpace(text, p.Start, end), p.Start)
	return utf8.RuneCountInString(text[start:end])
}

// indented goes back from i over the indentation of a line of code, not beyond limit.
func (p piece) indented(text string, i, limit int) int {
	limit = max(limit, p.Start)
	for p.Kind == doc.Code && i > limit && (text[i-1] == ' ' || text[i-1] == '\t') {
		i--
	}
	return i
}

// goesOn tells whether i lies inside the block, behind its first character.
func (p piece) goesOn(text string, i int) bool {
	return i > skipSpace(text, p.name.Start, p.name.End) && i < p.name.End
}

// lineEnd returns where the line that holds byte i ends, its line end left out.
func (p piece) lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:p.End], '\n'); n >= 0 {
		return i + n
	}
	return p.End
}

// header returns what a later part of a table repeats: the first row and the row of
// dashes under it, the latter only where both take less than half of the chunk.
func (p piece) header(text string, size int) string {
	if p.Kind != doc.Table {
		return ""
	}
	start := skipSpace(text, p.name.Start, p.name.End)
	end := p.lineEnd(text, start)
	row := strings.TrimSpace(text[start:end])
	both := row
	if end < p.End {
		if dashes := text[end:p.lineEnd(text, end+1)]; isDelimiterRow(strings.TrimSpace(dashes)) {
			both = strings.TrimSpace(text[start : end+len(dashes)])
		}
	}
	for _, head := range []string{both, row} {
		if utf8.RuneCountInString(head) < size/2 {
			return head
		}
	}
	return ""
}

// trail is the way of headings that leads to where the walk stands.
type trail struct {
	open []piece
	path []string
}

func (t *trail) enter(text string, p piece) {
	for len(t.open) > 0 && t.open[len(t.open)-1].Level >= p.Level {
		t.open = t.open[:len(t.open)-1]
	}
	t.open = append(t.open, p)
	t.path = make([]string, len(t.open)) // chunks keep the one before
	for i, o := range t.open {
		t.path[i] = o.name.Of(text)
	}
}

// chunk returns a chunk that knows its place and nothing else yet.
func (t *trail) chunk() doc.Chunk {
	ch := doc.Chunk{Path: t.path}
	for i := len(t.open) - 1; i >= 0; i-- {
		if ch.Level == 0 {
			ch.Level = t.open[i].Level
		}
		if ch.Anchor == "" {
			ch.Anchor = t.open[i].Anchor
		}
	}
	return ch
}
