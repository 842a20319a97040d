package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// forbidden says what a file of the engine imports or uses and may not; used counts what it
// does. The lists together are what may be imported.
func forbidden(f *ast.File, used map[string]int, lists ...map[string]string) []string {
	var out []string
	math := "" // the name of package math in this file
	for _, s := range f.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		used[p]++
		switch {
		case s.Name != nil && s.Name.Name == ".":
			out = append(out, "imports "+p+" with a dot, which hides what is used of it")
		case p == modulePath || strings.HasPrefix(p, modulePath+"/"):
		case !slices.ContainsFunc(lists, func(l map[string]string) bool { return l[p] != "" }):
			why := "imports " + p + ", which is not listed: " + declined[p]
			out = append(out, strings.TrimSuffix(why, ": "))
		case p == "math" && s.Name != nil:
			math = s.Name.Name
		case p == "math":
			math = p
		}
	}
	for _, d := range f.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			out = append(out, "has an init function: nothing happens before it is asked for")
		}
	}
	return append(out, inexact(f, math, used)...)
}

// inexact says what a file uses of package math, which it knows by some name, and may not.
func inexact(f *ast.File, math string, used map[string]int) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == math {
			used["math."+sel.Sel.Name]++
			if exact[sel.Sel.Name] == "" {
				out = append(out, "uses math."+sel.Sel.Name+", which is not listed as exact")
			}
		}
		return true
	})
	return out
}

// The engine and the program around it in the page keep to the lists, and the lists hold
// nothing that is not needed.
func TestOnlyWhatIsListedIsUsed(t *testing.T) {
	engine, around := map[string]int{}, map[string]int{}
	for _, s := range shipped(t) {
		for _, why := range forbidden(s.ast, engine, standard) {
			t.Errorf("%s %s", s.file, why)
		}
	}
	for _, s := range sources(t, "wasm/search") {
		if s.test {
			continue
		}
		for _, why := range forbidden(s.ast, around, standard, rim) {
			t.Errorf("%s %s", s.file, why)
		}
	}
	for p := range standard {
		if engine[p] == 0 {
			t.Errorf("%s is listed for the engine, which does not import it", p)
		}
	}
	for p := range rim {
		if around[p] == 0 {
			t.Errorf("%s is listed for wasm/search, which does not import it", p)
		}
	}
	for name := range exact {
		if engine["math."+name] == 0 {
			t.Errorf("math.%s is listed as exact, and the engine does not use it", name)
		}
	}
	for p, why := range declined {
		if standard[p] != "" || why == "" {
			t.Errorf("%s is declined and listed, or declined without a reason", p)
		}
	}
}

// What must not pass, in a package made up for it: each is reported.
func TestWhatIsForbiddenIsReported(t *testing.T) {
	type unit struct{ imports, body string }
	bad := map[string]unit{
		"math under another name": {`m "math"`, "var x = m.Exp(1)"},
		"math by its name":        {`"math"`, "var x = math.Pow(1, 2)"},
		"math as a value":         {`"math"`, "var f = math.Tanh"},
		"math in a closure":       {`"math"`, "func f() any { return func() any { return math.FMA } }"},
		"math with a dot":         {`. "math"`, "var x = Exp(1)"},
		"a listed one, dotted":    {`. "strings"`, "var x = Clone(``)"},
		"another's package":       {`"example.org/x"`, ""},
		"a name like ours":        {`"` + modulePath + `evil"`, ""},
		"an init function":        {"", "func init() {}"},
		"C":                       {`"C"`, ""},
	}
	for _, p := range strings.Fields("net/http net/url os/exec os/signal crypto/rand log/slog " +
		"compress/zlib io io/ioutil html/template text/template runtime runtime/debug testing " +
		"path/filepath syscall hash/maphash encoding/gob go/parser embed html plugin sync") {
		bad["import "+p] = unit{strconv.Quote(p), ""}
		bad["import "+p+" for its effect"] = unit{"_ " + strconv.Quote(p), ""}
	}
	for p := range declined {
		bad["import "+p] = unit{"x " + strconv.Quote(p), ""}
	}
	for name, u := range bad {
		if got := reported(t, u.imports, u.body); len(got) != 1 {
			t.Errorf("%s: reported %q, want one thing", name, got)
		}
	}
	for name, u := range map[string]unit{
		"what is exact":  {`m "math"`, "var x = m.Exp2(1)"},
		"one of ours":    {`"` + modulePath + `/engine/doc"`, ""},
		"a method alike": {`"cmp"`, "var x = y.Exp(1)"},
		"a method init":  {"", "func (t T) init() {}"},
	} {
		if got := reported(t, u.imports, u.body); len(got) != 0 {
			t.Errorf("%s: reported %q, and it is allowed", name, got)
		}
	}
}

// reported is what is said about an engine file with one import and one declaration.
func reported(t *testing.T, imports, body string) []string {
	t.Helper()
	if imports != "" {
		imports = "import " + imports
	}
	src := fmt.Sprintf("package made\n%s\n%s\n", imports, body)
	f, err := parser.ParseFile(token.NewFileSet(), "made.go", src, 0)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return forbidden(f, map[string]int{}, standard)
}
