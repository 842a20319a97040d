// Package bodies answers: which parts of the Go runtime does a page never use, and how is a
// program built without them, with an untouched toolchain?
//
// go build -overlay lets other files stand in for files of the installed Go. For each known minor
// version there is a list of runtime functions with new, mostly empty bodies (go1.26.txt). Generate
// parses the installed runtime, splices these bodies into copies of the files that declare the
// functions, turns imports that nothing uses any longer into blank ones, and writes the overlay
// file that names the copies. Text outside the bodies stays as it is, byte for byte.
//
// Nothing may depend on it. A function that is missing or is declared otherwise is left as it is,
// with a warning; an unknown minor gives no overlay at all; and tools/wasm builds without one if
// the compiler refuses the result.
//
// Limits: package runtime only, GOOS=js GOARCH=wasm only. Panics print their message but no stack.
// Before: an installed Go. After: go build -overlay, then tools/slim.
package bodies

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed go1.*.txt
var lists embed.FS

// overlayName is the file that go build -overlay takes.
const overlayName = "overlay.json"

// Options says for which Go and where to write. GOROOT, Version and Dir are needed.
type Options struct {
	GOROOT  string
	Version string   // as `go env GOVERSION` says: go1.26.8
	Dir     string   // the copies and overlay.json go here
	Without []string // groups to leave out: tracer, profilers, printing, traceback, checks, …
}

// Result is what Generate did.
type Result struct {
	JSON     string // path for -overlay; "" means: build without
	Replaced int    // functions
	Files    int
	Warnings []string
}

// Generate writes the overlay. An error means that something is broken (a folder that cannot be
// written); what Go lacks is a warning.
func Generate(opt Options) (Result, error) {
	var res Result
	list, err := readList(opt.Version, opt.Without)
	if err != nil {
		res.Warnings = []string{err.Error() + "; building without overlay"}
		return res, nil
	}
	files, err := readRuntime(filepath.Join(opt.GOROOT, "src", "runtime"))
	if err != nil {
		return res, err
	}
	for _, b := range list {
		if why := place(b, files); why != "" {
			res.Warnings = append(res.Warnings, fmt.Sprintf("runtime.%s %s; left as it is",
				b.key, why))
			continue
		}
		res.Replaced++
	}
	if res.Replaced == 0 {
		return res, nil
	}
	return res, write(opt.Dir, files, &res)
}

// body is one function of the list.
type body struct {
	key       string // "traceEnabled" or "(traceLocker) ok"
	signature string
	text      string // from { to }
	names     map[string]bool
}

var groupLine = regexp.MustCompile(`(?m)^// group: (\w+)$`)

// readList returns the bodies for a Go version, without some groups.
func readList(version string, without []string) ([]body, error) {
	minor := regexp.MustCompile(`\bgo1\.\d+`).FindString(version)
	name := minor + ".txt"
	src, err := lists.ReadFile(name)
	if minor == "" || err != nil {
		known, _ := lists.ReadDir(".")
		return nil, fmt.Errorf("no list of bodies for %q, only %s", version, known[0].Name())
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	groups := groupLine.FindAllSubmatchIndex(src, -1)
	var out []body
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		at := fset.Position(fn.Pos()).Offset
		group := ""
		for _, g := range groups {
			if g[0] < at {
				group = string(src[g[2]:g[3]])
			}
		}
		if slices.Contains(without, group) {
			continue
		}
		lo, hi := fset.Position(fn.Body.Lbrace).Offset, fset.Position(fn.Body.Rbrace).Offset
		out = append(out, body{keyOf(fn), signatureOf(fset, src, fn), string(src[lo : hi+1]),
			packagesIn(fn.Body)})
	}
	return out, nil
}

// source is a file of the runtime with the changes to be made.
type source struct {
	path    string
	text    []byte
	fset    *token.FileSet
	file    *ast.File
	bodies  map[*ast.FuncDecl]body
	imports map[string]bool // names that some body refers to
}

