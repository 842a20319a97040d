package build_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// page reads "id lang title: text | lang: text": a page of paragraphs, each of which may
// be in a language of its own.
func page(line string) doc.Document {
	head, rest, _ := strings.Cut(line, ": ")
	words := strings.SplitN(head, " ", 3)
	d := doc.Document{ID: words[0], Lang: words[1]}
	if len(words) > 2 {
		d.Title = words[2]
	}
	for i, text := range strings.Split(rest, " | ") {
		b := doc.Block{}
		if i > 0 {
			b.Lang, text, _ = strings.Cut(text, ": ")
		}
		b.Start = len(d.Text)
		d.Text += text + "\n"
		b.End = len(d.Text) - 1
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

// finds builds an index of the pages that are given a line each, asks it what stands on the
// lines that begin with ?, and says which pages it finds, best first, the same in one file
// and in parts.
func finds(t *testing.T) func(in string) string {
	return func(in string) string {
		var docs []doc.Document
		var out strings.Builder
		for _, line := range strings.Split(in, "\n") {
			question, ok := strings.CutPrefix(line, "? ")
			if !ok {
				docs = append(docs, page(line))
				continue
			}
			var answers [2]string
			for i, opt := range []build.Options{{}, parted} {
				x := sample.Build(t, docs, opt)
				res, _ := x.Ask(t, x.Open(t, engine.Options{}), engine.Request{Query: question})
				for _, r := range res.Results {
					answers[i] += " " + r.ID
				}
			}
			if answers[0] != answers[1] {
				t.Errorf("%s:%s in one file,%s in parts", question, answers[0], answers[1])
			}
			fmt.Fprintf(&out, "%s:%s\n", question, answers[0])
		}
		return out.String()
	}
}

// Every way to write a name finds the others, and a stem is one of the language of the
// paragraph.
func TestWordsFindTheirRelatives(t *testing.T) {
	golden.Check(t, "testdata/found.txt", finds(t))
}
