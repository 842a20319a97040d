package build_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
	"github.com/pageside/pageside/tools/sample"
)

// opened opens an index with all of its parts.
func opened(t *testing.T, s *sample.Index) *index.Index {
	t.Helper()
	x, err := index.Open(s.Raw, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range s.Parts {
		if err := x.Add(name, raw); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// nothing fails the test if something was missing.
func nothing(t *testing.T, w *fetch.Wants, err error) {
	t.Helper()
	if err != nil || len(w.Keys()) > 0 {
		t.Fatalf("missing %v, error %v", w.Keys(), err)
	}
}

// everyPage returns the pages of an index with all of their passages, by number.
func everyPage(t *testing.T, x *index.Index, s *sample.Index) []store.Page {
	t.Helper()
	for name, raw := range s.Parts {
		if err := x.Add(name, raw); err != nil {
			t.Fatal(err)
		}
	}
	var out []store.Page
	for n := range x.Parts[shard.KindText] {
		var w fetch.Wants
		pages, err := x.TextAt(n, &w)
		nothing(t, &w, err)
		for _, p := range pages {
			if last := len(out) - 1; last >= 0 && out[last].Number == p.Number {
				out[last].Passages = append(slices.Clone(out[last].Passages), p.Passages...)
				continue
			}
			out = append(out, p)
		}
	}
	return out
}

// everyPart returns the terms parts of an index.
func everyPart(t *testing.T, x *index.Index) []*inverted.Part {
	t.Helper()
	var out []*inverted.Part
	for _, key := range x.Keys {
		var w fetch.Wants
		p, err := x.Terms(key, &w)
		nothing(t, &w, err)
		out = append(out, p)
	}
	return out
}

// Every page comes back with its labels and, passage by passage, its text.
func TestPagesComeBack(t *testing.T) {
	for _, c := range []struct {
		pages int
		opt   build.Options
	}{{40, build.Options{}}, {40, parted}, {40, build.Options{WholeBytes: -1, TextBytes: 600}}} {
		docs := sample.Site(c.pages)
		byID := map[string]*doc.Document{}
		for i := range docs {
			byID[docs[i].ID] = &docs[i]
		}
		s := sample.Build(t, docs, c.opt)
		x := opened(t, s)
		pages := everyPage(t, x, s)
		if len(pages) != len(docs) {
			t.Fatalf("%d pages of %d", len(pages), len(docs))
		}
		for i, p := range pages {
			d := byID[p.ID]
			if p.Number != i || d == nil || p.Title != d.Title || p.URL != d.ID ||
				!sameLabels(p.Labels, d.Labels) {
				t.Fatalf("page %d is %+v, want %+v", i, p, d)
			}
			chunks := chunk.Split(d, chunk.Options{})
			if len(chunks) != len(p.Passages) {
				t.Fatalf("%s: %d passages, want %d", p.ID, len(p.Passages), len(chunks))
			}
			for j, q := range p.Passages {
				c := chunks[j]
				if q.Text != d.Text[c.Body:c.End] || q.Anchor != c.Anchor ||
					!slices.Equal(q.Path, c.Path) {
					t.Fatalf("%s: passage %d is %+v, want %+v", p.ID, j, q, c)
				}
			}
		}
	}
}

func sameLabels(a, b []doc.Label) bool {
	sorted := func(l []doc.Label) string {
		l = slices.Clone(l)
		slices.SortFunc(l, func(x, y doc.Label) int { return cmp.Compare(x.Key, y.Key) })
		return fmt.Sprint(l)
	}
	return sorted(a) == sorted(b)
}

// places are the positions of a form by page.
type places map[int32][]int32

// expected finds all forms in all pages as engine/store says that positions are counted.
func expected(pages []store.Page) map[string]places {
	out := map[string]places{}
	for _, p := range pages {
		field := func(s string, start int) {
			analyze.Scan(s, func(tk analyze.Token) {
				at := out[string(tk.Form)]
				if at == nil {
					at = places{}
					out[string(tk.Form)] = at
				}
				n := int32(p.Number)
				if _, ok := at[n]; !ok {
					at[n] = nil
				}
				if tk.Kind != analyze.Char { // nobody asks where a character stands
					at[n] = append(at[n], int32(start+tk.Pos))
				}
			})
		}
		field(p.Title, 0)
		for _, q := range p.Passages {
			if q.Tokens > 0 {
				field(q.Path[len(q.Path)-1], q.Start)
			}
			field(q.Text, q.Start+q.Tokens)
		}
		for _, l := range p.Labels {
			out[inverted.LabelForm(l.Key, l.Value)] = nil
		}
	}
	return out
}

// stored reads the positions of an entry, wherever they stand.
func stored(t *testing.T, x *index.Index, p *inverted.Part, entry int) places {
	t.Helper()
	pages := postings(t, x, p, entry).Pages
	out := places{}
	where, _ := p.Addresses(entry)
	walk := p.Where(entry)
	for i, page := range pages {
		if where != nil && i%inverted.BlockPages == 0 {
			var w fetch.Wants
			b, err := x.Block(shard.KindWhere, where[i/inverted.BlockPages], &w)
			nothing(t, &w, err)
			walk = inverted.WhereOf(b)
		}
		out[page] = walk.Next(nil)
	}
	if walk.Err() != nil {
		t.Fatal(walk.Err())
	}
	return out
}

// postings reads all postings of an entry, also of a cut list.
func postings(t *testing.T, x *index.Index, p *inverted.Part, entry int) inverted.List {
	t.Helper()
	var all, block inverted.List
	if err := p.Docs(entry, &all); err != nil {
		t.Fatal(err)
	}
	if !p.Cut(entry) {
		return all
	}
	_, tail := p.Addresses(entry)
	all = inverted.List{}
	for i, b := range tail {
		var w fetch.Wants
		bytes, err := x.Block(shard.KindTail, b, &w)
		nothing(t, &w, err)
		n := min(inverted.BlockPages, p.Pages(entry)-i*inverted.BlockPages)
		if err := inverted.DocsOf(bytes, n, &block); err != nil {
			t.Fatal(err)
		}
		if block.Pages[0] != b.Page {
			t.Errorf("block %d begins with page %d, its address says %d", i, block.Pages[0], b.Page)
		}
		all.Pages = append(all.Pages, block.Pages...)
		all.Codes = append(all.Codes, block.Codes...)
	}
	return all
}

// Every form of every page stands in the dictionary once, beside its guests, with all of
// its pages and places; and nothing else does. The large site has lists that are cut and
// positions that stand apart.
func TestEveryPlaceOfEveryFormComesBack(t *testing.T) {
	_, s := sample.Large(t)
	x := opened(t, s)
	want := expected(everyPage(t, x, s))
	seen := map[string]bool{}
	var cut, apart, guests, labels int
	for _, p := range everyPart(t, x) {
		for e := range p.Len() {
			form := string(p.Text(e))
			at, known := want[form]
			if !known || p.Pages(e) != len(at) && at != nil {
				t.Fatalf("%q has %d pages, want %d", form, p.Pages(e), len(at))
			}
			if p.Guest(e) {
				guests++
				continue
			}
			if seen[form] {
				t.Fatalf("%q is at home in two parts", form)
			}
			seen[form] = true
			if p.Cut(e) {
				cut++
			}
			if p.Apart(e) {
				apart++
			}
			if at == nil {
				labels++
				continue
			}
			for page, positions := range stored(t, x, p, e) {
				if !slices.Equal(positions, at[page]) {
					t.Fatalf("%q in page %d stands at %v, want %v", form, page, positions, at[page])
				}
			}
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%d forms, want %d", len(seen), len(want))
	}
	if cut < 2 || apart < 50 || guests < 2 || labels < 10 {
		t.Errorf("the site has %d cut lists, %d apart, %d guests, %d labels: too few to tell",
			cut, apart, guests, labels)
	}
	t.Logf("%d forms, %d lists cut, %d apart, %d guests", len(seen), cut, apart, guests)
}

// A part is closed: whatever form has one stem with a form that is at home in it is there
// too, linked to it, with the same postings. The stems here are the last two letters of a
// word, so that kin are scattered over the whole dictionary.
func TestEveryPartHoldsTheKinOfItsForms(t *testing.T) {
	stem := func(word, lang string) string {
		return lang + word[max(0, len(word)-2):]
	}
	// Few enough forms that a group fits into a part, enough for several parts.
	docs := sample.Site(120)
	s := sample.Build(t, docs, build.Options{Stem: stem, WholeBytes: -1, TermsBytes: 12 << 10})
	x := opened(t, s)
	parts := everyPart(t, x)
	home := map[string]string{} // form → its postings, as text
	for _, p := range parts {
		for e := range p.Len() {
			if !p.Guest(e) {
				home[string(p.Text(e))] = fmt.Sprint(postings(t, x, p, e))
			}
		}
	}
	groups := map[string][]string{} // of everyone's kin, as the parts at home say
	guests := 0
	for n, p := range parts {
		for e := range p.Len() {
			form := string(p.Text(e))
			if x.TermsPart(string(p.Key(e))) == n == p.Guest(e) {
				t.Fatalf("%q is a guest (%v) in part %d, its key is of part %d",
					form, p.Guest(e), n, x.TermsPart(string(p.Key(e))))
			}
			ring := []string{form}
			for k := p.Next(e); k != e; k = p.Next(k) {
				ring = append(ring, string(p.Text(k)))
				if len(ring) > p.Len() {
					t.Fatalf("the kin of %q are no ring", form)
				}
			}
			slices.Sort(ring)
			if !p.Guest(e) {
				groups[form] = ring
				continue
			}
			guests++
			if got := fmt.Sprint(postings(t, x, p, e)); got != home[form] {
				t.Fatalf("the guest %q has postings %s, at home %s", form, got, home[form])
			}
		}
	}
	for form, ring := range groups {
		for _, other := range ring {
			if !slices.Equal(groups[other], ring) {
				t.Fatalf("%q has the kin %v, %q of them has %v", form, ring, other, groups[other])
			}
			if len(ring) > 1 && other[len(other)-2:] != form[len(form)-2:] {
				t.Fatalf("%q and %q are kin", form, other)
			}
		}
	}
	if len(parts) < 3 || guests < 100 {
		t.Errorf("%d parts and %d guests: too few to tell", len(parts), guests)
	}
}
