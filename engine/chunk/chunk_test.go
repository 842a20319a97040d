package chunk

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pageside/pageside/engine/doc"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each file of testdata/*.txtar is one case. Its comment says what is looked at and,
// in a line that begins with "options:", how to cut. "in" is the text; "out" lists the
// chunks; "blocks", where it is there, what Scan makes of the text.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			in, opt := goldenCase(t, ar)
			d := &doc.Document{Text: in}
			want := map[string]string{"out": dump(d, Split(d, opt)), "blocks": dumpBlocks(in)}
			for _, v := range violations(d, opt, Split(d, opt)) {
				t.Error(v)
			}
			changed := false
			for i, f := range ar.Files[1:] {
				if got := want[f.Name]; got != string(f.Data) {
					changed = true
					if !*update {
						t.Errorf("%s differs; got:\n%s", f.Name, got)
					}
					ar.Files[i+1].Data = []byte(got)
				}
			}
			if *update && changed {
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func goldenCase(t *testing.T, ar *txtar.Archive) (in string, opt Options) {
	t.Helper()
	if len(ar.Files) < 2 || ar.Files[0].Name != "in" {
		t.Fatal("want the files in and out")
	}
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		words, ok := strings.CutPrefix(line, "options:")
		if !ok {
			continue
		}
		for _, w := range strings.Fields(words) {
			key, value, _ := strings.Cut(w, "=")
			n, _ := strconv.Atoi(value)
			switch key {
			case "strategy":
				if opt.Strategy, ok = strategies[value]; !ok {
					t.Fatalf("no strategy %q", value)
				}
			case "size":
				opt.Size = n
			case "overlap":
				opt.Overlap = n
			default:
				t.Fatalf("no option %q", key)
			}
		}
	}
	return string(ar.Files[0].Data), opt
}

var kinds = [...]string{"paragraph", "heading", "code", "table", "item"}

// dump lists chunks so that a change of a cut reads as prose.
func dump(d *doc.Document, chunks []doc.Chunk) string {
	var out strings.Builder
	for i, c := range chunks {
		fmt.Fprintf(&out, "== %d: bytes %d to %d, %d runes, %s", i+1, c.Start, c.End,
			runesIn(c.Of(d.Text)), kinds[c.Kind])
		if c.Body > c.Start {
			fmt.Fprintf(&out, ", body at %d", c.Body)
		}
		if len(c.Path) > 0 {
			fmt.Fprintf(&out, ", level %d: %s", c.Level, strings.Join(c.Path, " > "))
		}
		if c.Anchor != "" {
			fmt.Fprintf(&out, ", anchor %s", c.Anchor)
		}
		out.WriteByte('\n')
		if c.Head != "" {
			fmt.Fprintf(&out, "+ %s\n", strings.ReplaceAll(c.Head, "\n", "\n+ "))
		}
		fmt.Fprintf(&out, "| %s\n", strings.ReplaceAll(c.Of(d.Text), "\n", "\n| "))
	}
	return out.String()
}

func dumpBlocks(text string) string {
	var out strings.Builder
	for _, b := range Scan(text) {
		fmt.Fprintf(&out, "%s", kinds[b.Kind])
		if b.Kind == doc.Heading {
			fmt.Fprintf(&out, " %d %s", b.Level, b.Anchor)
		}
		fmt.Fprintf(&out, " %q\n", b.Of(text))
	}
	return out.String()
}

func TestTextOfLettersIsCutByCount(t *testing.T) {
	d := &doc.Document{Text: "AAAABBBBCCCCDDDD", Blocks: []doc.Block{}}
	for _, c := range []struct {
		overlap int
		want    string
	}{{0, "AAAABBBB|CCCCDDDD"}, {2, "AAAABBBB|BBCCCCDD|DDDD"}} {
		opt := Options{Strategy: Fixed, Size: 8, Overlap: c.overlap}
		if got := joined(d, Split(d, opt)); got != c.want {
			t.Errorf("overlap %d: %s, want %s", c.overlap, got, c.want)
		}
	}
	for n := 1; n < 60; n++ {
		d := &doc.Document{Text: strings.Repeat("字", n)}
		for size := 1; size < 12; size++ {
			for overlap := 0; overlap <= size/2; overlap++ {
				opt := Options{Strategy: Fixed, Size: size, Overlap: overlap}
				got := len(Split(d, opt))
				want := 1
				if n > size {
					want = (n - overlap + size - overlap - 1) / (size - overlap)
				}
				if got != want {
					t.Errorf("%d runes, %+v: %d chunks, want %d", n, opt, got, want)
				}
			}
		}
	}
}

func joined(d *doc.Document, chunks []doc.Chunk) string {
	var texts []string
	for _, c := range chunks {
		texts = append(texts, c.Of(d.Text))
	}
	return strings.Join(texts, "|")
}

func TestLanguageAndKindAreThoseOfMostBytes(t *testing.T) {
	d := &doc.Document{}
	add := func(text, lang string, kind doc.Kind) {
		span := doc.Span{Start: len(d.Text), End: len(d.Text) + len(text)}
		d.Text += text + "\n\n"
		d.Blocks = append(d.Blocks, doc.Block{Span: span, Kind: kind, Lang: lang, Level: 2})
	}
	add("Titel", "", doc.Heading)
	add("ein Satz", "de", doc.Paragraph)
	add("a longer sentence", "en", doc.Item)
	add("x", "", doc.Code)
	d.Blocks[0].Anchor = "t"
	chunks := Split(d, Options{})
	if len(chunks) != 1 {
		t.Fatalf("%d chunks", len(chunks))
	}
	c := chunks[0]
	if c.Lang != "en" || c.Kind != doc.Item || c.Anchor != "t" || c.Body != d.Blocks[1].Start {
		t.Errorf("%+v", c)
	}
}

// A heading without an id leads to the nearest one above that has one.
func TestAnchorIsThatOfTheNearestHeadingAbove(t *testing.T) {
	d := &doc.Document{Text: "# A {#a}\n\n1\n\n## B\n\n2\n\n## C {#c}\n\n3\n\n# D\n\n4\n"}
	var got []string
	for _, c := range Split(d, Options{}) {
		got = append(got, c.Anchor)
	}
	if want := "a a c "; strings.Join(got, " ") != want {
		t.Errorf("anchors %q, want %q", got, want)
	}
}

func TestSectionsOfOneTitleStayApart(t *testing.T) {
	d := &doc.Document{Text: "# A\n\none\n\n# A\n\ntwo\n"}
	if got := joined(d, Split(d, Options{})); got != "# A\n\none|# A\n\ntwo" {
		t.Errorf("%q", got)
	}
}

func BenchmarkSplit(b *testing.B) {
	text := strings.Repeat("检索引擎在网页里运行，离线也能用。", 30) + "\n\n" +
		strings.Repeat("The engine runs inside the page, offline too. ", 30) + "\n\n"
	text = strings.Repeat("## 标题 heading\n\n"+text, 40)
	for _, name := range []string{"structure", "recursive", "fixed"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Split(&doc.Document{Text: text}, Options{Strategy: strategies[name]})
			}
		})
	}
}
