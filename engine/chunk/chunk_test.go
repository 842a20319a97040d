package chunk

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

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
				got := len(Split(d, Options{Strategy: Fixed, Size: size, Overlap: overlap}))
				want := 1
				if n > size {
					want = (n - overlap + size - overlap - 1) / (size - overlap)
				}
				if got != want {
					t.Errorf("%d runes, size %d, overlap %d: %d chunks, want %d", n, size, overlap, got, want)
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

// strange holds texts that break splitters which count bytes, know no Chinese, or look
// for blank lines.
var strange = map[string]string{
	"empty":         "",
	"white":         " \n\t\u3000\n",
	"zh":            "他说：“检索引擎在网页里运行。”然后（停了一下）又说：“离线也能用！”真的吗？真的……就这样；好。" + "没有空格的长句子，一直写下去，直到写不下为止，" + "还在写。",
	"zh lines":      "第一行没有句号\n第二行也没有\n\n第三段，（括号）「引号」、顿号。\n",
	"en":            "Mr. Smith paid $3.50 for v1.2 of e.g. this. \"Really?\" she asked. Yes! It (the thing) works, I. e. well.",
	"wrapped":       "A line that is wrapped\nin the middle of a sentence, and\nagain. Then a new one.\n",
	"emoji":         strings.Repeat("👩‍👩‍👧‍👦🇨🇳🇩🇪❤️1️⃣👍🏽", 30),
	"marks":         strings.Repeat("e\u0301\u0302", 50) + "a" + strings.Repeat("\u0300", 300),
	"thai":          "ภาษาไทยไม่มีช่องว่างระหว่างคำ แต่มีช่องว่างระหว่างวลี และน้ำ",
	"hindi":         "हिन्दी में क्षत्रिय और ज्ञान। दूसरा वाक्य।",
	"jamo":          strings.Repeat("\u1112\u1161\u11ab", 40),
	"closers":       strings.Repeat("。”）", 100),
	"openers":       strings.Repeat("（“《", 100),
	"broken utf-8":  "abc\xff\xfe\xe4\xb8中文\xf0\x9f。",
	"crlf":          "# A\r\n\r\nText\r\nmore.\r\n\r\n```\r\ncode\r\n```\r\n",
	"long word":     "see https://example.org/" + strings.Repeat("a-b_c/", 100) + " there",
	"headings only": "# A\n## B\n### C\n# D\n",
	"table":         "| a | b |\n|---|---|\n" + strings.Repeat("| 一 | two |\n", 40) + "\nafter\n",
	"fence":         "text\n\n```go\nfunc f() {\n\n\treturn\n}\n```\n\nmore\n",
	"open fence":    "text\n\n~~~\n# not a heading\n",
	"long heading":  "# " + strings.Repeat("long 长 ", 400) + "\ntext",
	"nul":           "a\x00b\x00\x01c",
	"indented":      "    code\n    more\n\ntext\n\n\ttab\n",
	"list":          "- a\n- b\n  - c\n\n    d\n\n1. e\n2、f\n",
}

func TestStrangeTexts(t *testing.T) {
	for name, text := range strange {
		each(t, name, &doc.Document{Text: text})
		each(t, name+", no blocks", &doc.Document{Text: text, Blocks: []doc.Block{}})
	}
}

func TestBlocksThatContradictTheTextDoNoHarm(t *testing.T) {
	text := "# 标题\n\n正文 text。\n"
	for _, spans := range [][]int{{-5, 3}, {0, 1000}, {5, 2}, {3, 4}, {0, 6, 4, 9}, {10, 12, 0, 3}, {0, 0, 0, 0}} {
		d := &doc.Document{Text: text}
		for i := 0; i < len(spans); i += 2 {
			d.Blocks = append(d.Blocks, doc.Block{
				Span: doc.Span{Start: spans[i], End: spans[i+1]}, Kind: doc.Heading, Level: 99 - 50*i,
			})
		}
		for _, strategy := range strategies {
			chunks := Split(d, Options{Strategy: strategy, Size: 4})
			at := 0
			for _, c := range chunks {
				if c.Start < at || strings.TrimSpace(text[at:c.Start]) != "" {
					t.Errorf("blocks %v: chunk %v after byte %d", spans, c.Span, at)
				}
				at = c.End
			}
			if strings.TrimSpace(text[at:]) != "" {
				t.Errorf("blocks %v: %q is lost", spans, text[at:])
			}
		}
	}
}

func TestLanguageAndKindAreThoseOfMostBytes(t *testing.T) {
	d := &doc.Document{Text: "Titel\n\nein Satz\n\na longer sentence\n\nx"}
	for _, b := range []struct {
		text, lang string
		kind       doc.Kind
	}{{"Titel", "", doc.Heading}, {"ein Satz", "de", doc.Paragraph}, {"a longer sentence", "en", doc.Item}, {"x", "", doc.Code}} {
		i := strings.Index(d.Text, b.text)
		d.Blocks = append(d.Blocks, doc.Block{
			Span: doc.Span{Start: i, End: i + len(b.text)}, Kind: b.kind, Lang: b.lang, Level: 2, Anchor: "t",
		})
	}
	chunks := Split(d, Options{})
	if len(chunks) != 1 || chunks[0].Lang != "en" || chunks[0].Kind != doc.Item || chunks[0].Anchor != "t" ||
		chunks[0].Body != strings.Index(d.Text, "ein") {
		t.Errorf("%+v", chunks)
	}
}

func TestSectionsOfOneTitleAreTold(t *testing.T) {
	d := &doc.Document{Text: "# A\n\none\n\n# A\n\ntwo\n"}
	chunks := Split(d, Options{})
	if len(chunks) != 2 || chunks[0].Path[0] != "A" || chunks[1].Path[0] != "A" || chunks[0].Start == chunks[1].Start {
		t.Errorf("%+v", chunks)
	}
}

// Work must grow with the text: for eight times the text it may take 40 times as long
// (the machine is shared, and memory must be found), not 64. The large texts are 1 MB.
func TestWorkIsLinear(t *testing.T) {
	shapes := map[string]func(n int) string{
		"letters":    func(n int) string { return strings.Repeat("x", n) },
		"han":        func(n int) string { return strings.Repeat("字", n/3) },
		"white":      func(n int) string { return strings.Repeat(" ", n) },
		"closers":    func(n int) string { return strings.Repeat("”", n/3) },
		"flags":      func(n int) string { return strings.Repeat("🇨", n/4) },
		"marks":      func(n int) string { return strings.Repeat("\u0301", n/2) },
		"headings":   func(n int) string { return strings.Repeat("# a\n", n/4) },
		"deeper":     func(n int) string { return strings.Repeat("# a\n## b\n### c\n", n/15) },
		"items":      func(n int) string { return strings.Repeat("- a\n", n/4) },
		"rows":       func(n int) string { return "|a|b|\n|-|-|\n" + strings.Repeat("|1|2|\n", n/6) },
		"fences":     func(n int) string { return strings.Repeat("```\n", n/4) },
		"short-long": func(n int) string { return strings.Repeat("a\n\n"+strings.Repeat("b", 1199)+"\n\n", n/1204) },
		"stops":      func(n int) string { return strings.Repeat("A. ", n/3) },
		"pipes":      func(n int) string { return strings.Repeat("|", n) },
		"backticks":  func(n int) string { return strings.Repeat("`", n) },
		"hashes":     func(n int) string { return strings.Repeat("#", n) },
		"newlines":   func(n int) string { return strings.Repeat("a\n", n/2) },
		"comments":   func(n int) string { return strings.Repeat("<!--\n", n/5) },
	}
	for name, shape := range shapes {
		for label, strategy := range strategies {
			cost := func(n int) time.Duration {
				d := &doc.Document{Text: shape(n)}
				start := time.Now()
				Split(d, Options{Strategy: strategy})
				return time.Since(start)
			}
			const n = 1 << 17
			small, large := cost(n), cost(8*n)
			for range 3 {
				if large <= 40*small || large < 100*time.Millisecond {
					break
				}
				small, large = min(small, cost(n)), min(large, cost(8*n))
			}
			if large > 40*small && large > 100*time.Millisecond {
				t.Errorf("%s, %s: %v for %d bytes, %v for eight times as many", name, label, small, n, large)
			}
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range strange {
		f.Add(s, uint8(0), uint16(20), uint16(3))
		f.Add(s, uint8(1), uint16(5), uint16(0))
	}
	f.Fuzz(func(t *testing.T, s string, strategy uint8, size, overlap uint16) {
		if len(s) > 1<<16 {
			return
		}
		opt := Options{Strategy: Strategy(strategy % 3), Size: int(size % 2000), Overlap: int(overlap % 2000)}
		d := &doc.Document{Text: s}
		for _, v := range violations(d, opt, Split(d, opt)) {
			t.Errorf("%+v: %s", opt, v)
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, s := range strange {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, b := range Scan(s) {
			if b.Start < at || b.End < b.Start || b.End > len(s) {
				t.Fatalf("block %+v after byte %d of %d", b, at, len(s))
			}
			at = b.End
		}
	})
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
