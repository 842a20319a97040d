// Overlay answers: what of the Go runtime can a page do without? It writes the files for
// `go build -overlay` that take tracing, profiling, stack traces and diagnostics out of it
// (see tools/overlay/bodies), and prints the path to give to -overlay.
//
//	go build -overlay "$(go run ./tools/overlay DIR)" …
//
// It prints nothing where the installed Go is not a known one, so the build goes on without.
// Before: an installed Go. After: tools/wasm, which does all this by itself.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pageside/pageside/tools/overlay/bodies"
)

func main() {
	without := flag.String("without", "", "groups to leave out, separated by commas")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: overlay [-without GROUPS] DIR") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *without); err != nil {
		fmt.Fprintln(os.Stderr, "overlay:", err)
		os.Exit(1)
	}
}

func run(dir, without string) error {
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	env := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(env) != 2 {
		return fmt.Errorf("go env printed %q", out)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	res, err := bodies.Generate(bodies.Options{GOROOT: env[0], Version: env[1], Dir: dir,
		Without: strings.FieldsFunc(without, func(r rune) bool { return r == ',' })})
	for _, w := range res.Warnings {
		fmt.Fprintln(os.Stderr, "overlay: warning:", w)
	}
	if res.JSON != "" {
		fmt.Println(res.JSON)
	}
	return err
}
