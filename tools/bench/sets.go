package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sets"
)

// readSet reads a folder of corpus.jsonl, qrels.tsv and a file of queries.
func readSet(dir, queries string) (*sets.Set, error) {
	return sets.Open(sets.Files{Corpus: filepath.Join(dir, "corpus.jsonl"),
		Queries: filepath.Join(dir, queries), Qrels: filepath.Join(dir, "qrels.tsv")})
}

// folder names a folder of the shared data, or says that it is needed.
func (a *app) folder(parts ...string) (string, error) {
	dir := filepath.Join(append([]string{a.shared}, parts...)...)
	if !exists(dir) {
		return "", needs(dir+" is not there", "name the folder that holds "+
			filepath.Join(parts...)+" with --shared or SHARED")
	}
	return dir, nil
}

// indexed builds an index as `pageside index` does, in memory.
func indexed(docs []doc.Document, opt build.Options) (*build.Output, error) {
	opt.Stem, opt.Pack = host.Stem, host.Pack
	return build.Build(docs, opt)
}

// opened is indexed, ready to be searched.
func opened(docs []doc.Document) (*host.Index, error) {
	out, err := indexed(docs, build.Options{})
	if err != nil {
		return nil, err
	}
	return host.InMemory(out)
}

// yardstick is what a reference system reaches on a set.
type yardstick struct{ NDCG10, MRR10, Recall10, Recall100 float64 }

// The yardstick's row of each set: BM25 with these parameters, and this way to words.
const (
	yardSystem, yardK1, yardB = "bm25", 1.2, 0.75
	yardEnglish               = "words+stop33+snowball"
	yardUnspaced              = "bigram"
)

// readYardsticks reads reference.tsv: set → what BM25 reaches with these tokens.
func readYardsticks(path string, tokens func(set string) string) (map[string]yardstick, error) {
	out := map[string]yardstick{}
	var head []string
	err := sets.Lines(path, func(line string) error {
		f := strings.Split(line, "\t")
		if head == nil {
			head = f
			return wantColumns(head)
		}
		if len(f) != len(head) {
			return fmt.Errorf("%d columns where the head has %d", len(f), len(head))
		}
		at := func(name string) string { return f[slices.Index(head, name)] }
		num := func(name string) float64 { v, _ := strconv.ParseFloat(at(name), 64); return v }
		if at("system") != yardSystem || at("tokens") != tokens(at("set")) ||
			num("k1") != yardK1 || num("b") != yardB {
			return nil
		}
		y := yardstick{num("nDCG@10"), num("MRR@10"), num("R@10"), num("R@100")}
		if y.NDCG10 <= 0 || y.NDCG10 > 1 {
			return fmt.Errorf("nDCG@10 is %q, not a number from 0 to 1", at("nDCG@10"))
		}
		if _, twice := out[at("set")]; twice {
			return fmt.Errorf("a second row for %s", at("set"))
		}
		out[at("set")] = y
		return nil
	})
	return out, err
}

func wantColumns(head []string) error {
	for _, want := range []string{
		"set", "system", "tokens", "k1", "b", "nDCG@10", "MRR@10", "R@10", "R@100",
	} {
		if !slices.Contains(head, want) {
			return fmt.Errorf("there is no column %q", want)
		}
	}
	return nil
}
