package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
)

type casesCmd struct {
	Only []string `sep:" " placeholder:"ID" help:"Only these cases, with their results."`
}

func (casesCmd) Help() string {
	return `A case is a handful of documents, a question and what must hold of the results (see
cases/README.md). Each is indexed and searched as a site of its own. A page that must not come
counts as clearly below when it stands below every page that must, with less than half the score of
the lowest of them.

Then the questions of cases/questions.txt are put to the site sets that are there, and the first
five pages are printed: whole sentences, on which engines that want every word find nothing.

Examples:
  go run ./tools/bench cases
  go run ./tools/bench cases --only "C16 I09"      these two, held or not, with their results`
}

// reported is a case as it is written down.
type reported struct {
	ID      string               `json:"id"`
	Src     string               `json:"src"`
	Lang    string               `json:"lang"`
	Query   string               `json:"q"`
	Docs    map[string][2]string `json:"docs"` // id → title, body
	Must    []string             `json:"must"`
	MustNot []string             `json:"mustNot"`
	First   string               `json:"first"`
	First2  []string             `json:"first2"`
	Soft    bool                 `json:"soft"`
}

const (
	leastCases = 33 // that must hold
	allCases   = 37 // that the bar was set for
	cjkPrefix  = "C"
)

// clearly is the share of the lowest right page's score that a wrong page must stay below.
const clearly = 0.5

// scored is one result of a case.
type scored struct {
	id    string
	score float64
}

func (c *casesCmd) measure(a *app) (*report, error) {
	dir, err := a.folder("cases")
	if err != nil {
		return nil, err
	}
	all, err := readCases(filepath.Join(dir, "cases.json"))
	if err != nil {
		return nil, err
	}
	r := &report{Verb: "cases"}
	if len(c.Only) > 0 {
		return r, c.some(r, all)
	}
	if err := judgeCases(r, all); err != nil {
		return nil, err
	}
	return r, askQuestions(a, r, filepath.Join(dir, "questions.txt"))
}

func readCases(path string) ([]reported, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, needs(err.Error(), "name the folder that holds cases with --shared or SHARED")
	}
	var all []reported
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, c := range all {
		for _, id := range slices.Concat(c.Must, c.MustNot, c.First2, []string{c.First}) {
			if _, there := c.Docs[id]; !there && id != "" {
				return nil, fmt.Errorf("%s: case %s names a document %q that it has not", path, c.ID, id)
			}
		}
		if c.ID == "" || len(c.Docs) == 0 {
			return nil, fmt.Errorf("%s: case %d has no id or no document", path, i+1)
		}
	}
	return all, nil
}

func (c *casesCmd) some(r *report, all []reported) error {
	t := table{Head: []string{"case", "question", "results", "verdict"}}
	for _, id := range c.Only {
		i := slices.IndexFunc(all, func(x reported) bool { return x.ID == id })
		if i < 0 {
			return fmt.Errorf("there is no case %q", id)
		}
		results, err := all[i].search()
		if err != nil {
			return err
		}
		why := all[i].wrong(results)
		held := 1.0
		if why == "" {
			why = "held"
		} else {
			held = 0
		}
		r.check(atLeast(id, held, 1))
		t.Rows = append(t.Rows, []string{id, all[i].Query, listOf(results), why})
	}
	r.Tables = append(r.Tables, t)
	return nil
}

// judgeCases runs all cases and lists those that do not hold.
func judgeCases(r *report, all []reported) error {
	t := table{Title: "cases that do not hold",
		Head: []string{"case", "question", "results", "why not"}}
	held, cjk := 0, 0
	for _, c := range all {
		results, err := c.search()
		if err != nil {
			return fmt.Errorf("case %s: %w", c.ID, err)
		}
		why := c.wrong(results)
		if why == "" {
			held++
			continue
		}
		if c.Soft {
			why += " (wanted only)"
		} else if strings.HasPrefix(c.ID, cjkPrefix) {
			cjk++
		}
		t.Rows = append(t.Rows, []string{c.ID, c.Query, listOf(results), why + "; " + c.Src})
	}
	if len(t.Rows) > 0 {
		r.Tables = append(r.Tables, t)
	}
	r.Notes = append(r.Notes, fmt.Sprintf("%d of %d cases hold", held, len(all)))
	least := float64(leastCases)
	if len(all) < allCases { // another file of cases: the same share of it
		least = float64(len(all)*leastCases) / allCases
	}
	r.check(atLeast("cases that hold", float64(held), least))
	r.check(atMost("Chinese, Japanese and Korean cases that do not", float64(cjk), 0, ""))
	return nil
}

// search indexes the case and asks its question.
func (c *reported) search() ([]scored, error) {
	var docs []doc.Document
	for id, d := range c.Docs {
		docs = append(docs, doc.Document{ID: id, Title: d[0], Text: d[1], Lang: c.Lang})
	}
	x, err := opened(docs)
	if err != nil {
		return nil, err
	}
	return found(x, engine.Request{Query: c.Query, Lang: c.Lang})
}

func found(x *host.Index, q engine.Request) (out []scored, err error) {
	res, _, err := x.Search(q)
	for _, hit := range res.Results {
		out = append(out, scored{hit.ID, hit.Score})
	}
	return out, err
}

// wrong says what does not hold; nothing if all does.
func (c *reported) wrong(results []scored) string {
	at := func(id string) int {
		return slices.IndexFunc(results, func(s scored) bool { return s.id == id })
	}
	last := -1
	for _, id := range c.Must {
		if at(id) < 0 {
			return id + " is not found"
		}
		last = max(last, at(id))
	}
	for _, id := range c.MustNot {
		switch i := at(id); {
		case i < 0:
		case last < 0:
			return id + " is found"
		case i < last:
			return id + " stands before " + results[last].id
		case results[i].score >= clearly*results[last].score:
			return id + " is not clearly below " + results[last].id
		}
	}
	if c.First != "" && at(c.First) != 0 {
		return c.First + " is not first"
	}
	for _, id := range c.First2 {
		if i := at(id); i < 0 || i > 1 {
			return id + " is not among the first two"
		}
	}
	return ""
}

func listOf(results []scored) string {
	if len(results) == 0 {
		return "nothing"
	}
	var out []string
	for _, s := range results {
		out = append(out, fmt.Sprintf("%s %.2f", s.id, s.score))
	}
	return strings.Join(out, ", ")
}
