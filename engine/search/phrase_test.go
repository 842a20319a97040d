package search_test

import (
	"fmt"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/sample"
)

// A phrase that stands on the worst of many pages with its words is found there, and there
// alone, also on a site that is one file and has no positions.
func TestAPhraseIsFoundHoweverLowItsPage(t *testing.T) {
	docs := []doc.Document{{ID: "long", Title: "Other", Text: "alpha beta. "}}
	for i := range 400 {
		docs[0].Text += fmt.Sprintf("w%d ", i)
	}
	for i := range 60 {
		docs = append(docs, doc.Document{
			ID: fmt.Sprintf("p%02d", i), Title: "beta or alpha",
			Text: "beta alpha; beta and alpha.",
		})
	}
	for name, opt := range map[string]build.Options{"one file": whole, "parts": parted} {
		x := sample.Build(t, docs, opt)
		ask := func(q string) engine.Response {
			res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: q})
			return res
		}
		res := ask(`"alpha beta"`)
		if res.Total != 1 || len(res.Results) != 1 || res.Results[0].ID != "long" || res.Loose {
			t.Errorf("%s: %d pages, loose %v, want the one that says it", name, res.Total,
				res.Loose)
		}
		res = ask(`"alpha alpha"`)
		if !res.Loose || res.Total != 61 {
			t.Errorf("%s: %d pages, loose %v, want all with the word, and that said", name,
				res.Total, res.Loose)
		}
	}
}
