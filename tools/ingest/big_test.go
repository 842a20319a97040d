package ingest

import (
	"strings"
	"testing"
)

// Inputs that make a careless reader quadratic: such a one would not end before the test
// is ended. Left out is "[a](" over and over, in which goldmark itself is quadratic.
func TestPathologicalPages(t *testing.T) {
	const n = 100_000
	for name, unit := range map[string][3]string{
		"links in a heading":  {"<h2 id=x>", "<a href=#x>#</a>t", "</h2>"},
		"links by a heading":  {"<h2 id=x>x</h2>", "<!----><a href=#x>y</a>", ""},
		"headings":            {"", "<h2 id=x>a</h2>", ""},
		"many mains":          {"", "<main><h1></h1>x</main>", ""},
		"many articles":       {"<main>", "<article>x</article>", "</main>"},
		"cells":               {"<table><tr>", "<td>x", "</table>"},
		"unclosed bold":       {"", "<b>x", ""},
		"ends of nothing":     {strings.Repeat("<b>", n), "</i>", ""},
		"breaks":              {"<p>", "<br> ", "</p>"},
		"code lines":          {"<pre>", "<div>x</div>", "</pre>"},
		"emphasis (Markdown)": {"", "*a **a ", ""},
		"quotes (Markdown)":   {"", "> a\n", ""},
		"headings (Markdown)": {"", "# a\n\n", ""},
	} {
		file := "a.html"
		if strings.Contains(name, "Markdown") {
			file = "a.md"
		}
		src := unit[0] + strings.Repeat(unit[1], n) + unit[2]
		docs, problems := readSource(file, []byte(src), Options{})
		if len(docs) == 0 && len(problems) == 0 {
			t.Errorf("%s: lost without a word", name)
		}
	}
}
