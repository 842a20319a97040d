//go:build js && wasm

package main

import (
	"errors"
	"strings"
	"testing"
	"unsafe"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/sample"
)

// call does as the host does: it writes the input to the buffer, calls, and reads the answer
// from where the buffer is then.
func call(export func(int32) int32, in string) string {
	p := buffer(int32(len(in)))
	copy(unsafe.Slice((*byte)(p), len(in)), in)
	n := export(int32(len(in)))
	return string(unsafe.Slice((*byte)(buffer(0)), n))
}

// openSite opens a site of a few pages with the exports and puts back what was open before.
func openSite(t *testing.T, opt build.Options) *sample.Index {
	t.Helper()
	before := opened
	t.Cleanup(func() { opened = before })
	x := sample.Build(t, sample.Site(60), opt)
	got := read[info](t, call(open, string(x.Raw)))
	if got.Version != shard.Version || got.Pages != 60 || got.Parts != len(x.Files) ||
		got.Langs["zh"] != 48 || got.Langs["en"] != 12 || len(got.Facets) != 3 {
		t.Errorf("open says %+v", got)
	}
	return x
}

// A whole visit through the one buffer: what is missing is added until nothing is.
func TestSearchThroughTheBuffer(t *testing.T) {
	x := openSite(t, build.Options{WholeBytes: -1})
	want, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: "检索 index", Lang: "zh"})
	for range 4 {
		got := read[response](t, call(ask, "lang=zh\n\n检索 index"))
		if len(got.Missing) == 0 {
			if got.Total != want.Total || len(got.Results) != len(want.Results) || got.Total == 0 {
				t.Fatalf("%d results of %d, want %d", len(got.Results), got.Total, want.Total)
			}
			for i, r := range got.Results {
				w := want.Results[i]
				if r.ID != w.ID || r.Passages[0].Excerpt != w.Passages[0].Excerpt {
					t.Errorf("result %d is %s, want %s", i, r.ID, w.ID)
				}
			}
			return
		}
		for _, p := range got.Missing {
			if out := call(add, p.Name+"\n"+string(x.Parts[p.Name])); out != "{}" {
				t.Fatalf("add says %s", out)
			}
		}
	}
	t.Error("something is missing for ever")
}

func TestAnErrorIsAnAnswer(t *testing.T) {
	code := func(out string) string {
		t.Helper()
		if e := read[failure](t, out).Error; e != nil && e.Text != "" {
			return e.Code + " " + e.File
		}
		return out
	}
	before := opened
	opened = nil
	for _, out := range []string{call(ask, "\nx"), call(add, "a.ps\nx")} {
		if got := code(out); got != "closed " {
			t.Errorf("before anything is open: %s", out)
		}
	}
	opened = before
	got := code(call(open, "<!doctype html>"))
	if got != "foreign manifest.bin" || opened != before {
		t.Errorf("open of HTML: %s", got)
	}
	x := openSite(t, build.Options{WholeBytes: -1})
	next := []byte(x.Raw)
	next[4]++
	if got := code(call(open, string(next))); got != "version manifest.bin" {
		t.Errorf("open of the next version: %s", got)
	}
	name := x.Files[0].Name
	for in, want := range map[string]string{
		"":                              "foreign ",
		"nobody.ps\nx":                  "foreign nobody.ps",
		name:                            "foreign " + name,
		name + "\nshort":                "foreign " + name,
		strings.Repeat("x", 1<<20):      "foreign " + strings.Repeat("x", 1<<20),
		"\xff\xfe\n" + name:             "foreign \ufffd\ufffd",
		name + "\n" + string(next[:99]): "foreign " + name,
	} {
		if got := code(call(add, in)); got != want {
			t.Errorf("add of %.40q: %.80q, want %.80q", in, got, want)
		}
	}
}

// A panic is one rejected call; the host throws the instance away, but the answer is one.
func TestPanicsAreAnswers(t *testing.T) {
	for _, p := range []any{"out of luck", errors.New("out of luck"), 7} {
		out := call(func(n int32) int32 {
			return answer(n, func(in []byte, w *jsonWriter) error {
				w.raw(`{"half":`)
				panic(p)
			})
		}, "x")
		e := read[failure](t, out).Error
		if e == nil || e.Code != "internal" || e.Text != "out of luck" && p != 7 || e.Text == "" {
			t.Errorf("%v: %s", p, out)
		}
	}
	out := call(func(n int32) int32 {
		return answer(n, func(in []byte, w *jsonWriter) error {
			var none []int
			w.int(none[len(in)])
			return nil
		})
	}, "x")
	e := read[failure](t, out).Error
	if e == nil || !strings.Contains(e.Text, "index out of range") {
		t.Errorf("a slip of our own: %s", out)
	}
}

// The buffer grows with what is asked of it and with what is answered, and a length that
// cannot be is nothing.
func TestBufferGrows(t *testing.T) {
	big := strings.Repeat("页", 1<<18)
	out := call(func(n int32) int32 {
		return answer(n, func(in []byte, w *jsonWriter) error {
			w.strings([]string{string(in), string(in), string(in)})
			return nil
		})
	}, big)
	if got := read[[]string](t, out); len(got) != 3 || got[2] != big {
		t.Errorf("%d strings of %d bytes", len(got), len(out))
	}
	for _, n := range []int32{-1, 1 << 30} {
		answer(n, func(in []byte, w *jsonWriter) error {
			if len(in) != 0 {
				t.Errorf("size %d: %d bytes of input", n, len(in))
			}
			return nil
		})
	}
}
