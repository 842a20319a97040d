package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// source is one Go file of the engine.
type source struct {
	pkg, file string // pkg below engine, "" for engine itself
	test      bool
	ast       *ast.File
}

// sources parses every Go file under a folder of the project.
func sources(t *testing.T, dir string) []source {
	t.Helper()
	var out []source
	set := token.NewFileSet()
	base := filepath.Join(root, dir)
	err := filepath.WalkDir(base, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(set, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(base, filepath.Dir(p))
		pkg := filepath.ToSlash(rel)
		if pkg == "." {
			pkg = ""
		}
		out = append(out, source{pkg, p, strings.HasSuffix(p, "_test.go"), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// shipped are the sources of the engine without its tests. That there are so many of them
// shows that the engine was found.
func shipped(t *testing.T) []source {
	t.Helper()
	out := slices.DeleteFunc(sources(t, "engine"), func(s source) bool { return s.test })
	if len(out) < 30 {
		t.Fatalf("found %d files only", len(out))
	}
	return out
}

func floorOf(pkg string) int {
	for i, floor := range floors {
		for _, p := range floor {
			if p == pkg {
				return i
			}
		}
	}
	return -1
}

func imports(f *ast.File) []string {
	var out []string
	for _, s := range f.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		out = append(out, p)
	}
	return out
}

func TestImportsGoDownwards(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t, "engine") {
		seen[s.pkg] = true
		floor := floorOf(s.pkg)
		if floor < 0 {
			t.Errorf("%s: package %q stands on no floor", s.file, s.pkg)
			continue
		}
		if s.test {
			continue // a test may look at any floor: round trips need both ends
		}
		for _, p := range imports(s.ast) {
			to, ours := strings.CutPrefix(p, modulePath+"/engine/")
			if !ours {
				if strings.HasPrefix(p, modulePath) {
					t.Errorf("%s imports %s: the engine knows nothing above it", s.file, p)
				}
				continue
			}
			below := floorOf(to)
			if below >= floor {
				t.Errorf("%s: %s (floor %d) imports %s (floor %d); imports go downwards", s.file,
					s.pkg, floor, to, below)
			}
		}
	}
	listed := 0
	for _, floor := range floors {
		for _, p := range floor {
			listed++
			if !seen[p] {
				t.Errorf("package %q is listed and does not exist", p)
			}
		}
	}
	if listed < 15 || len(seen) != listed {
		t.Errorf("visited %d packages, %d are listed", len(seen), listed)
	}
}

// TestEveryPackageSaysWhatItAnswers holds the one package comment of each package to
// its form: one file carries it, it asks a question, and it says what comes before
// and after.
func TestEveryPackageSaysWhatItAnswers(t *testing.T) {
	comments := map[string][]string{}
	pkgs := map[string]bool{}
	for _, dir := range []string{"engine", "tools", "wasm"} {
		for _, s := range sources(t, dir) {
			if s.test {
				continue
			}
			key := path.Join(dir, s.pkg)
			pkgs[key] = true
			if s.ast.Doc != nil {
				comments[key] = append(comments[key], s.ast.Doc.Text())
			}
		}
	}
	for pkg := range pkgs {
		c := comments[pkg]
		if len(c) != 1 {
			t.Errorf("%s: %d files carry a package comment, want 1", pkg, len(c))
			continue
		}
		if !strings.Contains(c[0], "?") {
			t.Errorf("%s: the package comment asks no question", pkg)
		}
		told := strings.Contains(c[0], "Before:") && strings.Contains(c[0], "After:")
		if !strings.HasPrefix(pkg, "wasm/") && !told {
			t.Errorf("%s: the package comment does not say what comes before and after", pkg)
		}
	}
	if len(pkgs) < 25 {
		t.Errorf("visited %d packages only", len(pkgs))
	}
}

func TestJavaScriptIsKnownUnderWasmAlone(t *testing.T) {
	visited := 0
	for _, dir := range []string{"engine", "tools"} {
		for _, s := range sources(t, dir) {
			visited++
			for _, p := range imports(s.ast) {
				if p == "syscall/js" {
					t.Errorf("%s imports syscall/js: only wasm/ knows JavaScript", s.file)
				}
			}
		}
	}
	if visited < 60 {
		t.Errorf("visited %d files only", visited)
	}
}
