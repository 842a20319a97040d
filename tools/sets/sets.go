// Package sets answers: which documents, questions and right answers does an evaluation
// set on disk hold?
//
// A set is three files, in the forms that BEIR and TREC spread:
//
//	corpus.jsonl    {"id","title","text","lang"} a line, as for `pageside index`
//	queries.jsonl   {"id","text"} a line
//	qrels.tsv       query, document and grade with tabs between, or TREC's query, 0,
//	                document and grade; a first line whose grade is no number is a header
//
// Each may begin with a byte order mark.
//
// [Open] reads all three and keeps the questions that somebody judged. An error names the
// file and the line. A set with holes measures something else, so nothing that cannot be
// read is passed over, but for documents without title and text, which a few public sets
// hold: nothing could find them anyway.
//
// Limits: [maxLineBytes] a line of questions or judgements.
//
// Before: files that others made. After: a search answers the questions, and engine/eval
// scores the answers.
package sets

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/eval"
	"github.com/pageside/pageside/tools/ingest"
)

// Set is a judged set: documents, questions, and which answers are right.
type Set struct {
	Documents []doc.Document
	Queries   []Query // those that somebody judged
	Judged    eval.Judgements
}

// Query is one question.
type Query struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Files are the paths of a set.
type Files struct{ Corpus, Queries, Qrels string }

// Open reads a set.
func Open(f Files) (*Set, error) {
	var s Set
	var err error
	if s.Documents, err = Documents(f.Corpus); err != nil {
		return nil, err
	}
	if s.Queries, err = Queries(f.Queries); err != nil {
		return nil, err
	}
	if s.Judged, err = judgements(f.Qrels); err != nil {
		return nil, err
	}
	s.Queries = slices.DeleteFunc(s.Queries, func(q Query) bool { return s.Judged[q.ID] == nil })
	if len(s.Queries) == 0 {
		return nil, fmt.Errorf("%s judges none of the questions in %s; are both of one set?",
			f.Qrels, f.Queries)
	}
	return &s, nil
}

// Documents reads a corpus.
func Documents(path string) ([]doc.Document, error) {
	docs, problems, err := ingest.Corpus(path, ingest.Options{})
	if err != nil {
		return nil, err
	}
	problems = slices.DeleteFunc(problems, func(p ingest.Problem) bool {
		return p.Kind == ingest.NoText
	})
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: lines that are no documents: %d; the first: %s", path,
			len(problems), problems[0])
	}
	return docs, nil
}

// Queries reads questions, judged or not.
func Queries(path string) ([]Query, error) {
	var queries []Query
	seen := map[string]bool{}
	err := Lines(path, func(line string) error {
		var q Query
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			return fmt.Errorf(`want {"id","text"}: %w`, err)
		}
		if q.ID == "" || seen[q.ID] {
			return fmt.Errorf("the id %q is empty or was there before", q.ID)
		}
		seen[q.ID] = true
		queries = append(queries, q)
		return nil
	})
	if err == nil && len(queries) == 0 {
		err = fmt.Errorf(`%s: no question in it; each line is to be {"id","text"}`, path)
	}
	return queries, err
}

func judgements(path string) (eval.Judgements, error) {
	judged := eval.Judgements{}
	first := true
	err := Lines(path, func(line string) error {
		f := strings.Split(line, "\t")
		if len(f) == 4 {
			f = []string{f[0], f[2], f[3]}
		}
		if len(f) != 3 {
			return errors.New("want query, document and grade with tabs between")
		}
		grade, err := strconv.ParseFloat(strings.TrimSpace(f[2]), 64)
		number := err == nil && !math.IsNaN(grade) && !math.IsInf(grade, 0)
		header := first && !number
		first = false
		switch {
		case header:
			return nil
		case !number:
			return fmt.Errorf("the grade %q is no number", f[2])
		case judged[f[0]] == nil:
			judged[f[0]] = map[string]float64{}
		}
		judged[f[0]][f[1]] = grade
		return nil
	})
	if err == nil && len(judged) == 0 {
		err = fmt.Errorf("%s: no judgement in it; each line is to be query, document and grade "+
			"with tabs between", path)
	}
	return judged, err
}

// maxLineBytes bounds one line; the longest question of a public set has a few kilobytes.
const maxLineBytes = 16 << 20

// byteOrderMark is what some editors begin a file of UTF-8 with; it is no part of its first line.
const byteOrderMark = "\uFEFF"

// Lines calls f for every line of a file that is not blank; its error is given the place.
func Lines(path string, f func(line string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder; name a file of lines", path)
	}
	s := bufio.NewScanner(file)
	s.Buffer(nil, maxLineBytes)
	n := 0
	for s.Scan() {
		n++
		line := strings.TrimRight(s.Text(), "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		if strings.TrimSpace(line) != "" {
			if err := f(line); err != nil {
				return fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", path, n+1, err)
	}
	return nil
}

// IDs gives the document behind each page number of an index: build numbers pages by
// language and then by id.
func IDs(docs []doc.Document) []string {
	sorted := slices.Clone(docs)
	slices.SortFunc(sorted, func(x, y doc.Document) int {
		return cmp.Or(cmp.Compare(x.Lang, y.Lang), cmp.Compare(x.ID, y.ID))
	})
	ids := make([]string, len(sorted))
	for i, d := range sorted {
		ids[i] = d.ID
	}
	return ids
}
