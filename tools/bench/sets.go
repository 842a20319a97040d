package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/eval"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
)

// set is a judged set: documents, questions, and which answers are right.
type set struct {
	name    string
	docs    []doc.Document
	queries []query
	judged  eval.Judgements
}

// query is one question.
type query struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// readSet reads a folder of corpus.jsonl, qrels.tsv and a file of queries. Queries that
// nobody judged are dropped.
func readSet(dir, queries string) (*set, error) {
	s := &set{name: filepath.Base(dir)}
	var err error
	if s.docs, err = readCorpus(filepath.Join(dir, "corpus.jsonl")); err != nil {
		return nil, err
	}
	if s.queries, err = readQueries(filepath.Join(dir, queries)); err != nil {
		return nil, err
	}
	if s.judged, err = readQrels(filepath.Join(dir, "qrels.tsv")); err != nil {
		return nil, err
	}
	s.queries = slices.DeleteFunc(s.queries, func(q query) bool { return s.judged[q.ID] == nil })
	if len(s.queries) == 0 {
		return nil, fmt.Errorf("%s: qrels.tsv judges none of the questions in %s", dir, queries)
	}
	return s, nil
}

// emptyDocument is why ingest leaves out a document that nothing could find anyway; a few sets
// hold some.
const emptyDocument = "has neither title nor text"

// readCorpus wants every other line to be a document: a set with holes measures something else.
func readCorpus(path string) ([]doc.Document, error) {
	docs, problems, err := ingest.Corpus(path, ingest.Options{})
	if err != nil {
		return nil, err
	}
	problems = slices.DeleteFunc(problems, func(p ingest.Problem) bool {
		return p.Text == emptyDocument
	})
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: %d lines are no documents; the first: %s", path,
			len(problems), problems[0])
	}
	return docs, nil
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

// ids gives the document behind each page number: build numbers pages by language and
// then by id.
func ids(docs []doc.Document) []string {
	sorted := slices.Clone(docs)
	slices.SortFunc(sorted, func(x, y doc.Document) int {
		return cmp.Or(cmp.Compare(x.Lang, y.Lang), cmp.Compare(x.ID, y.ID))
	})
	out := make([]string, len(sorted))
	for i, d := range sorted {
		out[i] = d.ID
	}
	return out
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

func readQueries(path string) ([]query, error) {
	var queries []query
	seen := map[string]bool{}
	err := eachLine(path, func(line string) error {
		var q query
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			return err
		}
		if q.ID == "" || seen[q.ID] {
			return fmt.Errorf("the id %q is empty or was there before", q.ID)
		}
		seen[q.ID] = true
		queries = append(queries, q)
		return nil
	})
	if err == nil && len(queries) == 0 {
		err = fmt.Errorf("%s: no question in it", path)
	}
	return queries, err
}

func readQrels(path string) (eval.Judgements, error) {
	judged := eval.Judgements{}
	err := eachLine(path, func(line string) error {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			return errors.New("want query, document and grade with tabs between")
		}
		grade, err := strconv.ParseFloat(strings.TrimSpace(f[2]), 64)
		if err != nil {
			return fmt.Errorf("the grade %q is no number", f[2])
		}
		if judged[f[0]] == nil {
			judged[f[0]] = map[string]float64{}
		}
		judged[f[0]][f[1]] = grade
		return nil
	})
	if err == nil && len(judged) == 0 {
		err = fmt.Errorf("%s: no judgement in it", path)
	}
	return judged, err
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
	err := eachLine(path, func(line string) error {
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

// maxLineBytes bounds one line of a file of queries, judgements or figures.
const maxLineBytes = 16 << 20

// eachLine calls f for every line that is not blank; its error is given the place.
func eachLine(path string, f func(line string) error) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return needs(path+" is not there", "name the folder of the data sets with --shared or SHARED")
	}
	if err != nil {
		return err
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, maxLineBytes)
	for n := 1; s.Scan(); n++ {
		if line := strings.TrimRight(s.Text(), "\r"); strings.TrimSpace(line) != "" {
			if err := f(line); err != nil {
				return fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
