package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sets"
)

type sameCmd struct {
	Sets   []string `sep:" " default:"xquad-zh covid-faq" placeholder:"SET" help:"${default}"`
	Engine string   `placeholder:"FILE" help:"Take this for the engine that ships."`
}

func (sameCmd) Help() string {
	return `All questions of each set are asked twice over the same index files: of the engine on this
machine, and of the engine on js/wasm in Node, with the page's own code around it. Pages, scores
(four decimals), anchors and excerpts must be the same. Two engines are tried: the one that ships
(dist/wasm/search.wasm, built anew if sources are newer) and a plain one without the post-linker.

Then the index of each set is built with its documents in other orders, here and on js/wasm: every
file must have the same bytes.

Example:
  go run ./tools/bench same --sets "csl site-hugo-en"`
}

// sameDepth is how many results are compared, text included.
const sameDepth = 10

func (c *sameCmd) measure(a *app) (*report, error) {
	data, err := a.folder("data")
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "pageside-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	t, err := newTwins(a, tmp, c.Engine)
	if err != nil {
		return nil, err
	}
	r := &report{Verb: "same"}
	ranks := table{Title: "ranking", Head: []string{"set", "engine", "questions", "results",
		"different", "bar on different"}}
	files := table{Title: "bytes of two builds", Head: []string{"set", "where", "order", "files",
		"different", "bar on different"}}
	for _, name := range c.Sets {
		corpus := filepath.Join(data, name, "corpus.jsonl")
		docs, err := sets.Documents(corpus)
		if err != nil {
			return nil, err
		}
		queries, err := sets.Queries(filepath.Join(data, name, "queries.jsonl"))
		if err != nil {
			return nil, err
		}
		if err := t.ranks(r, &ranks, name, docs, queries, build.Options{}); err != nil {
			return nil, fmt.Errorf("set %s: %w", name, err)
		}
		if err := t.bytes(r, &files, name, corpus, false); err != nil {
			return nil, fmt.Errorf("set %s: %w", name, err)
		}
	}
	r.Tables = []table{ranks, files}
	return r, nil
}

// twins are the ways to run the same thing: here, and on js/wasm.
type twins struct {
	a       *app
	tmp     string
	node    string
	ask     string            // ask.mjs, bundled
	engines []string          // names of wasm engines
	wasm    map[string]string // their files
	exec    string            // Go's script for js/wasm programs
	rebuild string            // native and .wasm
}

func newTwins(a *app, tmp, shipped string) (*twins, error) {
	t := &twins{a: a, tmp: tmp, engines: []string{"shipped", "plain"}, wasm: map[string]string{}}
	var err error
	if t.node, err = findNode(); err != nil {
		return nil, err
	}
	if t.exec, err = a.wasmExec(); err != nil {
		return nil, err
	}
	if t.ask, err = a.script("ask.mjs", tmp); err != nil {
		return nil, err
	}
	if shipped != "" {
		t.engines[0] = filepath.Base(shipped)
	}
	if t.wasm[t.engines[0]], err = a.shippedEngine(shipped, tmp); err != nil {
		return nil, err
	}
	t.wasm["plain"] = filepath.Join(tmp, "plain.wasm")
	if err := a.goBuild("./wasm/search", t.wasm["plain"], true); err != nil {
		return nil, err
	}
	t.rebuild = filepath.Join(tmp, "rebuild")
	if err := a.goBuild("./tools/bench/rebuild", t.rebuild, false); err != nil {
		return nil, err
	}
	return t, a.goBuild("./tools/bench/rebuild", t.rebuild+".wasm", true)
}

// answer is what an engine says to a question, as far as it must be the same.
type answer struct {
	ID      string   `json:"id"`
	Total   int      `json:"total"`
	Suggest []string `json:"suggest"`
	Pages   []page   `json:"pages"`
}

// page is one result.
type page struct {
	Number  int     `json:"number"`
	Score   float64 `json:"score"`
	ID      string  `json:"id"`
	Anchor  string  `json:"anchor"`
	Excerpt string  `json:"excerpt"`
}

// ranks compares the answers of this machine with those of every wasm engine.
func (t *twins) ranks(r *report, tab *table, name string, docs []doc.Document, queries []sets.Query,
	opt build.Options) error {
	out, err := indexed(docs, opt)
	if err != nil {
		return err
	}
	dir := filepath.Join(t.tmp, "index-"+strings.ReplaceAll(name, " ", "-"))
	if err := host.Write(dir, append([]build.File{out.Manifest}, out.Files...)); err != nil {
		return err
	}
	here, err := answersHere(dir, queries)
	if err != nil {
		return err
	}
	results := 0
	for _, a := range here {
		results += len(a.Pages)
	}
	for _, e := range t.engines {
		there, err := t.answersThere(e, dir, queries)
		if err != nil {
			return err
		}
		apart, first := differences(here, there)
		if first != "" {
			r.Notes = append(r.Notes, fmt.Sprintf("%s, %s: the first difference: %s", name, e, first))
		}
		bar := r.check(atMost("answers to "+name+" that differ, "+e, float64(apart), 0, ""))
		tab.Rows = append(tab.Rows, []string{name, e, fmt.Sprint(len(queries)),
			fmt.Sprint(results), fmt.Sprint(apart), bar})
	}
	return nil
}

