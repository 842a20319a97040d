package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/sets"
)

// testTwins builds the engines and finds Node; without it the test fails.
func testTwins(t *testing.T) *twins {
	t.Helper()
	root, err := projectRoot()
	if err != nil {
		t.Fatal(err)
	}
	// go test sees that these are read, and runs anew when they change.
	for _, f := range []string{"web/src/engine.ts", "web/src/host.ts", "tools/bench/node/ask.mjs"} {
		read(t, root, f)
	}
	tw, err := newTwins(&app{ctx: context.Background(), root: root, out: io.Discard,
		errOut: os.Stderr}, t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	return tw
}

// The engine in the page gives the answers and the bytes of the one here: on an index that
// is one file, on one of many small parts, and on the public sets.
func TestSame(t *testing.T) {
	tw := testTwins(t)
	s := smallSet(t)
	queries, err := sets.Queries("testdata/small/queries.jsonl") // the ones without a judgement too
	if err != nil {
		t.Fatal(err)
	}
	queries = append(queries, strange...)
	parts := build.Options{WholeBytes: 1, TermsBytes: 1 << 10, TextBytes: 1 << 10}
	var r report
	var tab table
	if err := tw.ranks(&r, &tab, "small", s.Documents, queries, build.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := tw.ranks(&r, &tab, "small in parts", s.Documents, queries, parts); err != nil {
		t.Fatal(err)
	}
	corpus, err := filepath.Abs("testdata/small/corpus.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, small := range []bool{false, true} {
		if err := tw.bytes(&r, &tab, "small", corpus, small); err != nil {
			t.Fatal(err)
		}
	}
	allHeld(t, &r, 2*2+2*len(orders))
}

// strange questions reach the engine as bytes that the page would send.
var strange = numbered("", "\x00\x01", "\ufffd\ufeff", strings.Repeat("备份 oven ", 2000),
	strings.Repeat("a", 5000), "'\"\\/<script>", "e\u0301\u0301\u0301", "\"a -\"b",
	"lang=en\n\nlimit=3")

func numbered(questions ...string) (out []sets.Query) {
	for i, text := range questions {
		out = append(out, sets.Query{ID: fmt.Sprint("s", i+1), Text: text})
	}
	return out
}

func allHeld(t *testing.T, r *report, bars int) {
	t.Helper()
	if len(r.Bars) != bars {
		t.Errorf("%d bars were checked, not %d", len(r.Bars), bars)
	}
	for _, b := range r.missed() {
		t.Errorf("%s: %g", b.Name, b.Got)
	}
	for _, n := range r.Notes {
		t.Log(n)
	}
}

func TestSameOnPublicSets(t *testing.T) {
	shared := sharedData(t, "data/xquad-zh")
	if code, out, errOut := bench(t, "same", "--shared", shared); code != exitHeld {
		t.Errorf("code %d\n%s%s", code, out, errOut)
	}
}

// Parts that small sizes make are really there, so that the comparison is one of parts.
func TestSmallPartsAreMany(t *testing.T) {
	out, err := indexed(smallSet(t).Documents, build.Options{WholeBytes: 1, TermsBytes: 1 << 10,
		TextBytes: 1 << 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"terms", "text"} {
		if n := out.Stats.Parts[kind].Files; n < 3 {
			t.Errorf("%d parts of %s", n, kind)
		}
	}
}

// Whatever differs is counted and the first one is described.
func TestDifferencesAreSeen(t *testing.T) {
	mk := func() []answer {
		var a answer
		a.ID, a.Total = "q1", 2
		a.Pages = append(a.Pages, page{3, 1.23456, "a", "top", "text"}, page{4, 1, "b", "", ""})
		return []answer{a, {ID: "q2", Suggest: []string{"x"}}}
	}
	for name, change := range map[string]func([]answer) []answer{
		"total":   func(a []answer) []answer { a[0].Total++; return a },
		"order":   func(a []answer) []answer { p := a[0].Pages; p[0], p[1] = p[1], p[0]; return a },
		"score":   func(a []answer) []answer { a[0].Pages[0].Score += 0.0001; return a },
		"id":      func(a []answer) []answer { a[0].Pages[1].ID = "c"; return a },
		"anchor":  func(a []answer) []answer { a[0].Pages[0].Anchor = ""; return a },
		"excerpt": func(a []answer) []answer { a[0].Pages[0].Excerpt += "."; return a },
		"fewer":   func(a []answer) []answer { a[0].Pages = a[0].Pages[:1]; return a },
		"suggest": func(a []answer) []answer { a[1].Suggest = nil; return a },
		"silence": func(a []answer) []answer { return a[:1] },
		"nothing": func([]answer) []answer { return nil },
	} {
		if n, first := differences(mk(), change(mk())); n == 0 || first == "" {
			t.Errorf("%s: %d differences, %q", name, n, first)
		}
	}
	rounded := mk()
	rounded[0].Pages[0].Score = 1.2346 // what the page gets of 1.23456
	if n, first := differences(mk(), rounded); n != 0 {
		t.Errorf("%d differences for a rounded score: %s", n, first)
	}
}

func TestUnlikeFiles(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"m 1,p 2", "p 2,m 1", 0}, {"m 1,p 2", "m 1", 1}, {"m 1", "m 1,p 2,q 3", 2},
		{"m 1,p 2", "m 9,p 2", 1}, {"m 1", "", 1}} {
		if n := unlike(strings.Split(c.a, ","), strings.Split(c.b, ",")); n != c.want {
			t.Errorf("%q and %q: %d, want %d", c.a, c.b, n, c.want)
		}
	}
}
