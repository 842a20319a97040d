package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// engineFile writes the smallest WebAssembly module there is, with a packed file beside it.
func engineFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "search.wasm")
	for name, data := range map[string]string{path: "\x00asm\x01\x00\x00\x00", path + ".br": "x"} {
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// project is the web folder; its packages must be installed.
func project(t *testing.T) string {
	web := filepath.Join("..", "..", "web")
	if _, err := os.Stat(filepath.Join(web, "node_modules", "lit")); err != nil {
		t.Fatalf("lit is not installed: %v; run: npm ci --ignore-scripts in web/", err)
	}
	return web
}

func find(t *testing.T, files []File, prefix string) File {
	for _, f := range files {
		if strings.HasPrefix(f.Name, prefix) {
			return f
		}
	}
	t.Fatalf("no file %s…", prefix)
	return File{}
}

// A page loads the trigger and nothing else; what it loads later it knows by name.
func TestFilesNameEachOther(t *testing.T) {
	files, err := Build(Options{Web: project(t), Engine: engineFile(t)})
	if err != nil {
		t.Fatal(err)
	}
	trigger := find(t, files, "pageside.js")
	dialog := find(t, files, "dialog-")
	worker := find(t, files, "worker-")
	client := find(t, files, "client.js")
	engine := find(t, files, "engine-")
	for _, names := range [][2]File{
		{trigger, dialog}, {trigger, engine}, {dialog, worker}, {client, worker}, {client, engine},
	} {
		if !strings.Contains(string(names[0].Bytes), `"`+names[1].Name+`"`) {
			t.Errorf("%s does not name %s", names[0].Name, names[1].Name)
		}
	}
	for _, f := range []File{trigger, dialog, worker, client} {
		if strings.Contains(string(f.Bytes), `from"./`) {
			t.Errorf("%s loads another file before it runs", f.Name)
		}
	}
	packed := func(f File) bool { return strings.HasSuffix(f.Name, ".wasm.br") }
	if !slices.ContainsFunc(files, packed) {
		t.Error("the packed engine was left behind")
	}
}

// lit's licence travels in a file of its own, named in the script that contains lit.
func TestLicencesAreLinked(t *testing.T) {
	files, err := Build(Options{Web: project(t), Engine: engineFile(t)})
	if err != nil {
		t.Fatal(err)
	}
	dialog := find(t, files, "dialog-")
	legal := find(t, files, dialog.Name+".LEGAL.txt")
	if !strings.Contains(string(legal.Bytes), "BSD-3-Clause") {
		t.Errorf("%s does not name lit's licence", legal.Name)
	}
	if !strings.Contains(string(dialog.Bytes), legal.Name) {
		t.Errorf("%s does not point to %s", dialog.Name, legal.Name)
	}
}

// A page that uses lit has made a policy named lit-html; the dialog must not make a second one.
func TestOnePolicy(t *testing.T) {
	files, err := Build(Options{Web: project(t), Engine: engineFile(t)})
	if err != nil {
		t.Fatal(err)
	}
	dialog := string(find(t, files, "dialog-").Bytes)
	ours := strings.Count(dialog, `.createPolicy("pageside"`)
	if all := strings.Count(dialog, ".createPolicy("); all != 1 || ours != 1 {
		t.Errorf("%d policies in the dialog, %d of our name; want one", all, ours)
	}
}

// Another version of lit that makes its policy in another way must stop the build.
func TestUnknownLitStopsTheBuild(t *testing.T) {
	call := `e=s?s.createPolicy("lit-html",{createHTML:t=>t}):void 0;`
	got, err := withOurPolicy(call, "/web/src/policy.ts")
	want := `import {policy as pagesidePolicy} from "/web/src/policy.ts";` + "\n" +
		`e=s?pagesidePolicy():void 0;`
	if err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for _, source := range []string{
		"", call + call, `s.createPolicy("lit",{createHTML:t=>t})`, `s.createPolicy("lit-html",rules)`,
	} {
		_, err := withOurPolicy(source, "policy.ts")
		if err == nil || !strings.Contains(err.Error(), "instead of once") {
			t.Errorf("%q: %v", source, err)
		}
	}
}

// The weights are numbers on purpose: a script that grows must say so here. The client had 3 KB
// until it learned to end a worker that hangs and to tell a cut connection from a damaged file.
func TestWeights(t *testing.T) {
	files, err := Build(Options{Web: project(t), Engine: engineFile(t)})
	if err != nil {
		t.Fatal(err)
	}
	for prefix, max := range map[string]int{
		"pageside.js": 3 << 10, "dialog-": 20 << 10, "worker-": 4 << 10, "client.js": 3300,
	} {
		f := find(t, files, prefix)
		if got := f.Gzip(); got > max {
			t.Errorf("%s weighs %d bytes gzip, more than %d", f.Name, got, max)
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	opt := Options{Web: project(t), Engine: engineFile(t)}
	a, err := Build(opt)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Build(opt)
	if err != nil {
		t.Fatal(err)
	}
	equal := func(x, y File) bool { return x.Name == y.Name && string(x.Bytes) == string(y.Bytes) }
	if !slices.EqualFunc(a, b, equal) {
		t.Error("two builds differ")
	}
}

// An older build leaves the folder; what is not ours stays.
func TestWriteRemovesOlderBuilds(t *testing.T) {
	out := t.TempDir()
	old := []string{"dialog-ABCDEFGH.js", "dialog-ABCDEFGH.js.LEGAL.txt", "worker-ABCDEFGH.js",
		"engine-0123456789abcdef.wasm", "engine-0123456789abcdef.wasm.br", "README", "notes.js"}
	for _, name := range old {
		if err := os.WriteFile(filepath.Join(out, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(out, []File{{"client.js", []byte("x")}}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{"README", "client.js", "notes.js"}; !slices.Equal(left, want) {
		t.Errorf("left %v, want %v", left, want)
	}
}

func TestMissingEngineSaysWhatToDo(t *testing.T) {
	for name, engine := range map[string]string{
		"missing":    filepath.Join(t.TempDir(), "search.wasm"),
		"not a wasm": filepath.Join("..", "..", "LICENSE"),
	} {
		_, err := Build(Options{Web: project(t), Engine: engine})
		if err == nil || !strings.Contains(err.Error(), engine) ||
			!strings.Contains(err.Error(), "go run ./tools/wasm") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
