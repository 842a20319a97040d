// Wasm answers: which files does a page load to run the engine? It builds the programs below
// wasm/ into dist/wasm, as small as they can be.
//
//	go run ./tools/wasm [-out DIR] [NAME …]
//
// Without names it builds all. See tools/wasm/ship for what it writes and how.
// Before: wasm/. After: tools/bundle.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/pageside/pageside/tools/wasm/ship"
)

func main() {
	out := flag.String("out", "", "folder to write to (default dist/wasm)")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: wasm [-out DIR] [NAME …]") }
	flag.Parse()
	start := time.Now()
	say := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%5.1fs  %s\n", time.Since(start).Seconds(),
			fmt.Sprintf(format, args...))
	}
	shipped, err := ship.Run(ship.Options{Mains: flag.Args(), Out: *out, Say: say})
	for _, s := range shipped {
		for _, name := range slices.Sorted(maps.Keys(s.Sizes)) {
			say("%-20s %9d bytes", name, s.Sizes[name])
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}
