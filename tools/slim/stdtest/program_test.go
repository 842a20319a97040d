package stdtest

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs builds a program of testdata in both ways.
func programs(t *testing.T, program string) (slim string, wasm map[string]string) {
	t.Helper()
	slim, wasm = buildSlim(t), map[string]string{}
	for name, v := range map[string]variant{
		"slim": {slim: slim}, "overlay and slim": {slim: slim, overlay: makeOverlay(t)},
	} {
		wasm[name] = filepath.Join(t.TempDir(), "program.wasm")
		cmd := exec.Command("go", slices.Concat([]string{"build", "-o", wasm[name]}, v.flags(),
			[]string{program})...)
		cmd.Env = wasmEnv()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	return slim, wasm
}

// TestBehaviourIsTheSameSlimmed runs testdata/behaviour natively, slimmed, and with overlay.
func TestBehaviourIsTheSameSlimmed(t *testing.T) {
	const program = "./testdata/behaviour"
	want, err := exec.Command("go", "run", program).Output()
	if err != nil || bytes.Count(want, []byte("\n")) < 30 {
		t.Fatalf("natively: %v\n%s", err, want)
	}
	slim, wasm := programs(t, program)
	for name, path := range wasm {
		got, err := exec.Command(slim, "run", path).Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v\n%s", name, err, diff(want, got))
		}
	}
}

// A program that ends badly says why, without a stack trace, and exits with 2 as always.
func TestEndingsTellTheirReason(t *testing.T) {
	slim, wasm := programs(t, "./testdata/ending")
	for name, path := range wasm {
		for how, want := range map[string]string{
			"error":    "panic: boom 7",
			"text":     "panic: one\n\ttwo",
			"kind":     "k",
			"struct":   "point) ",
			"runtime":  "panic: assignment to entry in nil map",
			"again":    "panic: first\n\tpanic: second",
			"deadlock": "fatal error: all goroutines are asleep - deadlock!",
		} {
			var stderr bytes.Buffer
			cmd := exec.Command(slim, "run", path, how)
			cmd.Stderr = &stderr
			err := cmd.Run()
			var exit *exec.ExitError
			got := stderr.String()
			if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(got, want) ||
				strings.Contains(got, "+0x") {
				t.Errorf("%s, %s: %v\n%s", name, how, err, got)
			}
		}
	}
}

// diff lists the lines that differ, by number.
func diff(want, got []byte) string {
	a, b := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	var out strings.Builder
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			fmt.Fprintf(&out, "line %d: native %q, slimmed %q\n", i+1, x, y)
		}
	}
	return out.String()
}
