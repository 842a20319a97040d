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
		{"never closed", `<div><p>x</p>`, "closes nothing"},
		{"closed twice", `<p>x</p></p>`, "</p> closes nothing"},
		{"block in a paragraph", `<p><div>x</div></p>`, "<div> inside <p>"},
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

func TestCheckNeedsPages(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := Check(dir, CheckOptions{}); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("a folder without pages gave %v", err)
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
