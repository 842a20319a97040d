package ingest

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// eachInput calls f for every file of the golden folders.
func eachInput(t testing.TB, f func(in txtar.File)) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range ar.Files {
			f(in)
		}
	}
}

// seed adds every golden input of one kind to the corpus of a fuzz target.
func seed(f *testing.F, ext string) {
	seeds := 0
	eachInput(f, func(in txtar.File) {
		if strings.HasSuffix(in.Name, ext) {
			f.Add(in.Data)
			seeds++
		}
	})
	if seeds == 0 {
		f.Fatalf("no %s among the golden files", ext)
	}
}

// checkRead holds what must be true of any bytes whatever.
func checkRead(t *testing.T, name string, src []byte) {
	docs, problems := readSource(name, src, Options{})
	for _, d := range docs {
		if why := broken(d); why != "" {
			t.Errorf("%s: %s", d.ID, why)
		}
	}
	left := 0
	for _, p := range problems {
		if p.Left {
			left++
		}
		if p.File != name || p.Kind == "" || p.Text == "" {
			t.Errorf("a problem says too little: %+v", p)
		}
	}
	if len(docs)+left != 1 {
		t.Errorf("%d documents and %d reasons for none: %v", len(docs), left, problems)
	}
	again, _ := readSource(name, src, Options{})
	if !reflect.DeepEqual(docs, again) {
		t.Error("a second reading differs")
	}
}

func FuzzHTML(f *testing.F) {
	seed(f, ".html")
	f.Fuzz(func(t *testing.T, src []byte) { checkRead(t, "a/b.html", src) })
}

func FuzzMarkdown(f *testing.F) {
	seed(f, ".md")
	f.Fuzz(func(t *testing.T, src []byte) { checkRead(t, "a/b.md", src) })
}

func FuzzCorpus(f *testing.F) {
	seed(f, ".jsonl")
	f.Fuzz(func(t *testing.T, src []byte) {
		docs, problems, err := readCorpus(strings.NewReader(string(src)), "c.jsonl", Options{})
		if err != nil {
			return
		}
		lines := 0
		for _, l := range strings.Split(string(src), "\n") {
			if strings.TrimSpace(l) != "" {
				lines++
			}
		}
		problems = slices.DeleteFunc(problems, func(p Problem) bool { return !p.Left })
		if len(docs)+len(problems) != lines {
			t.Errorf("%d lines gave %d documents and %d problems", lines, len(docs), len(problems))
		}
	})
}

// Every prefix of every golden page can be read, as can the page with one byte changed.
func TestCutAndFlipped(t *testing.T) {
	tried := 0
	eachInput(t, func(in txtar.File) {
		if kindOf(in.Name) == "" {
			return
		}
		step := 1 + len(in.Data)/100
		for cut := 0; cut < len(in.Data); cut += step {
			checkRead(t, in.Name, in.Data[:cut])
			flipped := append([]byte{}, in.Data...)
			flipped[cut] ^= 1 << (cut % 8)
			checkRead(t, in.Name, flipped)
			tried += 2
		}
	})
	if tried < 1000 {
		t.Errorf("only %d inputs were tried", tried)
	}
}
