package postlink

import (
	"bytes"
	"strings"
	"testing"

	"github.com/pageside/pageside/tools/slim/module"
)

// What was replaced must be on the lists, or out of reach for everything that is left.
func TestPrunedCodeIsOutOfReach(t *testing.T) {
	wasm := build(t)
	small, rep, err := Slim(wasm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if saved := rep.Code.Before - rep.Code.After; saved < 100_000 {
		t.Errorf("only %d bytes of code were saved", saved)
	}
	names := bodyNames(t, wasm)
	before, after := bodiesOf(t, wasm), bodiesOf(t, small)
	if len(before) != len(after) {
		t.Fatalf("%d bodies before, %d after", len(before), len(after))
	}
	imports, err := parse(t, wasm).Imports()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for i := range before {
		if !bytes.Equal(before[i], after[i]) {
			counts[kindOf(t, names[i], after[i])]++
			continue
		}
		refs, err := module.ReadRefs(after[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range refs.Calls {
			to := int(call) - len(imports)
			if to >= 0 && bytes.Equal(after[to], trapping) &&
				kindOf(t, names[to], after[to]) == "dead" {
				t.Errorf("%s is kept and calls %s, which traps", names[i], names[to])
			}
		}
	}
	t.Log(counts)
	if counts["silent"] < 15 || counts["unused"] < 5 || counts["dead"] < 80 {
		t.Errorf("replaced: %v", counts)
	}
}

// kindOf says why a body was replaced.
func kindOf(t *testing.T, name string, body []byte) string {
	t.Helper()
	switch {
	case bytes.Equal(body, returning) && silent[name]:
		return "silent"
	case bytes.Equal(body, trapping) && (unused[name] || strings.HasPrefix(name, unusedMethods)):
		return "unused"
	case bytes.Equal(body, trapping):
		return "dead"
	}
	t.Errorf("%s became % x", name, body)
	return ""
}

// Functions that any program needs must survive; those that only print must not.
func TestPruneKeepsTheRuntimeRunning(t *testing.T) {
	wasm := build(t)
	small, _, err := Slim(wasm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	names := bodyNames(t, wasm)
	for i, b := range bodiesOf(t, small) {
		kept[names[i]] = !bytes.Equal(b, trapping) && !bytes.Equal(b, returning)
	}
	for name, want := range map[string]bool{
		"runtime.mallocgc": true, "runtime.gcStart": true, "runtime.gopanic": true,
		"runtime.findRunnable": true, "runtime.handleEvent": true, "runtime.throw": true,
		"runtime.printpanics": true, "runtime.bgsweep": true, "main.add": true,
		"runtime.traceback2": false, "runtime.printArgs": false, "runtime.stkbucket": false,
		"runtime.dumpStacksRec": false, "runtime.typesEqual": false,
	} {
		if got, ok := kept[name]; !ok || got != want {
			t.Errorf("%s: kept %v (there: %v), want %v", name, got, ok, want)
		}
	}
}

func TestUnknownInstructionIsRefused(t *testing.T) {
	m := parse(t, bytes.Clone(build(t)))
	bodies, err := m.Bodies()
	if err != nil {
		t.Fatal(err)
	}
	bodies[7] = []byte{0, 0xfd, 0, 0x0b} // a vector instruction
	m.SetBodies(bodies)
	_, _, err = Slim(m.Bytes(), Options{})
	if err == nil || !strings.Contains(err.Error(), "function 7: wasm: byte 2: instruction 0xfd") {
		t.Errorf("%v", err)
	}
}

func bodiesOf(t *testing.T, wasm []byte) [][]byte {
	t.Helper()
	bodies, err := parse(t, wasm).Bodies()
	if err != nil {
		t.Fatal(err)
	}
	return bodies
}

// bodyNames returns the name of each body, from pclntab.
func bodyNames(t *testing.T, wasm []byte) map[int]string {
	t.Helper()
	mem, tabs := tablesOf(t, wasm)
	names := map[int]string{}
	for _, f := range recordsOf(t, mem, tabs) {
		names[int(f.entryOff)-firstPC] = f.name
	}
	return names
}
