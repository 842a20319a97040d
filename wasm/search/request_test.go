//go:build js && wasm

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/tools/golden"
)

// fields prints a request, what is not zero in it.
func fields(r engine.Request) string {
	out := fmt.Sprintf("query %q\n", r.Query)
	if r.Lang != "" {
		out += fmt.Sprintf("lang %q\n", r.Lang)
	}
	if r.Limit != 0 || r.Show != 0 {
		out += fmt.Sprintf("limit %d show %d\n", r.Limit, r.Show)
	}
	for _, l := range r.Filter {
		out += fmt.Sprintf("filter %q: %q\n", l.Key, l.Value)
	}
	if r.Explain {
		out += "explain\n"
	}
	return out
}

func TestRequests(t *testing.T) {
	golden.Check(t, "testdata/requests.txt", func(in string) string {
		return fields(readRequest([]byte(in)))
	})
}

// FuzzRequest reads anything; and what a host writes comes back.
func FuzzRequest(f *testing.F) {
	for _, in := range golden.Inputs(f, "testdata/requests.txt") {
		f.Add([]byte(in), "zh", "检索\nindex", uint16(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, lang, query string, limit uint16) {
		if r := readRequest(in); len(r.Query)+len(r.Lang) > len(in) {
			t.Errorf("%q is read as %+v", in, r)
		}
		if strings.Contains(lang, "\n") {
			return
		}
		text := fmt.Sprintf("lang=%s\nlimit=%d\nfilter=k:%s\n\n%s", lang, limit, lang, query)
		r := readRequest([]byte(text))
		if r.Lang != lang || r.Limit != int(limit) || r.Query != query ||
			r.Filter[0].Value != lang {
			t.Errorf("%q is read as %+v", text, r)
		}
	})
}
