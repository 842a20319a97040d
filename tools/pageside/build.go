package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"

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
	BaseURL string `name:"base-url" placeholder:"URL" help:"Where it will be served; see above."`
	NoIndex bool   `help:"Do not index the site."`
	JSON    bool   `name:"json" help:"Print a report as JSON."`
}

func (buildCmd) Help() string {
	return `Writes the pages, feeds and style of a site in Chinese and English, then its index with the
engine and the search dialog into OUT/_pageside, and OUT/_headers. Every link is checked first; if
one is broken, nothing is written.

CONTENT holds zh/index.md and en/index.md, the front pages, and any number of articles zh/NAME.md,
each with its twin en/NAME.md if there is one. Each file begins with front matter between lines of
---, in YAML; a key that is not listed here is an error.

Of an article: title, description and date (2026-11-30), which are needed; updated, order (among
articles of one date), tags, slug (the last part of the address; else NAME).

Of a front page: title and description, which are needed; updated; and for all pages of its
language: name (of the site; else the title), author (else the site), address (where it will be
served, such as https://example.org/docs/), footer (a line), report (where a reader tells that
nothing was found: an address, with {query} in it for the question), and links beside the feed:
  links:
    - {text: Source, url: "https://example.org/source"}

--base-url goes before address; without either, pages say that they live at
http://localhost:8080/.

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
		if r.Nowhere {
			fmt.Fprintf(a.errOut, "the pages say that they live at %s; before you publish them, give "+
				"--base-url, or address in zh/index.md\n", r.Address)
		}
	}
	var index *report
	if !c.NoIndex {
		if index, err = c.index(a, r.Address); err != nil {
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

// index indexes the site that was just written for an address.
func (c *buildCmd) index(a *app, address string) (*report, error) {
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
	if err := c.writeHeaders(files, address); err != nil {
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
func (c *buildCmd) writeHeaders(files []build.File, address string) error {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	rules := serve.Site(u.Path+indexFolder+"/", names)
	return aside.File(filepath.Join(c.Out, "_headers"), []byte(rules))
}
