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
	if !m.part.Cut(m.entry) || !m.all && !r.seeks(l.Pages) {
		return
	}
	_, tail := m.part.Addresses(m.entry)
	var block inverted.List
	for i := range tail {
		end := int32(r.x.Pages)
		if i+1 < len(tail) {
			end = tail[i+1].Page
		}
		if !m.all && !r.seeksIn(tail[i].Page, end) {
			continue
		}
		r.fail(r.block(m.part, m.entry, tail, i, &block))
		for j, p := range block.Pages {
			if _, best := slices.BinarySearch(l.Pages, p); !best && (m.all || r.sought(p)) {
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
		if wd := &r.words[i]; wd.cut() {
			r.tailsOf(wd, hits)
		}
	}
	for j := range hits {
		hits[j].whole = true
	}
}

// cut reports whether any list of a word is cut.
func (wd *wanted) cut() bool {
	return slices.ContainsFunc(wd.matches, func(m match) bool { return m.part.Cut(m.entry) })
}

func (r *run) tailsOf(wd *wanted, hits []Hit) {
	var list, block inverted.List
	before, after := make([]mention, len(hits)), make([]mention, len(hits))
	for i := range wd.matches {
		m := &wd.matches[i]
		r.fail(m.part.Docs(m.entry, &list))
		_, tail := m.part.Addresses(m.entry)
		for j := range hits {
			page := int32(hits[j].Page)
			code, here := m.code(&list, page)
			if here {
				before[j].add(m, code)
			}
			if len(tail) > 0 {
				r.tailBlock(m, tail, page, &block)
				code, here = m.code(&block, page)
			}
			if here {
				after[j].add(m, code)
			}
		}
	}
	for j := range hits {
		if p := hits[j].Page; !hits[j].whole {
			was, is := r.worthOf(wd, before[j]), r.worthOf(wd, after[j])
			if was == 0 && is > 0 {
				r.covers[p] += wd.idf
			}
			r.scores[p] += is - was
		}
	}
}

// mention is what the forms of a word amount to in a page.
type mention struct{ tf, share float64 }

func (e *mention) add(m *match, code byte) {
	e.tf += float64(m.weight * rank.Decode(code))
	e.share = max(e.share, float64(m.weight*rank.TitleShare(code)))
}

// worthOf is what a word adds to the score of a page.
func (r *run) worthOf(wd *wanted, e mention) float64 {
	if e.tf == 0 {
		return 0
	}
	return r.w.Worth(wd.idf, e.tf, e.share)
}

// code finds the code of a form in a page, in its list or in what it was scored by beside it.
func (m *match) code(l *inverted.List, page int32) (byte, bool) {
	for _, in := range [2]*inverted.List{l, &m.more} {
		if j, ok := slices.BinarySearch(in.Pages, page); ok {
			return in.Codes[j], true
		}
	}
	return 0, false
}

// codeOf is the code of a form in a page, with or without tail blocks.
func (r *run) codeOf(m *match, page int32, tails bool) (byte, bool) {
	var l inverted.List
	if tails && m.part.Cut(m.entry) {
		_, tail := m.part.Addresses(m.entry)
		r.tailBlock(m, tail, page, &l)
	} else {
		r.fail(m.part.Docs(m.entry, &l))
	}
	return m.code(&l, page)
}

// tailBlock decodes the block of a cut list that would hold a page.
func (r *run) tailBlock(m *match, tail []inverted.Block, page int32, l *inverted.List) {
	l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
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
