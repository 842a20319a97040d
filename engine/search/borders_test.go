package search_test

import (
	"fmt"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/sample"
)

// Beside a page that holds every word, one that holds a quarter of the question is shown,
// and one that holds less is not. The words are on two pages each and so of one weight.
func TestAQuarterOfAQuestionIsNoScrap(t *testing.T) {
	for _, c := range []struct{ words, each, found int }{{4, 1, 1 + 4}, {25, 6, 1}, {5, 1, 1}} {
		all := doc.Document{ID: "all", Title: "Title"}
		var docs []doc.Document
		for i := range c.words {
			if i%c.each == 0 {
				docs = append(docs, doc.Document{ID: fmt.Sprint(i), Title: "Title"})
			}
			word := fmt.Sprintf("w%d ", i)
			docs[len(docs)-1].Text += word
			all.Text += word
		}
		x := sample.Build(t, append(docs, all), parted)
		res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: all.Text})
		if res.Total != c.found || len(res.Results) != c.found || res.Results[0].ID != "all" {
			t.Errorf("%d of %d words: %d pages, %d shown, want %d", c.each, c.words, res.Total,
				len(res.Results), c.found)
		}
	}
}
