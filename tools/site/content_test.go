package site

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/pageside/pageside/engine/rank"
)

// articlesOf loads the site's own content.
func articlesOf(t *testing.T) *library {
	t.Helper()
	lib, err := load(contentDir)
	if err != nil {
		t.Fatal(err)
	}
	if len(lib.articles["zh"]) < 5 {
		t.Fatalf("only %d articles", len(lib.articles["zh"]))
	}
	return lib
}

// Every article has its twin, with the same front matter keys, date and place.
func TestArticlesHaveTwins(t *testing.T) {
	lib := articlesOf(t)
	if alone := lib.alone(); len(alone) > 0 {
		t.Errorf("without a twin: %v", alone)
	}
	for _, a := range lib.articles["zh"] {
		if a.twin == nil {
			continue
		}
		zh, en := keysOf(t, a.File), keysOf(t, a.twin.File)
		if !slices.Equal(zh, en) {
			t.Errorf("%s has %v, its twin %v", a.File, zh, en)
		}
		if a.Date != a.twin.Date || a.Order != a.twin.Order || a.Slug != a.twin.Slug ||
			len(a.Tags) != len(a.twin.Tags) {
			t.Errorf("%s and its twin differ in date, order, slug or number of tags", a.File)
		}
	}
}

func keysOf(t *testing.T, file string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(contentDir, file))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := cutFront(raw)
	var front map[string]any
	if err := yaml.Unmarshal(head, &front); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(front))
}

// fenced finds formulas, whose markup is neither prose nor numbers to compare.
var fenced = regexp.MustCompile("(?s)```math\n.*?\n```")

// prose is an article without formulas.
func (a *article) prose() string { return fenced.ReplaceAllString(string(a.source), "") }

// Articles are short: 600 to 1,500 characters of Chinese, or as many words of English.
func TestArticlesAreShort(t *testing.T) {
	lib := articlesOf(t)
	for _, e := range editions {
		for _, a := range lib.articles[e.Dir] {
			m := measureOf(a.prose())
			n := m.Words
			if e.Dir == "zh" {
				n = m.Chars
			}
			if n < 600 || n > 1500 {
				t.Errorf("%s: %d, want 600 to 1500", a.File, n)
			}
		}
	}
}

// number finds figures, with their decimal point and thousands separators.
var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// Twins tell the same facts: every figure in one is in the other.
func TestTwinsTellTheSameFigures(t *testing.T) {
	for _, a := range articlesOf(t).articles["zh"] {
		figures := func(a *article) map[string]bool {
			set := map[string]bool{}
			for _, s := range number.FindAllString(a.prose(), -1) {
				set[s] = true
			}
			return set
		}
		zh, en := figures(a), figures(a.twin)
		for s := range zh {
			if !en[s] {
				t.Errorf("%s says %s, its twin does not", a.File, s)
			}
		}
		for s := range en {
			if !zh[s] {
				t.Errorf("%s says %s, its twin does not", a.twin.File, s)
			}
		}
	}
}

// code finds what typographical rules do not apply to.
var code = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|\\]\\([^)]*\\)")

// Chinese is set without spaces between scripts, which browsers add by themselves, and with
// full-width punctuation.
func TestChineseIsSetAsChinese(t *testing.T) {
	rules := map[string]*regexp.Regexp{
		"a space beside Chinese": regexp.MustCompile(
			`\p{Han} +[\pL\pN]|[\pL\pN%′] +\p{Han}`),
		"half-width punctuation beside Chinese": regexp.MustCompile(`\p{Han}[,.;:?!()]`),
		"straight quotes beside Chinese":        regexp.MustCompile(`["']\p{Han}|\p{Han}["']`),
		"three dots instead of an ellipsis":     regexp.MustCompile(`\.\.\.|。。`),
	}
	lib := articlesOf(t)
	all := append([]*article{lib.homes["zh"]}, lib.articles["zh"]...)
	for _, a := range all {
		text := strings.Join([]string{a.Title, a.Description, a.Footer,
			code.ReplaceAllString(a.prose(), "")}, "\n")
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "|") || strings.HasPrefix(line, "!") {
				continue // cells and captions of figures have spaces of their own
			}
			for rule, re := range rules {
				if found := re.FindString(line); found != "" {
					t.Errorf("%s: %s: %q in %s", a.File, rule, found, line)
				}
			}
		}
	}
}

