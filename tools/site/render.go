package site

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	_ "image/gif" // sizes of images
	_ "image/jpeg"
	_ "image/png"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// RegisterFuncs takes over the nodes that this site writes differently from goldmark.
func (c *conversion) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, c.renderHeading)
	reg.Register(ast.KindFencedCodeBlock, c.renderFence)
	reg.Register(ast.KindCodeBlock, c.renderIndented)
	reg.Register(kindFigure, c.renderFigure)
	reg.Register(kindNoted, around(`<div class="noted">`))
	reg.Register(kindNotes, around(`<div class="notes">`))
	reg.Register(extast.KindTable, c.renderTable)
	reg.Register(extast.KindFootnoteLink, c.renderNoteLink)
	reg.Register(extast.KindFootnote, c.renderNote)
	reg.Register(extast.KindFootnoteBacklink, skip)
}

// around puts a block's children into a div.
func around(start string) renderer.NodeRendererFunc {
	return func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(start + "\n")
		} else {
			w.WriteString("</div>\n")
		}
		return ast.WalkContinue, nil
	}
}

// renderHeading makes a heading its own link, unless it contains one.
func (c *conversion) renderHeading(
	w util.BufWriter, source []byte, node ast.Node, entering bool,
) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	c.under = plain(n, source)
	id, _ := n.AttributeString("id")
	linked := true
	_ = ast.Walk(n, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindLink, ast.KindAutoLink, extast.KindFootnoteLink:
			linked = false
		}
		return ast.WalkContinue, nil
	})
	switch {
	case entering && linked:
		fmt.Fprintf(w, `<h%d id="%s"><a class="self" href="#%s">`, n.Level, id,
			escapePath(string(id.([]byte))))
	case entering:
		fmt.Fprintf(w, `<h%d id="%s">`, n.Level, id)
	case linked:
		fmt.Fprintf(w, "</a></h%d>\n", n.Level)
	default:
		fmt.Fprintf(w, "</h%d>\n", n.Level)
	}
	return ast.WalkContinue, nil
}

// renderFence writes code with one class per kind of token, or a formula.
func (c *conversion) renderFence(
	w util.BufWriter, source []byte, node ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.FencedCodeBlock)
	code, language := lines(n, source), string(n.Language(source))
	if language == "math" {
		c.writeMath(w, n, code)
		return ast.WalkContinue, nil
	}
	marked, err := highlight(code, language)
	if err != nil {
		c.fail(n, "%v", err)
	}
	c.writeCode(w, marked, language)
	return ast.WalkContinue, nil
}

func (c *conversion) renderIndented(
	w util.BufWriter, source []byte, node ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if entering {
		c.writeCode(w, escaped(lines(node, source)), "")
	}
	return ast.WalkContinue, nil
}

// writeCode makes the block reachable by keyboard, so that a long line can be scrolled to.
func (c *conversion) writeCode(w util.BufWriter, marked, language string) {
	class := ""
	if language != "" {
		class = fmt.Sprintf(` class="language-%s"`, escaped(language))
	}
	fmt.Fprintf(w, "<pre class=\"code\" role=\"group\" aria-label=\"%s\" tabindex=\"0\">"+
		"<code%s>%s</code></pre>\n", c.a.Edition.Words.Code, class, marked)
}

// lines is the raw text of a block.
func lines(n ast.Node, source []byte) string {
	var b bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(source))
	}
	return b.String()
}

