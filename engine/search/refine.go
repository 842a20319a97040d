package search

import (
	"slices"

	"github.com/pageside/pageside/engine/filter"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/shard"
)

// refine looks closely at the best candidates: the postings of cut lists, phrases, and
// how near the words stand to each other. where is what their scores were made with.
func (r *run) refine(hits []Hit, total int) (_ []Hit, _ int, where *whereabouts) {
	if len(r.phrases) > 0 {
		held := r.quoting()
		if r.unquoted {
			hits = r.first(held, hits)
		} else if len(held) > 0 { // a quotation that is nowhere is a title or irony, not a demand
			hits, total = held[:min(len(held), r.kept())], len(held)
		} else {
			r.loose = !r.cut && r.opt.Meter.Tick(0)
		}
	}
	best := hits[:min(len(hits), maxClose)]
	r.tails(best)
	where = r.positions(hits, false)
	for i := range best {
		r.finish(&best[i], where)
	}
	sortHits(best)
	return hits, total, where
}

// asItStands is what it is worth to a page that all of a short question stands in it as it was
// typed.
func (r *run) asItStands() float64 {
	sum := 0.0
	for _, s := range r.phrases[0] {
		sum += float64(r.w.Whole * r.words[s.word].idf)
	}
	return sum
}

// first puts the pages where an unquoted question stands as it was typed before the others, so
// that they are looked at closely.
func (r *run) first(said, hits []Hit) []Hit {
	for i := range said {
		said[i].said = true
	}
	pages := &filter.Set{}
	for _, h := range said {
		pages.Add(int32(h.Page))
	}
	for _, h := range hits {
		if !pages.Has(int32(h.Page)) {
			said = append(said, h)
		}
	}
	return said[:min(len(said), r.kept())]
}

// finish sets the final score of a candidate.
func (r *run) finish(h *Hit, where *whereabouts) {
	near := 0.0
	for _, pair := range r.pairs(where, h.slot) {
		near += float64(r.nearness() * pair.Near())
	}
	if h.said {
		near += r.asItStands()
	}
	h.near = true
	h.coverage = r.covered(int32(h.Page))
	h.Score = r.worth(r.scores[h.Page]+near, h.coverage)
}

// whereabouts holds the positions of the words in the candidates: at[word][candidate],
// and for phrases those of exact forms alone. Where it is for phrases only, at is nil.
type whereabouts struct {
	known []bool // by word: its positions are known
	at    [][][]int32
	exact [][][]int32
}

// noPositions has room for those of n candidates.
func (r *run) noPositions(n int, quoting bool) *whereabouts {
	w := &whereabouts{
		known: make([]bool, len(r.words)),
		at:    make([][][]int32, len(r.words)),
		exact: make([][][]int32, len(r.words)),
	}
	for i := range r.words {
		if quoting && !r.quoted(i) {
			continue
		}
		w.exact[i] = make([][]int32, n)
		if !quoting {
			w.at[i] = make([][]int32, n)
		}
	}
	return w
}

// positions finds where the words stand in the candidates: all words, or only those of
// phrases. Positions that stand in the terms parts cost nothing; those that stand apart are
// fetched where a phrase needs them, or where too few others are known to tell neighbours
// from strangers.
func (r *run) positions(hits []Hit, quoting bool) *whereabouts {
	for i := range hits {
		hits[i].slot = i
	}
	w := r.noPositions(len(hits), quoting)
	if !r.placed() {
		r.fromText(hits, w, quoting)
		return w
	}
	byPage := slices.Clone(hits)
	sortPages(byPage)
	for i := range r.words {
		limit := len(hits)
		if w.exact[i] == nil {
			limit = 0
		} else if r.apart(&r.words[i]) && !r.quoted(i) {
			limit = r.fetchable(i)
		}
		if limit == 0 {
			continue
		}
		w.known[i] = true
		for _, m := range r.words[i].matches {
			r.collect(m, byPage, limit, w.at[i], w.exact[i])
		}
		r.collectQuoted(i, hits, w)
	}
	return w
}

// apart reports whether positions of a word must be fetched.
func (r *run) apart(wd *wanted) bool {
	for _, m := range wd.matches {
		if m.part.Apart(m.entry) {
			return true
		}
	}
	return false
}

// What is fetched to see where words stand: of how many candidates, of how many words
// if no phrase asks for more, and of lists up to which length.
const (
	apartHits  = 5
	apartWords = 2
	apartPages = 4096
)