// tags finds markup, and code with what is in it.
var tags = regexp.MustCompile(`(?s)<code.*?</code>|<[^>]*>`)

// No asterisk is left of emphasis that was not understood as such.
func TestEmphasisIsUnderstood(t *testing.T) {
	lib := articlesOf(t)
	b, err := parseBase("")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range editions {
		emphasized := 0
		for _, a := range append([]*article{lib.homes[e.Dir]}, lib.articles[e.Dir]...) {
			if err := a.convert(lib, b); err != nil {
				t.Fatal(err)
			}
			emphasized += strings.Count(a.html, "<em>")
			for line := range strings.Lines(tags.ReplaceAllString(a.html, "")) {
				if strings.Contains(line, "*") {
					t.Errorf("%s: an asterisk in %s", a.File, line)
				}
			}
		}
		if emphasized == 0 {
			t.Errorf("%s: nothing is emphasized", e.Dir)
		}
	}
}

// otherWords are words for an idea that has one of its own in this project.
var otherWords = map[string]string{
	"倒排列表": "倒排记录", "倒排表": "倒排记录", "切片": "分片", "碎片": "分片",
	"章节": "小节", "分块": "文本块", "词元": "词项", "索引项": "词项",
	"snippet": "passage", "fragment": "shard", "token": "term", "chapter": "section",
	"inverted list": "postings",
}

func TestGlossary(t *testing.T) {
	lib := articlesOf(t)
	for _, e := range editions {
		for _, a := range lib.articles[e.Dir] {
			for wrong, right := range otherWords {
				if bytes.Contains(a.source, []byte(wrong)) {
					t.Errorf("%s says %s for %s", a.File, wrong, right)
				}
			}
		}
	}
}

// says fails unless both twins contain a figure.
func says(t *testing.T, name, figure string) {
	t.Helper()
	lib := articlesOf(t)
	for _, e := range editions {
		i := slices.IndexFunc(lib.articles[e.Dir], func(a *article) bool { return a.Name == name })
		if i < 0 {
			t.Fatalf("no article %s", name)
		}
		text := lib.articles[e.Dir][i].prose()
		whole := regexp.MustCompile(`(^|[^\d.,])` + regexp.QuoteMeta(figure) + `($|[^\d])`)
		if !whole.MatchString(text) {
			t.Errorf("%s/%s.md does not say %s", e.Dir, name, figure)
		}
	}
}

// The worked example of bm25f.md is computed by the engine's own arithmetic, with the
// constants that the article chooses.
func TestBM25FArticle(t *testing.T) {
	p := rank.Params{K1: 1.2, B: 0.75, Title: 5, Head: 2, BTitle: 0.4}
	for _, c := range []float64{p.K1, p.B, p.Title, p.Head, p.BTitle} {
		says(t, "bm25f", fmt.Sprint(c))
	}
	idf := rank.IDF(200, 12)
	says(t, "bm25f", fmt.Sprintf("%.2f", idf))
	mean := rank.Lengths{Title: 8, Head: 10, Body: 800}
	pages := []struct {
		counts  rank.Counts
		lengths rank.Lengths
	}{
		{rank.Counts{Title: 1, Head: 1, Body: 6}, rank.Lengths{Title: 4, Head: 10, Body: 600}},
		{rank.Counts{Body: 12}, rank.Lengths{Title: 8, Head: 10, Body: 1600}},
		{rank.Counts{Title: 1}, mean},
		{rank.Counts{Body: 1}, mean},
	}
	last := math.Inf(1)
	for _, page := range pages {
		tf := p.TF(page.counts, page.lengths, mean)
		s := p.Saturate(tf)
		for _, v := range []float64{tf, s, s * idf} {
			says(t, "bm25f", fmt.Sprintf("%.2f", v))
		}
		if s*idf >= last {
			t.Errorf("the pages are not in the order of their scores: %.2f after %.2f", s*idf, last)
		}
		last = s * idf
	}
	for _, c := range []rank.Counts{{Title: 1}, {Head: 1}, {Body: 6}} {
		says(t, "bm25f", fmt.Sprintf("%.2f", p.TF(c, pages[0].lengths, mean)))
	}
}

