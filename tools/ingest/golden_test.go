package ingest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/pageside/pageside/engine/doc"
)

var update = flag.Bool("update", false, "rewrite the want part of the golden files")

// TestGolden reads each testdata/*.txtar as a folder and compares the dump of what was
// read with the archive's file "want".
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d golden files (%v), there are more", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			checkGolden(t, file)
		})
	}
}

func checkGolden(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	want := -1
	for i, f := range ar.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		writeFile(t, filepath.Join(root, filepath.FromSlash(f.Name)), f.Data)
	}
	if want < 0 {
		ar.Files = append(ar.Files, txtar.File{Name: "want"})
		want = len(ar.Files) - 1
	}
	got := dumpFolder(t, root)
	if *update {
		ar.Files[want].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(ar.Files[want].Data) {
		t.Errorf("%s differs; run go test -update and read the diff.\ngot:\n%s\nwant:\n%s",
			file, got, ar.Files[want].Data)
	}
}

// readSource reads one page that is in memory already.
func readSource(name string, src []byte, opt Options) ([]doc.Document, []Problem) {
	return finish([]page{readPage(name, src, opt)})
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// dumpFolder reads root, or its corpus.jsonl, and prints all there is to know.
func dumpFolder(t *testing.T, root string) string {
	path := root
	if c := filepath.Join(root, "corpus.jsonl"); exists(c) {
		path = c
	}
	docs, problems, err := Open(path, Options{})
	var b bytes.Buffer
	if err != nil {
		fmt.Fprintf(&b, "error %s\n", strings.ReplaceAll(err.Error(), root, "ROOT"))
	}
	for _, d := range docs {
		if why := broken(d); why != "" {
			t.Errorf("%s: %s", d.ID, why)
		}
		dump(&b, d)
	}
	for _, p := range problems {
		left := ""
		if p.Left {
			left = ", left out"
		}
		fmt.Fprintf(&b, "problem %s%s: %s\n", p.Kind, left, p)
	}
	return b.String()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func dump(b *bytes.Buffer, d doc.Document) {
	fmt.Fprintf(b, "document %s, url %s, lang %s, title %q\n", d.ID, d.URL, d.Lang, d.Title)
	for _, l := range d.Labels {
		fmt.Fprintf(b, "label %s=%s\n", l.Key, l.Value)
	}
	if d.Blocks == nil {
		fmt.Fprintf(b, "text %q\n", d.Text)
	}
	names := [...]string{"paragraph", "heading", "code", "table", "item"}
	for _, k := range d.Blocks {
		fmt.Fprintf(b, "%d-%d %s", k.Start, k.End, names[k.Kind])
		if k.Kind == doc.Heading {
			fmt.Fprintf(b, " %d #%s", k.Level, k.Anchor)
		}
		if k.Lang != "" {
			fmt.Fprintf(b, " [%s]", k.Lang)
		}
		fmt.Fprintf(b, " %q\n", k.Of(d.Text))
	}
}

// broken says which promise about a document does not hold, "" if all do.
func broken(d doc.Document) string {
	if !utf8.ValidString(d.Text) || !utf8.ValidString(d.Title) {
		return "text is not UTF-8"
	}
	if d.ID == "" || d.Title == "" && d.Blocks != nil {
		return "no id or no title"
	}
	end := 0
	for i, b := range d.Blocks {
		switch {
		case b.Start < end || b.End <= b.Start || b.End > len(d.Text):
			return fmt.Sprintf("block %d covers %d-%d after %d, text has %d",
				i, b.Start, b.End, end, len(d.Text))
		case !utf8.ValidString(b.Of(d.Text)):
			return fmt.Sprintf("block %d cuts a rune", i)
		case strings.TrimSpace(d.Text[end:b.Start]) != "":
			return fmt.Sprintf("text before block %d belongs to none", i)
		case b.Kind == doc.Heading && (b.Level < 1 || b.Level > 6):
			return fmt.Sprintf("block %d is a heading of level %d", i, b.Level)
		case b.Kind == doc.Heading && strings.Contains(b.Of(d.Text), "\n"):
			return fmt.Sprintf("heading %d has two lines", i)
		case b.Kind != doc.Code && strings.Contains(b.Of(d.Text), "\n\n"):
			return fmt.Sprintf("block %d holds an empty line", i)
		}
		end = b.End
	}
	if d.Blocks != nil && end != len(d.Text) {
		return "text after the last block"
	}
	return ""
}
