package bodies

import (
	"encoding/json"
	"errors"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goroot is where the Go that runs this test lies.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestInstalledGoTakesEveryBody(t *testing.T) {
	dir := t.TempDir()
	res, err := Generate(Options{GOROOT: goroot(t), Version: runtime.Version(), Dir: dir})
	if err != nil || len(res.Warnings) != 0 {
		t.Fatalf("error %v, warnings:\n%s", err, strings.Join(res.Warnings, "\n"))
	}
	list, err := readList(runtime.Version(), nil)
	if err != nil || res.Bodies < len(list.bodies) || res.Bodies < 60 || res.Prints < 300 ||
		res.Conditions < len(list.never) || len(list.never) < 25 || res.Files < 50 {
		t.Errorf("too little was changed: %+v (%v)", res, err)
	}
	var file struct{ Replace map[string]string }
	b, err := os.ReadFile(res.JSON)
	if err != nil || json.Unmarshal(b, &file) != nil || len(file.Replace) != res.Files {
		t.Errorf("overlay file: %v\n%s", err, b)
	}
	again, err := Generate(Options{GOROOT: goroot(t), Version: runtime.Version(),
		Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range file.Replace {
		other := filepath.Join(filepath.Dir(again.JSON), filepath.Base(to))
		x, err1 := os.ReadFile(to)
		y, err2 := os.ReadFile(other)
		if err1 != nil || err2 != nil || string(x) != string(y) {
			t.Errorf("%s: two runs differ (%v, %v)", from, err1, err2)
		}
	}
}

// fake makes a GOROOT with one runtime file.
func fake(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "src", "runtime")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"testdata/fake.go.txt": "fake.go",
		"testdata/other.go.txt": "other_windows.go"} {
		b, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// The golden file shows what is spliced: bodies, an import that becomes blank, and nothing else.
func TestBodiesAreSplicedInPlace(t *testing.T) {
	dir := t.TempDir()
	res, err := Generate(Options{GOROOT: fake(t), Version: "go1.26.8", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if res.Bodies != 3 || res.Conditions != 2 || res.Prints != 3 || res.Files != 1 {
		t.Errorf("counts: %+v", res)
	}
	got, err := os.ReadFile(filepath.Join(dir, "fake.go"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := format.Source(got); err != nil {
		t.Errorf("the result is not Go: %v", err)
	}
	golden(t, "testdata/fake.golden", got)
}

// What does not fit is left alone with a warning that says why; the rest goes on.
func TestMisfitsAreWarnings(t *testing.T) {
	res, err := Generate(Options{GOROOT: fake(t), Version: "go1.26.8", Dir: t.TempDir()})
	if err != nil || res.JSON == "" {
		t.Fatalf("no overlay: %v", err)
	}
	for _, want := range []string{
		"runtime.traceReader is declared as (now int64) *g, not () *g; left as it is",
		"runtime.sigprof is not there; left as it is", // only in a file for Windows
		"runtime.check has no body in Go; left as it is",
		"runtime.printfloat64 needs package unsafe, which its file does not import; " +
			"left as it is",
		"runtime.(*mspan) reportZombies is not there; left as it is", // other receiver
		"condition debug.gctrace > 1 is not there; left as it is",
	} {
		if !slices.Contains(res.Warnings, want) {
			t.Errorf("no warning %q in\n%s", want, strings.Join(res.Warnings, "\n"))
		}
	}
}

func TestUnknownGoBuildsWithout(t *testing.T) {
	for _, version := range []string{"go1.27.1", "go1.2", "devel", ""} {
		dir := t.TempDir()
		res, err := Generate(Options{GOROOT: goroot(t), Version: version, Dir: dir})
		if err != nil || res.JSON != "" || len(res.Warnings) != 1 ||
			!strings.HasSuffix(res.Warnings[0], "building without overlay") {
			t.Errorf("%q: %+v, %v", version, res, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%q: %d files written", version, len(left))
		}
	}
}

func TestNothingFitsBuildsWithout(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "src", "runtime")
	src := []byte("package runtime\n")
	if err := errors.Join(os.MkdirAll(dir, 0o755),
		os.WriteFile(filepath.Join(dir, "a.go"), src, 0o644)); err != nil {
		t.Fatal(err)
	}
	res, err := Generate(Options{GOROOT: root, Version: "go1.26", Dir: t.TempDir()})
	if err != nil || res.JSON != "" || len(res.Warnings) < 45 {
		t.Errorf("%+v, %v", res, err)
	}
}

// Each group must be one that can be left out: the rest still compiles.
func TestEveryGroupCanBeLeftOut(t *testing.T) {
	if testing.Short() && os.Getenv("CI") == "" {
		t.Skip("LEFT OUT: a build of the runtime without each group, by -short")
	}
	src, err := lists.ReadFile("go1.26.txt")
	if err != nil {
		t.Fatal(err)
	}
	groups := groupLine.FindAllSubmatch(src, -1)
	if len(groups) != 11 {
		t.Fatalf("%d groups", len(groups))
	}
	for _, g := range groups {
		name := string(g[1])
		dir := t.TempDir()
		res, err := Generate(Options{GOROOT: goroot(t), Version: runtime.Version(), Dir: dir,
			Without: []string{name}})
		if err != nil || res.JSON == "" {
			t.Fatalf("without %s: %+v %v", name, res, err)
		}
		cmd := exec.Command("go", "build", "-overlay", res.JSON, "-o", filepath.Join(dir, "out"),
			"./testdata/empty")
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=nogreenteagc")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("without %s: %v\n%s", name, err, out)
		}
	}
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != string(got) {
		t.Errorf("%s differs (%v), go test -update rewrites it; got:\n%s", path, err, got)
	}
}
