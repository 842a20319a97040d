package site

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// unpack writes the content folder of the fixture, with changes applied, and returns it.
// A change replaces a file; an empty one removes it.
func unpack(t *testing.T, changes ...txtar.File) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "site.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range append(archive.Files, changes...) {
		full := filepath.Join(dir, filepath.FromSlash(f.Name))
		if len(f.Data) == 0 {
			if err := os.Remove(full); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// build builds a content folder and returns the site's folder and the report.
func build(t *testing.T, content, baseURL string) (string, *Report) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "public")
	report, err := Build(content, out, Options{BaseURL: baseURL})
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

// readTree reads every file of a folder, in order of their names.
func readTree(t *testing.T, dir string) []txtar.File {
	t.Helper()
	var files []txtar.File
	err := filepath.WalkDir(dir, func(full string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, full)
		data, err := os.ReadFile(full)
		files = append(files, txtar.File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("%s is empty", dir)
	}
	return files
}

// styleName finds the hash in the style sheet's name, so that a change of look is not a
// change of every golden page.
var styleName = regexp.MustCompile(`page\.[0-9a-f]{8}\.css`)

func TestFixtureGolden(t *testing.T) {
	out, _ := build(t, unpack(t), "")
	var got txtar.Archive
	for _, f := range readTree(t, out) {
		f.Name = styleName.ReplaceAllString(f.Name, "page.HASH.css")
		f.Data = styleName.ReplaceAll(f.Data, []byte("page.HASH.css"))
		switch filepath.Ext(f.Name) {
		case ".css", ".png":
			f.Data = []byte("(not shown)\n")
		}
		got.Files = append(got.Files, f)
	}
	golden := filepath.Join("testdata", "site.golden.txtar")
	if *update {
		if err := os.WriteFile(golden, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got.Files, want.Files)
}

func compare(t *testing.T, got, want []txtar.File) {
	t.Helper()
	var names []string
	for _, f := range got {
		names = append(names, f.Name)
	}
	for _, w := range want {
		i := slices.Index(names, w.Name)
		if i < 0 {
			t.Errorf("%s was not written", w.Name)
			continue
		}
		if !bytes.Equal(fixNewline(got[i].Data), w.Data) {
			t.Errorf("%s differs from its golden; run go test ./tools/site -update "+
				"and read the diff. Now:\n%s", w.Name, got[i].Data)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(want, func(f txtar.File) bool { return f.Name == name }) {
			t.Errorf("%s is not in the golden", name)
		}
	}
}

// fixNewline gives data the final newline that txtar gives every file.
func fixNewline(data []byte) []byte {
	if len(data) > 0 && data[len(data)-1] != '\n' {
		return append(bytes.Clone(data), '\n')
	}
	return data
}

// Two builds of the same content are the same, byte for byte.
func TestBuildIsDeterministic(t *testing.T) {
	content := unpack(t)
	first, _ := build(t, content, "")
	second, _ := build(t, content, "")
	a, b := readTree(t, first), readTree(t, second)
	if len(a) != len(b) {
		t.Fatalf("%d files, then %d", len(a), len(b))
	}
	for i := range a {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].Data, b[i].Data) {
			t.Errorf("%s differs between two builds", a[i].Name)
		}
	}
}

// Under a sub-path every link stays inside it. Build itself follows all of them; here we
// make sure that none was left out by being absolute from the host's root.
func TestBasePath(t *testing.T) {
	out, report := build(t, unpack(t), "https://example.org/docs/文")
	if report.Links == 0 {
		t.Fatal("no link was followed")
	}
	const base = "/docs/%E6%96%87/"
	rooted := regexp.MustCompile(`(?:href|src|action)="(/[^"]*)"`)
	seen := 0
	for _, f := range readTree(t, out) {
		if !strings.HasSuffix(f.Name, ".html") {
			continue
		}
		for _, m := range rooted.FindAllSubmatch(f.Data, -1) {
			seen++
			if !strings.HasPrefix(strings.ToUpper(string(m[1])), strings.ToUpper(base)) {
				t.Errorf("%s links to %s, outside %s", f.Name, m[1], base)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d links seen", seen)
	}
}

func TestReport(t *testing.T) {
	_, report := build(t, unpack(t), "")
	if report.Pages != 13 || report.Articles != 5 {
		t.Errorf("%d pages and %d articles, want 13 and 5", report.Pages, report.Articles)
	}
	if !slices.Equal(report.Langs, []Count{{"zh-Hans", 3}, {"en", 2}}) {
		t.Errorf("by language: %v", report.Langs)
	}
	if !slices.Equal(report.Alone, []string{"zh/alone.md"}) {
		t.Errorf("alone: %v", report.Alone)
	}
}

// The address is that of the command line, else that of a front page, else this machine's;
// the last is told, since nobody chose it.
func TestAddress(t *testing.T) {
	bare := unpack(t, txtar.File{Name: "zh/index.md", Data: []byte(
		"---\ntitle: 站\ndescription: 说明\n---\n字\n")})
	for _, c := range []struct{ content, baseURL, want string }{
		{unpack(t), "", "https://pageside.example/"},
		{unpack(t), "https://example.net/a", "https://example.net/a/"},
		{bare, "", "http://localhost:8080/"},
		{bare, "https://example.net/", "https://example.net/"},
	} {
		out, report := build(t, c.content, c.baseURL)
		page, err := os.ReadFile(filepath.Join(out, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		if report.Address != c.want || report.Nowhere != (c.want == defaultBaseURL) ||
			!strings.Contains(string(page), `<link rel="canonical" href="`+c.want+`">`) {
			t.Errorf("%q: %s (nobody said so: %v), want %s", c.baseURL, report.Address,
				report.Nowhere, c.want)
		}
	}
}

// A site that says nothing of itself says nothing of Pageside's: its name is the title of its
// front page, and nobody's links, author or licence stand in it.
func TestBareSettings(t *testing.T) {
	content := unpack(t, txtar.File{Name: "zh/index.md", Data: []byte(
		"---\ntitle: 我的站\ndescription: 说明\n---\n字\n")})
	out, _ := build(t, content, "")
	for _, f := range readTree(t, out) {
		for _, ours := range []string{"页边", "Pageside", "github.com", "MIT", "report="} {
			if filepath.Ext(f.Name) != ".css" && bytes.Contains(f.Data, []byte(ours)) {
				t.Errorf("%s says %s", f.Name, ours)
			}
		}
		if f.Name == "first/index.html" && !bytes.Contains(f.Data, []byte(" · 我的站</title>")) {
			t.Errorf("%s does not name the site", f.Name)
		}
	}
}

// A build that fails leaves what was there before, and nothing beside it.
func TestFailedBuildChangesNothing(t *testing.T) {
	parent := t.TempDir()
	out := filepath.Join(parent, "public")
	if _, err := Build(unpack(t), out, Options{}); err != nil {
		t.Fatal(err)
	}
	before := readTree(t, out)
	broken := unpack(t, txtar.File{Name: "zh/second.md", Data: []byte(
		"---\ntitle: 二\ndescription: 断\ndate: 2026-01-02\n---\n\n[断](#没有)\n")})
	_, err := Build(broken, out, Options{})
	if err == nil || !strings.Contains(err.Error(), "没有") {
		t.Fatalf("a broken anchor gave %v", err)
	}
	if !strings.Contains(err.Error(), "second/index.html") {
		t.Errorf("the error does not name the page: %v", err)
	}
	after := readTree(t, out)
	if len(before) != len(after) {
		t.Errorf("%d files before, %d after", len(before), len(after))
	}
	entries, _ := os.ReadDir(parent)
	if len(entries) != 1 {
		t.Errorf("left beside the site: %v", entries)
	}
}

// A later build replaces the whole folder, files that it no longer writes included.
func TestBuildReplacesItsOwnFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	content := unpack(t)
	for range 2 {
		if _, err := Build(content, out, Options{}); err != nil {
			t.Fatal(err)
		}
		stale := filepath.Join(out, "stale.html")
		if _, err := os.Stat(stale); err == nil {
			t.Error("a stale file outlived the second build")
		}
		if err := os.WriteFile(stale, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBuildRefusesSomebodyElsesFolder(t *testing.T) {
	out := t.TempDir()
	precious := filepath.Join(out, "thesis.txt")
	if err := os.WriteFile(precious, []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Build(unpack(t), out, Options{})
	if err == nil || !strings.Contains(err.Error(), out) {
		t.Errorf("a folder of somebody else gave %v", err)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error("the file in it is gone")
	}
}

// What is added at the end appears with the site, or nothing does.
func TestFinish(t *testing.T) {
	content, root := unpack(t), t.TempDir()
	out := filepath.Join(root, "public")
	no := errors.New("no")
	for _, want := range []error{nil, no} {
		_, err := Build(content, out, Options{Finish: func(staged string, r *Report) error {
			if r.Pages == 0 || r.Links == 0 {
				t.Errorf("it is told of %d pages and %d links", r.Pages, r.Links)
			}
			text := []byte("first")
			if want != nil {
				text = []byte("second")
			}
			return errors.Join(os.WriteFile(filepath.Join(staged, "added"), text, 0o644), want)
		}})
		if !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
		got, err := os.ReadFile(filepath.Join(out, "added"))
		if err != nil || string(got) != "first" {
			t.Errorf("there is %q, %v", got, err)
		}
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 1 {
		t.Errorf("beside the site lie %v, %v", entries, err)
	}
}

// A file that cannot be written is named as it will be called, not as it is on the way.
func TestWriteNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	tr := &tree{files: []file{{"a", nil}, {"a/b.html", nil}}}
	err := tr.write(dir)
	if err == nil || strings.Contains(err.Error(), dir) ||
		!strings.HasPrefix(err.Error(), "write a/b.html of the site: ") {
		t.Errorf("it says %v", err)
	}
}
