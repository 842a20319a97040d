package site

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// In what follows ~ stands for the space that does not break.
func TestNumbersStayWithTheirUnits(t *testing.T) {
	for in, want := range map[string]string{
		"<h1>浏览器里的Go：300 KB与一层薄壳</h1>": "<h1>浏览器里的Go：300~KB与一层薄壳</h1>",
		"<td>408.8 KB</td>":                            "<td>408.8~KB</td>",
		"8–16 KB, 9 Mbit/s, 60 ms":                     "8–16~KB, 9~Mbit/s, 60~ms",
		"0.03 µs and 9.8 μs; 2.1 GB":                   "0.03~µs and 9.8~μs; 2.1~GB",
		"at a line end 20\nKB":                         "at a line end 20~KB",
		"<span>约 3 分钟</span> 3 min read":               "<span>约 3~分钟</span> 3~min read",
		"12 pages, 4 mentions, 3 Bytes":                "12 pages, 4 mentions, 3 Bytes",
		"page B 12 is 5 minutes":                       "page B 12 is 5 minutes",
		"20 % of 5 MiB":                                "20~% of 5~MiB",
		"BM25F k1 = 1.2":                               "BM25F k1 = 1.2",
		"<code>du 3 KB</code> 3 KB":                    "<code>du 3 KB</code> 3~KB",
		"<pre><code>a 3 KB</code> 4 KB</pre> 5 KB":     "<pre><code>a 3 KB</code> 4 KB</pre> 5~KB",
		"<title>300 KB</title><p title='3 KB'>3 KB":    "<title>300 KB</title><p title='3 KB'>3~KB",
		`<script type="a">{"3 KB"}</script><p>1 s</p>`: `<script type="a">{"3 KB"}</script><p>1~s</p>`,
		"<!-- 3 KB --><br/>&lt;3 KB &amp; 4 KB":        "<!-- 3 KB --><br/>&lt;3~KB &amp; 4~KB",
	} {
		want = strings.ReplaceAll(want, "~", "\u00a0")
		if got := string(bind([]byte(in))); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if again := string(bind([]byte(want))); again != want {
			t.Errorf("%q becomes %q when it is done twice", want, again)
		}
	}
}

// The pages of our own site hold numbers with units, and none of them may be parted.
func TestPagesBindUnits(t *testing.T) {
	parted := regexp.MustCompile(`[0-9]\s(KB|MB|GB|ms|µs)`) // \s is no U+00A0
	bound := 0
	for name, root := range pagesOfSites(t) {
		for n := range root.Descendants() {
			if n.Type != html.TextNode || within(n, "code", "pre", "title", "script", "math") {
				continue
			}
			if found := parted.FindString(n.Data); found != "" {
				t.Errorf("%s: %q may be parted", name, found)
			}
			bound += strings.Count(n.Data, "\u00a0")
		}
	}
	if bound < 100 {
		t.Errorf("only %d numbers are bound", bound)
	}
}

func within(n *html.Node, names ...string) bool {
	for up := range n.Ancestors() {
		if slices.Contains(names, up.Data) {
			return true
		}
	}
	return false
}
