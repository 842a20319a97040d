// Command rebuild answers: which bytes does a build give on this machine?
//
//	rebuild [-seed N] [-small] CORPUS.jsonl
//
// It shuffles the documents, builds the index and prints a line for every file: its name
// and the SHA-256 of its bytes. Compiled for js/wasm it runs in Node; the lines are to be
// the same there, and with every seed.
//
// Before: a corpus. After: bench same compares the lines.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
)

// smallBytes makes parts so small that a corpus of a few pages has many.
const smallBytes = 1 << 10

func main() {
	seed := flag.Int64("seed", 0, "order of the documents; 0: as they come")
	small := flag.Bool("small", false, "many small parts instead of the default sizes")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: rebuild [-seed N] [-small] CORPUS.jsonl")
		os.Exit(2)
	}
	if err := rebuild(flag.Arg(0), *seed, *small); err != nil {
		fmt.Fprintln(os.Stderr, "rebuild:", err)
		os.Exit(1)
	}
}

func rebuild(corpus string, seed int64, small bool) error {
	docs, _, err := ingest.Corpus(filepath.FromSlash(corpus), ingest.Options{})
	if err != nil {
		return err
	}
	if seed != 0 {
		rand.New(rand.NewSource(seed)).Shuffle(len(docs), func(i, j int) {
			docs[i], docs[j] = docs[j], docs[i]
		})
	}
	opt := build.Options{Stem: host.Stem, Pack: host.Pack}
	if small {
		opt.WholeBytes, opt.TermsBytes, opt.TextBytes = 1, smallBytes, smallBytes
	}
	out, err := build.Build(docs, opt)
	if err != nil {
		return err
	}
	for _, f := range append([]build.File{out.Manifest}, out.Files...) {
		fmt.Printf("%s %x\n", f.Name, sha256.Sum256(f.Bytes))
	}
	return nil
}
