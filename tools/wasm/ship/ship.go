// Package ship answers: how does a main under wasm/ become the files that a page loads?
//
//	wasm/NAME ── go build -overlay ──► slim ──► dist/wasm/NAME.wasm        what browsers run
//	                    │                 ├───► NAME.wasm.br               brotli 11, window 24
//	                    │                 └───► NAME.wasm.gz               gzip 9
//	                    └───────────────────►  NAME.debug.wasm             the same functions, named
//
// The build needs nothing that could be missing: where the overlay does not fit the installed Go it
// is left out, where slim does not know the Go version only data segments are merged, and where the
// older collector is gone the default one stays. Each of these costs bytes and says so in Warnings.
//
// The files depend on the sources and the Go version only, not on the folder, the time or the
// machine; a test builds twice. A file appears whole or not at all.
//
// Limits: GOOS=js GOARCH=wasm. Before: wasm/NAME. After: tools/bundle, and a static host.
package ship

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/pageside/pageside/tools/aside"
	"github.com/pageside/pageside/tools/slim/module"
	"github.com/pageside/pageside/tools/slim/postlink"
)

// Options says what to build. The zero value builds everything below wasm/ of the current folder.
type Options struct {
	Root  string                           // the repository; "" is the current folder
	Mains []string                         // names below wasm/; none: all that are there
	Out   string                           // "" is dist/wasm below Root
	Say   func(format string, args ...any) // progress; nil: silence
}

// Shipped is a module with its files.
type Shipped struct {
	Name     string
	Sizes    map[string]int // bytes of each file, by file name
	Warnings []string
}

func (o *Options) defaults() error {
	if o.Root == "" {
		o.Root = "."
	}
	if o.Out == "" {
		o.Out = filepath.Join(o.Root, "dist", "wasm")
	}
	if o.Say == nil {
		o.Say = func(string, ...any) {}
	}
	if len(o.Mains) > 0 {
		return nil
	}
	var err error
	o.Mains, err = Mains(o.Root)
	return err
}

// Mains lists the folders directly below wasm/ that hold Go files.
func Mains(root string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(root, "wasm", "*", "*.go"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		name := filepath.Base(filepath.Dir(f))
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s holds no programs; run from the root of the repository",
			filepath.Join(root, "wasm"))
	}
	return names, nil
}

// Run builds and writes all files.
func Run(opt Options) ([]Shipped, error) {
	if err := opt.defaults(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(opt.Out, 0o755); err != nil {
		return nil, err
	}
	var out []Shipped
	for _, name := range opt.Mains {
		s, err := one(opt, name)
		if err != nil {
			return out, fmt.Errorf("wasm/%s: %w", name, err)
		}
		out = append(out, s)
	}
	return out, nil
}

// one builds, checks and writes one module.
func one(opt Options, name string) (Shipped, error) {
	s := Shipped{Name: name, Sizes: map[string]int{}}
	if err := checkPackages(opt.Root, name); err != nil {
		return s, err
	}
	opt.Say("%s: go build", name)
	wasm, debug, err := both(opt.Root, name, &s)
	if err != nil {
		return s, err
	}
	small, rep, err := Slim(wasm, &s.Warnings)
	if err != nil {
		return s, err
	}
	opt.Say("%s: slim: %s", name, rep)
	if err := checkInterface(name, small, wasm, debug); err != nil {
		return s, err
	}
	opt.Say("%s: brotli 11 and gzip 9 of %d KB", name, len(small)/1000)
	for _, w := range s.Warnings {
		opt.Say("%s: warning: %s", name, w)
	}
	files := map[string][]byte{".wasm": small, ".debug.wasm": debug}
	var wg sync.WaitGroup
	var br, gz []byte
	wg.Go(func() { br = Brotli(small, 11) })
	wg.Go(func() { gz = Gzip(small) })
	wg.Wait()
	files[".wasm.br"], files[".wasm.gz"] = br, gz
	for suffix, b := range files {
		s.Sizes[name+suffix] = len(b)
		err = errors.Join(err, aside.File(filepath.Join(opt.Out, name+suffix), b))
	}
	return s, err
}

// both compiles the module as it ships and with names; the code of both is the same.
func both(root, name string, s *Shipped) (wasm, debug []byte, err error) {
	b, err := NewBuilder(root)
	if err != nil {
		return nil, nil, err
	}
	defer b.Close()
	if wasm, err = b.Build("./wasm/"+name, Variant{Overlay: true}); err != nil {
		return nil, nil, err
	}
	if debug, err = b.Build("./wasm/"+name, Variant{Overlay: true, Names: true}); err != nil {
		return nil, nil, err
	}
	s.Warnings = append(s.Warnings, b.Warnings...)
	return wasm, debug, nil
}

// Slim slims, or only merges where the Go version is not known to slim.
func Slim(wasm []byte, warnings *[]string) ([]byte, postlink.Report, error) {
	small, rep, err := postlink.Slim(wasm, postlink.Options{})
	var version *postlink.VersionError
	if errors.As(err, &version) {
		*warnings = append(*warnings, version.What+": data segments merged, nothing else slimmed")
		return postlink.Slim(wasm, postlink.Options{MergeOnly: true})
	}
	return small, rep, err
}

// checkInterface holds the imports against the rules, and the code that is slimmed against the code
// that has names: function numbers in an error from a page then mean the same in the debug build.
func checkInterface(name string, small, wasm, debug []byte) error {
	m, err := module.Parse(small)
	if err != nil {
		return err
	}
	imports, err := m.Imports()
	if err != nil {
		return err
	}
	if err := checkImports(name, imports); err != nil {
		return err
	}
	linked, err := module.Parse(wasm)
	if err != nil {
		return err
	}
	named, err := module.Parse(debug)
	if err != nil {
		return err
	}
	if !linked.SameCode(named) {
		return errors.New("the debug build's code differs from the code that ships")
	}
	return nil
}
