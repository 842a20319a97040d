package ingest

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	render "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/emphasis"
)

// readMarkdown reads a Markdown file: front matter, then GitHub's dialect with footnotes
// and definition lists, rendered and read as HTML.
func readMarkdown(p *page, src []byte, opt Options) {
	src, ok := toUTF8(src)
	if !ok {
		p.leave(Encoding, "is not UTF-8", "save it as UTF-8")
		return
	}
	front, body, err := splitFront(src)
	if err != nil {
		p.leave(FrontMatter, "its front matter does not parse: "+err.Error(), "correct it; without "+
			"it the title, the address and whether this is a draft are unknown")
		return
	}
	m := readFront(front)
	if m.draft {
		p.leave(Draft, "is a draft", "")
		return
	}
	if line, why := tooNested(body); why != "" {
		p.leave(Unreadable, why, "nest fewer, or split the page")
		p.problems[len(p.problems)-1].Line = line + bytes.Count(src[:len(src)-len(body)], []byte("\n"))
		return
	}
	s, err := render2HTML(p.doc.ID, body)
	if err != nil {
		p.leave(Unreadable, err.Error(), "nest fewer elements, or split the page")
		return
	}
	s.metaTitle, s.noindex, s.labels = m.title, m.noindex, m.labels
	s.lang = cmp.Or(m.lang, langOfName(p.doc.ID))
	p.doc.URL = cmp.Or(wholeURL(m.url), slugURL(p.doc.ID, m.slug), p.doc.URL)
	readSurveyed(p, s, opt)
}

// dialect is GitHub's, with footnotes, definition lists and attributes.
func dialect() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList,
			emphasis.EastAsian),
		goldmark.WithParserOptions(parser.WithAttribute()),
		goldmark.WithRendererOptions(render.WithUnsafe()))
}

// render2HTML renders Markdown and surveys the result as one content element.
func render2HTML(name string, body []byte) (*site, error) {
	md, src := dialect(), plain(name, body)
	tree := md.Parser().Parse(text.NewReader(src))
	nameHeadings(tree, src)
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, src, tree); err != nil {
		return nil, err
	}
	main := &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"}
	nodes, err := html.ParseFragment(&out, main)
	if err != nil {
		return nil, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "html: "))
	}
	for _, n := range nodes {
		main.AppendChild(n)
	}
	s := survey(main)
	s.marked = []*html.Node{main}
	return s, nil
}

// Outline finds the structure of a text as chunk.Scan does. Headings of Markdown have the
// ids that they have in a folder that is indexed.
func Outline(name, text string) []doc.Block {
	blocks := chunk.Scan(text)
	if kindOf(name) != markdownKind {
		return blocks
	}
	ids := headingIDs{}
	for i := range blocks {
		b := &blocks[i]
		if b.Kind == doc.Heading {
			b.Anchor = ids.take(b.Anchor, inlineText(b.Of(text)))
		}
	}
	return blocks
}

// inlineText is the text of a heading's words without their markup.
func inlineText(words string) string {
	src := []byte("# " + strings.ReplaceAll(words, "\n", ""))
	return headingText(dialect().Parser().Parse(text.NewReader(src)), src)
}

// headingIDs are the ids that the headings of one page have so far, and how often each was
// asked for.
type headingIDs map[string]int

// take gives a heading without an id of its own the one that GitHub would: its text in lower
// case, spaces to hyphens, punctuation dropped, letters of every script kept, and a number
// where an id is taken.
func (used headingIDs) take(own, text string) string {
	if own != "" {
		used[own]++
		return own
	}
	id := slug(text)
	if id == "" {
		id = "section"
	}
	unique := id
	for n := used[id]; used[unique] > 0; n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	used[id]++
	if unique != id {
		used[unique]++
	}
	return unique
}

// nameHeadings gives each heading its id.
func nameHeadings(tree ast.Node, src []byte) {
	ids := headingIDs{}
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() != ast.KindHeading || !entering {
			return ast.WalkContinue, nil
		}
		own := ""
		if id, ok := n.AttributeString("id"); ok {
			own = fmt.Sprintf("%s", id)
		}
		n.SetAttributeString("id", []byte(ids.take(own, headingText(n, src))))
		return ast.WalkSkipChildren, nil
	})
}

// headingText is the text of a heading without its markup.
func headingText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(src))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func slug(s string) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) ||
			r == '_' || r == '-':
			b.WriteRune(unicode.ToLower(r))
		case r == ' ' || r == '\t':
			b.WriteByte('-')
		}
	}
	return b.String()
}

// plain takes out what a site generator would have expanded: shortcodes, the fences of
// containers, and the imports of MDX. Code is left alone.
func plain(name string, body []byte) []byte {
	mdx := strings.EqualFold(path.Ext(name), ".mdx")
	var out bytes.Buffer
	fence := ""
	for line := range bytes.Lines(body) {
		text := strings.TrimSpace(string(line))
		switch {
		case fence != "":
			if strings.HasPrefix(text, fence) && strings.Trim(text, fence[:1]) == "" {
				fence = ""
			}
		case strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~"):
			fence = text[:len(text)-len(strings.TrimLeft(text, text[:1]))]
		case strings.HasPrefix(text, ":::"),
			mdx && (strings.HasPrefix(text, "import ") || strings.HasPrefix(text, "export ")):
			line = []byte("\n")
		case !strings.Contains(text, "`"):
			line = withoutTags(line)
		}
		out.Write(line)
	}
	return out.Bytes()
}

// withoutTags takes {{< … >}}, {{% … %}} and {% … %} out of a line.
func withoutTags(line []byte) []byte {
	for _, tag := range [][2]string{{"{{<", ">}}"}, {"{{%", "%}}"}, {"{%", "%}"}} {
		for {
			start := bytes.Index(line, []byte(tag[0]))
			if start < 0 {
				break
			}
			size := bytes.Index(line[start:], []byte(tag[1]))
			if size < 0 {
				break
			}
			rest := line[start+size+len(tag[1]):]
			line = append(append([]byte{}, line[:start]...), rest...)
		}
	}
	return line
}

// langOfName reads the language from a file's name: "intro.zh-cn.md", or a first folder
// that is one of the languages below. Others that are also words (it, no, is) are not
// guessed from folders.
func langOfName(name string) string {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if ext := path.Ext(stem); len(ext) > 1 && folderLangs[primary(ext[1:])] {
		return ext[1:]
	}
	dir, _, ok := strings.Cut(name, "/")
	if ok && folderLangs[primary(dir)] {
		return dir
	}
	return ""
}

var folderLangs = map[string]bool{"zh": true, "en": true, "ja": true, "ko": true, "de": true,
	"fr": true, "es": true, "ru": true, "pt": true, "sv": true, "nb": true, "hu": true}

func primary(tag string) string {
	tag, _, _ = strings.Cut(Lang(tag), "-")
	return tag
}

// validUTF8 replaces what JSON may smuggle in: unpaired surrogates.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
