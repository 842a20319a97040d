package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine/build"
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
	bar.phase("reading the index")
	own, err := assets.Files()
	if err != nil && !errors.Is(err, assets.ErrEmpty) {
		return nil, err
	}
	checkDialog(folder, own, func(name, text string) {
		add(c.nameOf(folder, name), "dialog", text)
	})
	x := openAll(folder, bar, wrong)
	if x == nil {
		return problems, nil
	}
	bar.phase("checking the index")
	x.verify(bar, wrong)
	for _, name := range x.orphans(folder) {
		add(c.nameOf(folder, name), "orphan", "the manifest does not name it; build the index again")
	}
	if folder = c.inPublic(folder); folder == "" {
		return problems, nil // of which site it is, nobody knows
	}
	bar.phase("comparing with the site")
	indexed := x.said(wrong)
	docs, from, err := c.pagesOf(folder, indexed, bar)
	if err == nil && docs != nil {
		var stale []site.Problem
		compare(docs, indexed, func(at, text string) {
			stale = append(stale, site.Problem{File: c.nameOf(from, at), Kind: "stale", Text: text +
				"; index again: pageside index " + from + " -o " + folder})
		})
		slices.SortFunc(stale, func(x, y site.Problem) int {
			return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Text, y.Text))
		})
		problems = append(problems, stale...)
	}
	return problems, err
}

// inPublic is the path of a folder by way of PUBLIC, however it was written; "" if it lies
// elsewhere.
func (c *checkCmd) inPublic(folder string) string {
	public, err1 := filepath.Abs(c.Public)
	full, err2 := filepath.Abs(folder)
	rel, err3 := filepath.Rel(public, full)
	if cmp.Or(err1, err2, err3) != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.Join(c.Public, rel)
}

// nameOf names a file of the index as those of the site are named, if it lies there.
func (c *checkCmd) nameOf(folder, name string) string {
	full := filepath.Join(folder, name)
	if rel, err := filepath.Rel(c.Public, full); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return full
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
	for _, kind := range slices.Sorted(maps.Keys(count)) {
		if more := count[kind] - shownPerKind; more > 0 {
			fmt.Fprintf(a.out, "  and %d more: %s; --json lists them all\n", more, kind)
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
