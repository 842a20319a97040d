package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sets"
)

// questionShown is how many pages are printed of each question.
const questionShown = 5

// askQuestions puts whole sentences to the site sets. Nobody has judged them: a person
// reads the answers.
func askQuestions(a *app, r *report, path string) error {
	bySite := map[string][]string{}
	var sites []string
	err := sets.Lines(path, func(line string) error {
		site, question, ok := strings.Cut(line, "\t")
		if !ok {
			return errors.New("want a site and a question with a tab between")
		}
		if bySite[site] == nil {
			sites = append(sites, site)
		}
		bySite[site] = append(bySite[site], question)
		return nil
	})
	if err != nil {
		return err
	}
	for _, site := range sites {
		dirs, err := filepath.Glob(filepath.Join(a.shared, "data", "site-"+site+"-*"))
		if err != nil {
			return err
		}
		if len(dirs) == 0 {
			r.LeftOut = append(r.LeftOut, fmt.Sprintf("the questions to %s: no data/site-%s-* in %s",
				site, site, a.shared))
			continue
		}
		slices.Sort(dirs)
		if err := askSite(r, dirs[0], bySite[site]); err != nil {
			return err
		}
	}
	return nil
}

// askSite prints the first pages for each question. A question without any is a bar
// that is missed: finding something for a sentence is the point.
func askSite(r *report, dir string, questions []string) error {
	docs, err := sets.Documents(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return err
	}
	x, err := opened(docs)
	if err != nil {
		return err
	}
	empty := 0
	for _, q := range questions {
		t := table{Title: "? " + q, Head: []string{"score", "page"}}
		if t.Rows, err = firstPages(x, q); err != nil {
			return err
		}
		if len(t.Rows) == 0 {
			empty++
			t.Rows = [][]string{{"", "nothing"}}
		}
		r.Tables = append(r.Tables, t)
	}
	r.check(atMost("questions to "+filepath.Base(dir)+" without a page", float64(empty), 0, ""))
	return nil
}

func firstPages(x *host.Index, q string) (rows [][]string, err error) {
	res, _, err := x.Search(engine.Request{Query: q, Limit: questionShown})
	for _, hit := range res.Results {
		page := hit.ID + "  " + hit.Title
		if len(hit.Passages) > 0 && hit.Passages[0].Heading != "" {
			page += " › " + hit.Passages[0].Heading
		}
		rows = append(rows, []string{fmt.Sprintf("%.2f", hit.Score), page})
	}
	return rows, err
}
