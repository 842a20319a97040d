// Command gen answers: where do the tables in the engine come from?
//
//	go run ./tools/gen tables   # engine/text/tables_gen.go, from Go's Unicode tables and han.txt
//	go run ./tools/gen han      # tools/gen/han.txt, from Debian's unicode-data
//
// The engine in the page may link neither x/text nor the unicode tables (their price is
// in engine/RATIONALE.md), so their facts are packed into a few strings here, once. A
// test builds the tables again and compares, so a file edited by hand or left behind
// does not pass.
//
// Everything is derived from the Unicode Character Database 15.0, whose terms allow it
// (https://www.unicode.org/terms_of_use.html). Decisions of our own stand in this
// package as data with their reason.
//
// Before: the Unicode Character Database. After: engine/text folds and classifies.
package main

import (
	"fmt"
	"os"
)

const (
	tablesFile = "engine/text/tables_gen.go"
	hanFile    = "tools/gen/han.txt"
)

func main() {
	if len(os.Args) != 2 {
		usage()
	}
	var out []byte
	var err error
	name := tablesFile
	switch os.Args[1] {
	case "tables":
		out, err = tables(hanFile)
	case "han":
		name = hanFile
		out, err = extractHan(unihanDir)
	default:
		usage()
	}
	if err == nil {
		err = os.WriteFile(name, out, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
	fmt.Println(name, len(out), "bytes")
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: go run ./tools/gen tables|han   (from the project's root)")
	os.Exit(2)
}
