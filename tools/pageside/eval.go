package main

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/eval"
	"github.com/pageside/pageside/tools/aside"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sets"
)

type evalCmd struct {
	Corpus  string `placeholder:"F.jsonl" help:"Documents, one a line, as for index."`
	Queries string `placeholder:"F.jsonl" help:"Queries, {\"id\",\"text\"} a line."`
	Qrels   string `placeholder:"F.tsv" help:"Query, document, grade, with tabs between."`
	Mode    string `default:"lexical" enum:"lexical,semantic,hybrid" help:"The others come later."`
	TREC    string `name:"run" placeholder:"FILE" help:"Also write the run for trec_eval."`
	Chunk   string `placeholder:"S" help:"Later: measure a chunking strategy."`
	Memory  bool   `help:"Later: measure memory."`
	JSON    bool   `name:"json" help:"Print JSON."`

	evalLater
}

// evalLater are the flags of what eval will measure, so that who gives them is told that it is
// not the spelling.
type evalLater struct {
	Corpora   string `placeholder:"FOLDER" help:"Later, with --chunk: texts to cut."`
	Questions string `placeholder:"F.jsonl" help:"Later, with --chunk: questions, and what answers."`
	Budget    string `placeholder:"N" help:"Later, with --chunk: how much may be packed."`
	Unit      string `placeholder:"UNIT" help:"Later, with --chunk: runes or tokens."`
	Size      string `placeholder:"N" help:"Later, with --chunk: the size of a chunk."`
	Overlap   string `placeholder:"N" help:"Later, with --chunk: what two chunks share."`
	Sessions  string `placeholder:"F.jsonl" help:"Later, with --memory: conversations."`
}

func (evalCmd) Help() string {
	return `Each line of the corpus is one document; a line that is none ends it, since a corpus with
holes measures something else. Judgements may also have TREC's four columns (query, 0, document,
grade), and a header. The index is built in memory, as for a site.

Metrics are those of trec_eval, over the queries that have a relevant document: nDCG@10 with linear
gain, MRR@10, recall at 10 and at 100.

Bytes, requests and rounds are those of a cold first search, engine apart: the manifest, the parts
that rank the pages, and the text of the first five results. Rounds are the loads that wait for one
another.

Example:
  pageside eval --corpus corpus.jsonl --queries queries.jsonl --qrels qrels.tsv --json

--json prints {"queries","ndcg@10","mrr@10","recall@10","recall@100","bytes":{"p50","p95"},
"requests":{"p50","p95"}}.`
}

const (
	evalDepth = 100 // results that are judged
	evalShown = 5   // results whose text is fetched, as a page shows them
)

// evaluation is the output of eval --json.
type evaluation struct {
	Queries   int     `json:"queries"`
	NDCG10    float64 `json:"ndcg@10"`
	MRR10     float64 `json:"mrr@10"`
	Recall10  float64 `json:"recall@10"`
	Recall100 float64 `json:"recall@100"`
	Bytes     spread  `json:"bytes"`
	Requests  spread  `json:"requests"`
	Rounds    spread  `json:"-"`
}

// spread is the middle and the upper end of what queries cost.
type spread struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Run measures.
func (c *evalCmd) Run(a *app) error {
	if err := c.usage(); err != nil {
		return err
	}
	set, err := sets.Open(sets.Files{Corpus: c.Corpus, Queries: c.Queries, Qrels: c.Qrels})
	if err != nil {
		return err
	}
	out, err := a.build(set.Documents, "")
	if err != nil {
		return fmt.Errorf("index %s: %w", c.Corpus, err)
	}
	x, err := host.InMemory(out)
	if err != nil {
		return err
	}
	runs, err := a.searchAll(x, sets.IDs(set.Documents), set.Queries)
	if err != nil {
		return err
	}
	return c.report(a, set, runs)
}

