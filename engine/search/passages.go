package search

import (
	"slices"
	"sort"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/store"
)

// Shown is a hit as a person sees it.
type Shown struct {
	ID, URL, Title, Lang string
	Labels               []doc.Label
	TitleMarks           []doc.Span // bytes of Title where words of the question stand
	Passages             []Passage  // best first, at most maxPassages, each of another section
}

// Passage is a chunk as a person sees it.
type Passage struct {
	Heading      string
	HeadingMarks []doc.Span
	Path         []string // headings above, outermost first; the last is Heading
	Anchor       string
	Lang         string
	Excerpt      string
	Marks        []doc.Span // bytes of Excerpt, in order, not touching
	Score        float64
}

// maxPassages is how many sections of a page are shown.
const maxPassages = 3

// show fills in the first hits from their text parts.
func (r *run) show(hits []Hit) {
	n := r.opt.Show
	if n == 0 {
		n = len(hits)
	}
	for i := range hits[:min(max(n, 0), len(hits))] {
		hits[i].Shown = r.shown(&hits[i])
	}
}

// shown finds the page's text and its best passages; nil if the text is not here yet.
// A page that is cut in several parts is shown from the part where its words stand best.
func (r *run) shown(h *Hit) *Shown {
	p := r.pageText(h.Page)
	if p == nil {
		return nil
	}
	s := &Shown{ID: p.ID, URL: p.URL, Title: p.Title, Lang: p.Lang, Labels: p.Labels}
	marker := r.marker(false)
	s.TitleMarks = merged(r.said(marker.find(p.Title)))
	s.Passages = r.bestPassages(p, marker)
	return s
}

// pageText is a page with the passages of the part where its words stand best; of an index
// without positions, with all that are here.
func (r *run) pageText(page int) *store.Page {
	from := r.x.TextPart(page, r.bestPosition(page))
	to := from
	if !r.placed() {
		to = r.x.TextPart(page, 1<<30)
	}
	var out *store.Page
	for part := from; part <= to; part++ {
		pages, err := r.x.TextAt(part, r.wants)
		r.fail(err)
		at := slices.IndexFunc(pages, func(p store.Page) bool { return p.Number == page })
		switch {
		case at < 0:
		case out == nil:
			p := pages[at]
			out = &p
		default:
			out.Passages = append(slices.Clone(out.Passages), pages[at].Passages...)
		}
	}
	return out
}

// bestPosition is the position in a page around which its rarest words stand, as far
// as positions are in the terms parts; 0 if none are.
func (r *run) bestPosition(page int) int {
	if !r.placed() || r.x.TextPart(page, 0) == r.x.TextPart(page, 1<<30) {
		return 0
	}
	type place struct {
		pos int32
		idf float64
	}
	var places []place
	for i := range r.words {
		wd := &r.words[i]
		if r.apart(wd) {
			continue
		}
		at, exact := make([][]int32, 1), make([][]int32, 1)
		for _, m := range wd.matches {
			r.collect(m, []Hit{{Page: page}}, 1, at, exact)
		}
		for _, p := range at[0] {
			places = append(places, place{p, wd.idf})
		}
	}
	order(len(places), func(i, j int) bool {
		a, b := places[i], places[j]
		return a.pos < b.pos || a.pos == b.pos && a.idf < b.idf
	}, func(i, j int) { places[i], places[j] = places[j], places[i] })
	best, bestSum, sum, from := 0, 0.0, 0.0, 0
	for _, p := range places {
		sum += p.idf
		for places[from].pos < p.pos-passageTokens {
			sum -= places[from].idf
			from++
		}
		if sum > bestSum {
			best, bestSum = int(places[from].pos), sum
		}
	}
	return best
}

// passageTokens is the length in tokens of the window that bestPosition looks for.
const passageTokens = 64

