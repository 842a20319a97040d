package postlink

import (
	"fmt"
	"strings"

	"github.com/pageside/pageside/tools/slim/module"
)

// Some functions of the runtime only print for developers, only check the runtime itself, or only
// run after something that no page does. Their bodies are replaced, and so are the bodies of
// functions that nothing but they called. Function numbers stay as they are.

// silent are functions without results that may be called: they return at once.
var silent = names(`
	runtime.traceback runtime.tracebacktrap runtime.traceback1 runtime.tracebackothers
	runtime.tracebacksomeothers runtime.tracebackHexdump runtime.goroutineheader
	runtime.printcreatedby runtime.printcreatedby1 runtime.printArgs
	runtime.printAncestorTraceback runtime.printCgoTraceback runtime.hexdumpWords
	runtime.dumpgstatus runtime.gcDumpObject runtime.printScavTrace runtime.schedtrace
	runtime.checkFinalizersAndCleanups runtime.moduledataverify1 runtime.check
	runtime.startCheckmarks runtime.endCheckmarks runtime.runCheckmark
	runtime.mProf_Malloc runtime.mProf_Free runtime.mProf_NextCycle runtime.mProf_Flush
	runtime.mProf_PostSweep runtime.blockevent runtime.mutexevent runtime.saveblockevent
	runtime.(*mLockProfile).recordUnlock runtime.(*mLockProfile).store
	runtime.(*mLockProfile).storeSlow runtime.tryRecordGoroutineProfile runtime.sigprof
	runtime.traceAdvance runtime.traceThreadDestroy runtime.typelinksinit`)

// unused run only while a trace of runtime/trace is being taken.
var unused = names(`
	runtime.traceReader runtime.traceReaderAvailable runtime.traceReadCPU
	runtime.traceAcquireEnabled`)

// unusedMethods are the methods of these types that likewise run only while tracing, but for ok,
// which asks whether it is on.
const unusedMethods = "runtime.traceLocker."

func names(list string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(list) {
		set[name] = true
	}
	return set
}

var (
	// returning pops the return address that the caller pushed and says that the function is done:
	// no locals; SP += 8; result 0. See the treatment of RET in cmd/internal/obj/wasm.
	returning = []byte{0, 0x23, 0, 0x41, 8, 0x6a, 0x24, 0, 0x41, 0, 0x0b}
	// trapping is unreachable.
	trapping = []byte{0, 0x00, 0x0b}
)

// smallBody is the size in bytes below which a body stays: the overlay's empty ones are alike, and
// one more shape compresses worse.
const smallBody = 64

// firstPC is the upper half of the address of the first function with a body: an address is
// the function's number, counted from here, times 65536, plus a position within it.
const firstPC = 0x1000

// graph is who refers to whom, by number of body.
type graph struct {
	refs  [][]int // direct calls, and addresses in code
	roots []int   // addresses in data, and exports
}

// prune replaces bodies and returns the bytes of code before and after.
func prune(m *module.Module, mem *memory, t *tables, funcs []function) (Change, error) {
	bodies, err := m.Bodies()
	if err != nil {
		return Change{}, err
	}
	g, err := newGraph(m, mem, t, bodies)
	if err != nil {
		return Change{}, err
	}
	change := Change{Before: total(bodies)}
	before := g.reach()
	for _, f := range funcs {
		body, ok := bodyOf(f, len(bodies))
		if !ok || len(bodies[body]) < smallBody {
			continue
		}
		method, isMethod := strings.CutPrefix(f.name, unusedMethods)
		switch {
		case silent[f.name]:
			bodies[body], g.refs[body] = returning, nil
		case unused[f.name] || isMethod && method != "ok":
			bodies[body], g.refs[body] = trapping, nil
		}
	}
	after := g.reach()
	for i := range bodies {
		if before[i] && !after[i] {
			bodies[i] = trapping
		}
	}
	change.After = total(bodies)
	m.SetBodies(bodies)
	return change, nil
}

func total(bodies [][]byte) int {
	n := 0
	for _, b := range bodies {
		n += len(b)
	}
	return n
}

// bodyOf is the number of the body of a function in pclntab.
func bodyOf(f function, bodies int) (int, bool) {
	i := int(f.entryOff) - firstPC
	return i, i >= 0 && i < bodies
}

func newGraph(m *module.Module, mem *memory, t *tables, bodies [][]byte) (*graph, error) {
	imports, err := m.Imports()
	if err != nil {
		return nil, err
	}
	g := &graph{refs: make([][]int, len(bodies))}
	for i, b := range bodies {
		refs, err := module.ReadRefs(b)
		if err != nil {
			return nil, &VersionError{fmt.Sprintf("the code of function %d: %v", i, err)}
		}
		for _, call := range refs.Calls {
			if n := int(call) - len(imports); n >= 0 && n < len(bodies) {
				g.refs[i] = append(g.refs[i], n)
			}
		}
		for _, c := range refs.Consts {
			if n, ok := codeAddress(uint64(c), len(bodies)); ok {
				g.refs[i] = append(g.refs[i], n)
			}
		}
	}
	g.addData(mem, t)
	exports, err := m.ExportedFunctions()
	for _, n := range exports {
		g.roots = append(g.roots, n-len(imports))
	}
	return g, err
}

// codeAddress reads v as the address of a function, or of a position in it.
func codeAddress(v uint64, bodies int) (int, bool) {
	n := int64(v>>16) - firstPC
	return int(n), n >= 0 && n < int64(bodies)
}

// addData takes for roots all functions whose address stands in data: function values, method
// tables, initialisers. Type descriptors hold short addresses of 32 bits. Anything that looks like
// an address counts; a number that happens to look like one keeps a function, no more.
func (g *graph) addData(mem *memory, t *tables) {
	n := len(g.refs)
	inTables := func(addr uint64) bool { return addr >= t.names.addr && addr < t.find.end() }
	for addr := (mem.base + 7) &^ 7; addr+8 <= mem.end(); addr += 8 {
		if inTables(addr) {
			continue
		}
		if i, ok := codeAddress(mem.u64(addr), n); ok {
			g.roots = append(g.roots, i)
		}
	}
	// The types may begin with zeros, which are not part of the image.
	for addr := max(t.types.addr, mem.base+3) &^ 3; addr+4 <= t.types.end(); addr += 4 {
		if i := int64(mem.u32(addr)) - firstPC; i >= 0 && i < int64(n) {
			g.roots = append(g.roots, int(i))
		}
	}
}

// reach marks all functions that the roots lead to.
func (g *graph) reach() []bool {
	seen := make([]bool, len(g.refs))
	todo := append([]int(nil), g.roots...)
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if i < 0 || i >= len(seen) || seen[i] {
			continue
		}
		seen[i] = true
		todo = append(todo, g.refs[i]...)
	}
	return seen
}
