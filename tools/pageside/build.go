package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/aside"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
	"github.com/pageside/pageside/tools/serve"
	"github.com/pageside/pageside/tools/site"
)

type buildCmd struct {
	Content string `arg:"" help:"Folder with zh/*.md and en/*.md."`
	Out     string `short:"o" required:"" placeholder:"FOLDER" help:"Where to write the site."`
	BaseURL string `name:"base-url" help:"Where it will be served: https://example.org/docs/."`
	NoIndex bool   `help:"Do not index the site."`
	JSON    bool   `name:"json" help:"Print a report as JSON."`
}

func (buildCmd) Help() string {
	return `Writes the pages, feeds and style of a site in Chinese and English, then its index with the
engine and the search dialog into OUT/_pageside, and OUT/_headers. Every link is checked first; if
one is broken, nothing is written.

Example:
  pageside build content -o public && pageside serve public`
}

// indexFolder is where the index of a site lives.
const indexFolder = "_pageside"

// Run builds.
func (c *buildCmd) Run(a *app) error {
	r, err := site.Build(c.Content, c.Out, site.Options{BaseURL: c.BaseURL})
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Fprintf(a.out, "%s, %s in two languages, %s checked: %s\n", plural(r.Pages, "page"),
			plural(r.Articles, "article"), plural(r.Links, "link"), c.Out)
		for _, name := range r.Alone {
			fmt.Fprintf(a.errOut, "%s: has no twin in the other language\n", name)
		}
	}
	var index *report
	if !c.NoIndex {
		if index, err = c.index(a); err != nil {
			return err
		}
	}
	if c.JSON {
		err = a.printJSON(struct {
			Site  *site.Report `json:"site"`
			Index *report      `json:"index,omitempty"`
		}{r, index})
	}
	if err == nil && index != nil {
		err = a.sayLost(*index)
	}
	return err
}

// index indexes the site that was just written.
func (c *buildCmd) index(a *app) (*report, error) {
	in := indexCmd{Input: c.Out, Out: filepath.Join(c.Out, indexFolder)}
	docs, problems, err := ingest.Folder(c.Out, ingest.Options{})
	if err != nil {
		return nil, err
	}
	out, err := a.build(docs, "")
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", c.Out, err)
	}
	files, ui, err := in.files(a, out)
	if err != nil {
		return nil, err
	}
	if err := host.Write(in.Out, files); err != nil {
		return nil, err
	}
	if err := c.writeHeaders(files); err != nil {
		return nil, err
	}
	r := in.report(out, docs, problems, ui)
	if !c.JSON {
		a.printProblems(problems)
		a.printReport(r)
	}
	return &r, nil
}

// writeHeaders writes the rules for the hosts of a site that keeps to the strict policy.
func (c *buildCmd) writeHeaders(files []build.File) error {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	base := "/"
	if u, err := url.Parse(c.BaseURL); err == nil && u.Path != "" {
		base = strings.TrimSuffix(u.Path, "/") + "/"
	}
	rules := serve.Site(base+indexFolder+"/", names)
	return aside.File(filepath.Join(c.Out, "_headers"), []byte(rules))
}
