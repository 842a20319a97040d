package search

import (
	"slices"

	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
)

// maxQuoted bounds the blocks of a cut list that are read for a phrase: enough for all of
// a list of 16,384 pages, and for the best candidates of a longer one.
const maxQuoted = 64

// collectQuoted adds the positions of word i, if it is quoted and its lists are cut, in the
// candidates that may hold the phrase. Which posting of a cut list a page is, and so in
// which block its positions are, is known from the postings.
func (r *run) collectQuoted(i int, hits []Hit, w *whereabouts) {
	var mayHold []Hit
	for _, m := range r.words[i].matches {
		if !m.exact || !m.part.Cut(m.entry) || !m.part.Apart(m.entry) {
			continue
		}
		if mayHold == nil {
			mayHold = r.mayHold(i, hits)
		}
		where, tail := m.part.Addresses(m.entry)
		walk := walker{r: r, m: m, blocks: where, block: -1}
		var l inverted.List
		last := -1
		for _, h := range within(mayHold, tail) {
			block := blockAt(tail, int32(h.Page))
			if block >= len(where) {
				continue
			}
			if block != last {
				last = block
				r.blocks(&m, tail, where, block, &l)
			}
			if j, ok := slices.BinarySearch(l.Pages, int32(h.Page)); ok {
				at := walk.positions(block*inverted.BlockPages + j)
				w.at[i][h.slot] = merge(w.at[i][h.slot], at)
				w.exact[i][h.slot] = merge(w.exact[i][h.slot], at)
			}
		}
	}
}

// within returns, by page, the best hits of the first maxQuoted blocks that they need.
func within(hits []Hit, tail []inverted.Block) []Hit {
	var out []Hit
	needed, n := make([]bool, len(tail)), 0
	for _, h := range hits {
		i := blockAt(tail, int32(h.Page))
		if i < 0 || !needed[i] && n == maxQuoted {
			continue
		}
		if !needed[i] {
			needed[i] = true
			n++
		}
		out = append(out, h)
	}
	sortPages(out)
	return out
}

// mayHold returns the candidates that hold every word of the phrases with word i of which
// that is known from here, best first.
func (r *run) mayHold(i int, hits []Hit) []Hit {
	var need [][]int32
	quoted := false
	for _, phrase := range r.phrases {
		if !slices.ContainsFunc(phrase, func(s spot) bool { return s.word == i }) {
			continue
		}
		quoted = true
		for _, s := range phrase {
			if pages, all := r.exactPages(s.word); all {
				need = append(need, pages)
			}
		}
	}
	var out []Hit
	for _, h := range hits {
		lacks := func(pages []int32) bool {
			_, ok := slices.BinarySearch(pages, int32(h.Page))
			return !ok
		}
		if quoted && !slices.ContainsFunc(need, lacks) {
			out = append(out, h)
		}
	}
	return out
}

// exactPages are the pages that hold a word as it is; false if they are not all here.
func (r *run) exactPages(word int) (pages []int32, all bool) {
	var l inverted.List
	for _, m := range r.words[word].matches {
		if !m.exact {
			continue
		}
		if m.part.Cut(m.entry) {
			return nil, false
		}
		r.fail(m.part.Docs(m.entry, &l))
		pages = merge(pages, l.Pages)
	}
	return pages, true
}

// blocks decodes a block of postings. If it is not here, the block of their positions is
// wanted too, so that both come at once.
func (r *run) blocks(m *match, tail, where []inverted.Block, i int, l *inverted.List) {
	r.fail(r.block(m.part, m.entry, tail, i, l))
	if len(l.Pages) == 0 {
		_, err := r.x.Block(shard.KindWhere, where[i], r.wants)
		r.fail(err)
	}
}
