package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
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

// built is the output of build --json.
type built struct {
	Site  *site.Report `json:"site"`
	Index *report      `json:"index,omitempty"`
}

// Run builds.
func (c *buildCmd) Run(a *app) error {
	var b built
	err := a.whole(c.Out, func() error {
		bar := a.progress("checking files of the site")
		defer bar.end()
		opt := site.Options{BaseURL: c.BaseURL, Progress: bar.set,
			Finish: func(staged string, r *site.Report) (err error) {
				bar.end()
				if !c.NoIndex {
					b.Index, err = c.index(a, staged, r.Address)
				}
				return errors.Join(err, a.ctx.Err())
			}}
		var err error
		b.Site, err = site.Build(c.Content, c.Out, opt)
		return err
	})
	if err != nil {
		return err
	}
	if c.JSON {
		err = a.printJSON(b)
	} else {
		c.print(a, b)
	}
	if err == nil && b.Index != nil {
		err = a.sayLost(*b.Index)
	}
	return err
}

func (c *buildCmd) print(a *app, b built) {
	var langs []string
	for _, l := range b.Site.Langs {
		langs = append(langs, fmt.Sprintf("%s %d", l.Lang, l.Articles))
	}
	fmt.Fprintf(a.out, "%s, %s (%s), %s checked: %s\n", plural(b.Site.Pages, "page"),
		plural(b.Site.Articles, "article"), strings.Join(langs, ", "), plural(b.Site.Links, "link"),
		c.Out)
	for _, name := range b.Site.Alone {
		fmt.Fprintf(a.errOut, "%s: has no twin in the other language\n", name)
	}
	if b.Site.Nowhere {
		fmt.Fprintf(a.errOut, "the pages say that they live at %s; before you publish them, give "+
			"--base-url, or address in zh/index.md\n", b.Site.Address)
	}
	if b.Index != nil {
		a.printProblems(b.Index.Problems)
		a.printReport(*b.Index)
	}
}

// read is what ingest found in a folder.
type read struct {
	docs     []doc.Document
	problems []ingest.Problem
}

// index adds the index of a site to it, and the rules for its hosts, before it appears.
func (c *buildCmd) index(a *app, staged, address string) (*report, error) {
	in := indexCmd{Input: c.Out, Out: filepath.Join(c.Out, indexFolder)}
	bar := a.progress("reading")
	defer bar.end()
	got, err := during(a.ctx, func() (r read, err error) {
		r.docs, r.problems, err = ingest.Folder(staged, ingest.Options{Progress: bar.set})
		return r, err
	})
	bar.end()
	if err != nil {
		return nil, err
	}
	out, err := a.build(got.docs, "")
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", c.Out, err)
	}
	files, ui, err := in.files(a, out)
	if err != nil {
		return nil, err
	}
	headers, err := headersFor(files, address)
	if err != nil {
		return nil, err
	}
	if err := c.add(staged, files, headers); err != nil {
		return nil, err
	}
	r := in.report(out, got.docs, got.problems, ui)
	return &r, nil
}

// add writes the files of the index into the site that is being made, and the rules.
func (c *buildCmd) add(staged string, files []build.File, headers string) error {
	files = slices.Clone(files)
	for i := range files {
		files[i].Name = filepath.Join(indexFolder, files[i].Name)
	}
	files = append(files, build.File{Name: "_headers", Bytes: []byte(headers)})
	err := os.Mkdir(filepath.Join(staged, indexFolder), 0o755)
	for _, f := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(staged, f.Name), f.Bytes, 0o644)
		}
		var at *fs.PathError
		if errors.As(err, &at) { // it names a folder that will be gone
			return fmt.Errorf("write %s: %w; nothing was changed", filepath.Join(c.Out, f.Name),
				at.Err)
		}
	}
	return err
}

// headersFor are the rules for the hosts of a site that keeps to the strict policy.
func headersFor(files []build.File, address string) (string, error) {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	return serve.Site(u.Path+indexFolder+"/", names), nil
}
