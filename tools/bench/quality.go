package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/eval"
	"github.com/pageside/pageside/tools/aside"
	"github.com/pageside/pageside/tools/sets"
)

type qualityCmd struct {
	Sets  []string `sep:" " placeholder:"SET" help:"Only these sets."`
	Write string   `placeholder:"FILE" help:"Also write the table, without times, as a golden file."`
}

func (qualityCmd) Help() string {
	return `Each set is indexed in memory with the defaults and asked all its questions. A bar is
what BM25 reaches on the set (reference.tsv: k1 1.2, b 0.75, stemmed words for English, bigrams for
Chinese and Japanese, title and text joined) less 0.01. The engine keeps the title as a field of
its own, which is worth much on documentation sites; those two sets have a second bar for it.

Metrics are trec_eval's, over the questions with a relevant document. "empty" is the share of
questions without any result.

Examples:
  go run ./tools/bench quality                                     all sets, two at a time
  go run ./tools/bench quality --sets "csl drcd"                   two of them
  go run ./tools/bench quality --write tools/bench/testdata/quality.txt`
}

// judgedSet is a set with what is asked of it.
type judgedSet struct {
	name, dir, queries string
	tokens             string  // of the yardstick; "" if there is none
	least              float64 // nDCG@10, whatever the yardstick says; 0 if nothing
}

// qualitySets are in the order of the table.
var qualitySets = []judgedSet{
	{name: "scifact", tokens: yardEnglish},
	{name: "cranfield", tokens: yardEnglish},
	{name: "xquad-en", tokens: yardEnglish},
	{name: "xquad-zh", tokens: yardUnspaced},
	{name: "cmrc2018", tokens: yardUnspaced},
	{name: "drcd", tokens: yardUnspaced},
	{name: "csl", tokens: yardUnspaced},
	{name: "jsquad", tokens: yardUnspaced},
	{name: "site-hugo-en", tokens: yardEnglish, least: 0.63},
	{name: "site-tidb-zh", tokens: yardUnspaced, least: 0.88},
	{name: "covid-faq", tokens: yardEnglish},
	{name: "limit-small", tokens: yardEnglish},
	// Traditional texts, simplified questions: the script variants' set.
	{name: "drcd simplified", dir: "drcd", queries: "queries.simplified.jsonl", least: 0.94},
}

// allowance is how far below its yardstick a set may be.
const allowance = 0.01

func (s judgedSet) folder() string {
	if s.dir != "" {
		return s.dir
	}
	return s.name
}

func (s judgedSet) file() string {
	if s.queries != "" {
		return s.queries
	}
	return "queries.jsonl"
}

// setScore is what the engine reaches on a set.
type setScore struct {
	judgedSet
	yard   yardstick
	docs   int
	scores eval.Scores
	took   time.Duration
}

func (c *qualityCmd) measure(a *app) (*report, error) {
	chosen, err := chooseSets(c.Sets)
	if err != nil {
		return nil, err
	}
	data, err := a.folder("data")
	if err != nil {
		return nil, err
	}
	yards, err := readYardsticks(filepath.Join(data, "reference.tsv"), yardTokens)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	results, err := scoreSets(a, data, chosen, yards)
	if err != nil {
		return nil, err
	}
	r := qualityReport(results)
	if c.Write != "" {
		if err := writeGolden(c.Write, r); err != nil {
			return nil, err
		}
	}
	r.Notes = append(r.Notes, fmt.Sprintf("took %.0f s", time.Since(start).Seconds()))
	return r, nil
}

func chooseSets(names []string) ([]judgedSet, error) {
	if len(names) == 0 {
		return qualitySets, nil
	}
	var out []judgedSet
	for _, n := range names {
		before := len(out)
		for _, s := range qualitySets {
			if s.name == n || s.dir == n { // "drcd" is both its files of questions
				out = append(out, s)
			}
		}
		if len(out) == before {
			var all []string
			for _, s := range qualitySets {
				all = append(all, s.folder())
			}
			return nil, fmt.Errorf("there is no set %q; there are: %s", n,
				strings.Join(slices.Compact(all), " "))
		}
	}
	return out, nil
}

