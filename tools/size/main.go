// Size answers: what do the shipped modules weigh, what does each package in them cost, and are
// they within their budgets?
//
//	go run ./tools/size             the tables
//	go run ./tools/size -record     also write recorded.txt, which the test holds the build against
//	go run ./tools/size -prices     instead, what Go itself and some of its packages weigh
//
// One KB is 1000 bytes. Exit code 1: a module is over a limit.
// Before: wasm/. After: a person who decides, and the test of this package.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/pageside/pageside/tools/wasm/ship"
)

// recordedFile holds the sizes that the test expects, below the repository's root.
const recordedFile = "tools/size/recorded.txt"

func main() {
	record := flag.Bool("record", false, "write "+recordedFile)
	price := flag.Bool("prices", false, "measure Go's own packages instead, and write "+pricesFile)
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: size [-record | -prices]") }
	flag.Parse()
	within, err := true, error(nil)
	if *price {
		err = writePrices(".")
	} else {
		within, err = run(*record)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
	}
	if err != nil || !within {
		os.Exit(1)
	}
}

// run prints the tables of all modules and reports whether all are within their limits.
func run(record bool) (within bool, err error) {
	mains, err := ship.Mains(".")
	if err != nil {
		return false, err
	}
	within = true
	recorded := recorded{}
	for _, name := range mains {
		fmt.Fprintf(os.Stderr, "size: building and compressing wasm/%s in three ways\n", name)
		m, err := measure(".", name)
		if err != nil {
			return false, err
		}
		for _, row := range m.rows {
			recorded[name+" "+row.name] = row.br11
		}
		fmt.Print(m.table())
		for _, v := range m.verdicts() {
			fmt.Println(v.text)
			within = within && !v.over
		}
		costs, err := m.costs(".", name)
		if err != nil {
			return false, err
		}
		fmt.Print("\n", costs)
	}
	if record {
		return within, os.WriteFile(recordedFile, []byte(recorded.String()), 0o644)
	}
	return within, nil
}

// kb shows bytes in KB of 1000 with one digit.
func kb(bytes int) string { return fmt.Sprintf("%.1f", float64(bytes)/1000) }

// pad sets a cell to the right of a column of width n.
func pad(s string, n int) string { return strings.Repeat(" ", max(0, n-len(s))) + s }