// What the articles say that Go and its packages weigh is what tools/size measured.
func TestPricesInArticles(t *testing.T) {
	raw, err := os.ReadFile("../size/prices.txt")
	if err != nil {
		t.Fatal(err)
	}
	prices := 0
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] == "#" {
			continue
		}
		prices++
		whole, tenth, _ := strings.Cut(f[0], ".")
		if n := len(whole); n > 3 {
			whole = whole[:n-3] + "," + whole[n-3:]
		}
		article := "go-in-the-browser"
		if strings.Contains(f[1], "snowball") {
			article = "dictionary"
		}
		says(t, article, whole+"."+tenth)
		if prices > 3 {
			continue
		}
		for _, e := range editions {
			figure, err := os.ReadFile(filepath.Join(contentDir, "figures", "floor."+e.Dir+".svg"))
			if err != nil || !strings.Contains(string(figure), ">"+f[0]+" KB<") {
				t.Errorf("the %s drawing has no bar of %s KB (%v)", e.Dir, f[0], err)
			}
		}
	}
	if prices < 12 {
		t.Errorf("%d prices, there are more", prices)
	}
}

// Readers cannot see what an article quotes unless it is in this repository.
func TestSourcesAreThere(t *testing.T) {
	elsewhere := regexp.MustCompile(`WASM\.md|reference\.tsv|design material|设计资料|` +
		`acceptance figures|验收数字`)
	lib := articlesOf(t)
	for _, e := range editions {
		for _, a := range lib.articles[e.Dir] {
			if found := elsewhere.Find(a.source); found != nil {
				t.Errorf("%s quotes %s", a.File, found)
			}
		}
	}
}

// The table of lazy-index.md follows from its formula.
func TestRoundTripsArticle(t *testing.T) {
	model := func(files int, kb float64) float64 {
		return 60 + float64(files)*kb/1.1 + 4*float64(files-1)
	}
	directory, terms, texts := model(1, 20), model(4, 10), model(1, 15)
	oneByOne := model(1, 20) + 4*model(1, 10) + model(1, 15)
	for _, ms := range []float64{
		directory, terms, texts, directory + terms + texts, oneByOne, model(1, 1000),
	} {
		says(t, "lazy-index", fmt.Sprintf("%.0f ms", ms))
	}
}

// The positions that bigrams.md shows are where the bigrams are.
func TestPositionsArticle(t *testing.T) {
	for _, e := range editions {
		raw, err := os.ReadFile(filepath.Join(contentDir, e.Dir, "bigrams.md"))
		if err != nil {
			t.Fatal(err)
		}
		a, b := []rune("全文检索只要一个索引"), []rune("这份公文检查无误，全文可供检索")
		if !bytes.Contains(raw, []byte(string(a))) || !bytes.Contains(raw, []byte(string(b))) {
			t.Fatalf("%s/bigrams.md compares other lines", e.Dir)
		}
		for _, term := range []string{"全文", "文检", "检索"} {
			row := fmt.Sprintf("| %s | %d | %d |", term, indexOf(a, term), indexOf(b, term))
			if !bytes.Contains(raw, []byte(row)) {
				t.Errorf("%s/bigrams.md lacks the row %s", e.Dir, row)
			}
		}
	}
}

func indexOf(text []rune, term string) int {
	for i := range text {
		if strings.HasPrefix(string(text[i:]), term) {
			return i
		}
	}
	return -1
}
