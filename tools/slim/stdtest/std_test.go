package stdtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/tools/overlay/bodies"
	_ "github.com/pageside/pageside/tools/slim/postlink" // a change of it runs these tests anew
)

// packages are run with all their tests, in -short mode. The number is how many must pass at
// least, about nine tenths of what passes in Go 1.26.8: a run that ends early fails.
var packages = map[string]int{
	"runtime":      280, // channels, select, maps, stacks, collector, defer, panic, recover, timers
	"sync":         45,
	"sync/atomic":  80,
	"sort":         40,
	"strings":      115,
	"maps":         20,
	"slices":       95,
	"reflect":      185,
	"strconv":      65,
	"unicode/utf8": 20,
	"errors":       15,
	"iter":         10,
	"weak":         7,
	"unique":       5,
}

// exception is a test that cannot pass.
type exception struct {
	pkg, test, why string
	overlay        bool // only with the overlay; without it the test must pass
	ends           bool // it ends the process, so it runs in one of its own
}

const (
	stackText = "asserts on names or lines of a stack trace"
	stackOff  = "asserts on stack traces, which are not printed"
)

// exceptions must fail.
var exceptions = slices.Concat(
	list("runtime", stackText, "TestCallers", "TestCallersPanic", "TestCallersDoublePanic",
		"TestCallersAfterRecovery", "TestCallersAbortedPanic", "TestCallersAbortedPanic2",
		"TestCallersNilPointerPanic", "TestCallersDivZeroPanic", "TestCallersDeferNilFuncPanic",
		"TestCallersDeferNilFuncPanicWithLoop", "TestCallersEndlineno", "TestPanicInlined",
		"TestDebugLogSym", "TestHexdumpWords", "TestInlineUnwinder",
		"TestStackWrapperStackInlinePanic", "TestStackWrapperStackPanic",
		"TestCallersFromWrapper", "TestTracebackSystemstack", "TestCaller", "TestLineNumber",
		"TestFunctionAlignmentTraceback", "TestTracebackInlined", "TestTracebackElision",
		"TestTracebackArgs", "TestTracebackParentChildGoroutines", "TestTracebackGeneric",
		"ExampleFrames"),
	list("sync", stackText, "TestOnceFuncPanicTraceback"),
	ending(list("runtime", stackText, "TestStartLine")),
	ending(list("reflect", "asserts on a caller's name in a message", "TestGrow",
		"TestSetLenCap", "TestSetPanic", "TestCallPanic", "TestValuePanic", "TestSetIter")),
	overlaid(list("runtime", "asserts on prints for developers of the runtime, which are off",
		"TestDebugLog", "TestDebugLogTypes", "TestDebugLogInterleaving",
		"TestDebugLogWraparound", "TestDebugLogLongString", "TestHexdumper")),
	overlaid(list("runtime", "tests parts of the runtime alone that a page does without",
		"TestGCCPULimiter", "TestPageAllocScavenge", "TestScavengeIndex")),
	[]exception{
		{pkg: "runtime", test: "TestStackOutput", why: stackOff},
		{pkg: "runtime", test: "TestStackAllOutput", why: stackOff},
		{pkg: "runtime", test: "TestTracebackGoroutineLabels", why: stackOff},
		{pkg: "runtime", test: "TestPrintQuoted", why: "quoted printing is off", overlay: true},
		{pkg: "runtime", test: "TestPanicNil", why: "sets GODEBUG, which is not read",
			overlay: true, ends: true},
		{pkg: "runtime", test: "TestSchedPauseMetrics", why: "starts a trace, and tracing is off",
			ends: true},
	},
)

// never are tests that are not run.
var never = []exception{
	{pkg: "runtime", test: "TestProfBufWakeup",
		why: "spins, without letting Node in, until a stack trace shows a function's name"},
	{pkg: "runtime", test: "TestReadMetricsFinalizers",
		why: "counts finalizers of others too; under go test -json it fails unslimmed as well"},
}

func list(pkg, why string, tests ...string) []exception {
	var out []exception
	for _, test := range tests {
		out = append(out, exception{pkg: pkg, test: test, why: why})
	}
	return out
}

func ending(es []exception) []exception {
	for i := range es {
		es[i].ends = true
	}
	return es
}

func overlaid(es []exception) []exception {
	for i := range es {
		es[i].overlay = true
	}
	return es
}

// variant is one way to build: the same checks for each.
type variant struct {
	slim    string // the built tool
	overlay string // overlay.json, or ""
}

func TestStandardLibrarySlimmed(t *testing.T) {
	needLong(t)
	standardLibrary(t, variant{slim: buildSlim(t)})
}

