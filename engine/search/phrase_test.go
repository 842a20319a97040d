package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/sample"
)

// fields are the texts of a page inside which a phrase may stand.
func fields(d *doc.Document) []string {
	out := []string{d.Title}
	chunks := chunk.Split(d, chunk.Options{})
	for i := range chunks {
		c := &chunks[i]
		out = append(out, d.Text[c.Start:c.Body], d.Text[c.Body:c.End])
	}
	return out
}

// terms are the words of a text in the order in which they stand.
func terms(s string) (out []string) {
	last := -1
	analyze.Scan(s, func(tk analyze.Token) {
		if !tk.Kind.Counts() {
			return
		}
		for last++; last < tk.Pos; last++ {
			out = append(out, "") // the end of a sentence
		}
		out = append(out, analyze.Key(string(tk.Form)))
	})
	return out
}

// says is what a page says, field by field.
func says(d *doc.Document) (out [][]string) {
	for _, f := range fields(d) {
		out = append(out, terms(f))
	}
	return out
}

func holds(said [][]string, phrase []string) bool {
	for _, in := range said {
		for i := 0; i+len(phrase) <= len(in); i++ {
			if in[i] == phrase[0] && slices.Equal(in[i:i+len(phrase)], phrase) {
				return true
			}
		}
	}
	return false
}

// looked is the number of candidates in which a phrase is looked for.
const looked = 1000

// A quotation of a page finds the pages that say so, and those alone.
func TestPhrasesAreFoundWhereTheyStand(t *testing.T) {
	for _, c := range []struct {
		pages int
		opt   build.Options
	}{{24, whole}, {24, parted}, {3000, whole}} {
		docs, x := large(t)
		if c.pages != len(docs) {
			docs = sample.Site(c.pages)
			x = sample.Build(t, docs, c.opt)
		}
		e := x.Open(t, engine.Options{})
		said := map[string][][]string{}
		for i := range docs {
			said[docs[i].ID] = says(&docs[i])
		}
		rng := rand.New(rand.NewPCG(6, 6))
		found, several := 0, 0
		for range 80 {
			d := &docs[rng.IntN(len(docs))]
			f := []rune(fields(d)[2])
			at := rng.IntN(len(f))
			n := 3 + rng.IntN(2)
			if f[at] < 0x80 {
				n *= 6
			}
			quote := string(f[at:min(at+n, len(f))])
			phrase := terms(quote)
			if len(phrase) < 2 || len(phrase) > 8 || strings.ContainsAny(quote, "，。.") {
				continue // in a sentence quotes are only quotes
			}
			want := 0
			for i := range docs {
				if holds(said[docs[i].ID], phrase) {
					want++
				}
			}
			if want == 0 {
				continue // it began inside a word
			}
			found++
			if want > 1 {
				several++
			}
			res, _ := x.Ask(t, e, engine.Request{Query: `"` + quote + `"`})
			if res.Total > want || res.Total < want && want < looked/2 {
				t.Errorf("%d pages: %q is in %d, want %d", c.pages, quote, res.Total, want)
			}
			for _, hit := range res.Results {
				if !holds(said[hit.ID], phrase) {
					t.Errorf("%d pages: %s does not say %q", c.pages, hit.ID, quote)
				}
			}
		}
		if found < 20 || several < found/10 {
			t.Errorf("%d pages: %d phrases are found, %d of them in several pages", c.pages, found,
				several)
		}
	}
}
