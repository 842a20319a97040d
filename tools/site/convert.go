package site

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/pageside/pageside/tools/emphasis"
)

// heading is one entry of a page's contents.
type heading struct {
	Level int
	ID    string
	Text  string
}

// conversion is the state of turning one article into HTML.
type conversion struct {
	lib  *library
	base base
	a    *article
	src  []byte
	ids  anchors
	errs []error

	under   string         // the heading that was rendered last
	regions map[string]int // how many tables and formulas were, by their words
}

// convert fills in the article's HTML, headings, reading time and assets.
func (a *article) convert(lib *library, b base) error {
	c := &conversion{lib: lib, base: b, a: a, src: a.source, ids: pageIDs(),
		regions: map[string]int{}}
	md := goldmark.New(
		goldmark.WithExtensions(
			extension.Linkify, extension.Strikethrough, extension.TaskList,
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)),
			extension.NewFootnote(),
			extension.NewCJK(extension.WithEscapedSpace()),
			emphasis.EastAsian,
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(c, 1))),
	)
	doc := md.Parser().Parse(text.NewReader(a.source), parser.WithContext(parser.NewContext()))
	c.rework(doc)
	if len(c.errs) > 0 {
		return errors.Join(c.errs...)
	}
	a.minutes = c.measure(doc).minutes()
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, a.source, doc); err != nil {
		return fmt.Errorf("%s: %w", a.File, err)
	}
	if len(c.errs) > 0 {
		return errors.Join(c.errs...)
	}
	a.html = out.String()
	return nil
}

// fail notes a problem at a node of the document, with the line of the source file.
func (c *conversion) fail(n ast.Node, format string, args ...any) {
	line := c.a.line + bytes.Count(c.src[:c.offset(n)], []byte("\n"))
	c.errs = append(c.errs,
		fmt.Errorf("%s:%d: %s", c.a.File, line, fmt.Sprintf(format, args...)))
}

// offset finds where in the source a node stands: its own place, or that of a block around it.
func (c *conversion) offset(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if p := n.Pos(); p > 0 && p <= len(c.src) {
			return p
		}
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
	}
	return 0
}

// measure counts the prose of a document; code is looked at rather than read.
func (c *conversion) measure(doc ast.Node) (m measure) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock || n.Kind() == ast.KindFencedCodeBlock {
			return ast.WalkContinue, nil
		}
		if first := n.FirstChild(); first != nil && first.Type() == ast.TypeInline {
			got := measureOf(plain(n, c.src))
			m.Chars += got.Chars
			m.Words += got.Words
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return m
}

// plain is the text of a node without markup.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// target resolves the destination of a Markdown link to a link in the built site.
func (c *conversion) target(n ast.Node, dest string) string {
	switch {
	case strings.HasPrefix(dest, "http://"), strings.HasPrefix(dest, "https://"),
		strings.HasPrefix(dest, "mailto:"), strings.HasPrefix(dest, "#"):
		return dest
	case strings.HasPrefix(dest, "/"):
		c.fail(n, "link %q: link to a Markdown file, such as other.md, so that it holds "+
			"in both languages and under every base path", dest)
		return dest
	}
	file, fragment, hasFragment := strings.Cut(dest, "#")
	if !strings.HasSuffix(file, ".md") {
		c.fail(n, "link %q: want http, https, mailto, #anchor or a Markdown file", dest)
		return dest
	}
	to := c.lib.find(c.a.Edition, file)
	if to == nil {
		c.fail(n, "link %q: there is no such article", dest)
		return dest
	}
	link := c.base.link(to.URL())
	if hasFragment {
		link += "#" + fragment
	}
	return link
}

// maxFigureBytes bounds one image or drawing.
const maxFigureBytes = 4 << 20

// figureFile reads a file that the article shows, and gives its name under content/.
func (c *conversion) figureFile(dest string) (name string, data []byte, err error) {
	name = path.Join(c.a.Edition.Dir, dest)
	if path.IsAbs(dest) || strings.HasPrefix(name, "../") || strings.Contains(dest, ":") {
		return "", nil, errors.New("want a file in the content folder, such as ../figures/x.svg")
	}
	full := filepath.Join(c.lib.dir, filepath.FromSlash(name))
	info, err := os.Stat(full)
	if err != nil {
		return "", nil, err
	}
	if info.Size() > maxFigureBytes {
		return "", nil, fmt.Errorf("%d bytes, at most %d; make it smaller",
			info.Size(), maxFigureBytes)
	}
	data, err = os.ReadFile(full)
	return name, data, err
}
