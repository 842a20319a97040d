package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/assets"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
	"github.com/pageside/pageside/tools/serve"
)

type indexCmd struct {
	Input    string `arg:"" help:"Folder of HTML or Markdown, or a corpus.jsonl."`
	Out      string `short:"o" required:"" placeholder:"FOLDER" help:"Where to: public/_pageside."`
	Lang     string `placeholder:"TAG" help:"Language of pages that do not say theirs: zh."`
	DataOnly bool   `help:"Write the index without the engine and the search dialog."`
	JSON     bool   `name:"json" help:"Print a report as JSON."`
}

func (indexCmd) Help() string {
	return `INPUT is the folder that a site generator built (HTML), a folder of Markdown with front
matter, or a file of one {"id","title","text","lang"} a line. OUT is replaced as a whole or not at
all.

Examples:
  pageside index public -o public/_pageside             a site that is served at /
  pageside index docs -o site/_pageside --lang zh       Markdown without a language of its own
  pageside index corpus.jsonl -o out --json             records, with a report for a script

Then put this rule into the style sheet of your site, and the two tags where the button should be,
in the template or before </body>:
  pageside-search {
    display: inline-block; vertical-align: middle;
    inline-size: 10em; block-size: 44px;
  }

  <script type="module" src="/_pageside/pageside.js"></script>
  <pageside-search></pageside-search>
The rule keeps the button's place until its script is there. In a <style> of the page, strict
policies such as that of pageside serve would refuse it.

Of front matter counts: title, lang, draft, noindex, search: false, tags, categories, date; url or
permalink, if it is a path and no pattern, as the page's address; else slug as its last element.
Without these a page of Markdown has the address of its file, guide/first.md, where most hosts
have nothing: then index what the generator built.

The text of a record is plain text, and is shown as it stands. Lines that begin with # make
sections, as headings of Markdown do, and fenced code, tables and lists are kept together; other
marks of Markdown (**bold**, [a link](to)) stay in what is searched and shown. Index .md files if
they should not.

What is left out is named on standard error, up to 100 of a kind; the report of --json names all.
If a page asks for it (noindex, a draft, a redirect, a folder whose name begins with a dot), all is
well. If a file or a line of the corpus is broken, the index is written without it, a last line
counts what is missing, and the exit code is 1.

data-pageside-body, -ignore, -filter and -meta, or the same with pagefind, say what counts.`
}

// report is what index says of its work.
type report struct {
	Input    string              `json:"input"`
	Out      string              `json:"out"`
	Pages    int                 `json:"pages"`
	Chunks   int                 `json:"chunks"`
	Langs    map[string]int      `json:"langs"`
	Bytes    int                 `json:"bytes"` // of manifest and parts, as served
	Files    int                 `json:"files"` // of these
	Manifest int                 `json:"manifest"`
	Parts    map[string]partSize `json:"parts"`
	UI       bool                `json:"ui"`       // engine and dialog are there too
	LeftOut  map[string]int      `json:"left_out"` // by kind
	Lost     int                 `json:"lost"`     // of these, what was meant to be found
	Problems []ingest.Problem    `json:"problems"`
}

// partSize is what the parts of one kind weigh: build.PartStats with the names that JSON has.
type partSize struct {
	Files   int `json:"files"`
	Bytes   int `json:"bytes"`
	Raw     int `json:"raw"` // inflated
	Largest int `json:"largest"`
}

// Run indexes.
func (c *indexCmd) Run(a *app) error {
	docs, problems, err := c.read(a)
	if err != nil {
		a.nameProblems(problems, len(problems)) // there will be no report
		return err
	}
	out, err := a.build(docs, c.Lang)
	if err != nil {
		return fmt.Errorf("index %s: %w", c.Input, err)
	}
	files, ui, err := c.files(a, out)
	if err != nil {
		return err
	}
	write := func() error { return host.WriteContext(a.ctx, c.Out, files) }
	if err := a.whole(c.Out, write); err != nil {
		return err
	}
	r := c.report(out, docs, problems, ui)
	if c.JSON {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		a.printProblems(problems)
		a.printReport(r)
	}
	return a.sayLost(r)
}

// sayLost says how much the index lacks that was meant to be in it; then the answer is no.
func (a *app) sayLost(r report) error {
	if r.Lost == 0 {
		return nil
	}
	what, verb := "file", "are"
	if r.LeftOut[ingest.BadLine] > 0 {
		what = "line"
	}
	if r.Lost == 1 {
		verb = "is"
	}
	fmt.Fprintf(a.errOut, "pageside: %s of %s %s missing from the index; correct what is broken "+
		"and index again\n", plural(r.Lost, what), r.Input, verb)
	return errNo
}

func (c *indexCmd) read(a *app) ([]doc.Document, []ingest.Problem, error) {
	bar := a.progress("reading")
	defer bar.end()
	if c.Lang != "" && ingest.Lang(c.Lang) == "" {
		return nil, nil, fmt.Errorf("--lang %q is no language tag; use one such as zh or en",
			c.Lang)
	}
	docs, problems, err := ingest.Open(c.Input, ingest.Options{Lang: c.Lang, Progress: bar.set})
	if err == nil && len(docs) == 0 {
		err = fmt.Errorf("%s: no page is left to index", c.Input)
	}
	return docs, problems, err
}

