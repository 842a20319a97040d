package chunk

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/doc"
)

// strange holds texts that break splitters which count bytes, know no Chinese, or look
// for blank lines.
var strange = map[string]string{
	"empty": "",
	"white": " \n\t\u3000\n",
	"zh": "他说：“检索引擎在网页里运行。”然后（停了一下）又说：“离线也能用！”真的吗？" +
		"真的……就这样；好。没有空格的长句子，一直写下去，直到写不下为止，还在写。",
	"zh lines": "第一行没有句号\n第二行也没有\n\n第三段，（括号）「引号」、顿号。\n",
	"en": "Mr. Smith paid $3.50 for v1.2 of e.g. this. \"Really?\" she asked. " +
		"Yes! It (the thing) works, I. e. well.",
	"wrapped": "A line that is wrapped\nin the middle of a sentence, and\nagain. " +
		"Then a new one.\n",
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
		flat := &doc.Document{Text: text, Blocks: []doc.Block{}}
		each(t, name, &doc.Document{Text: text}, 1, 7, 50, 200, 1200)
		each(t, name+", no blocks", flat, 1, 7, 50, 200, 1200)
	}
}

func TestBlocksThatContradictTheTextDoNoHarm(t *testing.T) {
	text := "# 标题\n\n正文 text。\n"
	for _, spans := range [][]int{
		{-5, 3}, {0, 1000}, {5, 2}, {3, 4}, {0, 6, 4, 9}, {10, 12, 0, 3}, {0, 0, 0, 0},
	} {
		d := &doc.Document{Text: text}
		for i := 0; i < len(spans); i += 2 {
			b := doc.Block{Kind: doc.Heading, Level: 99 - 50*i}
			b.Start, b.End = spans[i], spans[i+1]
			d.Blocks = append(d.Blocks, b)
		}
		for _, strategy := range strategies {
			k := checker{d: d, opt: Options{Strategy: strategy, Size: 4}}
			k.chunks = Split(d, k.opt)
			k.coverage()
			k.edges()
			for _, v := range k.bad {
				t.Errorf("blocks %v: %s", spans, v)
			}
		}
	}
}

// Work grows with the text and not with its square, whatever the text: then a megabyte of
// each shape ends in a moment, else not before the test itself is ended.
func TestWorkIsLinear(t *testing.T) {
	shapes := map[string]func(n int) string{
		"letters":  func(n int) string { return strings.Repeat("x", n) },
		"han":      func(n int) string { return strings.Repeat("字", n/3) },
		"white":    func(n int) string { return strings.Repeat(" ", n) },
		"closers":  func(n int) string { return strings.Repeat("”", n/3) },
		"flags":    func(n int) string { return strings.Repeat("🇨", n/4) },
		"marks":    func(n int) string { return strings.Repeat("\u0301", n/2) },
		"headings": func(n int) string { return strings.Repeat("# a\n", n/4) },
		"deeper":   func(n int) string { return strings.Repeat("# a\n## b\n### c\n", n/15) },
		"items":    func(n int) string { return strings.Repeat("- a\n", n/4) },
		"rows":     func(n int) string { return "|a|b|\n|-|-|" + strings.Repeat("\n|1|2|", n/6) },
		"fences":   func(n int) string { return strings.Repeat("```\n", n/4) },
		"short-long": func(n int) string {
			return strings.Repeat("a\n\n"+strings.Repeat("b", 1199)+"\n\n", n/1204)
		},
		"stops":     func(n int) string { return strings.Repeat("A. ", n/3) },
		"pipes":     func(n int) string { return strings.Repeat("|", n) },
		"backticks": func(n int) string { return strings.Repeat("`", n) },
		"hashes":    func(n int) string { return strings.Repeat("#", n) },
		"newlines":  func(n int) string { return strings.Repeat("a\n", n/2) },
		"comments":  func(n int) string { return strings.Repeat("<!--\n", n/5) },
	}
	const n = 1 << 20 // work that grows with the square of this would not end before the test does
	for name, shape := range shapes {
		for label, strategy := range strategies {
			d := &doc.Document{Text: shape(n)}
			covered := 0
			for _, c := range Split(d, Options{Strategy: strategy}) {
				covered += c.End - c.Start
			}
			if covered > len(d.Text) || covered == 0 && strings.TrimSpace(d.Text) != "" {
				t.Errorf("%s, %s: chunks of %d bytes for %d", name, label, covered, len(d.Text))
			}
		}
	}
}

// Pieces from which random texts are put together: what fuzzing bytes would take long to
// find.
var crumbs = strings.Split("中|文字|。|，|”|（|“|……|a|word|Dr.|3.5|. |, |?| |  |\n|\n\n|"+
	"\r\n|\t|　|# |## |\n# |\n---\n|\n===\n|"+
	"```|\n```\n|~~~\n|- |\n- |1. |    |\n> |<!--|-->|<pre>|</pre>|"+
	"👩‍💻|🇨🇳|\u0301|\u3099|क्|ก็|\u1112\u1161|\x00|\xff|\xe4\xb8|{#id}", "|")

var rows = []string{"|", "| a | b |\n", "|---|---|\n", "| 中 |", "\n|"}

func TestRandomTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 5000 {
		var text strings.Builder
		for range random.IntN(120) {
			if k := random.IntN(len(crumbs) + len(rows)); k < len(crumbs) {
				text.WriteString(crumbs[k])
			} else {
				text.WriteString(rows[k-len(crumbs)])
			}
		}
		opt := Options{Strategy: Strategy(random.IntN(3)), Size: 1 + random.IntN(60)}
		opt.Overlap = random.IntN(opt.Size)
		d := &doc.Document{Text: text.String()}
		for _, v := range violations(d, opt, Split(d, opt)) {
			t.Fatalf("text %d, %+v: %s\n%q", n, opt, v, d.Text)
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
		opt := Options{Strategy: Strategy(strategy % 3), Size: int(size % 2000)}
		opt.Overlap = int(overlap % 2000)
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
