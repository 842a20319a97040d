package bodies

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

//go:embed go1.*.txt
var lists embed.FS

// changes is a list, read.
type changes struct {
	bodies []body
	never  map[string]int  // condition -> places where it was found
	quiet  bool            // switch print statements off
	loud   map[string]bool // functions that go on printing
}

// body is a function with the body it gets.
type body struct {
	key       string // "traceEnabled" or "(*mspan) reportZombies"
	signature string
	text      string          // from { to }
	packages  map[string]bool // that the text refers to
}

// The lines of a list that are not Go: they stand in comments.
var (
	groupLine = regexp.MustCompile(`(?m)^// group: (\w+)$`)
	neverLine = regexp.MustCompile(`(?m)^// never: (.+)$`)
	quietLine = regexp.MustCompile(`(?m)^// quiet, except in: (.+)$`)
	goMinor   = regexp.MustCompile(`\bgo1\.\d+`)
)

// readList returns the changes for a Go version, without some groups.
func readList(version string, without []string) (*changes, error) {
	minor := goMinor.FindString(version)
	name := minor + ".txt"
	src, err := lists.ReadFile(name)
	if minor == "" || err != nil {
		known, _ := lists.ReadDir(".")
		return nil, fmt.Errorf("no list of changes for Go %q, only %s", version, known[0].Name())
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	l := &changes{never: map[string]int{}, loud: map[string]bool{}}
	wanted := func(at int) bool { return !slices.Contains(without, groupAt(src, at)) }
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !wanted(fset.Position(fn.Pos()).Offset) {
			continue
		}
		lo, hi := fset.Position(fn.Body.Lbrace).Offset, fset.Position(fn.Body.Rbrace).Offset
		l.bodies = append(l.bodies, body{keyOf(fn), signatureOf(fset, src, fn),
			string(src[lo : hi+1]), packagesIn(fn.Body)})
	}
	for _, m := range neverLine.FindAllSubmatchIndex(src, -1) {
		if wanted(m[0]) {
			l.never[string(src[m[2]:m[3]])] = 0
		}
	}
	for _, m := range quietLine.FindAllSubmatchIndex(src, -1) {
		if wanted(m[0]) {
			l.quiet = true
			for _, fn := range strings.Fields(string(src[m[2]:m[3]])) {
				l.loud[fn] = true
			}
		}
	}
	return l, nil
}

// groupAt names the group that the text at an offset belongs to.
func groupAt(src []byte, at int) string {
	group := ""
	for _, g := range groupLine.FindAllSubmatchIndex(src, -1) {
		if g[0] < at {
			group = string(src[g[2]:g[3]])
		}
	}
	return group
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
	text := strings.Join(strings.Fields(string(src[from:to])), " ")
	return strings.NewReplacer("( ", "(", ", )", ")").Replace(text)
}

// bodyPackages are those that a body of a list may refer to.
var bodyPackages = []string{"abi", "unsafe"}

func packagesIn(n ast.Node) map[string]bool {
	used := map[string]bool{}
	addPackages(used, n)
	for name := range used {
		if !slices.Contains(bodyPackages, name) {
			delete(used, name) // a variable with a field, not a package
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
