package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Bad content is refused with the file, the line where there is one, and what to do.
func TestBadContent(t *testing.T) {
	head := "---\ntitle: 二\ndescription: 说明\ndate: 2026-01-02\n---\n"
	cases := []struct{ name, file, text, want string }{
		{"no front matter", "zh/second.md", "## 小节\n", "zh/second.md: no front matter"},
		{"front matter never ends", "zh/second.md", "---\ntitle: x\n", "no front matter"},
		{"YAML that does not parse", "zh/second.md", "---\ntitle: [\n---\nx\n", "front matter"},
		{"unknown key", "zh/second.md", "---\ntitel: x\n---\nx\n",
			"line 1: there is no key titel (known keys: title, description, date,"},
		{"unknown key of a front page", "zh/index.md", "---\ngreeting: x\n---\nx\n",
			"there is no key greeting (known keys: title, description, updated, name, author,"},
		{"key twice", "zh/second.md", "---\ntitle: x\ntitle: y\n---\nx\n", "title stands twice"},
		{"order that is no number", "zh/second.md", "---\norder: x\n---\nx\n",
			"want a whole number, not `x`"},
		{"list for a title", "zh/second.md", "---\ntitle: [x]\n---\nx\n", "not a list"},
		{"setting of the site in an article", "zh/second.md",
			strings.Replace(head, "date:", "footer: x\ndate:", 1), "belong to the front page"},
		{"address that is none", "zh/index.md",
			"---\ntitle: x\ndescription: y\naddress: example.org\n---\n", `"example.org": want an`},
		{"two addresses", "en/index.md",
			"---\ntitle: x\ndescription: y\naddress: https://x.example/\n---\n", "a site has one"},
		{"report to nowhere", "zh/index.md",
			"---\ntitle: x\ndescription: y\nreport: me\n---\n", `report "me"`},
		{"link that would run", "zh/index.md", "---\ntitle: x\ndescription: y\n" +
			"links: [{text: x, url: 'javascript:x'}]\n---\n", `url "javascript:x"`},
		{"link without a text", "zh/index.md", "---\ntitle: x\ndescription: y\n" +
			"links: [{url: 'https://x.example/'}]\n---\n", `text ""`},
		{"no title", "zh/second.md", "---\ndate: 2026-01-02\n---\nx\n", "title is missing"},
		{"no description", "zh/second.md", "---\ntitle: x\n---\nx\n", "description is missing"},
		{"no date", "zh/second.md", "---\ntitle: x\ndescription: y\n---\nx\n", "date"},
		{"impossible date", "zh/second.md",
			strings.Replace(head, "01-02", "02-30", 1) + "x\n", "2026-02-30"},
		{"revised before it was written", "zh/second.md",
			strings.Replace(head, "date:", "updated: 2025-01-01\ndate:", 1), "before"},
		{"slug of the site's own", "zh/second.md",
			strings.Replace(head, "date:", "slug: tags\ndate:", 1), `slug "tags"`},
		{"slug that climbs", "zh/second.md",
			strings.Replace(head, "date:", "slug: ../x\ndate:", 1), `slug "../x"`},
		{"slug taken twice", "zh/second.md",
			strings.Replace(head, "date:", "slug: first\ndate:", 1), "taken by zh/first.md"},
		{"broken UTF-8", "zh/second.md", head + "\xff\n", "not UTF-8"},
		{"link to no article", "zh/second.md", head + "\n字\n\n[x](none.md)\n",
			"zh/second.md:9: link \"none.md\""},
		{"link from the root", "zh/second.md", head + "[x](/first/)\n", "zh/second.md:6"},
		{"link with a scheme of its own", "zh/second.md", head + "[x](javascript:alert(1))\n",
			"javascript"},
		{"raw HTML", "zh/second.md", head + "a <b>c</b>\n", "raw HTML"},
		{"second title", "zh/second.md", head + "# 标题\n", "level 1"},
		{"skipped level", "zh/second.md", head + "## 二\n\n#### 四\n", "do not skip"},
		{"image without alt", "zh/second.md", head + "![](../figures/box.svg)\n", "alt text"},
		{"image inside a sentence", "zh/second.md", head + "x ![a](../figures/box.svg)\n",
			"inside a paragraph"},
		{"image that is not there", "zh/second.md", head + "![a](../figures/no.svg)\n", "no.svg"},
		{"image outside content", "zh/second.md", head + "![a](../../x.svg)\n",
			"want a file in the content folder"},
		{"unknown language of code", "zh/second.md", head + "```nosuch\nx\n```\n", "nosuch"},
		{"formula without words", "zh/second.md", head + "```math\n<math><mi>x</mi></math>\n```\n",
			"alttext"},
		{"formula that is not XML", "zh/second.md", head + "```math\n<math\n```\n", "well-formed"},
		{"script in a drawing", "figures/box.svg", "<svg><script>1</script></svg>", "<script>"},
		{"style in a drawing", "figures/box.svg", `<svg><rect style="x"/></svg>`, "style"},
		{"handler in a drawing", "figures/box.svg", `<svg onload="x"/>`, "onload"},
		{"outside file in a drawing", "figures/box.svg",
			`<svg><rect fill="url(https://x)"/></svg>`, "nothing outside"},
		{"drawing that is none", "figures/box.svg", "hello", "no <svg>"},
		{"no front page", "zh/index.md", "", "zh/index.md: missing"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			content := unpack(t, txtar.File{Name: c.file, Data: []byte(c.text)})
			_, err := Build(content, filepath.Join(t.TempDir(), "out"), Options{})
			if err == nil {
				t.Fatal("built")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is\n%v\nwant it to say %q", err, c.want)
			}
		})
	}
}

