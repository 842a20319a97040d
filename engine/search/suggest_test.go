package search_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/budget"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/engine/text"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// suggestions prints what is suggested, a question a line.
func suggestions(res engine.Response) string {
	switch {
	case res.Total > 0:
		return fmt.Sprintf("%d pages\n", res.Total)
	case len(res.Suggest) == 0:
		return "nothing\n"
	}
	return strings.Join(res.Suggest, "\n") + "\n"
}

func TestSuggestions(t *testing.T) {
	golden.Check(t, "testdata/suggest.txt", asked(t, "testdata/suggest.txtar", suggestions))
}

// strangers are characters that hardly any text has, by script.
var strangers = map[text.Class][]rune{
	text.Han: []rune("鼹鼷龘衚鱻檢の"), text.Kana: []rune("ゑヱﾇ゛"), text.Hangul: []rune("쀍뷁"),
	text.Letter: []rune("qxæ"),
}

// garbled is a stretch of some page with strangers in it, so that hardly anything of it is
// known, and at times more: a word that must not be there, quotes, a filter.
func (q *questions) garbled() engine.Request {
	s := []rune(q.some())
	for i := q.rng.IntN(2); i < len(s); i += 2 {
		if of := strangers[text.ClassOf(s[i])]; of != nil {
			s[i] = of[q.rng.IntN(len(of))]
		}
	}
	r := engine.Request{Query: string(s)}
	switch q.rng.IntN(6) {
	case 0:
		r.Query = `"` + r.Query + `"`
	case 1:
		r.Query += " -" + q.some()
	case 2:
		r.Query = q.garbled().Query + " " + r.Query
	case 3:
		r.Filter = slices.Clone(q.docs[q.rng.IntN(len(q.docs))].Labels)
		r.Filter = r.Filter[:min(1, len(r.Filter))]
	case 4:
		r.Query = strings.Repeat(" ", q.rng.IntN(60)) + r.Query
	}
	return r
}

// checkSuggestions holds what is suggested to its laws: few, each once, only if nothing was
// found, and each finds something.
func checkSuggestions(t *testing.T, x *sample.Index, e *engine.Engine, r engine.Request,
	res engine.Response) {
	t.Helper()
	if len(res.Suggest) > 3 || res.Total > 0 && len(res.Suggest) > 0 {
		t.Errorf("%q: %d pages, suggested %q", r.Query, res.Total, res.Suggest)
	}
	for i, s := range res.Suggest {
		again := r
		again.Query = s
		if slices.Contains(res.Suggest[:i], s) {
			t.Errorf("%q: %q is suggested twice", r.Query, s)
		}
		if found, _ := x.Ask(t, e, again); found.Total == 0 || len(found.Results) == 0 {
			t.Errorf("%q, filter %v: suggested %q, which finds nothing", r.Query, r.Filter, s)
		}
	}
}

// smallParts cuts the dictionary of even a small site into parts.
var smallParts = build.Options{WholeBytes: -1, TermsBytes: 300}

func TestEverySuggestionFindsSomething(t *testing.T) {
	docs, parts := sample.Large(t)
	small := sample.Read(t, "testdata/suggest.txtar")
	for name, site := range map[string]struct {
		docs []doc.Document
		x    *sample.Index
	}{
		"a site of 3,000 pages": {docs, parts},
		"a small one":           {small, sample.Build(t, small, whole)},
		"in small parts":        {small, sample.Build(t, small, smallParts)},
	} {
		q := questions{rand.New(rand.NewPCG(6, 6)), site.docs}
		e := site.x.Open(t, engine.Options{})
		nowhere, pairs := 0, 0
		for range 400 {
			r := q.garbled()
			res, _ := site.x.Ask(t, e, r)
			checkSuggestions(t, site.x, e, r, res)
			if res.Total > 0 {
				continue
			}
			nowhere++
			for _, s := range res.Suggest {
				analyze.Scan(s, func(tk analyze.Token) {
					if tk.Kind == analyze.Bigram {
						pairs++
					}
				})
			}
		}
		t.Logf("%s: %d questions found nothing, %d pairs suggested", name, nowhere, pairs)
		if nowhere < 150 || pairs < 150 {
			t.Errorf("%s: %d questions found nothing, %d pairs suggested: too few to tell", name,
				nowhere, pairs)
		}
	}
}

// Suggestions cost no fetch: what a question needs that finds nothing is the parts of its
// words, and those of what is filtered by. And they do not depend on what else is here.
func TestSuggestionsCostNoFetch(t *testing.T) {
	docs, x := sample.Large(t)
	q := questions{rand.New(rand.NewPCG(7, 7)), docs}
	warm := x.Open(t, engine.Options{})
	for name, raw := range x.Parts {
		if err := warm.Add(name, raw); err != nil {
			t.Fatal(err)
		}
	}
	suggested := 0
	for range 300 {
		r := q.garbled()
		res, rounds := x.Ask(t, x.Open(t, engine.Options{}), r)
		if res.Total > 0 || len(r.Filter) > 0 || strings.Contains(r.Query, "-") {
			continue
		}
		n := 0
		for _, round := range rounds {
			n += len(round)
		}
		if words := len(query.Parse(r.Query).Words); n > words {
			t.Errorf("%q: %d parts for %d words", r.Query, n, words)
		}
		again, _ := x.Ask(t, warm, r)
		if !reflect.DeepEqual(res.Suggest, again.Suggest) {
			t.Errorf("%q: suggested %q, with all parts here %q", r.Query, res.Suggest,
				again.Suggest)
		}
		suggested += len(res.Suggest)
	}
	if suggested < 30 {
		t.Errorf("%d suggestions: too few to tell", suggested)
	}
}

// The budget of a question is that of its suggestions, too.
func TestSuggestionsAreWithinTheBudget(t *testing.T) {
	docs, x := sample.Large(t)
	r := engine.Request{Query: strings.Repeat("丄检 丄索 丄引 丄的 ", 20)}
	m := &budget.Meter{}
	full, rounds := x.Ask(t, x.Open(t, engine.Options{Meter: m}), r)
	need := m.Used()
	if len(full.Suggest) == 0 || len(rounds) != 1 || len(rounds[0]) < 2 ||
		need == 0 || need > query.MaxWords*len(docs) {
		t.Fatalf("%d steps in parts %v, suggested %q", need, rounds, full.Suggest)
	}
	for _, steps := range []int{1, need / 2, need - 1, need} {
		m := &budget.Meter{Steps: steps}
		res, _ := x.Ask(t, x.Open(t, engine.Options{Meter: m}), r)
		if res.Cut != (steps < need) {
			t.Errorf("%d steps of %d: %d used, cut: %v", steps, need, m.Used(), res.Cut)
		}
		if !res.Cut && !reflect.DeepEqual(res, full) {
			t.Error("with just enough steps the answer differs")
		}
		checkSuggestions(t, x, x.Open(t, engine.Options{}), r, res)
	}
}
