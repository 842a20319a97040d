package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/pageside/pageside/tools/assets"
)

// bundle makes files that name one another as those of tools/bundle do.
func bundle(t *testing.T) map[string]string {
	t.Helper()
	wasm := "\x00asm" + strings.Repeat("an engine ", 500)
	sum := sha256.Sum256([]byte(wasm))
	engine := "engine-" + hex.EncodeToString(sum[:8]) + ".wasm"
	worker := "let engine;"
	sum = sha256.Sum256([]byte(worker))
	starts := `load("` + engine + `");start("worker-AB12CD34.js","` +
		hex.EncodeToString(sum[:16]) + `")`
	var br, gz bytes.Buffer
	b, g := brotli.NewWriter(&br), gzip.NewWriter(&gz)
	_, err1 := b.Write([]byte(wasm))
	_, err2 := g.Write([]byte(wasm))
	if err := errors.Join(err1, err2, b.Close(), g.Close()); err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"manifest.bin": "x", "0123456789abcdef.ps": "x", "_headers": "x", engine: wasm,
		engine + ".br": br.String(), engine + ".gz": gz.String(), "worker-AB12CD34.js": worker,
		"client.js": starts, "pageside.js": `load("` + engine + `","dialog-EF56GH78.js")`,
		"dialog-EF56GH78.js": starts + "\n/* see dialog-EF56GH78.js.LEGAL.txt */",

		"dialog-EF56GH78.js.LEGAL.txt": "MIT",
	}
}

// told is what checkDialog says of files.
func told(t *testing.T, files map[string]string, own []assets.File) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	var lines []string
	checkDialog(dir, own, func(name, text string) { lines = append(lines, name+": "+text) })
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// A search that cannot run is no sound one: each file of it may be gone, empty, cut or another
// one, and is named.
func TestTheFilesOfADialogBelongTogether(t *testing.T) {
	sound := bundle(t)
	if got := told(t, sound, nil); got != "" {
		t.Fatalf("a sound one: %s", got)
	}
	data := map[string]string{"manifest.bin": "x", "0123456789abcdef.ps": "x", "_headers": "x"}
	if got := told(t, data, nil); got != "" {
		t.Errorf("an index without a dialog: %s", got)
	}
	gone := func(string) string { return "" }
	garbage := func(string) string { return "garbage" }
	cut := func(s string) string { return s[:len(s)/2] }
	seen := 0
	for name, whole := range sound {
		packed := path.Ext(name) == ".br" || path.Ext(name) == ".gz"
		for _, c := range []struct {
			harm func(string) string
			want string
			done bool
		}{
			{gone, "is missing, and ", !packed}, {gone, "is empty", true},
			{garbage, "", path.Ext(name) != ".txt"}, {cut, "", path.Ext(name) != ".txt"},
		} {
			if data[name] != "" || !c.done {
				continue // no part of the dialog, or one that it can do without
			}
			seen++
			files := maps.Clone(sound)
			files[name] = c.harm(whole)
			if strings.HasPrefix(c.want, "is missing") {
				delete(files, name)
			}
			if got := told(t, files, nil); !strings.Contains("\n"+got, "\n"+name+": "+c.want) {
				t.Errorf("%s: told %q, want %q", name, got, c.want)
			}
		}
	}
	if seen != 5*4+2*3+2 {
		t.Errorf("%d harms were done", seen)
	}
}

// What nothing else holds a sum of is compared with what the program would write, if that is of
// the same build.
func TestADialogIsComparedWithOurOwn(t *testing.T) {
	files := bundle(t)
	var own []assets.File
	for name, text := range files {
		if assets.Ours(name) && name != "manifest.bin" && name != "_headers" && path.Ext(name) != ".ps" {
			own = append(own, assets.File{Name: name, Bytes: []byte(text)})
		}
	}
	files["pageside.js"] += "}"
	files["dialog-EF56GH78.js"] += "}"
	const differs = ": is not what this program writes under that name; build the index again"
	if got, want := told(t, files, own),
		"dialog-EF56GH78.js"+differs+"\npageside.js"+differs; got != want {
		t.Errorf("of one build: told %q, want %q", got, want)
	}
	own = append(own, assets.File{Name: "worker-ZZ12CD34.js"})
	if got, want := told(t, files, own), "dialog-EF56GH78.js"+differs; got != want {
		t.Errorf("of another build: told %q, want %q", got, want)
	}
}

// The dialog that is embedded holds together, as tools/bundle made it.
func TestOurOwnDialogIsSound(t *testing.T) {
	own, err := assets.Files()
	if errors.Is(err, assets.ErrEmpty) && os.Getenv("CI") == "" {
		t.Skip("LEFT OUT: the dialog was not checked: it is not built; run make build")
	}
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range own {
		files[f.Name] = string(f.Bytes)
	}
	if got := told(t, files, own); got != "" {
		t.Error(got)
	}
	for name := range files {
		if path.Ext(name) == ".wasm" {
			files[name+".br"] = "garbage"
		}
	}
	if got := told(t, files, nil); !strings.Contains(got, ".wasm.br: cannot be unpacked") {
		t.Errorf("with garbage for a packed engine: %q", got)
	}
}