// bestPassages ranks the passages of a page by the words that stand in them.
func (r *run) bestPassages(p *store.Page, m *marker) []Passage {
	type ranked struct {
		at    int
		score float64
	}
	var all []ranked
	for i := range p.Passages {
		q := &p.Passages[i]
		all = append(all, ranked{i, r.passageScore(q, m)})
	}
	order(len(all), func(i, j int) bool {
		a, b := all[i], all[j]
		return a.score > b.score || a.score == b.score && a.at < b.at
	}, func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []Passage
	for _, c := range all {
		q := &p.Passages[c.at]
		if len(out) > 0 && (c.score < float64(out[0].Score*secondBest) || c.score == 0) {
			break
		}
		if slices.ContainsFunc(out, func(o Passage) bool {
			return o.Anchor == q.Anchor && slices.Equal(o.Path, q.Path)
		}) {
			continue
		}
		out = append(out, r.passage(q, m, c.score))
		if len(out) == maxPassages {
			break
		}
	}
	return out
}

// secondBest is the share of the best passage's score that another must reach.
const secondBest = 0.3

// passageScore is BM25 over the words of one passage; a word in the heading counts as if it
// were said twice more, and as much again as the question is the heading.
func (r *run) passageScore(q *store.Passage, m *marker) float64 {
	tf := make([]float64, len(r.words))
	inHead := make([]bool, len(r.words))
	places := r.said(m.find(q.Text))
	for _, p := range places {
		tf[p.word]++
	}
	near, share := r.nearest(places), 0.0
	if n := len(q.Path); n > 0 {
		head := q.Path[n-1]
		places := r.said(m.find(head))
		for _, p := range places {
			tf[p.word] += r.w.Head
			inHead[p.word] = true
		}
		near = max(near, r.nearest(places))
		share = covered(merged(places), head)
	}
	sum := 0.0
	for i, f := range tf {
		if f > 0 {
			sum += float64(r.words[i].idf * r.w.Saturate(f))
		}
		if inHead[i] {
			sum += float64(r.words[i].idf * share)
		}
	}
	return sum + float64(r.nearness()*near)
}

// covered is the share of a text that spans take up.
func covered(spans []doc.Span, s string) float64 {
	n := 0
	for _, span := range spans {
		n += span.End - span.Start
	}
	return float64(n) / float64(max(1, len(s)))
}

// nearest is what the neighbours of the question are worth in one passage.
func (r *run) nearest(places []placed) float64 {
	at := make([][]int32, len(r.words))
	for _, p := range places {
		at[p.word] = append(at[p.word], int32(p.pos))
	}
	sum, before := 0.0, -1
	for j := range r.words {
		wd := &r.words[j]
		if wd.word.Optional {
			continue
		}
		if before >= 0 {
			want := int32(wd.word.Pos - r.words[before].word.Pos)
			if apart, ok := rank.Apart(at[before], at[j], want); ok {
				sum += rank.Pair{IDF: min(r.words[before].idf, wd.idf), Apart: apart}.Near()
			}
		}
		before = j
	}
	return sum
}

func (r *run) passage(q *store.Passage, m *marker, score float64) Passage {
	out := Passage{Path: q.Path, Anchor: q.Anchor, Lang: q.Lang, Score: score}
	if n := len(q.Path); n > 0 {
		out.Heading = q.Path[n-1]
		out.HeadingMarks = merged(r.said(m.find(out.Heading)))
	}
	out.Excerpt, out.Marks = excerpt(q.Text, r.said(m.find(q.Text)), r.words)
	return out
}

// said leaves out the places of quoted words that do not stand in the quotation, unless it
// stands nowhere and its words alone were looked for.
func (r *run) said(places []placed) []placed {
	if len(r.phrases) == 0 || r.loose || r.unquoted {
		return places
	}
	keep := make([]bool, len(places))
	for i, p := range places {
		keep[i] = !r.quoted(p.word)
	}
	byPos := make([]int, len(places)) // wholes come behind their parts
	for i := range byPos {
		byPos[i] = i
	}
	order(len(byPos), func(i, j int) bool {
		a, b := byPos[i], byPos[j]
		return places[a].pos < places[b].pos || places[a].pos == places[b].pos && a < b
	}, func(i, j int) { byPos[i], byPos[j] = byPos[j], byPos[i] })
	for _, phrase := range r.phrases {
		for _, p := range places {
			if p.word == phrase[0].word {
				keepPhrase(places, byPos, keep, phrase, p.pos)
			}
		}
	}
	out := make([]placed, 0, len(places))
	for i, p := range places {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}

// keepPhrase keeps the places of a phrase that begins at a position, if all of it is there.
func keepPhrase(places []placed, byPos []int, keep []bool, phrase []spot, start int) {
	at := make([]int, len(phrase))
	for i, s := range phrase {
		pos := start + int(s.pos-phrase[0].pos)
		from := sort.Search(len(byPos), func(k int) bool { return places[byPos[k]].pos >= pos })
		at[i] = -1
		for _, k := range byPos[from:] {
			if p := places[k]; p.pos != pos {
				break
			} else if p.word == s.word && !p.char {
				at[i] = k
			}
		}
		if at[i] < 0 {
			return
		}
	}
	for _, k := range at {
		keep[k] = true
	}
}

// placed is one place of a word of the question in a text.
type placed struct {
	doc.Span
	word, pos int
	char      bool // one of a run: no index knows where it stands
}

// merged joins places that touch or overlap and sorts them.
func merged(places []placed) []doc.Span {
	spans := make([]doc.Span, len(places))
	for i, p := range places {
		spans[i] = p.Span
	}
	order(len(spans), func(i, j int) bool {
		a, b := spans[i], spans[j]
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	}, func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}
