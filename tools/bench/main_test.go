package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bench runs one command line.
func bench(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(&app{ctx: context.Background(), out: &o, errOut: &e}, args)
	return code, o.String(), e.String()
}

// sharedData is the folder of the data sets, which are no part of the project.
func sharedData(t *testing.T, what string) string {
	t.Helper()
	shared, err := filepath.Abs(cmp.Or(os.Getenv("SHARED"), "../../../shared"))
	if err != nil {
		t.Fatal(err)
	}
	if !exists(filepath.Join(shared, what)) {
		if os.Getenv("CI") != "" {
			t.Fatalf("no %s in %s, where CI has it", what, shared)
		}
		t.Skipf("LEFT OUT: no %s in %s; set SHARED to the folder that has it", what, shared)
	}
	return shared
}

// write makes a file, and the folders it lies in.
func write(t *testing.T, text string, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Every verb explains itself, with an example that names it.
func TestHelpTeaches(t *testing.T) {
	code, out, _ := bench(t, "--help")
	for _, verb := range []string{"quality", "cases", "same", "cold", "peers", "warm"} {
		if !strings.Contains(out, verb) || code != 0 {
			t.Errorf("code %d; the help does not name %s", code, verb)
		}
		code, help, _ := bench(t, verb, "--help")
		if code != 0 || !strings.Contains(help, "go run ./tools/bench "+verb) {
			t.Errorf("%s --help: code %d, without an example", verb, code)
		}
	}
}

// What is not there is named, with what to do about it, and the exit code says so.
func TestWhatIsNeededIsNamed(t *testing.T) {
	empty := t.TempDir()
	t.Setenv("BENCH_WORK", filepath.Join(empty, "work"))
	t.Setenv("BENCH_MIRROR", filepath.Join(empty, "mirror"))
	for _, c := range []struct {
		args []string
		say  []string
	}{
		{[]string{"quality"}, []string{filepath.Join(empty, "data"), "--shared"}},
		{[]string{"cases"}, []string{filepath.Join(empty, "cases"), "--shared"}},
		{[]string{"same"}, []string{filepath.Join(empty, "data"), "--shared"}},
		{[]string{"cold"}, []string{filepath.Join(empty, "bench"), "--shared"}},
		{[]string{"warm"}, []string{filepath.Join(empty, "bench"), "--shared"}},
		{[]string{"peers"}, []string{filepath.Join(empty, "bench"), "--shared"}},
		{[]string{"quality", "--sets", "nosuch"}, []string{"nosuch", "scifact", "limit-small"}},
		{[]string{"qualty"}, []string{"qualty", "bench --help"}},
		{[]string{"cold", "--sties", "x"}, []string{"--sties", "bench cold --help"}},
	} {
		code, out, errOut := bench(t, append(c.args, "--shared", empty)...)
		if code != exitNeeds || out != "" {
			t.Errorf("%v: code %d, printed %q", c.args, code, out)
		}
		for _, want := range c.say {
			if !strings.Contains(errOut, want) {
				t.Errorf("%v: %q does not say %q", c.args, errOut, want)
			}
		}
	}
}

func TestProgramsAreNamedWhenTheyAreMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, v := range []string{"NODE", "GO", "NPM", "CHROMIUM"} {
		t.Setenv(v, "")
	}
	for what, find := range map[string]func() (string, error){
		"apt-get install nodejs npm": findNode, "install Go": findGo, "make browser": chromium,
	} {
		if path, err := find(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q, %v; want %q", path, err, what)
		}
	}
}
