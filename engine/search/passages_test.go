package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/tools/golden"
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