func (c *evalCmd) usage() error {
	chunking := evalLater{Sessions: c.Sessions} != c.evalLater
	switch {
	case c.Chunk != "" || chunking:
		return errors.New("eval --chunk belongs to a later version")
	case c.Memory || c.Sessions != "":
		return errors.New("eval --memory belongs to a later version")
	case c.Mode != "lexical":
		return fmt.Errorf("eval --mode %s needs vectors, and this version has none", c.Mode)
	case c.Corpus == "" || c.Queries == "" || c.Qrels == "":
		return errors.New("eval needs --corpus, --queries and --qrels; see pageside eval --help")
	}
	return nil
}

func (c *evalCmd) report(a *app, set *sets.Set, runs []oneRun) error {
	run := eval.Run{}
	var loaded, requests, rounds []float64
	for i, r := range runs {
		run[set.Queries[i].ID] = r.ids
		loaded = append(loaded, float64(r.cost.Bytes))
		requests = append(requests, float64(r.cost.Requests))
		rounds = append(rounds, float64(r.cost.Rounds))
	}
	if c.TREC != "" {
		write := func() error { return writeTREC(c.TREC, set.Queries, runs) }
		if err := a.whole(c.TREC, write); err != nil {
			return err
		}
	}
	s := eval.Score(run, set.Judged)
	e := evaluation{s.Questions, round(s.NDCG10), round(s.MRR10), round(s.Recall10),
		round(s.Recall100), spreadOf(loaded), spreadOf(requests), spreadOf(rounds)}
	if c.JSON {
		return a.printJSON(e)
	}
	fmt.Fprintf(a.out, "queries %d (without a result: %.1f %%)\n", e.Queries, 100*s.Empty)
	fmt.Fprintf(a.out, "nDCG@10 %.4f  MRR@10 %.4f  recall@10 %.4f  recall@100 %.4f\n",
		e.NDCG10, e.MRR10, e.Recall10, e.Recall100)
	fmt.Fprintf(a.out, "cold search, median (95 %%): %s (%s), requests %g (%g), rounds %g (%g)\n",
		size(int64(e.Bytes.P50)), size(int64(e.Bytes.P95)), e.Requests.P50, e.Requests.P95,
		e.Rounds.P50, e.Rounds.P95)
	return nil
}

// round keeps four decimals: more would be noise, and differ with the order of sums.
func round(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 4, 64), 64)
	return r
}

func spreadOf(values []float64) spread {
	return spread{round(eval.Quantile(values, 0.5)), round(eval.Quantile(values, 0.95))}
}

// oneRun is what one query gave.
type oneRun struct {
	ids    []string
	scores []float64
	cost   host.Cost
}

// searchAll runs every query as a reader's first: on an index of which only the manifest
// is there.
func (a *app) searchAll(x *host.Index, ids []string, queries []sets.Query) ([]oneRun, error) {
	bar := a.progress("searching")
	defer bar.end()
	runs := make([]oneRun, len(queries))
	errs := make([]error, len(queries))
	var next, done atomic.Int64
	var tell sync.Mutex
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(queries)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(queries); i = int(next.Add(1)) - 1 {
				runs[i], errs[i] = searchCold(x, ids, queries[i].Text)
				tell.Lock()
				bar.set(int(done.Add(1)), len(queries))
				tell.Unlock()
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", queries[i].ID, err)
		}
	}
	return runs, nil
}

func searchCold(x *host.Index, ids []string, text string) (oneRun, error) {
	cold, err := x.Cold()
	if err != nil {
		return oneRun{}, err
	}
	res, cost, err := cold.Search(engine.Request{Query: text, Limit: evalDepth, Show: evalShown})
	r := oneRun{cost: x.Start().Plus(cost)}
	for _, hit := range res.Results {
		r.ids = append(r.ids, ids[hit.Number])
		r.scores = append(r.scores, hit.Score)
	}
	return r, err
}

// writeTREC writes a run: query, Q0, document, rank, score, name of the run.
func writeTREC(path string, queries []sets.Query, runs []oneRun) error {
	var out bytes.Buffer
	for i, r := range runs {
		for j, id := range r.ids {
			fmt.Fprintf(&out, "%s Q0 %s %d %.6f pageside\n", queries[i].ID, id, j+1, r.scores[j])
		}
	}
	return aside.File(path, out.Bytes())
}
