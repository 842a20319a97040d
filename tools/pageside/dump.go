package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/tools/ingest"
)

type dumpCmd struct {
	Stage string   `required:"" placeholder:"S" enum:"chunks,terms,shard,plan,scores" help:"${enum}."`
	What  []string `arg:"" help:"What to look at: see the examples."`
	Index string   `short:"i" placeholder:"FOLDER" help:"Index to search (scores)."`
	Lang  string   `placeholder:"TAG" help:"Language of pages that do not say theirs (chunks, terms)."`
	Limit int      `default:"10" help:"Results to explain (scores)."`
}

func (dumpCmd) Help() string {
	return `Each stage of the line from a file to a ranked page, as text.

Examples:
  pageside dump --stage chunks public/guide/index.html    the passages of a page, folder or corpus
  pageside dump --stage terms README.md                   the terms that are indexed for them
  pageside dump --stage shard public/_pageside/manifest.bin
                                                          a file of an index, or all of them
  pageside dump --stage plan '"soft and" -hard C++'       what a question was taken for
  pageside dump --stage scores -i public/_pageside 倒排索引
                                                          what each score is made of

Behind "=" stands the key under which a term is kept: it folds accents and Chinese scripts, and
of two characters it may put the second first, as in 全文 = 文←全.`
}

// Run dumps.
func (c *dumpCmd) Run(a *app) error {
	switch c.Stage {
	case "chunks", "terms":
		return c.documents(a)
	case "shard":
		return c.files(a)
	case "plan":
		a.dumpPlan(query.Parse(strings.Join(c.What, " ")))
		return nil
	}
	if c.Index == "" {
		return errors.New("dump --stage scores needs an index: -i FOLDER")
	}
	s := searchCmd{Query: c.What, Index: c.Index, Limit: c.Limit, Mode: "lexical", Explain: true}
	return s.Run(a)
}

// files dumps files of an index, or all those in a folder.
func (c *dumpCmd) files(a *app) error {
	var files []string
	for _, arg := range c.What {
		parts, err := filepath.Glob(filepath.Join(arg, "*.ps"))
		if err != nil {
			return fmt.Errorf("%s: %w", arg, err)
		}
		if manifest := filepath.Join(arg, build.ManifestName); exists(manifest) {
			files = append(append(files, manifest), parts...)
		} else {
			files = append(files, arg)
		}
	}
	bar := a.progressBeside("printing")
	defer bar.end()
	for i, file := range files {
		bar.set(i, len(files))
		if err := dumpFile(a.out, file); err != nil {
			return err
		}
	}
	return nil
}

// documents dumps the passages of everything that is named, or the terms in them.
func (c *dumpCmd) documents(a *app) error {
	for _, input := range c.What {
		reading := a.progress("reading")
		docs, problems, err := ingest.Open(input, ingest.Options{Lang: c.Lang,
			Progress: reading.set})
		reading.end()
		a.printProblems(problems)
		if err != nil {
			return err
		}
		bar := a.progressBeside("printing")
		for i := range docs {
			bar.set(i, len(docs))
			a.dumpDocument(&docs[i], c.Stage == "terms")
		}
		bar.end()
	}
	return nil
}

func (a *app) dumpDocument(d *doc.Document, terms bool) {
	fmt.Fprintf(a.out, "=== %s [%s] %s\n", oneLine(d.ID), d.Lang, oneLine(d.Title))
	if terms {
		a.dumpTerms(d.Title)
	}
	for i, ch := range chunk.Split(d, chunk.Options{}) {
		k := cutOf(d, ch)
		if terms {
			k.Text, k.Head = "", ""
		}
		a.printCut(i, k)
		if terms {
			a.dumpTerms(ch.Of(d.Text))
		}
	}
}

var termKinds = [...]string{analyze.Word: "word", analyze.Bigram: "bigram",
	analyze.Single: "single", analyze.Char: "char", analyze.Whole: "whole",
	analyze.Joined: "joined", analyze.Hump: "hump"}

// dumpTerms prints position, span, kind, form, and the key where it is another word.
func (a *app) dumpTerms(text string) {
	analyze.Scan(text, func(t analyze.Token) {
		form := string(t.Form)
		fmt.Fprintf(a.out, "%5d  %d-%d  %-6s %s", t.Pos, t.Span.Start, t.Span.End,
			termKinds[t.Kind], form)
		if key := analyze.Key(form); key != form {
			fmt.Fprintf(a.out, " = %s", keyText(key))
		}
		fmt.Fprintln(a.out)
	})
}

func (a *app) dumpPlan(p query.Plan) {
	fmt.Fprintf(a.out, "question %q\n", p.Text)
	if p.Cut {
		fmt.Fprintln(a.out, "cut: it was longer than the engine reads")
	}
	for i, w := range p.Words {
		fmt.Fprintf(a.out, "word %d at %d: %s\n", i, w.Pos, wordLine(w))
		for _, part := range w.Parts {
			fmt.Fprintf(a.out, "  or its part: %s\n", wordLine(part))
		}
	}
	for _, phrase := range p.Phrases {
		fmt.Fprintf(a.out, "phrase of the words %v\n", phrase)
	}
	for _, group := range p.Without {
		var words []string
		for _, w := range group {
			words = append(words, w.Form)
		}
		fmt.Fprintf(a.out, "without %s\n", strings.Join(words, " "))
	}
}

// keyText is a key, or a form, as people read it: 文←全 for that of 全文, which is kept under its
// second character, and label:tag=go for a label's. Both have a byte that nobody can see.
func keyText(key string) string {
	if first, second, ok := analyze.Pair([]byte(key)); ok && strings.ContainsRune(key, analyze.Turn) {
		return string(second) + "←" + string(first)
	}
	if label, ok := strings.CutPrefix(key, labelMark); ok {
		return "label:" + label
	}
	return key
}

// labelMark begins the forms of labels.
var labelMark = strings.TrimSuffix(inverted.LabelForm("", ""), "=")

func wordLine(w query.Word) string {
	s := termKinds[w.Kind] + " " + w.Form
	if w.Key != w.Form {
		s += " = " + keyText(w.Key)
	}
	if w.Optional {
		s += ", optional"
	}
	return s
}
