package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// spread writes the files of an archive into a folder.
func spread(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		full := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const soundPage = `<!doctype html><html lang="zh"><head><title>t</title></head>` +
	`<body><h1 id="top2">t</h1>BODY</body></html>`

// Each case is a body; the check must find exactly the problems named, by a part of their text.
func TestCheckFindsProblems(t *testing.T) {
	cases := []struct{ name, body, want string }{
		{"nothing wrong", `<p><a href="/">x</a> <a href="other/#a%20b">y</a></p>`, ""},
		{"relative and parent", `<a href="./other/index.html">x</a><a href="other/../">y</a>`, ""},
		{"clean address", `<a href="/page">x</a><a href="/other">y</a>`, ""},
		{"elsewhere", `<a href="https://x.org/none">x</a><a href="//x.org/">y</a>` +
			`<a href="mailto:a@b.c">z</a>`, ""},
		{"text fragment", `<a href="/other/#a%20b:~:text=x">x</a>`, ""},
		{"top", `<a href="#">x</a><a href="#top">y</a>`, ""},
		{"folder that comes later", `<script type="module" src="/_pageside/x.js"></script>`, ""},
		{"own absolute address", `<a href="https://here.example/other/">x</a>`, ""},
		{"data is not a script", `<script type="application/ld+json">{"a":1}</script>`, ""},
		{"missing page", `<a href="/none/">x</a>`, "none/, which does not exist"},
		{"missing under own address", `<a href="https://here.example/none">x</a>`, "does not exist"},
		{"missing image", `<img src="x.png" alt="">`, "x.png, which does not exist"},
		{"missing anchor here", `<a href="#no">x</a>`, `no element with the id "no"`},
		{"missing anchor there", `<a href="/other/#no">x</a>`, `other/index.html has no element`},
		{"script address", `<a href="javascript:x()">x</a>`, "scheme javascript:"},
		{"address that is none", `<a href="http://[">x</a>`, "not an address"},
		{"no alt", `<img src="/pic.png">`, "no alt text"},
		{"id twice", `<p id="a">x</p><p id="a">y</p>`, `"a" occurs twice`},
		{"two titles", `<h1>again</h1>`, "2 <h1>"},
		{"level skipped", `<h3>x</h3>`, "<h3> after a heading of level 1"},
		{"style attribute", `<p style="color:red">x</p>`, "<p style>"},
		{"style element", `<style>p{}</style>`, "<style>"},
		{"script inside", `<script>x()</script>`, "a script inside the page"},
		{"handler", `<p onclick="x()">x</p>`, "<p onclick>"},
		{"dropped attribute", `<p align="right">x</p>`, "no longer part of HTML"},
		{"never closed", `<div><p>x</p>`, "</body> while open are: div"},
		{"closed twice", `<p>x</p></p>`, "</p> closes nothing; open are: html body"},
		{"closed crosswise", `<p><b><i>x</b></i>`, "</b> while open are: i"},
		{"block in a paragraph", `<p>x<div>y</div></p>`,
			"</p> closes nothing; the paragraph before it ended at <div>"},
		{"block in a link in a paragraph", `<p><a href="/"><div>x</div></a>`, "<div> inside <p>"},
		{"paragraph that a link ends", `<a href="/"><p>x</a>`, "<a> ends before the <p> in it"},
		{"paragraph that an element of ours ends", `<x-y><p>x</x-y>`, "<x-y> ends before the <p>"},
		{"link in a link", `<a href="/"><a href="/">x</a></a>`, "<a> inside <a>"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := spread(t, "-- index.html --\n"+strings.Replace(soundPage, "BODY", c.body, 1)+
				"\n-- other/index.html --\n"+strings.Replace(soundPage, "BODY", `<p id="a b"></p>`, 1)+
				"\n-- page.html --\n"+strings.Replace(soundPage, "BODY", "", 1)+
				"\n-- pic.png --\nx\n-- _pageside/broken.html --\n<p\n")
			got, err := Check(dir, CheckOptions{
				BaseURL: "https://here.example/", Later: []string{"_pageside/"}, Strict: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, p := range got.Problems {
				texts = append(texts, p.String())
			}
			all := strings.Join(texts, "\n")
			if c.want == "" && all != "" || !strings.Contains(all, c.want) {
				t.Errorf("problems:\n%s\nwant: %q", all, c.want)
			}
		})
	}
}

// What HTML lets an author leave out is nothing wrong, be it ever so strict.
func TestOptionalEndTags(t *testing.T) {
	for name, page := range map[string]string{
		"paragraphs": "<p>a<p>b <b>c</b><div>d</div><h2>e</h2><p>f",
		"items":      "<ul><li>a<li><p>b<ol><li>c<li>d</ol><li>e</ul>",
		"terms":      "<dl><dt>a<dd><p>b<dt>c<dt>d<dd>e</dl>",
		"cells": "<table><caption>a<colgroup><col><thead><tr><th>b<th>c<tbody><tr><td>d<td><p>e" +
			"<tr><td>f<table><tr><td>g</table><tbody><tr><td>h<tfoot><tr><td>i</table>",
		"choices": "<select><option>a<optgroup label=b><option>c<optgroup label=d><option>e" +
			"</select>",
		"readings":     "<ruby>漢<rp>(<rt>kan<rp>)</ruby>",
		"in a section": "<section><p>a</section><blockquote><p>b</blockquote><p>c",
		"a drawing":    `<svg viewBox="0 0 1 1"><path d="M0 0"/><g><title>x</title></g></svg>`,
	} {
		for form, around := range map[string][2]string{
			"whole":           {"<html lang=en><head><title>t</title></head><body>", "</body></html>"},
			"without its end": {"<html lang=en><head><title>t</title><body>", ""},
			"without a body":  {"<html lang=en><title>t</title>", "</html>"},
			"end tags alone":  {"<html lang=en><title>t</title></head>", "</body></html>"},
		} {
			dir := spread(t, "-- index.html --\n<!doctype html>"+around[0]+"<h1>x</h1>"+page+around[1]+"\n")
			got, err := Check(dir, CheckOptions{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Problems) > 0 {
				t.Errorf("%s, %s: %v", name, form, got.Problems)
			}
		}
	}
}

// Somebody else's site may leave out end tags and keep its inline scripts.
func TestCheckIsLenientWithOtherSites(t *testing.T) {
	dir := spread(t, "-- index.html --\n<!doctype html><html lang=en><h1>x</h1>"+
		"<ul><li>a<li>b</ul><p style='x'>c<script>y()</script>\n")
	got, err := Check(dir, CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Problems) > 0 {
		t.Error(got.Problems)
	}
}

func TestCheckOwesEveryReader(t *testing.T) {
	dir := spread(t, "-- a.html --\n<p>x\n-- b.css --\np { background: url('no.png') }\n")
	got, err := Check(dir, CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, p := range got.Problems {
		kinds[p.Kind] = true
	}
	if len(got.Problems) != 3 || !kinds["lang"] || !kinds["h1"] || !kinds["asset"] {
		t.Error(got.Problems)
	}
}

// A style sheet may refer to files that come after it in the order of names.
func TestStyleSheetsReferForward(t *testing.T) {
	dir := spread(t, "-- index.html --\n"+strings.Replace(soundPage, "BODY", "", 1)+
		"\n-- css/a.css --\np { background: url(../z.png) }\n-- z.png --\nx\n")
	got, err := Check(dir, CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Problems) > 0 || got.Links != 1 {
		t.Errorf("%d links, %v", got.Links, got.Problems)
	}
}

func TestCheckNeedsPages(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := Check(dir, CheckOptions{}); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("a folder without pages gave %v", err)
		}
	}
}

// Pages that make a careless checker quadratic: such a one would not end before the test is
// ended.
func TestPathologicalNesting(t *testing.T) {
	const n = 200_000
	for name, page := range map[string]string{
		"never closed":   strings.Repeat("<div>", n),
		"closes nothing": strings.Repeat("<div>", n) + strings.Repeat("</b>", n),
		"bodies":         strings.Repeat("<body>", n),
		"heads":          strings.Repeat("<head>", n) + strings.Repeat("</head>", n),
		"parts of none":  strings.Repeat("<caption><thead>", n),
	} {
		if s := scanPage("x.html", []byte(page), true); len(s.problems) == 0 {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}

// A page that never closes anything is read in one pass.
func FuzzScan(f *testing.F) {
	f.Add([]byte(soundPage), true)
	f.Add([]byte("<a <a <a href=x><script><!--"), false)
	f.Add([]byte(strings.Repeat("<div>", 1000)), true)
	f.Fuzz(func(t *testing.T, data []byte, strict bool) {
		s := scanPage("x.html", data, strict)
		if s.line != 1 {
			t.Error("not finished")
		}
	})
}

// A site that was built for a path of its host is told from one with broken links.
func TestCheckGuessesTheBase(t *testing.T) {
	archive := func(base, canonical string) string {
		head := strings.Replace(soundPage, "</head>", canonical+"</head>", 1)
		return "-- index.html --\n" + strings.Replace(head, "BODY", `<a href="`+base+`other/">x</a>`+
			`<a href="`+base+`">y</a><a href="/foo/other/">z</a>`, 1) +
			"\n-- other/index.html --\n" + strings.Replace(soundPage, "BODY", "", 1)
	}
	const canonical = `<link rel="canonical" href="https://example.org/docs/">`
	for _, c := range []struct{ name, archive, baseURL, want string }{
		{"host in a canonical link", archive("/docs/", canonical), "", "https://example.org/docs/"},
		{"no host", archive("/docs/", ""), "", "https://HOST/docs/"},
		{"deeper", archive("/a/文/", ""), "", "https://HOST/a/%E6%96%87/"},
		{"another was given", archive("/docs/", canonical), "https://example.org/x/",
			"https://example.org/docs/"},
		{"the right one was given", archive("/docs/", canonical), "https://example.org/docs/", ""},
		{"served at the root, with a broken link", archive("/", ""), "", ""},
	} {
		found, err := Check(spread(t, c.archive), CheckOptions{BaseURL: c.baseURL})
		if err != nil {
			t.Fatal(err)
		}
		if found.Base != c.want {
			t.Errorf("%s: guessed %q, want %q", c.name, found.Base, c.want)
		}
	}
}

// A link to the front page has no name behind its slash, but a reader must be told one. The
// check tells how far it is.
func TestCheckNamesTheFrontPage(t *testing.T) {
	dir := t.TempDir()
	page := []byte("<!doctype html><html lang=en><title>A</title><h1>A</h1><a href=/>b</a>")
	if err := os.WriteFile(filepath.Join(dir, "a.html"), page, 0o644); err != nil {
		t.Fatal(err)
	}
	looked := 0
	found, err := Check(dir, CheckOptions{Progress: func(done, _ int) { looked = done }})
	want := `link "/" leads to the front page, index.html, which does not exist`
	if err != nil || len(found.Problems) != 1 || found.Problems[0].Text != want {
		t.Errorf("%+v, %v", found, err)
	}
	if looked != 1 {
		t.Errorf("it told of %d files", looked)
	}
}
