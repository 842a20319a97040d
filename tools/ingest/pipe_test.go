//go:build unix

package ingest

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe under the name of a page is left out and named; to read it would wait for ever.
func TestPipesAreNotRead(t *testing.T) {
	root := folder(t, map[string]string{"index.html": "<html lang=en><h1>A</h1>"})
	for _, name := range []string{"pipe.html", "pipe.md", "pipe.jsonl", "pipe.txt"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("pipe.md", filepath.Join(root, "link.html")); err != nil {
		t.Fatal(err)
	}
	docs, problems, err := Folder(root, Options{})
	var told []string
	for _, p := range problems {
		if p.Kind == NotFile && p.Left && !p.Lost() && p.Text == "is a pipe, not a file" {
			told = append(told, p.File)
		}
	}
	want := "link.html pipe.html pipe.md"
	if err != nil || len(docs) != 1 || strings.Join(told, " ") != want {
		t.Errorf("%d documents, %v, %v; want %s told", len(docs), problems, err, want)
	}
	for _, name := range []string{"pipe.html", "pipe.md", "pipe.jsonl"} {
		_, _, err := Open(filepath.Join(root, name), Options{})
		if err == nil || !strings.Contains(err.Error(), name+": is a pipe, not a file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err = Corpus(filepath.Join(root, "pipe.jsonl"), Options{})
	if err == nil || !strings.Contains(err.Error(), "is a pipe") {
		t.Errorf("a corpus: %v", err)
	}
}
