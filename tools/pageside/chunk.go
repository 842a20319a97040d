package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/ingest"
)

type chunkCmd struct {
	File     string `arg:"" help:"A file of text or Markdown."`
	Strategy string `default:"structure" enum:"structure,recursive,fixed" help:"One of ${enum}."`
	Size     int    `help:"Most code points in a passage; 0 is the default of the engine."`
	Overlap  int    `help:"Code points that a passage repeats of the one before."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

func (chunkCmd) Help() string {
	return `Strategies: structure looks at headings, blocks and sentences; recursive at paragraphs,
lines and sentences; fixed only counts. An overlap is at most half of the size. The front matter
of Markdown is no text and is in no passage.

Examples:
  pageside chunk README.md
  pageside chunk --strategy recursive --size 400 --overlap 40 notes.txt --json

--json prints [{"start","end","text","header_path","anchor","level","kind","head"}]; start and end
are byte offsets into FILE. For HTML, whose text is not in the file as it is read, use
pageside dump --stage chunks FILE.html.`
}

// cut is one passage in the output of chunk --json.
type cut struct {
	Start      int      `json:"start"`
	End        int      `json:"end"`
	Text       string   `json:"text"`
	HeaderPath []string `json:"header_path"`
	Anchor     string   `json:"anchor"`
	Level      int      `json:"level"`
	Kind       string   `json:"kind"`
	Head       string   `json:"head"`
}

var kindNames = [...]string{doc.Paragraph: "paragraph", doc.Heading: "heading",
	doc.Code: "code", doc.Table: "table", doc.Item: "item"}

var strategies = map[string]chunk.Strategy{
	"structure": chunk.Structure, "recursive": chunk.Recursive, "fixed": chunk.Fixed,
}

// Run cuts.
func (c *chunkCmd) Run(a *app) error {
	if c.Size < 0 || c.Overlap < 0 {
		return fmt.Errorf("--size %d --overlap %d: neither may be negative", c.Size, c.Overlap)
	}
	switch strings.ToLower(filepath.Ext(c.File)) {
	case ".html", ".htm", ".xhtml":
		return fmt.Errorf("%s: offsets into HTML mean nothing, its text is not in it as it is "+
			"read; use pageside dump --stage chunks", c.File)
	}
	if info, err := os.Stat(c.File); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder; name a file, or use pageside dump --stage chunks",
			c.File)
	}
	src, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	if !utf8.Valid(src) {
		return fmt.Errorf("%s: is not UTF-8; save it as UTF-8", c.File)
	}
	start, err := ingest.TextStart(c.File, src)
	if err != nil {
		return err
	}
	d := doc.Document{ID: c.File, Text: string(src[start:])}
	d.Blocks = ingest.Outline(c.File, d.Text)
	cuts := []cut{}
	for _, ch := range chunk.Split(&d, c.options()) {
		k := cutOf(&d, ch)
		k.Start, k.End = k.Start+start, k.End+start
		cuts = append(cuts, k)
	}
	if c.JSON {
		return a.printJSON(cuts)
	}
	for i, k := range cuts {
		a.printCut(i, k)
	}
	return nil
}

func (c *chunkCmd) options() chunk.Options {
	return chunk.Options{Strategy: strategies[c.Strategy], Size: c.Size, Overlap: c.Overlap}
}

func cutOf(d *doc.Document, ch doc.Chunk) cut {
	k := cut{Start: ch.Start, End: ch.End, Text: ch.Of(d.Text), HeaderPath: ch.Path,
		Anchor: ch.Anchor, Level: ch.Level, Kind: kindNames[ch.Kind], Head: ch.Head}
	if k.HeaderPath == nil {
		k.HeaderPath = []string{}
	}
	return k
}

func (a *app) printCut(i int, k cut) {
	fmt.Fprintf(a.out, "--- %d  %d-%d  %s", i, k.Start, k.End, k.Kind)
	if len(k.HeaderPath) > 0 {
		fmt.Fprintf(a.out, "  %s", strings.Join(k.HeaderPath, " › "))
	}
	if k.Anchor != "" {
		fmt.Fprintf(a.out, "  #%s", k.Anchor)
	}
	fmt.Fprintln(a.out)
	if k.Head != "" {
		fmt.Fprintln(a.out, k.Head)
	}
	fmt.Fprintln(a.out, k.Text)
}
