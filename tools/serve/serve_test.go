package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

const engine = "_pageside/engine-0123456789abcdef.wasm"

// site writes a small site and returns its folder.
func site(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	long := strings.Repeat("long enough to be worth packing ", 100)
	for name, text := range map[string]string{
		"index.html":                    "home " + long,
		"404.html":                      "nothing here",
		"en/404.html":                   "nothing here in English",
		"guide/index.html":              "guide",
		"about.html":                    "about",
		"style.css":                     long,
		"small.css":                     "p{}",
		"data.unknown":                  long,
		"空 格.html":                      "a name with a space",
		"empty/x.txt":                   "x",
		".git/config":                   "secret",
		".well-known/security.txt":      "contact",
		"_headers":                      "rules",
		engine:                          "\x00asm" + long,
		engine + ".br":                  "packed with brotli",
		engine + ".gz":                  "packed with gzip",
		"_pageside/manifest.bin":        "\x1f\x8b" + long,
		"_pageside/0123456789abcdef.ps": "\x1f\x8b" + long,
		"_pageside/pageside.js":         long,
		"stale.js":                      long,
		"stale.js.br":                   "old",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(root, "stale.js.br"), past, past); err != nil {
		t.Fatal(err)
	}
	return root
}

func get(h http.Handler, path string, headers ...string) *http.Response {
	r := httptest.NewRequest("GET", "http://localhost/", nil)
	r.URL.Path = path
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWhichFile(t *testing.T) {
	root := site(t)
	if err := os.Symlink("/etc/passwd", filepath.Join(root, "leak.txt")); err != nil {
		t.Fatal(err)
	}
	h, err := New(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path   string
		status int
		begins string // of the body, or the Location
	}{
		{"/", 200, "home"},
		{"/index.html", 200, "home"},
		{"/guide/", 200, "guide"},
		{"/guide", 307, "./guide/"},
		{"/about", 200, "about"},
		{"/about.html", 200, "about"},
		{"/about.html/", 404, "nothing here"},
		{"/空 格", 200, "a name with a space"},
		{"/missing", 404, "nothing here"},
		{"/en/missing/deep", 404, "nothing here in English"},
		{"/empty/", 404, "nothing here"},
		{"/.git/config", 404, "nothing here"},
		{"/.well-known/security.txt", 200, "contact"},
		{"/_headers", 404, "nothing here"},
		{"/../../etc/passwd", 404, "nothing here"},
		{"/..%2f..%2fetc/passwd", 404, "nothing here"},
		{"/guide/../about.html", 200, "about"},
		{`/..\..\etc\passwd`, 404, "nothing here"},
		{"/leak.txt", 404, "nothing here"},
		{"/a\x00b", 404, "nothing here"},
		{"//evil.example/", 404, "nothing here"},
	} {
		r := get(h, c.path)
		got := text(t, r)
		if r.StatusCode == http.StatusTemporaryRedirect {
			got = r.Header.Get("Location")
		}
		if r.StatusCode != c.status || !strings.HasPrefix(got, c.begins) {
			t.Errorf("%s: %d %.30q, want %d %q", c.path, r.StatusCode, got, c.status, c.begins)
		}
	}
}

func TestHeaders(t *testing.T) {
	h, err := New(site(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][2]string{ // type, caching
		"/":                              {"text/html; charset=utf-8", "no-cache"},
		"/missing":                       {"text/html; charset=utf-8", "no-cache"},
		"/style.css":                     {"text/css; charset=utf-8", "no-cache"},
		"/data.unknown":                  {"application/octet-stream", "no-cache"},
		"/" + engine:                     {"application/wasm", forever},
		"/_pageside/0123456789abcdef.ps": {"application/octet-stream", forever},
		"/_pageside/manifest.bin":        {"application/octet-stream", "no-cache"},
		"/_pageside/pageside.js":         {"text/javascript; charset=utf-8", "no-cache"},
	} {
		r := get(h, path)
		got := [2]string{r.Header.Get("Content-Type"), r.Header.Get("Cache-Control")}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		if r.Header.Get("Content-Security-Policy") != contentSecurityPolicy ||
			r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: security headers are missing", path)
		}
	}
	h, _ = New(site(t), Options{AnyScript: true})
	r := get(h, "/")
	if r.Header.Get("Content-Security-Policy") != "" || r.Header.Get("Referrer-Policy") == "" {
		t.Errorf("AnyScript leaves out one header, not %v", r.Header)
	}
}

func TestEncoding(t *testing.T) {
	h, err := New(site(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	const browser = "gzip, deflate, br, zstd"
	for _, c := range []struct{ path, accept, encoding, begins string }{
		{"/style.css", browser, "br", "long"},
		{"/style.css", "gzip;q=0.5", "gzip", "long"},
		{"/style.css", "br;q=0, gzip", "gzip", "long"},
		{"/style.css", "", "", "long"},
		{"/small.css", browser, "", "p{}"},
		{"/data.unknown", browser, "", "long"},
		{"/" + engine, browser, "br", "packed with brotli"},
		{"/" + engine, "gzip", "gzip", "packed with gzip"},
		{"/" + engine, "", "", "\x00asm"},
		{"/stale.js", browser, "br", "long"},
		{"/_pageside/manifest.bin", browser, "", "\x1f\x8b"},
		{"/_pageside/0123456789abcdef.ps", browser, "", "\x1f\x8b"},
		{"/missing", browser, "", "nothing"},
	} {
		r := get(h, c.path, "Accept-Encoding", c.accept)
		got := text(t, r)
		if !strings.HasPrefix(got, c.begins) {
			got = inflate(t, r.Header.Get("Content-Encoding"), got)
		}
		if r.Header.Get("Content-Encoding") != c.encoding || !strings.HasPrefix(got, c.begins) {
			t.Errorf("%s for %q: encoding %q, %.30q", c.path, c.accept,
				r.Header.Get("Content-Encoding"), got)
		}
	}
}

func inflate(t *testing.T, encoding, s string) string {
	t.Helper()
	var in io.Reader = strings.NewReader(s)
	switch encoding {
	case "br":
		in = brotli.NewReader(in)
	case "gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			t.Fatal(err)
		}
		in = z
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A browser that has the file is told so, per encoding.
func TestNotModified(t *testing.T) {
	h, err := New(site(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain := get(h, "/style.css").Header.Get("Etag")
	br := get(h, "/style.css", "Accept-Encoding", "br").Header.Get("Etag")
	if plain == "" || plain == br {
		t.Fatalf("tags %q and %q", plain, br)
	}
	r := get(h, "/style.css", "If-None-Match", plain)
	if r.StatusCode != http.StatusNotModified || text(t, r) != "" {
		t.Errorf("answered %d", r.StatusCode)
	}
	if r := get(h, "/style.css", "If-None-Match", br); r.StatusCode != http.StatusOK {
		t.Errorf("took one encoding for the other: %d", r.StatusCode)
	}
}

func TestMethods(t *testing.T) {
	h, err := New(site(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]int{"POST": 405, "DELETE": 405, "HEAD": 200} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/style.css", nil))
		if w.Code != want || method == "HEAD" && w.Body.Len() > 0 {
			t.Errorf("%s: %d with %d bytes", method, w.Code, w.Body.Len())
		}
	}
}

func TestOffline(t *testing.T) {
	h, err := New(site(t), Options{OfflineAfter: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{200, 200, 503, 503} {
		if r := get(h, "/"); r.StatusCode != want {
			t.Errorf("request %d: %d, want %d", i+1, r.StatusCode, want)
		}
	}
	h, _ = New(site(t), Options{})
	for _, off := range []bool{true, false} {
		h.Offline.Store(off)
		if r := get(h, "/"); (r.StatusCode == 503) != off {
			t.Errorf("offline %v: %d", off, r.StatusCode)
		}
	}
}

// A build puts another folder in the place of the one that is served, and for a moment there
// is none.
func TestRebuiltFolder(t *testing.T) {
	root := site(t)
	h, err := New(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := get(h, "/guide/"); r.StatusCode != 200 {
		t.Fatal(r.Status)
	}
	if err := os.Rename(root, root+".old"); err != nil {
		t.Fatal(err)
	}
	if r := get(h, "/guide/"); r.StatusCode != 503 || !strings.Contains(text(t, r), "build") {
		t.Errorf("without the folder: %s", r.Status)
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "index.html"), []byte("anew"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := get(h, "/"); text(t, r) != "anew" {
		t.Errorf("after a build: %s", r.Status)
	}
}

// What the policy blocks on a page is told once, and not at all where there is no policy.
func TestBlockedIsTold(t *testing.T) {
	root := site(t)
	page := filepath.Join(root, "index.html")
	const inside = `<style>p{}</style><p style="color:red" onclick="x()">x<script>1</script>`
	if err := os.WriteFile(page, []byte(inside), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{}, `index.html: <style>, style="…", onclick="…", <script>`},
		{Options{AnyScript: true}, ""},
	} {
		var told []string
		c.opt.Blocked = func(page, what string) { told = append(told, page+": "+what) }
		h, err := New(root, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/guide/", "/style.css", "/", "/", "/about"} {
			get(h, path)
		}
		if got := strings.Join(told, "\n"); got != c.want {
			t.Errorf("told %q, want %q", got, c.want)
		}
	}
}

func TestWhatIsBlocked(t *testing.T) {
	for page, want := range map[string]string{
		`<p class="a">x<script src="/a.js"></script><img src="a.png">`:         "",
		`<script type="application/ld+json">{}</script>`:                       "",
		`<script type="text/template"><p style="x"></script>`:                  "",
		`<script type="Text/JavaScript">1</script><script>2</script>`:          "<script>",
		`<script type=importmap>{}</script>`:                                   "<script>",
		`<script src="https://a.example/a.js"></script>`:                       "<script> from a.example",
		`<link rel="stylesheet" href="//cdn.example/a.css">`:                   "<link> from cdn.example",
		`<link rel="canonical" href="https://example.org/"><a href="https:x">`: "",
		`<img src="data:image/png;base64,x"><img src="https://x.example/a">`:   "<img> from x.example",
		`<iframe src="/own.html"></iframe><video src="a.mp4"></video>`:         "<iframe>, <video>",
	} {
		if got := strings.Join(blocked(strings.NewReader(page)), ", "); got != want {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func TestMissingFolder(t *testing.T) {
	_, err := New(filepath.Join(t.TempDir(), "nowhere"), Options{})
	if err == nil || !strings.Contains(err.Error(), "nowhere") ||
		strings.Count(err.Error(), "nowhere") != 1 {
		t.Errorf("%v", err)
	}
}

func TestRunStopsWhenToldTo(t *testing.T) {
	h, err := New(site(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- Run(ctx, "localhost:0", h, func(url string) { urls <- url }) }()
	url := <-urls
	if !strings.HasPrefix(url, "http://localhost:") {
		t.Errorf("says %s", url)
	}
	r, err := http.Get(url)
	if err != nil || r.StatusCode != 200 {
		t.Fatal(r, err)
	}
	r.Body.Close()
	port := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	if err := Run(ctx, port, h, func(string) {}); err == nil ||
		!strings.Contains(err.Error(), "choose another --addr") {
		t.Errorf("a port in use: %v", err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

// The rules for other hosts say what this server does.
func TestHeadersFileAgrees(t *testing.T) {
	names := []string{"0123456789abcdef.ps", "client.js", "dialog-ABCD1234.js",
		"engine-0123456789abcdef.wasm", "engine-0123456789abcdef.wasm.br", "manifest.bin",
		"pageside.js", "worker-ABCD1234.js", "_headers"}
	rules := parseRules(t, File("/_pageside/", names))
	seen := 0
	for _, name := range names {
		want := map[string]string{}
		for _, h := range headersOf("_pageside/" + name) {
			want[h.Name] = h.Value
		}
		for pattern, headers := range rules {
			if !matches(pattern, "/_pageside/"+name) {
				continue
			}
			seen++
			for key, value := range headers {
				inPart := key == "Cross-Origin-Resource-Policy"
				if want[key] != value && !inPart || inPart && !isPart(name) {
					t.Errorf("%s: the file says %s: %s, the server %q", name, key, value, want[key])
				}
			}
			if headers["Cache-Control"] == "" {
				t.Errorf("%s: nothing is said about caching", name)
			}
		}
	}
	if seen != len(names)-2 { // not _headers itself, not .br
		t.Errorf("%d of %d files have exactly one rule", seen, len(names))
	}
	site := parseRules(t, Site("/_pageside/", names))
	for _, h := range security {
		if site["/*"][h.Name] != h.Value {
			t.Errorf("the rules for a whole site lack %s", h.Name)
		}
	}
	if len(site) != len(rules)+1 {
		t.Errorf("%d rules for a site, %d for its index", len(site), len(rules))
	}
}

func matches(pattern, path string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == path
	}
	return strings.HasPrefix(path, before) && strings.HasSuffix(path, after)
}

// parseRules reads a _headers file as Cloudflare does, within its limits.
func parseRules(t *testing.T, file string) map[string]map[string]string {
	t.Helper()
	rules := map[string]map[string]string{}
	at := ""
	for _, line := range strings.Split(file, "\n") {
		switch {
		case len(line) > 2000:
			t.Errorf("a line of %d characters; the limit is 2000", len(line))
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "/"):
			if rules[line] != nil {
				t.Errorf("two rules for %s", line)
			}
			at, rules[line] = line, map[string]string{}
		default:
			name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok || at == "" {
				t.Errorf("not a header: %q", line)
				continue
			}
			rules[at][name] = value
		}
	}
	if len(rules) > 100 {
		t.Errorf("%d rules; the limit is 100", len(rules))
	}
	return rules
}

// The brotli and gzip that are made on the way are what they say they are.
func TestCompress(t *testing.T) {
	for _, encoding := range []string{"br", "gzip"} {
		var out bytes.Buffer
		if err := compress(&out, strings.NewReader("hello hello hello"), encoding); err != nil {
			t.Fatal(err)
		}
		if got := inflate(t, encoding, out.String()); got != "hello hello hello" {
			t.Errorf("%s gave %q", encoding, got)
		}
	}
}
