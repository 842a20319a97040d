package site

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// figure is a paragraph that held nothing but an image: the image with its caption.
type figure struct {
	ast.BaseBlock
	image *ast.Image
}

var kindFigure = ast.NewNodeKind("PagesideFigure")

func (f *figure) Kind() ast.NodeKind            { return kindFigure }
func (f *figure) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// noted is a block with the notes that it calls: the block first, a notes after it.
type noted struct{ ast.BaseBlock }

// notes are the notes of one block, in the order of their calls.
type notes struct{ ast.BaseBlock }

var (
	kindNoted = ast.NewNodeKind("PagesideNoted")
	kindNotes = ast.NewNodeKind("PagesideNotes")
)

func (n *noted) Kind() ast.NodeKind            { return kindNoted }
func (n *noted) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }
func (n *notes) Kind() ast.NodeKind            { return kindNotes }
func (n *notes) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// gathered is what one walk over the document finds, to be moved when the walk is over.
type gathered struct {
	level int // of the last heading
	lone  []ast.Node
	calls []*extast.FootnoteLink
	notes *extast.FootnoteList
}

// rework changes the parsed document into the one that is rendered: headings get ids, links
// get their addresses, lone images become figures, and notes move from the end of the
// document to the margin beside the paragraph that calls them.
func (c *conversion) rework(doc ast.Node) {
	g := gathered{level: 1}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			c.visit(n, &g)
		}
		return ast.WalkContinue, nil
	})
	for _, p := range g.lone {
		f := &figure{image: p.FirstChild().(*ast.Image)}
		f.SetPos(p.Pos())
		p.Parent().ReplaceChild(p.Parent(), p, f)
	}
	notesToMargin(doc, g.notes, g.calls)
}

func (c *conversion) visit(n ast.Node, g *gathered) {
	switch n := n.(type) {
	case *ast.Heading:
		g.level = c.heading(n, g.level)
	case *ast.Text:
		c.joinLines(n)
	case *ast.Link:
		n.Destination = []byte(c.target(n, string(n.Destination)))
	case *ast.Image:
		if strings.TrimSpace(plain(n, c.src)) == "" {
			c.fail(n, "image %q has no alt text; say in the brackets what it shows",
				n.Destination)
		}
		if p := n.Parent(); p.Kind() == ast.KindParagraph && p.ChildCount() == 1 {
			g.lone = append(g.lone, p)
		} else {
			c.fail(n, "image %q stands inside a paragraph; give it one of its own",
				n.Destination)
		}
	case *ast.HTMLBlock, *ast.RawHTML:
		c.fail(n, "raw HTML; write it in Markdown, or escape the < with a backslash")
	case *extast.TableCell:
		alignByClass(n)
	case *extast.FootnoteLink:
		g.calls = append(g.calls, n)
	case *extast.FootnoteList:
		g.notes = n
	}
}

// heading gives n its id and returns its level, which may be at most one deeper than last.
func (c *conversion) heading(n *ast.Heading, last int) int {
	words := plain(n, c.src)
	switch {
	case n.Level == 1:
		c.fail(n, "heading of level 1; the title is the only one, start with ##")
	case n.Level > last+1:
		c.fail(n, "heading of level %d after level %d; do not skip one", n.Level, last)
	}
	id := c.ids.take(words)
	n.SetAttributeString("id", []byte(id))
	c.a.headings = append(c.a.headings, heading{Level: n.Level, ID: id, Text: words})
	return n.Level
}

// joinLines drops the space that a line end in the source would leave between Chinese
// characters. In a Chinese article one such neighbour is enough, since browsers set the gap
// between scripts themselves; elsewhere both have to be.
func (c *conversion) joinLines(n *ast.Text) {
	if !n.SoftLineBreak() {
		return
	}
	before, _ := utf8.DecodeLastRune(n.Segment.Value(c.src))
	rest := bytes.TrimLeft(c.src[n.Segment.Stop:], " \t\n>*_`[“‘")
	after, _ := utf8.DecodeRune(rest)
	joined := isWide(before) && isWide(after)
	if c.a.Edition.Dir == "zh" {
		joined = isWide(before) || isWide(after)
	}
	if joined {
		n.SetSoftLineBreak(false)
	}
}

// isWide tells whether r is a character or a mark of East Asian writing.
func isWide(r rune) bool {
	return isUnspaced(r) || r >= 0x3000 && r <= 0x303F || r >= 0xFF01 && r <= 0xFF60
}

// alignByClass turns a column's alignment into a class, since style and align attributes are
// not to be had.
func alignByClass(cell *extast.TableCell) {
	switch cell.Alignment {
	case extast.AlignRight:
		cell.SetAttributeString("class", []byte("right"))
	case extast.AlignCenter:
		cell.SetAttributeString("class", []byte("center"))
	}
}

// notesToMargin sets each note beside the top-level block that first calls it.
func notesToMargin(doc ast.Node, list *extast.FootnoteList, links []*extast.FootnoteLink) {
	if list == nil {
		return
	}
	waiting := map[int]*extast.Footnote{}
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		note := n.(*extast.Footnote)
		waiting[note.Index] = note
	}
	doc.RemoveChild(doc, list)
	beside := map[ast.Node]*notes{}
	for _, link := range links {
		note := waiting[link.Index]
		if note == nil {
			continue // it stands already
		}
		delete(waiting, link.Index)
		block := topBlock(doc, link)
		if beside[block] == nil {
			pair, margin := &noted{}, &notes{}
			doc.InsertBefore(doc, block, pair)
			doc.RemoveChild(doc, block)
			pair.AppendChild(pair, block)
			pair.AppendChild(pair, margin)
			beside[pair] = margin
			block = pair
		}
		list.RemoveChild(list, note)
		beside[block].AppendChild(beside[block], note)
	}
}

// topBlock is the child of doc that n is part of. A call from inside a note is part of doc by
// the time it is looked at: its note was called first, and has been set already.
func topBlock(doc, n ast.Node) ast.Node {
	for n.Parent() != doc {
		n = n.Parent()
	}
	return n
}

// escaped is text for an HTML attribute or element.
func escaped(s string) string { return string(util.EscapeHTML([]byte(s))) }
