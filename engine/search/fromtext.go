package search

import (
	"slices"
	"sort"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/store"
)

// The index of a small site has no positions: they are found by analysing the text. Of a
// phrase, which no other sign can tell, that of every candidate that holds its words; for
// nearness that of the best candidates, which is about to be shown anyway, or of all that
// are looked at closely if the text is inside the manifest and costs nothing.
const textHits = 5

// placed reports whether the index has positions.
func (r *run) placed() bool {
	found := false
	for i := range r.words {
		for _, m := range r.words[i].matches {
			if m.part.Placed() {
				return true
			}
			found = true
		}
	}
	return !found
}

// fromText fills in where the words stand in the first candidates, as build counted it.
func (r *run) fromText(hits []Hit, w *whereabouts, quoting bool) {
	if len(r.words) < 2 && len(r.phrases) == 0 {
		return
	}
	all, exact := r.marker(false), r.marker(true)
	for i := range r.words {
		w.known[i] = true
	}
	for _, h := range r.toRead(hits) {
		i := h.slot
		r.eachText(h.Page, func(s string, start int) {
			add := func(at [][][]int32, places []placed) {
				for _, p := range places {
					if !p.char && at[p.word] != nil {
						at[p.word][i] = append(at[p.word][i], int32(start+p.pos))
					}
				}
			}
			add(w.exact, exact.find(s))
			if !quoting {
				add(w.at, all.find(s))
			}
		})
	}
}

// toRead are the candidates whose text is looked into.
func (r *run) toRead(hits []Hit) []Hit {
	limit := textHits
	if r.x.TextInside() {
		limit = maxClose
	}
	out := slices.Clone(hits[:min(limit, len(hits))])
	if len(r.phrases) > 0 && !r.unquoted {
		out = append(out, r.mayHold(hits[len(out):])...)
	}
	return out
}

// eachText calls f for the title, headings and texts of a page with the position that
// each begins at. What is not here yet is wanted and passed over.
func (r *run) eachText(page int, f func(s string, start int)) {
	for part := r.x.TextPart(page, 0); part <= r.x.TextPart(page, 1<<30); part++ {
		pages, err := r.x.TextAt(part, r.wants)
		r.fail(err)
		for i := range pages {
			p := &pages[i]
			if p.Number != page {
				continue
			}
			if part == r.x.TextPart(page, 0) {
				f(p.Title, 0)
			}
			for j := range p.Passages {
				eachField(&p.Passages[j], f)
			}
		}
	}
}

func eachField(q *store.Passage, f func(s string, start int)) {
	if n := len(q.Path); n > 0 && q.Tokens > 0 {
		f(q.Path[n-1], q.Start)
	}
	f(q.Text, q.Start+q.Tokens)
}

// marker finds the words of the question in a text by analysing it, so that what is
// marked is what was matched, to the byte. Words may share a form.
type marker struct{ forms []markedForm } // by form, then by word

type markedForm struct {
	form string
	word int
}

// marker knows the forms that were matched; of a phrase, those alone that are exact.
func (r *run) marker(exact bool) *marker {
	var all []markedForm
	for i := range r.words {
		for _, match := range r.words[i].matches {
			if match.exact || !exact {
				all = append(all, markedForm{string(match.part.Text(match.entry)), i})
			}
		}
	}
	order(len(all), func(i, j int) bool {
		a, b := all[i], all[j]
		return a.form < b.form || a.form == b.form && a.word < b.word
	}, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return &marker{all}
}

func (m *marker) find(s string) []placed {
	var out []placed
	analyze.Scan(s, func(t analyze.Token) {
		form := string(t.Form)
		at := sort.Search(len(m.forms), func(i int) bool { return m.forms[i].form >= form })
		for ; at < len(m.forms) && m.forms[at].form == form; at++ {
			out = append(out, placed{t.Span, m.forms[at].word, t.Pos, t.Kind == analyze.Char})
		}
	})
	return out
}