// highlight marks up code by the classes that chroma's style sheets use.
func highlight(code, language string) (string, error) {
	if language == "" || language == "text" {
		return escaped(code), nil
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return escaped(code), fmt.Errorf("code in %q: no such language is known; "+
			"leave it out or write text", language)
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err != nil {
		return escaped(code), fmt.Errorf("code in %q: %w", language, err)
	}
	var b strings.Builder
	for token := range tokens.Stdlib() {
		class := chroma.StandardTypes[token.Type]
		if class == "" || strings.TrimSpace(token.Value) == "" {
			b.WriteString(escaped(token.Value))
			continue
		}
		b.WriteString(`<span class="` + class + `">` + escaped(token.Value) + `</span>`)
	}
	return b.String(), nil
}

// writeMath sets a formula. Its text is kept out of the search index, where loose symbols
// would only be noise; the sentence around it says the same in words.
func (c *conversion) writeMath(w util.BufWriter, n ast.Node, code string) {
	formula, err := mathDialect.inline(code)
	if err != nil {
		c.fail(n, "formula: %v", err)
		return
	}
	if !strings.Contains(formula, "alttext=") {
		c.fail(n, "formula: <math> has no alttext; say the formula in words there")
	}
	fmt.Fprintf(w, "<div class=\"math\" data-pageside-ignore %s>%s</div>\n",
		c.region(c.a.Edition.Words.Formula), formula)
}

// renderFigure sets a drawing into the page, or refers to an image with its size.
func (c *conversion) renderFigure(
	w util.BufWriter, source []byte, node ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	img := node.(*figure).image
	dest, alt := string(img.Destination), plain(img, source)
	name, data, err := c.figureFile(dest)
	if err != nil {
		c.fail(node, "image %q: %v", dest, err)
		return ast.WalkSkipChildren, nil
	}
	w.WriteString("<figure>")
	if strings.HasSuffix(name, ".svg") {
		drawing, err := svgDialect.inline(string(data), "role", "img", "aria-label", alt)
		if err != nil {
			c.fail(node, "drawing %q: %v", dest, err)
		}
		w.WriteString(drawing)
	} else {
		size, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			c.fail(node, "image %q: %v; use PNG, JPEG, GIF or SVG", dest, err)
		}
		fmt.Fprintf(w, `<img src="%s" alt="%s" width="%d" height="%d" loading="lazy">`,
			c.base.link(name), escaped(alt), size.Width, size.Height)
		c.a.assets = append(c.a.assets, name)
	}
	if len(img.Title) > 0 {
		fmt.Fprintf(w, "<figcaption>%s</figcaption>", escaped(string(img.Title)))
	}
	w.WriteString("</figure>\n")
	return ast.WalkSkipChildren, nil
}

// region is what a box says that scrolls sideways when it is wider than its place: it can be
// reached by keyboard, and is a landmark with a name that no other has.
func (c *conversion) region(kind string) string {
	c.regions[kind]++
	name := c.a.Edition.Words.Nth(kind, c.regions[kind], cmp.Or(c.under, c.a.Title))
	return fmt.Sprintf(`role="region" aria-label="%s" tabindex="0"`, escaped(name))
}

// renderTable lets a wide table scroll inside a box of its own instead of widening the page.
func (c *conversion) renderTable(
	w util.BufWriter, _ []byte, _ ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if entering {
		fmt.Fprintf(w, "<div class=\"table\" %s><table>\n", c.region(c.a.Edition.Words.Table))
	} else {
		w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

// renderNoteLink writes the number in the text. Only the first call of a note is a target
// that the note's own number can return to. Numbers stay out of the search index.
func (c *conversion) renderNoteLink(
	w util.BufWriter, _ []byte, node ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*extast.FootnoteLink)
	id := ""
	if n.RefIndex == 0 {
		id = fmt.Sprintf(` id="note-call-%d"`, n.Index)
	}
	fmt.Fprintf(w, `<sup%s data-pageside-ignore><a class="call" href="#note-%d" `+
		`aria-label="%s %d">%d</a></sup>`,
		id, n.Index, escaped(c.a.Edition.Words.Note), n.Index, n.Index)
	return ast.WalkContinue, nil
}

func (c *conversion) renderNote(
	w util.BufWriter, _ []byte, node ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</aside>\n")
		return ast.WalkContinue, nil
	}
	n, words := node.(*extast.Footnote), c.a.Edition.Words
	fmt.Fprintf(w, `<aside class="note" id="note-%d" role="note" aria-label="%s %d">`+
		`<a class="back" href="#note-call-%d" aria-label="%d %s" data-pageside-ignore>%d</a>`+"\n",
		n.Index, escaped(words.Note), n.Index, n.Index, n.Index, escaped(words.Back), n.Index)
	return ast.WalkContinue, nil
}

// skip writes nothing: the number of a note is its way back to the text.
func skip(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkSkipChildren, nil
}
