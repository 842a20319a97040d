package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/search"
	"github.com/pageside/pageside/tools/sample"
)

// onlyPassage is what is shown of a site that is one page of one section.
func onlyPassage(t *testing.T, text, query string) search.Passage {
	t.Helper()
	x := sample.Build(t, []doc.Document{{ID: "page", Title: "Title", Text: text}}, whole)
	res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: query})
	if len(res.Results) != 1 || len(res.Results[0].Passages) != 1 {
		t.Fatalf("%q: %d results\n%s", query, len(res.Results), passages(res))
	}
	return res.Results[0].Passages[0]
}

// Words that stand in 170 columns stand together, and the first place where they do is
// shown; a column more, and it is the second.
func TestExcerptsShowWhatStandsTogether(t *testing.T) {
	for apart, want := range map[int]bool{170: true, 171: false} {
		between := strings.Repeat("of ", 100)[:apart-len("alpha  beta")]
		text := "alpha " + between + " beta" + strings.Repeat(" of", 100) + " alpha beta"
		p := onlyPassage(t, text, "alpha beta")
		if first := strings.HasPrefix(p.Excerpt, "alpha"); first != want {
			t.Errorf("%d columns: the first place is shown: %v\n%s", apart, first,
				marked(p.Excerpt, p.Marks))
		}
	}
}

// A word that an excerpt would part is left out, and with it the mark on its beginning.
func TestExcerptsPartNoMarkedWord(t *testing.T) {
	text := "camel cased " + strings.Repeat("of ", 66) + "camelCasedName and more" // at 210
	p := onlyPassage(t, text, "camel cased")
	checkMarks(t, p.Excerpt, p.Marks, nil, false)
	if len(p.Marks) != 2 || !strings.HasSuffix(p.Excerpt, "of…") {
		t.Errorf("%s", marked(p.Excerpt, p.Marks))
	}
}

// A long page is shown where most of the question stands in 64 words. Two words make more
// of it than a rarer one, but a word further apart they stand alone.
func TestLongPagesAreShownWhereWordsStandTogether(t *testing.T) {
	filler := func(from, n int) string {
		out := ""
		for i := range n {
			out += fmt.Sprintf("w%d ", (from+i)*7919%9973)
		}
		return out
	}
	for apart, together := range map[int]bool{64: true, 65: false} {
		docs := []doc.Document{{ID: "0", Title: "Long", Text: "alpha " + filler(0, apart-1) +
			"beta " + filler(200, 800) + "gamma " + filler(1000, 800)}}
		for i := 1; i < 20; i++ {
			d := doc.Document{ID: fmt.Sprint(i), Title: "Short", Text: "Nothing."}
			if i < 4 {
				d.Text = "Neither beta nor alpha."
			}
			docs = append(docs, d)
		}
		x := sample.Build(t, docs, build.Options{WholeBytes: -1, TextBytes: 400})
		res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: "alpha beta gamma"})
		long := slices.IndexFunc(res.Results, func(r engine.Result) bool { return r.ID == "0" })
		p := res.Results[long].Passages[0]
		shown := marked(p.Excerpt, p.Marks)
		if got := strings.Contains(shown, "[alpha]"); got != together {
			t.Errorf("%d words apart: shown together: %v\n%s", apart, got, shown)
		}
	}
}
