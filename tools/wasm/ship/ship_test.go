package ship

import (
	"bytes"
	"compress/gzip"
	"go/build"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

const root = "../../.."

// shipTree builds testdata/tree into a new folder.
func shipTree(t *testing.T) (Shipped, map[string][]byte) {
	t.Helper()
	var said []string
	out := t.TempDir()
	shipped, err := Run(Options{Root: "testdata/tree", Out: out,
		Say: func(format string, _ ...any) { said = append(said, format) }})
	if err != nil || len(shipped) != 1 {
		t.Fatalf("%v, %v", shipped, err)
	}
	if len(said) < 3 {
		t.Errorf("progress: %q", said)
	}
	files := map[string][]byte{}
	for name := range shipped[0].Sizes {
		b, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = b
	}
	if left, _ := os.ReadDir(out); len(left) != len(files) {
		t.Errorf("%d files in the folder, %d reported", len(left), len(files))
	}
	return shipped[0], files
}

func TestShippedFilesRunAndUnpack(t *testing.T) {
	s, files := shipTree(t)
	if len(s.Warnings) != 0 {
		t.Errorf("warnings: %q", s.Warnings)
	}
	names := slices.Sorted(maps.Keys(files))
	want := []string{"empty.debug.wasm", "empty.wasm", "empty.wasm.br", "empty.wasm.gz"}
	if !slices.Equal(names, want) {
		t.Fatalf("files %q", names)
	}
	wasm := files["empty.wasm"]
	br, err := io.ReadAll(brotli.NewReader(bytes.NewReader(files["empty.wasm.br"])))
	if err != nil || !bytes.Equal(br, wasm) {
		t.Errorf("brotli does not give the module back: %v", err)
	}
	zr, err := gzip.NewReader(bytes.NewReader(files["empty.wasm.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	gz, err := io.ReadAll(zr)
	if err != nil || !bytes.Equal(gz, wasm) || !zr.ModTime.IsZero() {
		t.Errorf("gzip does not give the module back: %v, time %v", err, zr.ModTime)
	}
	if !bytes.Contains(files["empty.debug.wasm"], []byte("runtime.gopanic")) {
		t.Error("the debug build has no names")
	}
	for _, name := range []string{"empty.wasm", "empty.debug.wasm"} {
		if got := inNode(t, files[name]); got != "5\n9\n51\n" {
			t.Errorf("%s prints %q", name, got)
		}
	}
}

// inNode runs add(2, 3), index(2), and index(5), which panics inside: the length of the message.
func inNode(t *testing.T, wasm []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.wasm")
	if err := os.WriteFile(path, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/host.mjs", path, "add:2,3", "index:2", "index:5")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("node (20 or newer is needed): %v\n%s", err, out)
	}
	return string(out)
}

func TestTwoRunsGiveTheSameBytes(t *testing.T) {
	_, a := shipTree(t)
	_, b := shipTree(t)
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			t.Errorf("%s differs from run to run", name)
		}
		if bytes.Contains(a[name], []byte(os.TempDir()+"/")) {
			t.Errorf("%s names a folder of this machine", name)
		}
	}
}

func TestOwnErrorsNameTheFile(t *testing.T) {
	out := t.TempDir()
	_, err := Run(Options{Root: "testdata/broken", Out: out})
	if err == nil || !strings.Contains(err.Error(), "wasm/bad") ||
		!strings.Contains(err.Error(), "main.go:4:15: undefined: missing") {
		t.Errorf("%v", err)
	}
	if left, _ := os.ReadDir(out); len(left) != 0 {
		t.Errorf("%d files written", len(left))
	}
	_, err = Run(Options{Root: t.TempDir(), Out: out})
	if err == nil || !strings.Contains(err.Error(), "run from the root") {
		t.Errorf("%v", err)
	}
}

// An overlay that the compiler refuses, and a collector that is gone, cost bytes, not the build.
func TestBuildGoesOnWithoutWhatGoLacks(t *testing.T) {
	b, err := NewBuilder("testdata/tree")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	whole, err := b.Build("./wasm/empty", Variant{Overlay: true})
	if err != nil || len(b.Warnings) != 0 {
		t.Fatalf("%v, %q", err, b.Warnings)
	}
	bad := filepath.Join(b.dir, "proc.go")
	if err := os.WriteFile(bad, []byte("package runtime\n\nfunc broken( {\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.experiment = "nosuchcollector"
	plain, err := b.Build("./wasm/empty", Variant{Overlay: true})
	if err != nil || len(plain) <= len(whole) {
		t.Errorf("%d bytes without overlay, %d with (%v)", len(plain), len(whole), err)
	}
	if len(b.Warnings) != 2 || !strings.Contains(b.Warnings[0], "no nosuchcollector") ||
		!strings.Contains(b.Warnings[1], "overlay does not compile, built without it") {
		t.Errorf("warnings %q", b.Warnings)
	}
}

// Slim refuses what it does not know; the file is then merged and said to be.
func TestUnknownGoIsMergedOnly(t *testing.T) {
	b, err := NewBuilder("testdata/tree")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	wasm, err := b.Build("./wasm/empty", Variant{})
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.ReplaceAll(wasm, []byte("go1.26"), []byte("go1.99"))
	if bytes.Equal(other, wasm) {
		t.Fatal("the file does not name its version")
	}
	var warnings []string
	merged, rep, err := Slim(other, &warnings)
	if err != nil || rep.Functions != 0 || len(warnings) != 1 {
		t.Fatalf("%v, %v, %q", err, rep, warnings)
	}
	if got := inNode(t, merged); got != "5\n9\n51\n" {
		t.Errorf("merged only, it prints %q", got)
	}
}

func TestSearchLinksNothingBanned(t *testing.T) {
	deps, err := Packages(root, "wasm/search")
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for path := range deps {
		if strings.HasPrefix(path, modulePath) {
			own++
		}
	}
	t.Logf("%d packages, %d of them ours", len(deps), own)
	if len(deps) < 50 || own < 10 {
		t.Errorf("only %d packages were seen, %d of them ours: is wasm/search there?", len(deps), own)
	}
	if err := checkPackages(root, "search"); err != nil {
		t.Error(err)
	}
	cmd := exec.Command("go", "list", "-deps", "./wasm/search")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	listed := slices.DeleteFunc(strings.Fields(string(out)), func(p string) bool {
		return p == "unsafe"
	})
	slices.Sort(listed)
	if got := slices.Sorted(maps.Keys(deps)); !slices.Equal(got, listed) {
		t.Errorf("our walk and go list differ:\n%q\n%q", got, listed)
	}
}

func TestBannedPackageIsNamedWithReasonAndImporter(t *testing.T) {
	err := checkPackages("testdata/banned", "search")
	want := "encoding/hex must not be linked: 61 KB, because it imports fmt (imported by " +
		modulePath + "/engine/label)"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A ban on a name that does not exist guards nothing.
func TestBannedNamesExist(t *testing.T) {
	if len(bannedFromSearch) < 20 {
		t.Errorf("only %d bans", len(bannedFromSearch))
	}
	for path, why := range bannedFromSearch {
		if why == "" {
			t.Errorf("%s has no reason", path)
		}
		if strings.Contains(path, ".") {
			continue // other modules
		}
		dir := filepath.Join(build.Default.GOROOT, "src", path)
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	rule := rules["search"]
	for path, banned := range map[string]bool{"fmt": true, "net": true, "net/url": true,
		"netx": false, "text/template": true, "golang.org/x/text/unicode/norm": true,
		"github.com/kljensen/snowball/english": true, "strconv": false, "errors": false,
		modulePath + "/engine/text": false} {
		if got := rule.bans(path) != ""; got != banned {
			t.Errorf("%s banned: %v", path, got)
		}
	}
}

func TestImportsMustBeTheHostsEight(t *testing.T) {
	if len(goImports) != 8 {
		t.Errorf("%d imports", len(goImports))
	}
	more := append(slices.Clone(goImports), "gojs.syscall/js.valueGet")
	for _, list := range [][]string{more, goImports[1:], nil} {
		if err := checkImports("search", list); err == nil {
			t.Errorf("%q passes", list)
		}
	}
	if err := checkImports("search", goImports); err != nil {
		t.Error(err)
	}
}