func answersHere(dir string, queries []sets.Query) ([]answer, error) {
	x, err := host.Open(dir)
	if err != nil {
		return nil, err
	}
	var out []answer
	for _, q := range queries {
		res, _, err := x.Search(engine.Request{Query: q.Text, Limit: sameDepth})
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		a := answer{ID: q.ID, Total: res.Total, Suggest: res.Suggest}
		for _, hit := range res.Results {
			p := page{Number: hit.Number, Score: hit.Score, ID: hit.ID}
			if len(hit.Passages) > 0 {
				p.Anchor, p.Excerpt = hit.Passages[0].Anchor, hit.Passages[0].Excerpt
			}
			a.Pages = append(a.Pages, p)
		}
		out = append(out, a)
	}
	return out, nil
}

// answersThere asks a wasm engine in Node.
func (t *twins) answersThere(engine, dir string, queries []sets.Query) ([]answer, error) {
	job, err := json.Marshal(map[string]any{
		"wasm": t.wasm[engine], "index": dir, "limit": sameDepth, "queries": queries,
	})
	if err != nil {
		return nil, err
	}
	said, err := output(t.a.ctx, t.tmp, os.Environ(), job, t.node, t.ask)
	if err != nil {
		return nil, err
	}
	var out []answer
	for dec := json.NewDecoder(bytes.NewReader(said)); dec.More(); {
		var a answer
		if err := dec.Decode(&a); err != nil {
			return nil, fmt.Errorf("the %s engine's answer %d: %w", engine, len(out)+1, err)
		}
		out = append(out, a)
	}
	return out, nil
}

// differences counts questions with another answer, and describes the first.
func differences(here, there []answer) (n int, first string) {
	if len(here) != len(there) {
		return max(1, len(here)-len(there)), fmt.Sprintf("%d questions here, %d there", len(here),
			len(there))
	}
	for i := range here {
		if a, b := here[i].text(), there[i].text(); a != b {
			if n == 0 {
				first = fmt.Sprintf("question %s\n  here:  %s\n  there: %s", here[i].ID, a, b)
			}
			n++
		}
	}
	return n, first
}

// text is an answer in one line; scores have the four decimals that the page gets.
func (a answer) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %d %q", a.ID, a.Total, a.Suggest)
	for _, p := range a.Pages {
		fmt.Fprintf(&out, " | %d %s %.0f #%s %q", p.Number, p.ID, math.Floor(p.Score*1e4+0.5),
			p.Anchor, p.Excerpt)
	}
	return out.String()
}

// orders in which documents are built: seeds of rebuild, and whether on js/wasm.
var orders = []struct {
	seed int
	wasm bool
}{{1, false}, {2, false}, {0, true}, {3, true}}

// bytes compares builds in other orders, here and on js/wasm, with one in the order of the
// corpus.
func (t *twins) bytes(r *report, tab *table, name, corpus string, small bool) error {
	want, err := t.files(corpus, 0, false, small)
	if err != nil {
		return err
	}
	for _, o := range orders {
		got, err := t.files(corpus, o.seed, o.wasm, small)
		if err != nil {
			return err
		}
		where, order := "here", "as it is"
		if o.wasm {
			where = "js/wasm"
		}
		if o.seed != 0 {
			order = fmt.Sprint("shuffled ", o.seed)
		}
		apart := unlike(want, got)
		bar := r.check(atMost(fmt.Sprintf("files of %s that differ, %s %s", name, where, order),
			float64(apart), 0, ""))
		tab.Rows = append(tab.Rows, []string{name, where, order, fmt.Sprint(len(want)),
			fmt.Sprint(apart), bar})
	}
	return nil
}

// files lists name and hash of every file of a build.
func (t *twins) files(corpus string, seed int, wasm, small bool) ([]string, error) {
	args := []string{fmt.Sprint("-seed=", seed), fmt.Sprint("-small=", small), corpus}
	name, env := t.rebuild, os.Environ()
	if wasm {
		name, env = t.exec, fewVariables()
		args = append([]string{t.rebuild + ".wasm"}, args...)
	}
	said, err := output(t.a.ctx, t.tmp, env, nil, name, args...)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(string(said)), "\n"), nil
}

// unlike counts the lines that only one of the lists has, the longer count of both.
func unlike(a, b []string) int {
	missing := func(from, in []string) (n int) {
		for _, line := range from {
			if !slices.Contains(in, line) {
				n++
			}
		}
		return n
	}
	return max(missing(a, b), missing(b, a))
}
