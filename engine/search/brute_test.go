package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/sample"
)

// plain is an index without stems, in which a word is found where it stands and nowhere
// else, so that the answers can be counted by hand.
func plain(t testing.TB) ([]doc.Document, *sample.Index) {
	t.Helper()
	docs, _ := sample.Large(t)
	plainOnce.Do(func() {
		plainIndex = sample.Build(t, docs, build.Options{
			Stem: func(word, lang string) string { return word },
		})
	})
	return docs, plainIndex
}

// keys are the terms of a page, folded as a dictionary folds them.
func keys(d *doc.Document) map[string]bool {
	out := map[string]bool{}
	add := func(tk analyze.Token) { out[analyze.Key(string(tk.Form))] = true }
	analyze.Scan(d.Title, add)
	analyze.Scan(d.Text, add)
	return out
}

// labels reads words like key=value.
func labels(s string) (out []doc.Label) {
	for _, word := range strings.Fields(s) {
		key, value, _ := strings.Cut(word, "=")
		out = append(out, doc.Label{Key: key, Value: value})
	}
	return out
}

// passes says whether a page has for each key one of the labels that are asked for.
func passes(d *doc.Document, filter []doc.Label) bool {
	for _, f := range filter {
		if !slices.ContainsFunc(d.Labels, func(l doc.Label) bool {
			return l.Key == f.Key && slices.Contains(filter, l)
		}) {
			return false
		}
	}
	return true
}

// Words of every frequency, from one page to nearly all, with filters that leave much or
// little: whatever a reader asks for is found, all of it, and the reader's language first.
func TestOneWordIsFoundWhereverItStands(t *testing.T) {
	docs, x := plain(t)
	e := x.Open(t, engine.Options{})
	byID := index(docs)
	holds := map[string]map[string]bool{}
	all := map[string]int{}
	for i := range docs {
		k := keys(&docs[i])
		holds[docs[i].ID] = k
		for key := range k {
			all[key]++
		}
	}
	rng := rand.New(rand.NewPCG(5, 5))
	words := []string{"的", "检索", "index", "die", "索"}
	for len(words) < 24 {
		s := []rune(docs[rng.IntN(len(docs))].Title)
		words = append(words, string(s[:min(len(s), 2)]))
	}
	checked := map[bool]int{}
	for _, word := range words {
		k := analyze.Key(word)
		if all[k] == 0 {
			continue // two characters that are no term, such as a letter and a space
		}
		for _, r := range []engine.Request{
			{Query: word},
			{Query: word, Lang: "en", Limit: 40},
			{Query: word, Lang: "zh", Limit: 40},
			{Query: word, Filter: labels("section=s3 year=2022")},
			{Query: word, Filter: labels("tag=learn tag=walk")},
			{Query: word, Filter: labels("section=none")},
		} {
			total, native := 0, 0
			for i := range docs {
				if holds[docs[i].ID][k] && passes(&docs[i], r.Filter) {
					total++
					if sameLang(docs[i].Lang, r.Lang) {
						native++
					}
				}
			}
			res, _ := x.Ask(t, e, r)
			checked[all[k] > 2048] += res.Total
			got := 0
			for _, hit := range res.Results {
				if sameLang(hit.Lang, r.Lang) {
					got++
				}
				if !holds[hit.ID][k] || !passes(byID[hit.ID], r.Filter) {
					t.Errorf("%q %v: %s does not hold it", word, r.Filter, hit.ID)
				}
			}
			limit := max(r.Limit, 10)
			have := [3]int{res.Total, len(res.Results), got}
			if want := [3]int{total, min(total, limit), min(native, limit)}; have != want {
				t.Errorf("%q, in %d pages, lang %q, filter %v: total, shown, native %v, want %v",
					word, all[k], r.Lang, r.Filter, have, want)
			}
		}
	}
	if checked[true] == 0 || checked[false] == 0 {
		t.Error("no word was frequent, or none was rare")
	}
}
