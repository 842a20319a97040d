package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the files that scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pageside": main})
}

// TestScripts runs testdata/script/*.txtar: command lines, their output and exit codes.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) < 8 {
		t.Fatalf("found %d scripts (%v), there are more", len(scripts), err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "corpus": writeCorpus, "flip": flip, "cut": cutFile, "count": count,
		},
	})
}

// exits CODE COMMAND… runs a command that must end with that code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG…]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// corpus FILE N writes N documents whose words differ enough that the index has parts.
func writeCorpus(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	for i := range n {
		var words []string
		for j := range 60 {
			words = append(words, fmt.Sprintf("w%xz", (i*7919+j*104729)%(n*12)))
		}
		fmt.Fprintf(&b, `{"id":"d%d","title":"Document %d","lang":"en","text":"%s common"}`+"\n",
			i, i, strings.Join(words, " "))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// one finds the single file, or the first of several, that a pattern matches.
func one(ts *testscript.TestScript, pattern string) string {
	files, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("no file matches %s", pattern)
	}
	return files[0]
}

// flip PATTERN changes one bit in the middle of a file.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	path := one(ts, args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	data[len(data)/2] ^= 1
	ts.Check(os.WriteFile(path, data, 0o644))
}

// cut PATTERN leaves the first half of a file.
func cutFile(ts *testscript.TestScript, _ bool, args []string) {
	path := one(ts, args[0])
	info, err := os.Stat(path)
	ts.Check(err)
	ts.Check(os.Truncate(path, info.Size()/2))
}

// count N PATTERN asserts how many files match; N+ means at least N, N- at most.
func count(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	n, err := strconv.Atoi(strings.TrimRight(args[0], "+-"))
	ts.Check(err)
	more := strings.HasSuffix(args[0], "+") && len(files) > n
	less := strings.HasSuffix(args[0], "-") && len(files) < n
	if len(files) != n && !more && !less {
		ts.Fatalf("%d files match %s, want %s", len(files), args[1], args[0])
	}
}
