package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// A bar is silent when there is no terminal, in the first second, and after its end.
func TestBar(t *testing.T) {
	var out bytes.Buffer
	b := &bar{w: &out, what: "indexing", began: time.Now()}
	b.set(1, 10)
	if out.Len() > 0 {
		t.Errorf("drew %q in the first second", out.String())
	}
	b.began = time.Now().Add(-2 * barAfter)
	b.set(5, 10)
	if !strings.Contains(out.String(), "indexing [###############...............] 5/10") {
		t.Errorf("drew %q", out.String())
	}
	out.Reset()
	b.set(6, 10)
	if out.Len() > 0 {
		t.Errorf("drew again at once: %q", out.String())
	}
	b.hit = time.Time{}
	b.set(7, 0)
	if !strings.HasSuffix(out.String(), "indexing 7") {
		t.Errorf("drew %q without a total", out.String())
	}
	b.phase("packing")
	if !strings.HasSuffix(out.String(), "packing") {
		t.Errorf("drew %q where other work begins", out.String())
	}
	b.end()
	if !strings.HasSuffix(out.String(), "\r\x1b[K") {
		t.Errorf("left %q on the terminal", out.String())
	}
	b.phase("late")
	if strings.Contains(out.String(), "late") {
		t.Errorf("drew %q after the end", out.String())
	}
	out.Reset()
	p := (&app{terminal: terminalOf(&out)}).progress("x")
	p.began = time.Now().Add(-time.Hour)
	p.set(1, 2)
	p.end()
	if out.Len() > 0 {
		t.Errorf("drew %q where there is no terminal", out.String())
	}
}

// Every verb that may take long says what it is doing, to the end.
func TestProgressOfVerbs(t *testing.T) {
	after, every := barAfter, barEvery
	t.Cleanup(func() { barAfter, barEvery = after, every })
	barAfter, barEvery = 0, 0
	root := t.TempDir()
	archive, err := txtar.ParseFile("testdata/script/build.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		put(t, filepath.Join(root, f.Name), string(f.Data))
	}
	t.Chdir(root)
	for _, c := range []struct{ args, want string }{
		{"build content -o public", "checking files of the site, reading, indexing, " +
			"putting the index together, packing parts of the index"},
		{"index public -o out --data-only", "reading, indexing, putting the index together, " +
			"packing parts of the index"},
		{"check public", "reading files, reading the index, checking the index, " +
			"comparing with the site, weighing files"},
		{"dump --stage shard public/_pageside", "printing"},
		{"dump --stage terms content/zh", "reading, printing"},
	} {
		var terminal bytes.Buffer
		a := &app{ctx: t.Context(), out: io.Discard, json: io.Discard, errOut: io.Discard,
			terminal: &terminal}
		if err := a.carryOut(strings.Fields(c.args)); err != nil && !errors.Is(err, errNo) {
			t.Errorf("%s: %v", c.args, err)
		}
		var did []string
		for _, line := range strings.Split(terminal.String(), "\r\x1b[K") {
			what := strings.TrimRight(strings.TrimSuffix(line, "\x1b[K"), " 0123456789/[]#.")
			if what != "" && (len(did) == 0 || did[len(did)-1] != what) {
				did = append(did, what)
			}
		}
		if got := strings.Join(did, ", "); got != c.want {
			t.Errorf("%s: it did\n%s, want\n%s", c.args, got, c.want)
		}
	}
}
