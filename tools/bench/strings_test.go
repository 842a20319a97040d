package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/pageside/pageside/engine/doc"
)

// A piece is what stands there, or nothing if anything but unspaced characters is in it.
func TestPiecesOfALine(t *testing.T) {
	const line = "用 TiDB 存数据𠮷库，データ 한국"
	at := func(s string) int {
		return len(utf16.Encode([]rune(line[:strings.Index(line, s)])))
	}
	units := utf16.Encode([]rune(line))
	for _, want := range []string{"存", "据𠮷库", "データ", "한국", "𠮷"} {
		if got := decode(units, at(want), at(want)+len(utf16.Encode([]rune(want)))); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, mixed := range []string{"用 T", "TiDB", "库，", "，デ", "タ 한"} {
		if got := decode(units, at(mixed), at(mixed)+len([]rune(mixed))); got != "" {
			t.Errorf("%q holds other characters, and is cut as %q", mixed, got)
		}
	}
}

// manyPages hold a pair of words that few of them share, and words that most do.
func manyPages() (docs []doc.Document) {
	for i := range 60 {
		text := "这里说的是每一页都有的内容。"
		if i%10 == 0 {
			text += "\n分布式事务与快照隔离级别的关系。"
		}
		docs = append(docs, doc.Document{ID: fmt.Sprintf("p%02d", i), Lang: "zh", Text: text,
			Title: fmt.Sprintf("第%d页", i)})
	}
	return docs
}

// What is drawn stands in as many pages as is said, which are those that contain it, and is drawn
// again the same.
func TestDrawnStrings(t *testing.T) {
	a := &app{ctx: context.Background(), errOut: io.Discard}
	var err error
	if a.root, err = projectRoot(); err != nil {
		t.Fatal(err)
	}
	docs := manyPages()
	pools, err := a.drawStrings(docs, 5)
	if err != nil {
		t.Fatal(err)
	}
	for kind, pool := range pools {
		if len(pool) == 0 {
			t.Errorf("no %s", stringKinds[kind])
		}
		for _, s := range pool {
			var want []int
			for i, d := range docs {
				if strings.Contains(d.Title+"\n"+d.Text, s.text) {
					want = append(want, i)
				}
			}
			if !slices.Equal(s.pages, want) || len(want) < fewestPages || len(want) > mostPages {
				t.Errorf("%s %q: pages %v, it stands in %v", stringKinds[kind], s.text, s.pages, want)
			}
		}
	}
	again, err := a.drawStrings(docs, 5)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(pools) {
		t.Errorf("drawn again: %v, %v; before: %v", again, err, pools)
	}
	latin := []doc.Document{{ID: "a", Title: "None", Text: "of it."}}
	if _, err := a.drawStrings(latin, 5); err == nil || !strings.Contains(err.Error(), "no Chinese") {
		t.Errorf("a corpus without such strings: %v", err)
	}
}

// Recall is of all that contain it, precision of the first five or of as many as there are.
func TestHowStringsAreAnswered(t *testing.T) {
	docs := manyPages()
	x, err := opened(docs)
	if err != nil {
		t.Fatal(err)
	}
	pages := []int{0, 10, 20, 30, 40, 50}
	for _, c := range []struct {
		drawn
		recall, precision float64
	}{
		{drawn{"快照隔离", pages}, 1, 1},
		{drawn{"快照隔离", pages[:2]}, 1, 1},               // of which two are among the first five
		{drawn{"快照隔离", []int{0, 1, 2, 3}}, 0.25, 0.25}, // the others do not contain it
		{drawn{"无此字符", []int{1, 2}}, 0, 0},
	} {
		got, err := answerStrings(x, docs, []drawn{c.drawn})
		if err != nil {
			t.Fatal(err)
		}
		if got[0].recall != c.recall || got[0].precision != c.precision {
			t.Errorf("%q in %v: recall %g, P@5 %g; want %g, %g", c.text, c.pages, got[0].recall,
				got[0].precision, c.recall, c.precision)
		}
	}
}

// The verb prints a row for each kind, the worst answers, and what it misses.
func TestStringsOfACorpus(t *testing.T) {
	var corpus strings.Builder
	for _, d := range manyPages() {
		fmt.Fprintf(&corpus, `{"id":%q,"title":%q,"lang":"zh","text":%q}`+"\n", d.ID, d.Title, d.Text)
	}
	path := write(t, corpus.String(), t.TempDir(), "pages", "corpus.jsonl")
	code, out, errOut := bench(t, "strings", path, "--each", "4", "--worst", "2")
	if code != exitHeld {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	for _, want := range append(stringKinds, "the worst answers", "6 of 6 bars held") {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	code, _, errOut = bench(t, "strings", filepath.Join(t.TempDir(), "none.jsonl"))
	if code != exitNeeds || !strings.Contains(errOut, "none.jsonl") {
		t.Errorf("exit %d, %s", code, errOut)
	}
}
