package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/ingest"
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

// The heading of a section, asked as a question, leads to the section, however often its words are
// said elsewhere in the page.
func TestAHeadingLeadsToItsSection(t *testing.T) {
	docs, _, err := ingest.Folder("../../content", ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := sample.Build(t, docs, build.Options{})
	e := x.Open(t, engine.Options{})
	asked := 0
	for _, d := range docs {
		for _, b := range d.Blocks {
			heading := b.Of(d.Text)
			if b.Kind != doc.Heading || heading == d.Title {
				continue
			}
			asked++
			res, _ := x.Ask(t, e, engine.Request{Query: heading, Lang: d.Lang})
			at := slices.IndexFunc(res.Results, func(r engine.Result) bool { return r.ID == d.ID })
			if at < 0 {
				t.Errorf("%q: %s is not found", heading, d.ID)
			} else if p := res.Results[at].Passages[0]; p.Anchor != b.Anchor {
				t.Errorf("%q leads to %s#%s, not to #%s", heading, d.ID, p.Anchor, b.Anchor)
			}
		}
	}
	if asked < 40 {
		t.Errorf("%d headings: too few to tell", asked)
	}
}
