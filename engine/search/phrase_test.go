package search_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/text"
	"github.com/pageside/pageside/tools/sample"
)

// quoting makes n pages that all say alpha and beta; some of them, which are long and so
// rank lowest, say "alpha beta".
func quoting(n int, says func(page int) bool) (docs []doc.Document) {
	filler := ""
	for i := range 400 {
		filler += fmt.Sprintf("w%d ", i)
	}
	for i := range n {
		d := doc.Document{
			ID: fmt.Sprintf("p%05d", i), Title: "beta or alpha", Text: "beta alpha; beta and alpha.",
		}
		if says(i) {
			d.Title, d.Text = "Other", "alpha beta "+filler
		}
		docs = append(docs, d)
	}
	return docs
}

// A phrase that stands on the worst of many pages with its words is found there, and there
// alone, also on a site that is one file and has no positions, and also where the lists of
// all its words are cut. A list is read block by block: the phrase stands on the first page
// of each.
func TestAPhraseIsFoundHoweverLowItsPage(t *testing.T) {
	for _, site := range []struct {
		pages int
		opt   build.Options
	}{{61, whole}, {61, parted}, {1501, build.Options{WholeBytes: 1 << 20}}, {1501, parted},
		{2561, parted}} {
		name := fmt.Sprintf("%d pages, at most %d bytes whole", site.pages, site.opt.WholeBytes)
		docs := quoting(site.pages, func(page int) bool { return page%256 == 0 })
		docs[1].Text += "gamma delta epsilon zeta eta theta"
		var want []string
		for i := 0; i < site.pages; i += 256 {
			want = append(want, docs[i].ID)
		}
		x := sample.Build(t, docs, site.opt)
		ask := func(q string) engine.Response {
			r := engine.Request{Query: q, Limit: 100}
			res, _ := x.Ask(t, x.Open(t, engine.Options{}), r)
			return res
		}
		// The second question has a page with all of its words, beside which others are scraps.
		for _, q := range []string{`"alpha beta"`, `"alpha beta" gamma delta epsilon zeta eta`} {
			res := ask(q)
			var got []string
			for _, hit := range res.Results {
				got = append(got, hit.ID)
			}
			slices.Sort(got)
			if !slices.Equal(got, want) || res.Total != len(want) || res.Loose || res.Cut {
				t.Errorf("%s: %s: %d pages %v, loose %v, cut %v; want %v", name, q, res.Total,
					got, res.Loose, res.Cut, want)
			}
		}
		res := ask(`"alpha alpha"`)
		if !res.Loose || res.Total != site.pages || res.Cut {
			t.Errorf("%s: %d pages, loose %v, cut %v, want all with the word, and that said", name,
				res.Total, res.Loose, res.Cut)
		}
	}
}

// Where words are too frequent to look at all pages that hold them, an answer does not deny
// what it has not looked for. One rare word, or a list that is a block shorter, and it looks.
func TestWhatWasNotLookedAtIsNotDenied(t *testing.T) {
	const blocks, pages = 64, 256 // that are read of a list at most, and in each
	for _, c := range []struct {
		why, query  string
		pages       int
		found, deny bool
		cut         bool
	}{
		{"too frequent", `"alpha beta"`, (blocks + 1) * pages, false, false, true},
		{"too frequent, and nowhere", `"alpha alpha"`, (blocks + 1) * pages, false, false, true},
		{"with a rare word", `"alpha beta w0"`, (blocks + 1) * pages, true, false, false},
		{"just not too frequent", `"alpha beta"`, blocks * pages, true, false, false},
		{"just not, and nowhere", `"alpha alpha"`, blocks * pages, false, true, false},
	} {
		last := c.pages - pages
		docs := quoting(c.pages, func(page int) bool { return page == last })
		x := sample.Build(t, docs, parted)
		res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: c.query})
		found := res.Total == 1 && res.Results[0].ID == docs[last].ID
		if found != c.found || res.Loose != c.deny || res.Cut != c.cut {
			t.Errorf("%s: %d pages, loose %v, cut %v", c.why, res.Total, res.Loose, res.Cut)
		}
	}
}

// Three characters in a row are found, quoted, on all pages that say them and on no other,
// on a site whose lists have every length.
func TestAQuotationIsFoundWhereverItStands(t *testing.T) {
	docs, x := plain(t)
	e := x.Open(t, engine.Options{})
	rng := rand.New(rand.NewPCG(8, 8))
	asked, frequent := 0, 0
	for asked < 200 {
		runs := strings.FieldsFunc(docs[rng.IntN(len(docs))].Text, func(r rune) bool {
			return text.ClassOf(r) != text.Han
		})
		s := []rune(runs[rng.IntN(len(runs))])
		if len(s) < 3 {
			continue
		}
		asked++
		from := rng.IntN(len(s) - 2)
		phrase, want := string(s[from:from+3]), 0
		for i := range docs {
			if strings.Contains(docs[i].Title, phrase) || strings.Contains(docs[i].Text, phrase) {
				want++
			}
		}
		if want > 100 {
			frequent++
		}
		res, _ := x.Ask(t, e, engine.Request{Query: `"` + phrase + `"`})
		if res.Total != want || res.Loose || res.Cut {
			t.Errorf("%s: %d pages, loose %v, cut %v; %d say it", phrase, res.Total, res.Loose,
				res.Cut, want)
		}
	}
	if frequent < 10 {
		t.Errorf("%d quotations were frequent: too few to tell", frequent)
	}
}
