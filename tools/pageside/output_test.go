package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/query"
)

// full is a disk on which there is room for so many more writes.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// Output that is lost is an error, as text and as JSON, and what was done is said.
func TestLostOutput(t *testing.T) {
	root := t.TempDir()
	corpus, out := filepath.Join(root, "c.jsonl"), filepath.Join(root, "out")
	put(t, corpus, `{"id":"a","title":"First","text":"hello","lang":"en"}`)
	for _, c := range []struct {
		room int
		args string
		want string
	}{
		{0, "index C -o OUT --data-only", "OUT had been written already"},
		{1, "index C -o OUT --data-only", "OUT had been written already"},
		{0, "index C -o OUT --data-only --json", "OUT had been written already"},
		{0, "search -i OUT hello", "nothing was changed"},
		{1, "search -i OUT hello", "nothing was changed"},
		{0, "search -i OUT hello --json", "nothing was changed"},
		{0, "search -i OUT nothing", "nothing was changed"},
		{0, "index --help", "nothing was changed"},
	} {
		place := strings.NewReplacer("C", corpus, "OUT", out)
		var args []string
		for _, arg := range strings.Fields(c.args) {
			args = append(args, place.Replace(arg))
		}
		var errOut bytes.Buffer
		code := run(&app{ctx: t.Context(), out: &full{c.room}, errOut: &errOut}, args)
		want := "pageside: print: no space left; " + place.Replace(c.want)
		if code != exitError || !strings.Contains(errOut.String(), want) {
			t.Errorf("%s with room for %d: exit code %d, %q", c.args, c.room, code,
				errOut.String())
		}
	}
}

// A question whose end is not read is answered, and that is said.
func TestLongQuestion(t *testing.T) {
	root := t.TempDir()
	corpus, out := filepath.Join(root, "c.jsonl"), filepath.Join(root, "out")
	put(t, corpus, `{"id":"a","title":"First","text":"hello","lang":"en"}`)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"index", corpus, "-o", out, "--data-only"}, ""},
		{[]string{"search", "-i", out, "hello"}, ""},
		{[]string{"search", "-i", out, strings.Repeat("hello ", query.MaxBytes)},
			"the question is longer than is read; its end was left out\n"},
		{[]string{"search", "-i", out, "--json", strings.Repeat("hello ", query.MaxBytes)},
			"the question is longer than is read; its end was left out\n"},
	} {
		var said, errOut bytes.Buffer
		code := run(&app{ctx: t.Context(), out: &said, errOut: &errOut}, c.args)
		if code != exitOK || errOut.String() != c.says {
			t.Errorf("%.40q: exit code %d, %q", c.args, code, errOut.String())
		}
	}
}
