package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/pageside/pageside/tools/wasm/ship"
)

// pricesFile holds the table that the articles of the site quote, below the repository's root.
const pricesFile = "tools/size/prices.txt"

const pricesHead = `# What Go itself weighs in a page, in KB of 1000 bytes after brotli 11, %s.
# Written by "go run ./tools/size -prices", which takes some minutes; the articles quote it.

# A program that does nothing, built like wasm/search:
`

const pricesMiddle = `
# What a call into one package adds to the last of these:
`

// uses are calls that the articles name the price of. n is a number and t a text that the
// compiler does not know.
var uses = []struct{ pkg, call string }{
	{"unicode/utf8", "n = utf8.RuneCountInString(t)"},
	{"slices", "x := []int{n, 2, 1}; slices.Sort(x); n = x[0]"},
	{"strings", `n = len(strings.Fields(t)) + len(strings.Split(t, ",")) + strings.Index(t, "x")`},
	{"time", "n = time.Now().Second()"},
	{"regexp", "n = len(regexp.MustCompile(t).FindString(t))"},
	{"fmt", "n = len(fmt.Sprintf(t, n))"},
	{"encoding/json", "var v any; json.Unmarshal([]byte(t), &v); b, _ := json.Marshal(v); n = len(b)"},
	{"net/http", "r, err := http.Get(t); if err == nil { n = r.StatusCode }"},
	{"github.com/kljensen/snowball/english", "n = len(english.Stem(t, true))"},
}

const useSource = `package main

%s
var n int
var t = "x"

//go:wasmexport use
func use(i int32) int32 { n = int(i); called(); return int32(n) }

func called() { %s }

func main() { select {} }
`

// prices measures the floor and what packages add to it.
func prices(root string) (string, error) {
	b, err := ship.NewBuilder(root)
	if err != nil {
		return "", err
	}
	defer b.Close()
	var out strings.Builder
	fmt.Fprintf(&out, pricesHead, runtime.Version())
	linked, err := buildUse(b, root, "", "", ship.Variant{})
	if err != nil {
		return "", err
	}
	slimmed, _, err := ship.Slim(linked, &b.Warnings)
	if err != nil {
		return "", err
	}
	floor, err := shipUse(b, root, "", "")
	if err != nil {
		return "", err
	}
	sizes := brotliSizes(linked, slimmed, floor)
	for i, name := range []string{"as Go links it", "after tools/slim",
		"with tools/overlay, after tools/slim"} {
		fmt.Fprintf(&out, "%s  %s\n", pad(kb(sizes[i]), 8), name)
	}
	out.WriteString(pricesMiddle)
	for _, u := range uses {
		with, err := shipUse(b, root, u.pkg, u.call)
		if err != nil {
			return "", fmt.Errorf("%s: %w", u.pkg, err)
		}
		fmt.Fprintf(&out, "%s  %s\n", pad(kb(brotliSizes(with)[0]-sizes[2]), 8), u.pkg)
	}
	if len(b.Warnings) > 0 {
		return "", fmt.Errorf("not built as it ships: %s", strings.Join(b.Warnings, "; "))
	}
	return out.String(), nil
}

// shipUse builds a program with one call as the page's engine is built.
func shipUse(b *ship.Builder, root, pkg, call string) ([]byte, error) {
	wasm, err := buildUse(b, root, pkg, call, ship.Variant{Overlay: true})
	if err != nil {
		return nil, err
	}
	small, _, err := ship.Slim(wasm, &b.Warnings)
	return small, err
}

// buildUse compiles a program with one call. It lies in dist/, for the sake of go.mod.
func buildUse(b *ship.Builder, root, pkg, call string, v ship.Variant) ([]byte, error) {
	dist := filepath.Join(root, "dist")
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(dist, "price")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	imports := ""
	if pkg != "" {
		imports = fmt.Sprintf("import %q\n", pkg)
	}
	source := fmt.Appendf(nil, useSource, imports, call)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), source, 0o644); err != nil {
		return nil, err
	}
	return b.Build("./dist/"+filepath.Base(dir), v)
}

// brotliSizes compresses all at once.
func brotliSizes(modules ...[]byte) []int {
	sizes := make([]int, len(modules))
	var wg sync.WaitGroup
	for i, m := range modules {
		wg.Go(func() { sizes[i] = len(ship.Brotli(m, 11)) })
	}
	wg.Wait()
	return sizes
}

// writePrices measures, prints and keeps the table.
func writePrices(root string) error {
	table, err := prices(root)
	if err != nil {
		return err
	}
	fmt.Print(table)
	return os.WriteFile(filepath.Join(root, pricesFile), []byte(table), 0o644)
}