// fetchable is the number of candidates for which positions of word i are fetched, which is
// in no phrase.
func (r *run) fetchable(i int) int {
	inside, rarer := 0, 0
	for j := range r.words {
		switch {
		case len(r.words[j].matches) == 0:
		case !r.apart(&r.words[j]):
			inside++
		case r.words[j].pages < r.words[i].pages || r.words[j].pages == r.words[i].pages && j < i:
			rarer++
		}
	}
	if len(r.words) < 2 || inside+rarer >= apartWords || r.words[i].pages > apartPages {
		return 0
	}
	return apartHits
}

// collect adds the positions of a match in the candidates, which come by page, as far as
// they are in the first limit slots.
func (r *run) collect(m match, byPage []Hit, limit int, at, exact [][]int32) {
	if m.part.Cut(m.entry) || m.part.Nowhere(m.entry) || at == nil && !m.exact {
		return // see collectQuoted
	}
	var l inverted.List
	r.fail(m.part.Docs(m.entry, &l))
	blocks, _ := m.part.Addresses(m.entry)
	walk := walker{r: r, m: m, blocks: blocks, block: -1}
	j := 0
	for _, h := range byPage {
		for j < len(l.Pages) && int(l.Pages[j]) < h.Page {
			j++
		}
		if j == len(l.Pages) || int(l.Pages[j]) != h.Page || h.slot >= limit {
			continue
		}
		here := walk.positions(j)
		if at != nil {
			at[h.slot] = merge(at[h.slot], here)
		}
		if m.exact {
			exact[h.slot] = merge(exact[h.slot], here)
		}
	}
}

// walker reads the positions of one form in ascending pages.
type walker struct {
	r      *run
	m      match
	blocks []inverted.Block // nil: the positions stand in the terms part
	block  int
	next   int // posting that p reads next
	p      inverted.Positions
	here   []int32
}

func (w *walker) positions(posting int) []int32 {
	w.here = w.here[:0]
	if block := w.blockOf(posting); block != w.block {
		w.block = block
		w.next = block * inverted.BlockPages
		if w.blocks == nil {
			w.p = w.m.part.Where(w.m.entry)
		} else if bytes := w.bytes(block); bytes != nil {
			w.p = inverted.WhereOf(bytes)
		} else {
			w.block = -1
			return nil
		}
	}
	w.p.Skip(posting - w.next)
	w.here = w.p.Next(w.here)
	w.next = posting + 1
	err := w.p.Err()
	if err != nil && w.blocks != nil {
		err = shard.Named(w.r.x.FileOf(shard.KindWhere, w.blocks[w.block].Part), err)
	}
	w.r.fail(err)
	return w.here
}

func (w *walker) blockOf(posting int) int {
	if w.blocks == nil {
		return 0
	}
	return posting / inverted.BlockPages
}

func (w *walker) bytes(block int) []byte {
	if block >= len(w.blocks) {
		return nil
	}
	b, err := w.r.x.Block(shard.KindWhere, w.blocks[block], w.r.wants)
	w.r.fail(err)
	return b
}

// merge returns the union of two ascending lists in memory of its own.
func merge(a, b []int32) []int32 {
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) > 0 && a[0] == b[0]:
			a = a[1:]
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return out
}

// pairs returns the neighbours of the question that candidate i holds.
func (r *run) pairs(w *whereabouts, i int) []rank.Pair {
	var out []rank.Pair
	before := -1
	for j := range r.words {
		wd := &r.words[j]
		if wd.word.Optional {
			continue
		}
		if before >= 0 && w.known[before] && w.known[j] {
			want := int32(wd.word.Pos - r.words[before].word.Pos)
			if apart, ok := rank.Apart(w.at[before][i], w.at[j][i], want); ok {
				out = append(out, rank.Pair{IDF: min(r.words[before].idf, wd.idf), Apart: apart})
			}
		}
		before = j
	}
	return out
}

// holdsPhrases reports whether every phrase stands in a candidate word by word.
func (r *run) holdsPhrases(w *whereabouts, h Hit) bool {
	for _, phrase := range r.phrases {
		if !r.holds(w, phrase, h) {
			return false
		}
	}
	return true
}

func (r *run) holds(w *whereabouts, phrase []spot, h Hit) bool {
	first := phrase[0]
	for _, start := range w.exact[first.word][h.slot] {
		all := true
		for _, s := range phrase[1:] {
			at := start + s.pos - first.pos
			if _, ok := slices.BinarySearch(w.exact[s.word][h.slot], at); !ok {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}
