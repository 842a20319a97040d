package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// passages prints what is shown of each result: its title, then for each passage where it
// stands and the excerpt.
func passages(res engine.Response) string {
	var out strings.Builder
	for _, r := range res.Results {
		fmt.Fprintf(&out, "%s %s\n", r.URL, marked(r.Title, r.TitleMarks))
		for _, p := range r.Passages {
			path := append([]string{}, p.Path...)
			if n := len(path); n > 0 {
				path[n-1] = marked(p.Heading, p.HeadingMarks)
			}
			fmt.Fprintf(&out, "  #%s %s\n", p.Anchor, strings.Join(path, " > "))
			fmt.Fprintf(&out, "    |%s|\n", marked(p.Excerpt, p.Marks))
		}
	}
	if out.Len() == 0 {
		return "nothing\n"
	}
	return out.String()
}

func TestPassages(t *testing.T) {
	golden.Check(t, "testdata/passages.txt", asked(t, "testdata/pages.txtar", passages))
}

// Zero width spaces in a text or in a question are as good as not there; what is shown is
// the text as it is.
func TestZeroWidthSpacesPartNoWord(t *testing.T) {
	const broken = "先过\u200b滤再\u200b索引。"
	docs := []doc.Document{
		{ID: "broken", Title: "甲", Text: broken}, {ID: "other", Title: "乙", Text: "过河。滤水。"},
	}
	x := sample.Build(t, docs, parted)
	for _, q := range []string{"过滤", "过\u200b滤", `"先过滤"`} {
		res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: q, Limit: 1})
		if res.Total != 1 || res.Loose || res.Results[0].Passages[0].Excerpt != broken {
			t.Fatalf("%q: %d pages, loose %v\n%s", q, res.Total, res.Loose, passages(res))
		}
		p := res.Results[0].Passages[0]
		if got := marked(p.Excerpt, p.Marks); !strings.Contains(got, "过\u200b滤]") {
			t.Errorf("%q: %q is marked", q, got)
		}
	}
}
