package bodies

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// source is a file of the runtime with the changes to be made.
type source struct {
	path   string
	text   []byte
	fset   *token.FileSet
	file   *ast.File
	bodies map[*ast.FuncDecl]body
	edits  []edit
}

// edit replaces text[from:to].
type edit struct {
	from, to int
	text     string
}

// readRuntime parses the files that are compiled for js/wasm, with either collector.
func readRuntime(dir string) ([]*source, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []*source
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			!compiled(dir, name) {
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

// compiled reports whether a file is part of a js/wasm build; a file that cannot be read is not.
func compiled(dir, name string) bool {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "js", "wasm", false
	for _, tags := range [][]string{nil, {"goexperiment.greenteagc"}} {
		ctx.ToolTags = tags
		if ok, err := ctx.MatchFile(dir, name); ok && err == nil {
			return true
		}
	}
	return false
}

// place notes the body in each file that declares its function, or says why it cannot.
func place(b body, files []*source) (n int, why string) {
	why = "is not there"
	for _, s := range files {
		for _, d := range s.file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || keyOf(fn) != b.key {
				continue
			}
			if why = s.misfit(b, fn); why == "" {
				s.bodies[fn] = b
				n++
			}
		}
	}
	if n > 0 {
		why = ""
	}
	return n, why
}

// misfit says why the body cannot stand in this function.
func (s *source) misfit(b body, fn *ast.FuncDecl) string {
	if got := signatureOf(s.fset, s.text, fn); got != b.signature {
		return "is declared as " + got + ", not " + b.signature
	}
	if fn.Body == nil {
		return "has no body in Go"
	}
	for name := range b.packages {
		if !slices.ContainsFunc(s.file.Imports, func(spec *ast.ImportSpec) bool {
			return importName(spec) == name
		}) {
			return "needs package " + name + ", which its file does not import"
		}
	}
	return ""
}

// change collects the edits of a file.
func (s *source) change(l *changes, res *Result) {
	used := map[string]bool{}
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			addPackages(used, d)
			continue
		}
		b, ok := s.bodies[fn]
		if !ok {
			addPackages(used, d)
			s.quieten(fn, l, res)
			continue
		}
		addPackages(used, fn.Type)
		for name := range b.packages {
			used[name] = true
		}
		s.edits = append(s.edits, edit{s.offset(fn.Body.Lbrace), s.offset(fn.Body.Rbrace) + 1,
			b.text})
	}
	if len(s.edits) == 0 {
		return
	}
	for _, spec := range s.file.Imports {
		if name := importName(spec); name != "_" && name != "." && !used[name] {
			s.edits = append(s.edits, edit{s.offset(spec.Pos()), s.offset(spec.End()),
				"_ " + spec.Path.Value})
		}
	}
}

// quieten switches conditions and print statements of a function off. They stay in the text, so
// that what they mention still counts as used.
func (s *source) quieten(fn *ast.FuncDecl, l *changes, res *Result) {
	loud := !l.quiet || l.loud[fn.Name.Name]
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if !loud && isPrint(n.X) {
				s.wrap(n, "if false { ", " }")
				res.Prints++
				return false
			}
		case *ast.IfStmt:
			cond := string(s.text[s.offset(n.Cond.Pos()):s.offset(n.Cond.End())])
			if _, ok := l.never[cond]; ok {
				l.never[cond]++
				s.wrap(n.Cond, "false && (", ")")
				res.Conditions++
			}
		}
		return true
	})
}

func isPrint(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && (id.Name == "print" || id.Name == "println")
}

func (s *source) wrap(n ast.Node, before, after string) {
	from, to := s.offset(n.Pos()), s.offset(n.End())
	s.edits = append(s.edits, edit{from, from, before}, edit{to, to, after})
}

// spliced returns the file with its edits.
func (s *source) spliced() []byte {
	slices.SortStableFunc(s.edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out []byte
	at := 0
	for _, e := range s.edits {
		out = append(append(out, s.text[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, s.text[at:]...)
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

// importName is the name by which a file refers to an import. In the runtime it is the last
// element of the path where none is given.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	path, _ := strconv.Unquote(spec.Path.Value)
	return path[strings.LastIndex(path, "/")+1:]
}
