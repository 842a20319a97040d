package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// countdown is a context that is done once it has been asked so many times.
type countdown struct {
	context.Context
	left atomic.Int32
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// twice runs a verb that is interrupted wherever it looks whether it was, on what an earlier
// run wrote, until one comes to its end. whole tells what may be there.
func twice(t *testing.T, root string, args []string, change func(), whole func() string) {
	t.Helper()
	begin := func(ctx context.Context) (int, string) {
		var out, errOut lines
		code := run(&app{ctx: ctx, out: &out, errOut: &errOut}, args)
		return code, errOut.String()
	}
	if code, says := begin(t.Context()); code != exitOK {
		t.Fatalf("exit code %d: %s", code, says)
	}
	before := whole()
	change()
	for n := range int32(1000) {
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(n)
		code, says := begin(ctx)
		left, err := filepath.Glob(filepath.Join(root, "*", ".pageside-*"))
		if err != nil || len(left) > 0 {
			t.Fatalf("stopped at %d, left are %s, %v", n, left, err)
		}
		if code == exitOK {
			if n == 0 || whole() == before {
				t.Errorf("at %d nothing was interrupted, or nothing is new", n)
			}
			return
		}
		if code != exitStopped || says != "stopped; nothing was changed\n" || whole() != before {
			t.Fatalf("stopped at %d: exit code %d, %q;\nbefore\n%s\nthere is\n%s", n, code, says,
				before, whole())
		}
	}
	t.Error("it never came to its end")
}

// names are the files below a folder with their sizes.
func names(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		b.WriteString(path + " " + size(int64(len(data))) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
		os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// Whoever interrupts a second index keeps the first, and nothing lies beside it.
func TestIndexIsInterrupted(t *testing.T) {
	root := t.TempDir()
	public := filepath.Join(root, "public")
	page := filepath.Join(public, "index.html")
	put(t, page, `<html lang="en"><h1>One</h1><p>word</p>`)
	out := filepath.Join(public, "_pageside")
	twice(t, root, []string{"index", public, "-o", out},
		func() { put(t, page, `<html lang="en"><h1>Two</h1><p>words `+strings.Repeat("more ", 99)) },
		func() string { return names(t, out) })
}

// A site that is built again has its pages, its index and its rules from before, or all of
// them new.
func TestBuildIsInterrupted(t *testing.T) {
	root := t.TempDir()
	archive, err := txtar.ParseFile("testdata/script/build.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		put(t, filepath.Join(root, f.Name), string(f.Data))
	}
	out := filepath.Join(root, "made", "public")
	twice(t, root, []string{"build", filepath.Join(root, "content"), "-o", out},
		func() {
			put(t, filepath.Join(root, "content", "zh", "index.md"),
				"---\ntitle: x\ndescription: y\n---\n\n"+strings.Repeat("更多。", 99))
		},
		func() string {
			for _, name := range []string{"index.html", "_headers", "_pageside/manifest.bin"} {
				if !exists(filepath.Join(out, name)) {
					t.Errorf("there is no %s", name)
				}
			}
			return names(t, out)
		})
}

// Who interrupts while something is written hears about it when that is over, and what
// happened.
func TestStoppedSaysWhatHappened(t *testing.T) {
	var errOut lines
	a := &app{ctx: t.Context(), errOut: &errOut}
	begun, finish, told := make(chan bool), make(chan bool), make(chan bool)
	go a.whole("public", func() error {
		close(begun)
		<-finish
		return nil
	})
	<-begun
	go func() {
		a.sayStopped()
		a.sayStopped() // the verb itself notices too
		close(told)
	}()
	select {
	case <-told:
		t.Error("it did not wait")
	case <-time.After(20 * time.Millisecond):
	}
	close(finish)
	<-told
	if got := errOut.String(); got != "stopped; public had been written already\n" {
		t.Errorf("said %q", got)
	}
}

// Nobody waits for work that cannot be interrupted.
func TestDuring(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	never := make(chan bool)
	defer close(never)
	stop()
	if _, err := during(ctx, func() (int, error) { <-never; return 1, nil }); err == nil {
		t.Error("it has no result, and no error")
	}
	if v, err := during(t.Context(), func() (int, error) { return 1, nil }); v != 1 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}