func yardTokens(name string) string {
	for _, s := range qualitySets {
		if s.name == name {
			return s.tokens
		}
	}
	return yardEnglish
}

// scoreSets measures the sets, two at a time.
func scoreSets(a *app, data string, chosen []judgedSet, yards map[string]yardstick) (
	[]setScore, error) {
	results := make([]setScore, len(chosen))
	errs := make([]error, len(chosen))
	slots := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for i, s := range chosen {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i], errs[i] = scoreSet(data, s, yards)
			if errs[i] == nil {
				a.say("%-16s %5.1f s", s.name, results[i].took.Seconds())
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", chosen[i].name, err)
		}
	}
	return results, nil
}

func scoreSet(data string, s judgedSet, yards map[string]yardstick) (setScore, error) {
	start := time.Now()
	out := setScore{judgedSet: s}
	if s.tokens != "" {
		var ok bool
		if out.yard, ok = yards[s.name]; !ok {
			return out, fmt.Errorf("reference.tsv has no row for %s with k1 %g, b %g", s.tokens,
				yardK1, yardB)
		}
	}
	read, err := readSet(filepath.Join(data, s.folder()), s.file())
	if err != nil {
		return out, err
	}
	run, err := ask(read)
	out.docs, out.scores = len(read.Documents), eval.Score(run, read.Judged)
	out.took = time.Since(start)
	return out, err
}

// judgedDepth is how many results are judged.
const judgedDepth = 100

// ask runs all questions of a set over one warm index.
func ask(s *sets.Set) (eval.Run, error) {
	x, err := opened(s.Documents)
	if err != nil {
		return nil, err
	}
	names, run := sets.IDs(s.Documents), eval.Run{}
	for _, q := range s.Queries {
		res, _, err := x.Search(engine.Request{Query: q.Text, Limit: judgedDepth, Show: -1})
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		ranked := make([]string, 0, len(res.Results))
		for _, hit := range res.Results {
			ranked = append(ranked, names[hit.Number])
		}
		run[q.ID] = ranked
	}
	return run, nil
}

func qualityReport(results []setScore) *report {
	t := table{Head: []string{"set", "docs", "queries", "nDCG@10", "BM25", "MRR@10", "R@10",
		"R@100", "empty", "bar on nDCG@10"}}
	r := &report{Verb: "quality"}
	for _, s := range results {
		yard := "–"
		var bars []string
		if s.tokens != "" {
			yard = fourDigits(s.yard.NDCG10)
			bars = append(bars, r.check(atLeast(s.name, s.scores.NDCG10, s.yard.NDCG10-allowance)))
		}
		if s.least > 0 {
			bars = append(bars, r.check(atLeast(s.name+", titles", s.scores.NDCG10, s.least)))
		}
		t.Rows = append(t.Rows, []string{s.name, fmt.Sprint(s.docs), fmt.Sprint(s.scores.Questions),
			fourDigits(s.scores.NDCG10), yard, fourDigits(s.scores.MRR10),
			fourDigits(s.scores.Recall10), fourDigits(s.scores.Recall100),
			fmt.Sprintf("%.1f %%", 100*s.scores.Empty), strings.Join(bars, ", ")})
	}
	r.Tables = []table{t}
	return r
}

func fourDigits(v float64) string { return fmt.Sprintf("%.4f", v) }

// writeGolden writes the table and the verdicts: what a reviewer is to see move.
func writeGolden(path string, r *report) error {
	var out bytes.Buffer
	fmt.Fprintln(&out, "# Ranking on the judged sets; written by `make eval`. Read the difference.")
	if err := r.print(&out); err != nil {
		return err
	}
	return aside.File(path, out.Bytes())
}
