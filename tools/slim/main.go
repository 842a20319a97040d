// Slim answers: how much of a linked Go program can go without anybody missing it? It makes
// a WebAssembly program smaller, and runs one.
//
//	go run ./tools/slim [-merge] IN.wasm OUT.wasm
//	go test -exec 'SLIM run' PACKAGE
//
// The first form writes OUT without what only stack traces use (see tools/slim/postlink). The
// second slims a js/wasm program into a temporary file and runs it in Node with the arguments that
// follow, so that any test binary can be run as it would be shipped.
// Before: go build. After: brotli, or Node.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/pageside/pageside/tools/aside"
	"github.com/pageside/pageside/tools/slim/postlink"
)

// Exit codes: the answer is no, and wrong use.
const (
	exitFailed = 1
	exitUsage  = 2
)

const usage = `usage: slim [-merge] IN.wasm OUT.wasm
       slim run IN.wasm [ARGUMENTS]
`

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	if len(args) > 1 && args[0] == "run" {
		code, err := runInNode(args[1], args[2:])
		if err != nil {
			fmt.Fprintln(stderr, "slim:", err)
			return exitFailed
		}
		return code
	}
	flags := flag.NewFlagSet("slim", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	merge := flags.Bool("merge", false, "only merge data segments; works for any Go version")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	if flags.NArg() != 2 {
		flags.Usage()
		return exitUsage
	}
	opt := postlink.Options{MergeOnly: *merge}
	rep, err := slimFile(flags.Arg(0), flags.Arg(1), opt)
	if err != nil {
		fmt.Fprintln(stderr, "slim:", err)
		return exitFailed
	}
	fmt.Fprintln(stderr, "slim:", rep)
	return 0
}

// slimFile reads in, slims it and puts it at out in one step, so that out is never half-written.
func slimFile(in, out string, opt postlink.Options) (postlink.Report, error) {
	wasm, err := os.ReadFile(in)
	if err != nil {
		return postlink.Report{}, err
	}
	small, rep, err := postlink.Slim(wasm, opt)
	if err != nil {
		return rep, fmt.Errorf("%s: %w", in, err)
	}
	return rep, aside.File(out, small)
}
