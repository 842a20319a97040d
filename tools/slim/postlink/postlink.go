// Package postlink answers: which bytes of a linked Go program does a page never use, and what is
// left of it without them?
//
// The Go linker describes each function in a table, pclntab. Part of it is needed to run: how deep
// the frame is at each point, which stack slots hold pointers, where deferred calls resume. Part
// only turns an address into a name, a file and a line. A page prints no stack traces, so the
// second part is blanked, and the rest is packed:
//
//	pcHeader      magic, sizes, offsets of the tables below    kept, and checked first
//	funcnametab   function names                               five shared names are left
//	cutab         unit, file number -> file name               blanked
//	filetab       file names                                   blanked
//	pctab         code position -> value, as deltas            pcsp, StackMapIndex, PanicBounds
//	                                                           kept; pcfile, pcline, UnsafePoint,
//	                                                           InlTree, ArgLive dropped
//	functab       position -> record; one record a function    records shortened and packed
//	go:func.*     pointer maps, stack objects, deferred calls  kept; InlTree, ArgInfo, ArgLiveInfo,
//	                                                           WrapInfo dropped
//
// Nothing moves that code points at: tables shrink in place and zeros follow them. All data
// segments become one, because thousands of segment headers compress worse than zeros do.
//
// In the code, functions of the runtime that print stack traces, keep profiles, record traces or
// check the runtime itself are replaced by a bare return or a trap, and so is what only they
// called (prune.go). Functions keep their numbers. An empty program falls from 408 KB to 384 by
// merging, to 286 with the tables, to 250 with the code, all after brotli 11.
//
// What must survive although it looks like trace text (tools/slim/stdtest runs programs that need
// it):
//   - the prefix "runtime.": the scheduler tells its own goroutines by it.
//   - reflect.makeFuncStub and reflect.methodValueCall: the collector looks for these two by name
//     to find their arguments (runtime/stkframe.go).
//   - the shape "p.(*T).M" of method wrappers: calling a value method on a nil pointer panics with
//     a text made from it, and dies beyond recovery where the shape is missing.
//   - the inlining tree of wrappers: recover() counts the frames between it and the panic, and
//     wrappers do not count while a function inlined into one does.
//
// Limits: stack traces, runtime/pprof and runtime/trace do not work in the result; the last one
// ends the program. Only js/wasm of the Go minors in known, because layouts differ between them;
// everything else is a VersionError, and Options.MergeOnly is the way to use such a file.
// Before: go build -ldflags "-s -w". After: brotli, and the browser.
package postlink

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pageside/pageside/tools/slim/module"
)

// Options says what to leave alone. The zero value does everything.
type Options struct {
	// MergeOnly merges the data segments and drops the custom sections but leaves pclntab as it
	// is, and the code. It works for any Go version and keeps stack traces; it gains 6 %, not 39 %.
	MergeOnly bool
}

// Report says what was done, in numbers for a progress line and for tests.
type Report struct {
	GoVersion string
	Segments  int // data segments before; one after
	Functions int
	Names     Change // bytes of the table before and after
	Files     Change
	PCTab     Change
	Records   Change
	FuncData  Change
	Code      Change
}

// Change is the live size of a table in bytes.
type Change struct{ Before, After int }

func (r Report) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %d segments -> 1, %d functions; bytes:", r.GoVersion, r.Segments,
		r.Functions)
	for _, c := range []struct {
		what string
		Change
	}{
		{"names", r.Names}, {"files", r.Files}, {"pctab", r.PCTab}, {"records", r.Records},
		{"funcdata", r.FuncData}, {"code", r.Code},
	} {
		fmt.Fprintf(&out, " %s %d -> %d,", c.what, c.Before, c.After)
	}
	return strings.TrimSuffix(out.String(), ",")
}

// VersionError says that the file's tables are not of a version that this package knows.
type VersionError struct{ What string }

func (e *VersionError) Error() string {
	return e.What + "; slim knows Go 1.26 (build with it, or use -merge to merge segments only)"
}

// Slim returns a smaller program that runs the same.
func Slim(wasm []byte, opt Options) ([]byte, Report, error) {
	var rep Report
	m, err := module.Parse(wasm)
	if err != nil {
		return nil, rep, err
	}
	rep.GoVersion = m.GoVersion()
	if rep.Segments, err = m.Segments(); err != nil {
		return nil, rep, err
	}
	img, err := m.Image()
	if err != nil {
		return nil, rep, err
	}
	if !opt.MergeOnly {
		if err := blank(m, img, &rep); err != nil {
			return nil, rep, err
		}
	}
	m.SetImage(img)
	m.DropCustom()
	return m.Bytes(), rep, nil
}

// blank shrinks the tables inside img, and the code of m.
func blank(m *module.Module, img *module.Image, rep *Report) error {
	lay, err := layoutOf(rep.GoVersion)
	if err != nil {
		return err
	}
	mem := &memory{base: uint64(img.Base), b: img.Bytes}
	t, err := findTables(mem)
	if err != nil {
		return err
	}
	funcs, err := readFuncs(mem, t)
	if err != nil {
		return err
	}
	if err := lay.verify(funcs); err != nil {
		return err
	}
	if rep.Code, err = prune(m, mem, t, funcs); err != nil {
		return err
	}
	s := newShrinker(mem, t, lay)
	for i := range funcs {
		s.shrink(&funcs[i])
	}
	if s.err == nil {
		s.err = mem.err
	}
	if s.err != nil {
		return s.err
	}
	return s.write(funcs, rep)
}

// layout holds what differs between Go minors.
type layout struct {
	funcIDs map[string]byte // runtime function -> its number, to verify
	wrapper byte            // the number of generated wrappers
}

// known lists the minors whose tables were read and tested. A new minor is added by reading its
// runtime/symtab.go, runtime/runtime2.go (_func) and internal/abi/symtab.go against these files.
var known = map[int]layout{
	26: {
		funcIDs: map[string]byte{"runtime.gopanic": 10, "runtime.mcall": 12, "runtime.main": 17},
		wrapper: 23,
	},
}

func layoutOf(goVersion string) (layout, error) {
	if goVersion == "" {
		return layout{}, &VersionError{"the file does not name its Go version (no producers " +
			"section: not from the Go linker, or slimmed already)"}
	}
	_, rest, _ := strings.Cut(goVersion, "go1.")
	end := strings.IndexFunc(rest+".", func(r rune) bool { return r < '0' || r > '9' })
	minor, err := strconv.Atoi(rest[:end])
	if err != nil {
		return layout{}, &VersionError{"the file is of " + goVersion}
	}
	lay, ok := known[minor]
	if !ok {
		return lay, &VersionError{"the file is of " + goVersion}
	}
	return lay, nil
}

// verify checks the function numbers against the names that are still there.
func (l layout) verify(funcs []function) error {
	left := len(l.funcIDs)
	for i := range funcs {
		want, ok := l.funcIDs[funcs[i].name]
		if !ok {
			continue
		}
		left--
		if funcs[i].id != want {
			return &VersionError{fmt.Sprintf("%s has number %d instead of %d",
				funcs[i].name, funcs[i].id, want)}
		}
	}
	if left != 0 {
		return &VersionError{"the function names lack those of the runtime"}
	}
	return nil
}
