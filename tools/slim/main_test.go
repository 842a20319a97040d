package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Wrong use and bad files end with the right code and a sentence that names the file.
func TestErrorsNameTheFileAndTheReason(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("not a program at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.wasm")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "usage: slim"},
		{[]string{text}, exitUsage, "usage: slim"},
		{[]string{"-fast", text, out}, exitUsage, "-fast"},
		{[]string{"run"}, exitUsage, "usage: slim"},
		{[]string{filepath.Join(dir, "gone.wasm"), out}, exitFailed, "gone.wasm: no such file"},
		{[]string{text, out}, exitFailed, "notes.txt: not a WebAssembly 1.0 module"},
		{[]string{"run", text}, exitFailed, "notes.txt: not a WebAssembly 1.0 module"},
	} {
		var stderr bytes.Buffer
		if code := run(c.args, &stderr); code != c.code || !strings.Contains(stderr.String(),
			c.want) {
			t.Errorf("%q: exit %d, %s", c.args, code, stderr.String())
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left behind: %q", left)
	}
}

func TestNodeMissingIsSaid(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var stderr bytes.Buffer
	if code := run([]string{"run", "any.wasm"}, &stderr); code != exitFailed ||
		!strings.Contains(stderr.String(), "install Node 20") {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
}