// readRuntime parses the files that are compiled for js/wasm.
func readRuntime(dir string) ([]*source, error) {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "js", "wasm", false
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []*source
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if ok, err := ctx.MatchFile(dir, name); err != nil || !ok {
			continue
		}
		s := &source{path: filepath.Join(dir, name), fset: token.NewFileSet(),
			bodies: map[*ast.FuncDecl]body{}}
		if s.text, err = os.ReadFile(s.path); err != nil {
			return nil, err
		}
		s.file, err = parser.ParseFile(s.fset, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// place notes the body in the file that declares its function, or says why it cannot.
func place(b body, files []*source) (why string) {
	for _, s := range files {
		for _, d := range s.file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || keyOf(fn) != b.key {
				continue
			}
			if got := signatureOf(s.fset, s.text, fn); got != b.signature {
				return fmt.Sprintf("is declared as %s, not %s", got, b.signature)
			}
			if fn.Body == nil {
				return "has no body in Go"
			}
			for name := range b.names {
				if !s.importsName(name) {
					return "needs package " + name + ", which its file does not import"
				}
			}
			s.bodies[fn] = b
			return ""
		}
	}
	return "is not there"
}

// write puts the changed files and the overlay file into dir.
func write(dir string, files []*source, res *Result) error {
	replace := map[string]string{}
	for _, s := range files {
		if len(s.bodies) == 0 {
			continue
		}
		to := filepath.Join(dir, filepath.Base(s.path))
		if err := os.WriteFile(to, s.spliced(), 0o644); err != nil {
			return err
		}
		replace[s.path] = to
	}
	res.Files = len(replace)
	b, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	res.JSON = filepath.Join(dir, overlayName)
	return os.WriteFile(res.JSON, append(b, '\n'), 0o644)
}

// edit replaces text[from:to].
type edit struct {
	from, to int
	text     string
}

// spliced returns the file with its new bodies.
func (s *source) spliced() []byte {
	var edits []edit
	used := map[string]bool{}
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		b, new := body{}, false
		if ok {
			b, new = s.bodies[fn]
		}
		if !new {
			addPackages(used, d)
			continue
		}
		addPackages(used, fn.Type)
		for name := range b.names {
			used[name] = true
		}
		edits = append(edits, edit{s.offset(fn.Body.Lbrace), s.offset(fn.Body.Rbrace) + 1, b.text})
	}
	for _, spec := range s.file.Imports {
		if name := importName(spec); name != "_" && name != "." && !used[name] {
			edits = append(edits, edit{s.offset(spec.Pos()), s.offset(spec.End()),
				"_ " + spec.Path.Value})
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, s.text[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, s.text[at:]...)
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

func (s *source) importsName(name string) bool {
	return slices.ContainsFunc(s.file.Imports, func(spec *ast.ImportSpec) bool {
		return importName(spec) == name
	})
}

// importName is the name by which a file refers to an import. In the runtime it is the last
// element of the path where none is given.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	path, _ := strconv.Unquote(spec.Path.Value)
	return path[strings.LastIndex(path, "/")+1:]
}

// keyOf names a function with its receiver.
func keyOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) != 1 {
		return fn.Name.Name
	}
	switch t := fn.Recv.List[0].Type.(type) {
	case *ast.Ident:
		return "(" + t.Name + ") " + fn.Name.Name
	case *ast.StarExpr:
		if id, ok := t.X.(*ast.Ident); ok {
			return "(*" + id.Name + ") " + fn.Name.Name
		}
	}
	return "(?) " + fn.Name.Name
}

// signatureOf returns parameters and results as they are written, spaces made even.
func signatureOf(fset *token.FileSet, src []byte, fn *ast.FuncDecl) string {
	from, to := fset.Position(fn.Type.Params.Pos()).Offset, fset.Position(fn.Type.End()).Offset
	return strings.Join(strings.Fields(string(src[from:to])), " ")
}

func packagesIn(n ast.Node) map[string]bool {
	used := map[string]bool{}
	addPackages(used, n)
	for name := range used {
		if name != "unsafe" && name != "abi" {
			delete(used, name) // a variable's field, not a package
		}
	}
	return used
}

// addPackages notes each x of an x.y under n: every package is among them.
func addPackages(used map[string]bool, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
}
