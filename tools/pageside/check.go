package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/assets"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/site"
)

type checkCmd struct {
	Public  string `arg:"" help:"Folder of a built site."`
	Index   string `short:"i" placeholder:"FOLDER" help:"Its index; default: all in PUBLIC."`
	BaseURL string `name:"base-url" placeholder:"URL" help:"Where it will be served (default: at /)."`
	Strict  bool   `help:"Also nesting, no inline script or style, budgets for pages."`
	JSON    bool   `name:"json" help:"Print a report as JSON."`
}

func (checkCmd) Help() string {
	return `Follows every internal link and anchor, and links that begin with the base URL; looks for
pages without a language or an h1, and for ids used twice; opens every file of every index in the
site and compares it with the manifest and with the pages that it was made from; looks whether engine
and dialog are there, whole and of one build; lists sizes against budgets. Of a page that only redirects, its target must be there, and nothing else is asked. The
exit code is 1 if anything is wrong. A site that will be served under a path is checked with --base-url, as it was
built: https://example.org/docs/. --strict holds any site to the rules of our own: end tags, one
h1, no scripts, styles or handlers inside pages, 40 KB a page and 12 KB a style sheet.

Examples:
  pageside check public
  pageside check public --strict --base-url https://example.org/docs/ --json`
}

// checked is the output of check --json.
type checked struct {
	OK       bool           `json:"ok"`
	Pages    int            `json:"pages"`
	Links    int            `json:"links"`
	Base     string         `json:"base,omitempty"`   // as what --base-url more links would hold
	Index    string         `json:"index"`            // the folder of the index; "" if there is none
	Others   []string       `json:"others,omitempty"` // of more indexes
	Problems []site.Problem `json:"problems"`
	Sizes    []sizeRow      `json:"sizes"`
}

// Run checks.
func (c *checkCmd) Run(a *app) error {
	bar := a.progress("reading files")
	defer bar.end()
	found, err := site.Check(c.Public, site.CheckOptions{BaseURL: c.BaseURL, Strict: c.Strict,
		Progress: bar.set})
	if err != nil {
		return err
	}
	r := checked{Pages: found.Pages, Links: found.Links, Base: found.Base}
	if r.Problems, err = c.ofRedirects(found.Problems); err != nil {
		return err
	}
	indexes, err := c.indexFolders()
	if err != nil {
		return err
	}
	for _, folder := range indexes {
		more, err := c.checkIndex(folder, bar)
		if err != nil {
			return err
		}
		r.Problems = append(r.Problems, more...)
	}
	if len(indexes) > 0 {
		r.Index, r.Others = indexes[0], indexes[1:]
	}
	bar.phase("weighing files")
	if r.Sizes, err = measure(c.Public, indexes, c.Strict, bar); err != nil {
		return err
	}
	bar.end()
	r.OK = len(r.Problems) == 0
	for _, row := range r.Sizes {
		r.OK = r.OK && row.OK
	}
	if r.Problems == nil {
		r.Problems = []site.Problem{}
	}
	if c.JSON {
		err = a.printJSON(r)
	} else {
		c.print(a, r)
	}
	if err == nil && !r.OK {
		return errNo
	}
	return err
}

