package search

import (
	"slices"

	"github.com/pageside/pageside/engine/filter"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
)

// maxQuoted bounds the blocks of a cut list that are read for a phrase: enough for all of
// a list of 16,384 pages, and for the best candidates of a longer one.
const maxQuoted = 64

// phraseBatch is how many candidates' positions are held at once.
const phraseBatch = 1000

// quoted reports whether word i stands in a phrase.
func (r *run) quoted(i int) bool {
	return slices.ContainsFunc(r.phrases, func(phrase []spot) bool {
		return slices.ContainsFunc(phrase, func(s spot) bool { return s.word == i })
	})
}

// demand finds the pages that may hold the phrases: those that hold every word of them as
// it is. Of a cut list that is not known from here. If all are cut, the rarest is read
// whole, so that no page with the phrases is missed.
func (r *run) demand() {
	rarest, fewest := -1, maxQuoted+1
	for i := range r.words {
		if !r.quoted(i) {
			continue
		}
		if n := r.exactBlocks(i); n == 0 {
			r.mayQuote = r.mayQuote.And(r.exactPages(i))
		} else if n < fewest {
			rarest, fewest = i, n
		}
	}
	switch {
	case r.mayQuote != nil || len(r.phrases) == 0:
	case rarest < 0:
		r.cut = true
	default:
		r.mayQuote = r.exactPages(rarest)
	}
}

// exactBlocks is the number of blocks of the cut lists of a word as it is.
func (r *run) exactBlocks(word int) int {
	n := 0
	for _, m := range r.words[word].matches {
		if m.exact && m.part.Cut(m.entry) {
			_, tail := m.part.Addresses(m.entry)
			n += len(tail)
		}
	}
	return n
}

// exactPages are all pages that hold a word as it is; from now on they are all scored.
func (r *run) exactPages(word int) *filter.Set {
	out := &filter.Set{}
	var l inverted.List
	for i := range r.words[word].matches {
		m := &r.words[word].matches[i]
		if !m.exact {
			continue
		}
		m.all = true
		r.fail(r.all(m.part, m.entry, &l))
		for _, p := range l.Pages {
			out.Add(p)
		}
	}
	return out
}

// quoting returns the pages where every phrase stands, best first. However few of the
// other words a page has, and however low that puts it, it is one of them.
func (r *run) quoting() []Hit {
	var may, held []Hit
	for _, p := range r.touched {
		if r.mayQuote.Has(p) {
			may = append(may, r.hit(p))
		}
	}
	sortHits(may)
	for len(may) > 0 {
		batch := may[:min(phraseBatch, len(may))]
		may = may[len(batch):]
		if !r.opt.Meter.Tick(len(batch)) {
			break
		}
		where := r.positions(batch, true)
		for _, h := range batch {
			if r.holdsPhrases(where, h) {
				held = append(held, h)
			}
		}
	}
	return held
}

// collectQuoted adds the positions of word i, if it is quoted and its lists are cut, in the
// candidates that may hold the phrases. Which posting of a cut list a page is, and so in
// which block its positions are, is known from the postings.
func (r *run) collectQuoted(i int, hits []Hit, w *whereabouts) {
	if !r.quoted(i) {
		return
	}
	hits = r.mayHold(hits)
	for j := range r.words[i].matches {
		m := &r.words[i].matches[j]
		if !m.exact || !m.part.Cut(m.entry) || !m.part.Apart(m.entry) {
			continue
		}
		where, tail := m.part.Addresses(m.entry)
		walk := walker{r: r, m: *m, blocks: where, block: -1}
		var l inverted.List
		last := -1
		for _, h := range r.within(hits, m, tail) {
			block := blockAt(tail, int32(h.Page))
			if block >= len(where) {
				continue
			}
			if block != last {
				last = block
				r.blocks(m, tail, where, block, &l)
			}
			if j, ok := slices.BinarySearch(l.Pages, int32(h.Page)); ok {
				at := walk.positions(block*inverted.BlockPages + j)
				if w.at[i] != nil {
					w.at[i][h.slot] = merge(w.at[i][h.slot], at)
				}
				w.exact[i][h.slot] = merge(w.exact[i][h.slot], at)
			}
		}
	}
}

// within returns, by page, the best hits of the first maxQuoted blocks that they need. If
// there are others, not all is looked at.
func (r *run) within(hits []Hit, m *match, tail []inverted.Block) []Hit {
	var out []Hit
	if m.read == nil {
		m.read = make([]bool, len(tail))
	}
	n := 0
	for _, read := range m.read {
		if read {
			n++
		}
	}
	for _, h := range hits {
		i := blockAt(tail, int32(h.Page))
		switch {
		case i < 0:
			continue
		case m.read[i]:
		case n == maxQuoted:
			r.cut = true
			continue
		default:
			m.read[i] = true
			n++
		}
		out = append(out, h)
	}
	sortPages(out)
	return out
}

// mayHold returns the candidates that may hold the phrases, best first.
func (r *run) mayHold(hits []Hit) []Hit {
	var out []Hit
	for _, h := range hits {
		if r.mayQuote.Has(int32(h.Page)) {
			out = append(out, h)
		}
	}
	return out
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