// build makes an index in memory.
func (a *app) build(docs []doc.Document, lang string) (*build.Output, error) {
	bar := a.progress("indexing")
	defer bar.end()
	opt := build.Options{Lang: ingest.Lang(lang), Stem: host.Stem}
	opt.Progress = func(done, total int) {
		if bar.set(done, total); done == total {
			bar.phase("putting the index together")
		}
	}
	var packed atomic.Int32
	opt.Pack = func(raw []byte) ([]byte, [32]byte, error) {
		if bar.set(int(packed.Add(1)), 0); packed.Load() == 1 {
			bar.phase("packing parts of the index")
		}
		return host.Pack(raw)
	}
	return during(a.ctx, func() (*build.Output, error) { return build.Build(docs, opt) })
}

// files puts together all that goes into the folder.
func (c *indexCmd) files(a *app, out *build.Output) (files []build.File, ui bool, err error) {
	files = append([]build.File{out.Manifest}, out.Files...)
	shipped, err := assets.Files()
	switch {
	case c.DataOnly:
	case errors.Is(err, assets.ErrEmpty):
		fmt.Fprintf(a.errOut, "pageside: only the index is written: %v\n", err)
	case err != nil:
		return nil, false, err
	default:
		ui = true
		for _, f := range shipped {
			files = append(files, build.File{Name: f.Name, Bytes: f.Bytes})
		}
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	headers := serve.File(c.prefix(), names)
	return append(files, build.File{Name: "_headers", Bytes: []byte(headers)}), ui, nil
}

// prefix is the address of the index on the site: where it lies below the input, or
// else its own name at the root.
func (c *indexCmd) prefix() string {
	in, err1 := filepath.Abs(c.Input)
	out, err2 := filepath.Abs(c.Out)
	rel, err3 := filepath.Rel(in, out)
	if cmp.Or(err1, err2, err3) != nil || rel == "." || strings.HasPrefix(rel, "..") {
		return "/" + filepath.Base(out) + "/"
	}
	return "/" + filepath.ToSlash(rel) + "/"
}

func (c *indexCmd) report(out *build.Output, docs []doc.Document, problems []ingest.Problem,
	ui bool) report {
	r := report{
		Input: c.Input, Out: c.Out, Pages: out.Stats.Pages, Chunks: out.Stats.Chunks,
		Langs: map[string]int{}, Manifest: len(out.Manifest.Bytes), Parts: map[string]partSize{},
		Files: 1 + len(out.Files), Bytes: len(out.Manifest.Bytes), UI: ui,
		LeftOut: map[string]int{}, Problems: problems,
	}
	for kind, p := range out.Stats.Parts {
		r.Parts[kind] = partSize(p)
	}
	for _, f := range out.Files {
		r.Bytes += len(f.Bytes)
	}
	for _, d := range docs {
		r.Langs[cmp.Or(d.Lang, ingest.Lang(c.Lang))]++
	}
	for _, p := range problems {
		if p.Left {
			r.LeftOut[p.Kind]++
		}
		if p.Lost() {
			r.Lost++
		}
	}
	if r.Problems == nil {
		r.Problems = []ingest.Problem{}
	}
	return r
}

func (a *app) printReport(r report) {
	fmt.Fprintf(a.out, "%s in %s (%s): %s, %s in %s\n", plural(r.Pages, "page"),
		plural(r.Chunks, "passage"), langList(r.Langs), r.Out, size(int64(r.Bytes)),
		plural(r.Files, "file"))
	fmt.Fprintf(a.out, "  manifest %s", size(int64(r.Manifest)))
	for _, kind := range slices.Sorted(maps.Keys(r.Parts)) {
		if p := r.Parts[kind]; p.Bytes > 0 {
			fmt.Fprintf(a.out, ", %s %s in %s (largest %s)", kind, size(int64(p.Bytes)),
				plural(p.Files, "file"), size(int64(p.Largest)))
		}
	}
	fmt.Fprintln(a.out)
}

func langList(langs map[string]int) string {
	var parts []string
	for _, l := range slices.Sorted(maps.Keys(langs)) {
		parts = append(parts, fmt.Sprintf("%s %d", cmp.Or(l, "unknown language"), langs[l]))
	}
	return strings.Join(parts, ", ")
}

// How many problems of one kind are spelled out: of what is left out all, unless they would fill
// the screen many times over; of what is indexed all the same, examples.
const (
	shownLeft  = 100
	shownNotes = 3
)

// printProblems names the problems of each kind, and says how to see the others.
func (a *app) printProblems(problems []ingest.Problem) { a.nameProblems(problems, shownLeft) }

// nameProblems names up to shownLeft of each kind of what is left out. Left out and indexed all
// the same are kinds apart.
func (a *app) nameProblems(problems []ingest.Problem, shownLeft int) {
	type kind struct{ name, left string }
	byKind := map[kind][]ingest.Problem{}
	for _, p := range problems {
		k := kind{name: p.Kind}
		if p.Left {
			k.left = "left out: "
		}
		byKind[k] = append(byKind[k], p)
	}
	kinds := slices.SortedFunc(maps.Keys(byKind), func(x, y kind) int {
		return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(y.left, x.left))
	})
	for _, k := range kinds {
		list, shown := byKind[k], shownNotes
		if k.left != "" {
			shown = shownLeft
		}
		for _, p := range list[:min(shown, len(list))] {
			fmt.Fprintf(a.errOut, "%s%s\n", k.left, p)
		}
		if more := len(list) - shown; more > 0 {
			fmt.Fprintf(a.errOut, "  and %d more: %s; the report of --json names them all\n", more,
				k.name)
		}
	}
}

// exists tells whether there is anything of that name.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
