package ship

import (
	"fmt"
	"go/build"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// modulePath is the import path of the repository's root.
const modulePath = "github.com/pageside/pageside"

// rule is what holds for one module.
type rule struct {
	Banned  map[string]string // package, or folder of packages with a trailing slash: the reason
	Imports []string          // what the host must provide besides goImports
}

// rules hold by the name of the main. A main without an entry is built without checks.
var rules = map[string]rule{"search": {Banned: bannedFromSearch}}

// goImports is what Go's runtime wants from the host when nothing links syscall/js. The host shim
// provides exactly these.
var goImports = []string{
	"gojs.runtime.wasmExit", "gojs.runtime.wasmWrite", "gojs.runtime.resetMemoryDataView",
	"gojs.runtime.nanotime1", "gojs.runtime.walltime", "gojs.runtime.scheduleTimeoutEvent",
	"gojs.runtime.clearTimeoutEvent", "gojs.runtime.getRandomData",
}

// bannedFromSearch says what the search module must not link, and what it would cost: KB of brotli
// that the package adds to an empty program with overlay and slim.
var bannedFromSearch = map[string]string{
	"fmt":                     "132 KB; errors have their own text, numbers go through strconv",
	"time":                    "44 KB; the host keeps the clock",
	"os":                      "59 KB; the engine does no I/O",
	"io/fs":                   "39 KB; the engine does no I/O",
	"context":                 "67 KB; cancelling comes from the host, which stops calling",
	"log/":                    "140 KB; errors are returned",
	"syscall/":                "16 KB for syscall/js, and 10 µs a call; exports cost 0.03 µs",
	"encoding/json":           "222 KB; wasm/search writes the few objects it needs",
	"encoding/hex":            "61 KB, because it imports fmt",
	"regexp/":                 "104 KB; the analyser is a scanner",
	"compress/":               "78 KB and more; the host has DecompressionStream, four times as fast",
	"crypto/":                 "93 KB and more; the host has crypto.subtle",
	"net/":                    "163 KB for net/url alone; the host fetches",
	"html/":                   "24 KB; the host sets text, never markup",
	"text/":                   "391 KB for text/template",
	"reflect":                 "it keeps the linker from dropping methods that nothing calls",
	"runtime/debug":           "it imports fmt and os; the host sets GOGC in the environment",
	"runtime/pprof":           "nothing in a page reads profiles",
	"runtime/trace":           "the overlay takes tracing out",
	"math/rand":               "34 KB; the same query gives the same ranking",
	"math/big":                "no number is that large",
	"testing/":                "it links flag, fmt and os",
	"golang.org/x/":           "x/text/unicode/norm is 96 KB; engine/text has its own tables",
	"github.com/tidwall/":     "gjson is 261 KB; the search module reads no foreign JSON",
	"github.com/kljensen/":    "snowball is 168 KB; the dictionary knows its relatives",
	"github.com/blevesearch/": "145 KB and more; for tools and comparisons only",
}

// checkPackages holds what a main depends on against its rule.
func checkPackages(root, name string) error {
	rule, ok := rules[name]
	if !ok {
		return nil
	}
	deps, err := Packages(root, "wasm/"+name)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(deps)) {
		if why := rule.bans(path); why != "" {
			return fmt.Errorf("%s must not be linked: %s (imported by %s)", path, why, deps[path])
		}
	}
	return nil
}

// bans returns the reason against a package, or "".
func (r rule) bans(path string) string {
	for banned, why := range r.Banned {
		folder, isFolder := strings.CutSuffix(banned, "/")
		if path == folder || isFolder && strings.HasPrefix(path, banned) {
			return why
		}
	}
	return ""
}

// Packages walks the imports of a package of this repository for js/wasm and returns each package
// met, with one that imports it. It reads the sources itself, so that go test sees what it read:
// a test over the output of `go list` would stay cached when the sources change.
func Packages(root, dir string) (map[string]string, error) {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "js", "wasm", false
	seen := map[string]string{}
	var walk func(path, from string) error
	walk = func(path, from string) error {
		if _, ok := seen[path]; ok || path == "unsafe" {
			return nil
		}
		seen[path] = from
		where := folderOf(&ctx, root, path)
		if where == "" {
			return nil // another module's: named in the result, and not looked into
		}
		pkg, err := ctx.ImportDir(where, 0)
		if err != nil {
			return fmt.Errorf("%s, imported by %s: %w", path, from, err)
		}
		for _, next := range pkg.Imports {
			if err := walk(next, path); err != nil {
				return err
			}
		}
		return nil
	}
	return seen, walk(modulePath+"/"+dir, "the linker")
}

// folderOf finds the sources of a package of this repository or of the standard library.
func folderOf(ctx *build.Context, root, path string) string {
	if own, ok := strings.CutPrefix(path, modulePath+"/"); ok {
		return filepath.Join(root, own)
	}
	for _, dir := range []string{"src", "src/vendor"} {
		where := filepath.Join(ctx.GOROOT, dir, path)
		if _, err := os.Stat(where); err == nil {
			return where
		}
	}
	return ""
}

// checkImports holds the import section against goImports and the rule.
func checkImports(name string, imports []string) error {
	rule, ok := rules[name]
	if !ok {
		return nil
	}
	want := slices.Sorted(slices.Values(slices.Concat(goImports, rule.Imports)))
	got := slices.Sorted(slices.Values(imports))
	if !slices.Equal(want, got) {
		return fmt.Errorf("the module imports %d functions, %q, instead of the %d that the host "+
			"shim has, %q", len(got), got, len(want), want)
	}
	return nil
}
