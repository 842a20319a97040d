package chunk

import (
	"unicode"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// cutter cuts a run of pieces, window by window.
type cutter struct {
	text     string
	pieces   []piece
	size     int
	overlap  int
	even     bool // spread the runes evenly over the chunks
	counting bool // boundaries weigh alike

	at    int // where the next window starts
	end   int // of the run
	done  int // end of the last chunk; a later one must go beyond
	left  int // runes from at to end
	piece int // index of the piece that holds at
}

func newCutter(text string, pieces []piece, opt Options) cutter {
	c := cutter{text: text, pieces: pieces, size: opt.Size, overlap: opt.Overlap}
	c.at, c.end = pieces[0].Start, pieces[len(pieces)-1].End
	c.left = utf8.RuneCountInString(text[c.at:c.end])
	return c
}

// A cut is one chunk on its way.
type cut struct {
	doc.Span
	head  string
	piece int // the piece that it starts in
}

// next returns the next chunk. Its start is where the window begins; a window that
// begins in code takes the indentation of its first line along.
func (c *cutter) next() (cut, bool) {
	for {
		c.moveTo(skipSpace(c.text, c.at, c.end))
		if c.at == c.end {
			return cut{}, false
		}
		c.moveTo(c.pieces[c.piece].indented(c.text, c.at, c.done))
		out := cut{Span: doc.Span{Start: c.at}, piece: c.piece}
		room := c.size
		if p := &c.pieces[c.piece]; p.goesOn(c.text, c.at) {
			out.head = p.header(c.text, c.size)
			room -= utf8.RuneCountInString(out.head)
		}
		b := c.choose(c.share(room), room)
		if b.runes > room && c.at < c.done {
			c.moveTo(c.done) // a cluster so long that nothing can be repeated before it
			continue
		}
		if b.runes > room && out.head != "" {
			out.head = "" // a row so long that it fits only without
			b = c.choose(c.share(c.size), c.size)
		}
		out.End = trimmedEnd(c.text, out.Start, b.pos)
		c.advance(b)
		if out.Len() > 0 {
			return out, true
		}
	}
}

// advance moves the next window to a boundary, or back into what it may repeat.
func (c *cutter) advance(b boundary) {
	from := c.at
	c.done = b.pos
	c.moveTo(b.pos)
	if c.overlap > 0 && b.pos < c.end {
		c.stepBack(from, b)
	}
}

// moveTo puts the next window at pos, forwards or back.
func (c *cutter) moveTo(pos int) {
	if pos >= c.at {
		c.left -= utf8.RuneCountInString(c.text[c.at:pos])
	} else {
		c.left += utf8.RuneCountInString(c.text[pos:c.at])
	}
	c.at = pos
	for c.piece > 0 && c.pieces[c.piece].Start > pos {
		c.piece--
	}
	for c.piece+1 < len(c.pieces) && c.pieces[c.piece+1].Start <= pos {
		c.piece++
	}
}

// share is how much of the room the next chunk should take.
func (c *cutter) share(room int) int {
	if !c.even || c.left <= room {
		return room
	}
	chunks := (c.left + room - 1) / room
	part := (c.left + chunks - 1) / chunks
	return min(room, part+part/slack)
}

// choose returns the boundary to cut at: at most limit runes ahead where that does not
// part what need not be parted, never more than room, but for a single cluster.
func (c *cutter) choose(limit, room int) boundary {
	var last, past [blockEnd + 1]boundary // by weight: the last within limit, the first past it
	var forced boundary
	for s := c.scan(c.at); ; {
		b, ok := s.next()
		if !ok || b.runes > room && forced.pos > 0 {
			break
		}
		if b.pos <= c.done {
			continue
		}
		if b.pos == c.end && b.runes <= room {
			return b
		}
		forced = b
		if b.runes <= limit {
			last[b.weight] = b
		} else if b.runes <= room && past[b.weight].pos == 0 {
			past[b.weight] = b
		}
	}
	best := forced
	for w := blockEnd; w > noCut; w-- {
		if b := last[w]; b.pos > 0 && (b.runes*shortest >= limit || c.fits(b.pos, w)) {
			return b
		}
		if past[w].pos > 0 {
			return past[w]
		}
		if best.weight < w && last[w].pos > 0 {
			best = last[w]
		}
	}
	return best
}

// fits tells whether what goes from pos to the next boundary as strong is one chunk.
func (c *cutter) fits(pos int, w weight) bool {
	for s := c.scan(pos); ; {
		b, ok := s.next()
		if !ok || b.pos == c.end || b.weight >= w {
			return !ok || b.runes <= c.size
		}
		if b.runes > c.size {
			return false
		}
	}
}

// stepBack moves the next window back over the end of the chunk that starts at from
// and ends at b: to the first sentence within the overlap, or the first word.
func (c *cutter) stepBack(from int, b boundary) {
	word := 0
	for s := c.scan(from); ; {
		x, ok := s.next()
		if !ok || x.pos >= b.pos {
			break
		}
		if b.runes-x.runes > c.overlap || x.weight == noCut || x.fixed {
			continue
		}
		if c.counting || x.weight >= sentenceEnd {
			c.moveTo(x.pos)
			return
		}
		if word == 0 && x.weight >= wordEnd {
			word = x.pos
		}
	}
	if word > 0 {
		c.moveTo(word)
	}
}

func skipSpace(text string, i, end int) int {
	for i < end {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsSpace(r) {
			break
		}
		i += n
	}
	return min(i, end)
}

func trimmedEnd(text string, start, end int) int {
	for end > start {
		r, n := utf8.DecodeLastRuneInString(text[start:end])
		if !unicode.IsSpace(r) {
			break
		}
		end -= n
	}
	return end
}
