package search_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// request reads a question and, on the lines after it, words like key=value: lang, limit,
// and filter=key:value, which may repeat.
func request(t *testing.T, in string) engine.Request {
	t.Helper()
	query, options, _ := strings.Cut(in, "\n")
	r := engine.Request{Query: query}
	for _, line := range strings.Fields(options) {
		key, value, _ := strings.Cut(line, "=")
		switch key {
		case "lang":
			r.Lang = value
		case "limit":
			r.Limit, _ = strconv.Atoi(value)
		case "filter":
			k, v, _ := strings.Cut(value, ":")
			r.Filter = append(r.Filter, doc.Label{Key: k, Value: v})
		default:
			t.Fatalf("unknown option %q", line)
		}
	}
	return r
}

// marked shows the marks in a text as [brackets].
func marked(s string, marks []doc.Span) string {
	var out strings.Builder
	at := 0
	for _, m := range marks {
		out.WriteString(s[at:m.Start] + "[" + s[m.Start:m.End] + "]")
		at = m.End
	}
	return out.String() + s[at:]
}

// ranking prints an answer: a line for each result, and how the words were found.
func ranking(res engine.Response) string {
	var out strings.Builder
	for i, r := range res.Results {
		fmt.Fprintf(&out, "%d %s %.2f %s\n", i+1, r.ID, r.Score, marked(r.Title, r.TitleMarks))
	}
	if res.Total != len(res.Results) {
		fmt.Fprintf(&out, "of %d\n", res.Total)
	}
	for _, f := range res.Found {
		fmt.Fprintf(&out, "%s %v: %s\n", f.Word, f.How, strings.Join(f.Forms, " "))
	}
	if len(res.Suggest) > 0 {
		fmt.Fprintf(&out, "suggest: %s\n", strings.Join(res.Suggest, " "))
	}
	for _, p := range res.Popular {
		fmt.Fprintf(&out, "popular: %s %s %s\n", p.Lang, p.URL, p.Title)
	}
	if out.Len() == 0 {
		return "nothing\n"
	}
	return out.String()
}

// How a site is laid out: as one file, if it is small enough, or in parts.
var (
	whole  = build.Options{}
	parted = build.Options{WholeBytes: -1}
)

// asked answers questions about a small site. It has the index once as one file and once
// in parts; both must say the same.
func asked(t *testing.T, file string, print func(engine.Response) string) func(in string) string {
	t.Helper()
	docs := sample.Read(t, file)
	whole, parts := sample.Build(t, docs, whole), sample.Build(t, docs, parted)
	if len(whole.Files) != 0 || len(parts.Files) < 2 {
		t.Fatalf("%s: %d files and %d, want one site whole and one in parts", file,
			len(whole.Files), len(parts.Files))
	}
	return func(in string) string {
		r := request(t, in)
		a, _ := whole.Ask(t, whole.Open(t, engine.Options{}), r)
		b, _ := parts.Ask(t, parts.Open(t, engine.Options{}), r)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %q: in one file:\n%sin parts:\n%s", file, in, print(a), print(b))
		}
		return print(b)
	}
}

func TestRankingOfChinese(t *testing.T) {
	golden.Check(t, "testdata/ranking-zh.txt", asked(t, "testdata/zh.txtar", ranking))
}

func TestRankingOfEnglish(t *testing.T) {
	golden.Check(t, "testdata/ranking-en.txt", asked(t, "testdata/en.txtar", ranking))
}

func TestRankingOfLanguages(t *testing.T) {
	golden.Check(t, "testdata/ranking-mixed.txt", asked(t, "testdata/mixed.txtar", ranking))
}
