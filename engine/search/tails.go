package search

import (
	"slices"

	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/shard"
)

// Of a very frequent word a terms part holds the best pages only; the whole list stands in
// blocks elsewhere. They are read where the best pages are not the answer: all of them for
// a label, those with pages that a reader asked for, and those of the candidates.

// all decodes every posting of an entry.
func (r *run) all(p *inverted.Part, entry int, l *inverted.List) error {
	if !p.Cut(entry) {
		return p.Docs(entry, l)
	}
	_, tail := p.Addresses(entry)
	var block inverted.List
	l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
	for i := range tail {
		if err := r.block(p, entry, tail, i, &block); err != nil {
			return err
		}
		l.Pages = append(l.Pages, block.Pages...)
		l.Codes = append(l.Codes, block.Codes...)
	}
	return nil
}

// block decodes block i of a cut list; l is empty, and the block wanted, if it is not here.
func (r *run) block(p *inverted.Part, entry int, tail []inverted.Block, i int,
	l *inverted.List) error {
	l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
	bytes, err := r.x.Block(shard.KindTail, tail[i], r.wants)
	if bytes == nil || err != nil {
		return err
	}
	n := p.Pages(entry) - i*inverted.BlockPages
	err = inverted.DocsOf(bytes, min(n, inverted.BlockPages), l)
	return shard.Named(r.x.FileOf(shard.KindTail, tail[i].Part), err)
}

// postings decodes what a match is scored by: its list, or of a cut one the best pages and
// behind them, in no order, what else the reader asked for.
func (r *run) postings(m *match, l *inverted.List) {
	r.fail(m.part.Docs(m.entry, l))
	if !m.part.Cut(m.entry) || !r.seeks(l.Pages) {
		return
	}
	_, tail := m.part.Addresses(m.entry)
	var block inverted.List
	for i := range tail {
		end := int32(r.x.Pages)
		if i+1 < len(tail) {
			end = tail[i+1].Page
		}
		if !r.seeksIn(tail[i].Page, end) {
			continue
		}
		r.fail(r.block(m.part, m.entry, tail, i, &block))
		for j, p := range block.Pages {
			if _, best := slices.BinarySearch(l.Pages, p); !best && r.sought(p) {
				m.more.Pages = append(m.more.Pages, p)
				m.more.Codes = append(m.more.Codes, block.Codes[j])
			}
		}
	}
	l.Pages = append(l.Pages, m.more.Pages...)
	l.Codes = append(l.Codes, m.more.Codes...)
}

// seeks reports whether the reader asked for other pages than the best ones: with a filter
// for all that pass; else for enough of those in the reader's language.
func (r *run) seeks(best []int32) bool {
	if len(r.opt.Filter) > 0 {
		return true
	}
	if r.opt.Lang == "" && r.passing == nil {
		return false
	}
	n := 0
	for _, p := range best {
		if r.sought(p) {
			n++
		}
	}
	return n < maxClose
}

// seeksIn reports whether any page from first up to end is sought.
func (r *run) seeksIn(first, end int32) bool {
	for p := first; p < end; p++ {
		if r.sought(p) {
			return true
		}
	}
	return false
}

func (r *run) sought(page int32) bool {
	return r.passing.Has(page) && (len(r.opt.Filter) > 0 || r.foreign(int(page)) == 0)
}

// tails adds what the candidates are worth in the blocks of cut lists that hold them.
func (r *run) tails(hits []Hit) {
	for i := range r.words {
		wd := &r.words[i]
		cut := false
		for _, m := range wd.matches {
			cut = cut || m.part.Cut(m.entry)
		}
		for j := range hits {
			if !cut || hits[j].whole {
				continue
			}
			p := int32(hits[j].Page)
			before, after := r.worthOf(wd, p, false), r.worthOf(wd, p, true)
			if before == 0 && after > 0 {
				r.covers[p] += wd.idf
			}
			r.scores[p] += after - before
		}
	}
	for j := range hits {
		hits[j].whole = true
	}
}

// worthOf is what a word adds to the score of a page, with or without tail blocks.
func (r *run) worthOf(wd *wanted, page int32, tails bool) float64 {
	tf, share := 0.0, 0.0
	for i := range wd.matches {
		m := &wd.matches[i]
		if code, ok := r.codeOf(m, page, tails); ok {
			tf += float64(m.weight * rank.Decode(code))
			share = max(share, float64(m.weight*rank.TitleShare(code)))
		}
	}
	if tf == 0 {
		return 0
	}
	return r.w.Worth(wd.idf, tf, share)
}

// codeOf is the code of a form in a page.
func (r *run) codeOf(m *match, page int32, tails bool) (byte, bool) {
	var l inverted.List
	if tails && m.part.Cut(m.entry) {
		r.tailBlock(m, page, &l)
	} else {
		r.fail(m.part.Docs(m.entry, &l))
	}
	for _, l := range [2]*inverted.List{&l, &m.more} {
		if j, ok := slices.BinarySearch(l.Pages, page); ok {
			return l.Codes[j], true
		}
	}
	return 0, false
}

// tailBlock decodes the block of a cut list that would hold a page.
func (r *run) tailBlock(m *match, page int32, l *inverted.List) {
	_, tail := m.part.Addresses(m.entry)
	if i := blockAt(tail, page); i >= 0 {
		r.fail(r.block(m.part, m.entry, tail, i, l))
	}
}

// blockAt is the block that would hold a page, -1 if none would.
func blockAt(tail []inverted.Block, page int32) int {
	i := len(tail) - 1
	for i >= 0 && tail[i].Page > page {
		i--
	}
	return i
}