// checkIndex opens every file of an index, and compares it with the site.
func (c *checkCmd) checkIndex(folder string, bar *bar) ([]site.Problem, error) {
	var problems []site.Problem
	if !exists(filepath.Join(folder, build.ManifestName)) && c.Index != "" {
		_, err := host.Open(folder)
		return nil, err
	}
	add := func(file, kind, text string) {
		problems = append(problems, site.Problem{File: file, Kind: kind, Text: text})
	}
	wrong := func(name, text string) { add(c.nameOf(folder, name), "index", text) }
	bar.phase("reading the search dialog")
	own, err := assets.Files()
	if err != nil && !errors.Is(err, assets.ErrEmpty) {
		return nil, err
	}
	checkDialog(folder, own, func(name, text string) {
		add(c.nameOf(folder, name), "dialog", text)
	})
	bar.phase("reading the index")
	x := openAll(folder, bar, wrong)
	if x == nil {
		return problems, nil
	}
	bar.phase("checking the index")
	x.verify(bar, wrong)
	for _, name := range x.orphans(folder) {
		add(c.nameOf(folder, name), "orphan", "the manifest does not name it; build the index again")
	}
	if c.Index != "" {
		return problems, nil
	}
	bar.phase("comparing with the site")
	places := x.places(wrong)
	docs, from, err := c.pagesOf(folder, places, bar)
	if err == nil && docs != nil {
		compare(docs, places, func(at, text string) { add(c.nameOf(from, at), "stale", text) })
	}
	return problems, err
}

// nameOf names a file of the index as those of the site are named, if it lies there.
func (c *checkCmd) nameOf(folder, name string) string {
	full := filepath.Join(folder, name)
	if rel, err := filepath.Rel(c.Public, full); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return full
}

// compare says which pages and anchors the index holds that the site does not have, and
// the reverse: an index that was built before the last change.
func compare(docs []doc.Document, indexed []string, stale func(at, text string)) {
	onSite, inIndex := map[string]bool{}, map[string]bool{}
	for _, d := range docs {
		onSite[d.ID] = true
		for _, b := range d.Blocks {
			if b.Anchor != "" {
				onSite[d.ID+"#"+b.Anchor] = true
			}
		}
	}
	for _, at := range indexed {
		inIndex[at] = true
		if !onSite[at] {
			stale(at, "is in the index but not on the site; build the index again")
		}
	}
	for _, d := range docs {
		if !inIndex[d.ID] {
			stale(d.ID, "is on the site but not in the index; build the index again")
		}
	}
}

// shownPerKind is how many problems of one kind are spelled out.
const shownPerKind = 20

func (c *checkCmd) print(a *app, r checked) {
	count := map[string]int{}
	for _, p := range r.Problems {
		if count[p.Kind]++; count[p.Kind] <= shownPerKind {
			at := p.File
			if p.Line > 0 {
				at = fmt.Sprintf("%s:%d", at, p.Line)
			}
			fmt.Fprintf(a.out, "%s: %s\n", oneLine(at), p.Text)
		}
	}
	for _, row := range r.Sizes {
		mark := ""
		if !row.OK {
			mark = "  OVER BUDGET"
		}
		fmt.Fprintf(a.out, "%-28s %5d  %10s  largest %9s %s%s\n", row.What, row.Files,
			size(row.Bytes), size(row.Largest), row.budgetText(), mark)
	}
	if r.Index == "" {
		fmt.Fprintf(a.out, "no index in %s, so only the pages were checked; 'pageside index' makes "+
			"one\n", c.Public)
	}
	if r.Base != "" {
		fmt.Fprintf(a.out, "more links would hold if the site were served at %s; if it will be, "+
			"add --base-url %s\n", r.Base, r.Base)
	}
	verdict := "ok"
	if !r.OK {
		over := 0
		for _, row := range r.Sizes {
			if !row.OK {
				over++
			}
		}
		verdict = fmt.Sprintf("%s, %d over budget", plural(len(r.Problems), "problem"), over)
	}
	fmt.Fprintf(a.out, "%s, %s: %s\n", plural(r.Pages, "page"), plural(r.Links, "link"), verdict)
}

// walkFiles calls f for every file below a folder that a host would serve.
func walkFiles(folder string, f func(name string, info fs.FileInfo) error) error {
	return filepath.WalkDir(folder, func(full string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, full)
		if err != nil {
			return err
		}
		switch hidden := strings.HasPrefix(e.Name(), ".") && name != "."; {
		case hidden && e.IsDir():
			return fs.SkipDir
		case hidden || e.IsDir():
			return nil
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(name), info)
	})
}