func TestStandardLibraryWithOverlaySlimmed(t *testing.T) {
	needLong(t)
	standardLibrary(t, variant{slim: buildSlim(t), overlay: makeOverlay(t)})
}

func needLong(t *testing.T) {
	if testing.Short() && os.Getenv("CI") == "" {
		t.Skip("LEFT OUT: the standard library's tests, by -short")
	}
}

func standardLibrary(t *testing.T, v variant) {
	skip := []string{}
	for _, e := range never {
		t.Logf("not run: %s %s, it %s", e.pkg, e.test, e.why)
		skip = append(skip, e.test)
	}
	for _, e := range v.exceptions() {
		if e.ends {
			skip = append(skip, e.test)
		}
	}
	args := []string{"-skip", "^(" + strings.Join(skip, "|") + ")$"}
	got := v.test(t, append(args, slices.Sorted(maps.Keys(packages))...)...)
	expected := map[string]bool{}
	for _, e := range v.exceptions() {
		if e.ends {
			v.failsAlone(t, e)
			continue
		}
		key := e.pkg + " " + e.test
		expected[key] = true
		if got[key] != "fail" {
			t.Errorf("%s is a known failure (%s) but it did not fail: %q", key, e.why, got[key])
		}
	}
	countPassed(t, got, expected)
}

// countPassed holds what happened against what must pass and what must fail.
func countPassed(t *testing.T, got map[string]string, expected map[string]bool) {
	t.Helper()
	passed := map[string]int{}
	for key, outcome := range got {
		pkg, _, _ := strings.Cut(key, " ")
		switch {
		case outcome == "pass":
			passed[pkg]++
		case outcome != "skip" && !expected[key]:
			t.Errorf("%s: %s", key, outcome)
		}
	}
	for pkg, least := range packages {
		t.Logf("%s: %d passed", pkg, passed[pkg])
		if passed[pkg] < least {
			t.Errorf("%s: %d tests passed, at least %d expected", pkg, passed[pkg], least)
		}
	}
}

// failsAlone runs a test by itself. "run" as its outcome means that it began and the process ended.
func (v variant) failsAlone(t *testing.T, e exception) {
	got := v.test(t, "-run", "^"+e.test+"$", e.pkg)[e.pkg+" "+e.test]
	if got != "fail" && got != "run" {
		t.Errorf("%s %s is a known failure (%s) but it did not fail: %q", e.pkg, e.test, e.why, got)
	}
}

func (v variant) exceptions() []exception {
	var out []exception
	for _, e := range exceptions {
		if !e.overlay || v.overlay != "" {
			out = append(out, e)
		}
	}
	return out
}

// test runs go test and returns the last thing that happened to each top-level test, by
// "package test": pass, fail, skip, or run for one that never ended.
func (v variant) test(t *testing.T, args ...string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", slices.Concat([]string{"test", "-json", "-vet=off", "-short",
		"-count=1", "-timeout=4m", "-exec", v.slim + " run"}, v.flags(), args)...)
	cmd.Env = wasmEnv()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	got := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var event struct{ Action, Package, Test, Output string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			t.Fatalf("go test -json printed %q", lines.Text())
		}
		if strings.HasPrefix(event.Action, "build-") {
			t.Log(event.Output)
		}
		top := event.Test != "" && !strings.Contains(event.Test, "/")
		if top && slices.Contains([]string{"run", "pass", "fail", "skip"}, event.Action) {
			got[event.Package+" "+event.Test] = event.Action
		}
	}
	if len(got) == 0 {
		t.Errorf("go test %q ran no test: %v\n%s", args, err, exit.Stderr)
	}
	return got
}

func (v variant) flags() []string {
	if v.overlay == "" {
		return nil
	}
	return []string{"-overlay", v.overlay}
}

func wasmEnv() []string {
	return append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=nogreenteagc")
}

// buildSlim builds the tool, and makes sure that Node is there for it.
func buildSlim(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatalf("%v; install Node 20 or newer, these tests run in it", err)
	}
	bin := filepath.Join(t.TempDir(), "slim")
	out, err := exec.Command("go", "build", "-o", bin, "..").CombinedOutput()
	if err != nil {
		t.Fatalf("building slim: %v\n%s", err, out)
	}
	return bin
}

// makeOverlay generates the overlay for the Go that runs this test; here it must be complete.
func makeOverlay(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	res, err := bodies.Generate(bodies.Options{GOROOT: strings.TrimSpace(string(root)),
		Version: runtime.Version(), Dir: t.TempDir()})
	if err != nil || res.JSON == "" || len(res.Warnings) != 0 {
		t.Fatalf("overlay %q, warnings %q, error %v", res.JSON, res.Warnings, err)
	}
	return res.JSON
}
