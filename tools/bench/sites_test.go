package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// npm's packages are installed anew when the harness wants others; what is named is taken.
func TestModules(t *testing.T) {
	root, shared := t.TempDir(), t.TempDir()
	a := &app{root: root, shared: shared}
	h := &harness{Modules: filepath.Join(root, "nowhere")}
	if _, err := h.modules(a); err == nil || !strings.Contains(err.Error(), "npm install") {
		t.Errorf("a folder that is not there: %v", err)
	}
	h.Modules = ""
	if _, err := h.modules(a); err == nil || !strings.Contains(err.Error(), "--shared") {
		t.Errorf("without a harness: %v", err)
	}
	write(t, `{"name":"x"}`, shared, "bench", "package.json")
	write(t, `{"name":"x"}`, root, "dist", "bench", "package.json")
	write(t, `{}`, root, "dist", "bench", "node_modules", ".package-lock.json")
	t.Setenv("PATH", "") // it must not come to calling npm
	dir, err := h.modules(a)
	if err != nil || dir != filepath.Join(root, "dist", "bench", "node_modules") {
		t.Errorf("installed before: %q, %v", dir, err)
	}
	write(t, `{"name":"y"}`, shared, "bench", "package.json")
	if _, err := h.modules(a); err == nil || !strings.Contains(err.Error(), "npm is not there") {
		t.Errorf("another list of packages, no npm: %v", err)
	}
}

// Without clones a site is left out before anything is installed for it.
func TestNoClones(t *testing.T) {
	dir := t.TempDir()
	write(t, "{}", dir, "bench", "package.json")
	t.Setenv("PATH", "") // neither node nor npm may be called
	code, _, errOut := bench(t, "cold", "--shared", dir, "--work", dir, "--mirror", dir+"/m",
		"--sites", "tidb-zh")
	if code != exitNeeds || !strings.Contains(errOut, "tidb-zh: there are no clones in "+dir+"/m") ||
		!strings.Contains(errOut, "--mirror DIR") {
		t.Errorf("code %d, %s", code, errOut)
	}
}