// An empty folder, none at all, and a file are told from one another.
func TestEmptyContent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		t.TempDir():                        "no Markdown",
		filepath.Join(t.TempDir(), "none"): "none: no such file or directory; name the folder",
		file:                               "file: is a file; name the folder",
	} {
		_, err := Build(dir, filepath.Join(t.TempDir(), "out"), Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gave %v, want %q", dir, err, want)
		}
	}
}

// A front page that is wrong is not also missing.
func TestBrokenFrontPageIsThere(t *testing.T) {
	content := unpack(t, txtar.File{Name: "zh/index.md", Data: []byte("欢迎。\n")})
	_, err := Build(content, filepath.Join(t.TempDir(), "out"), Options{})
	if err == nil || !strings.Contains(err.Error(), "zh/index.md: no front matter") ||
		strings.Contains(err.Error(), "missing") {
		t.Errorf("%v", err)
	}
}

func TestBadBaseURL(t *testing.T) {
	for _, s := range []string{"example.org", "/docs/", "ftp://x/", "https://x/?q", "https://x/#y"} {
		_, err := Build(unpack(t), filepath.Join(t.TempDir(), "out"), Options{BaseURL: s})
		if err == nil || !strings.Contains(err.Error(), s) {
			t.Errorf("base URL %q gave %v", s, err)
		}
	}
}

// Whatever the file says, reading and converting it ends without a panic.
func FuzzArticle(f *testing.F) {
	f.Add([]byte("---\ntitle: x\ndescription: y\ndate: 2026-01-02\n---\n## a\n\nb[^c]\n\n[^c]: d\n"))
	f.Add([]byte("---\ntitle: x\n---\n```math\n<math alttext=\"\"><mi>x</mi></math>\n```\n"))
	f.Add([]byte("---\n---\n| a |\n| --: |\n| b |\n"))
	f.Add([]byte("---\ntags: [a, &b c, *b]\n---\n![a](b.svg)\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := parseArticle("zh/fuzz.md", editions[0], raw)
		if err != nil {
			return
		}
		b, _ := parseBase("")
		lib := &library{dir: t.TempDir()}
		if err := a.convert(lib, b); err == nil && strings.Contains(a.html, "<script") {
			t.Errorf("a script came through: %s", a.html)
		}
	})
}

// A drawing either is refused or holds nothing that could run.
func FuzzDrawing(f *testing.F) {
	f.Add(`<svg viewBox="0 0 1 1"><rect x="1"/></svg>`)
	f.Add(`<svg><text>&lt;script&gt;</text></svg>`)
	f.Add(`<svg><a href="javascript:x"/></svg>`)
	f.Fuzz(func(t *testing.T, source string) {
		got, err := svgDialect.inline(source)
		if err != nil {
			return
		}
		s := scanPage("drawing", []byte(got), true)
		for _, p := range s.problems {
			if p.Kind == "html" && !strings.Contains(p.Text, "doctype") {
				t.Errorf("%q became %q: %s", source, got, p.Text)
			}
		}
	})
}

// Notes may call notes, each other included; every one of them stands once.
func TestNotesInsideNotes(t *testing.T) {
	a, err := parseArticle("zh/notes.md", editions[0], []byte("---\ntitle: x\ndescription: y\n"+
		"date: 2026-01-02\n---\n一[^a]二[^c]\n\n[^a]: 甲[^b]\n\n[^b]: 乙[^a]\n\n[^c]: 丙\n\n[^d]: 无\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := parseBase("")
	if err := a.convert(&library{}, b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`id="note-1"`, `id="note-2"`, `id="note-3"`, "甲", "乙", "丙"} {
		if n := strings.Count(a.html, want); n != 1 {
			t.Errorf("%s occurs %d times in\n%s", want, n, a.html)
		}
	}
}
