package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"github.com/pageside/pageside/engine/doc"
)

// readHTML reads a whole page.
func readHTML(p *page, src []byte, opt Options) {
	src, ok := toUTF8(src)
	if !ok {
		p.leave(Encoding, "is not UTF-8, and declares no charset that it follows",
			"save it as UTF-8")
		return
	}
	open := unclosed(src)
	if open.swallows {
		p.leave(Unclosed, open.text, "close it, or build the page again")
		p.problems[len(p.problems)-1].Line = open.line
		return
	}
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		p.leave(Unreadable, strings.TrimPrefix(err.Error(), "html: "),
			"nest fewer elements, or split the page")
		return
	}
	if open.text != "" {
		p.note(Unclosed, open.text, "if the file was cut short, build the page again")
		p.problems[len(p.problems)-1].Line = open.line
	}
	s := survey(root)
	p.marked, p.titleTag = len(s.marked) > 0, s.title
	readSurveyed(p, s, opt)
}

// toUTF8 is the page as UTF-8: as it is, or decoded from the charset it declares.
func toUTF8(src []byte) ([]byte, bool) {
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	if utf8.Valid(src) {
		return src, true
	}
	enc, name, sure := charset.DetermineEncoding(src, "text/html")
	if !sure && name == "windows-1252" || name == "utf-8" {
		return nil, false
	}
	out, err := enc.NewDecoder().Bytes(src)
	if err != nil || bytes.ContainsRune(out, utf8.RuneError) {
		return nil, false
	}
	return out, true
}

// readSurveyed makes the document, once it is known what is where in the page.
func readSurveyed(p *page, s *site, opt Options) {
	switch {
	case s.redirect != "":
		p.leave(Redirect, "redirects to "+s.redirect, "")
		return
	case s.noindex:
		p.leave(NoIndex, "asks not to be indexed", "")
		return
	case p.doc.ID == "404.html" || p.doc.ID == "404/index.html":
		p.leave(ErrorPage, "is the page for addresses that do not exist", "")
		return
	}
	lang := pageLang(p, s, opt)
	p.doc.Lang = lang
	if len(s.twice) > 0 {
		p.note(DuplicateID, "id used more than once: "+strings.Join(first(s.twice, 3), ", "),
			"links to it reach the first element only")
	}
	if !s.hasH1 && (p.html || s.metaTitle == "") {
		p.note(NoHeading, "has no h1", "give the page one, it is what readers look for")
	}
	r := reader{site: s}
	roots := r.roots()
	p.doc.Title = r.title(roots)
	p.titled = p.doc.Title != ""
	for _, n := range roots {
		r.walk(n, place{lang: langAt(n, lang)})
	}
	r.w.end()
	p.doc.Text, p.doc.Blocks = string(r.w.text), r.w.blocks
	p.doc.Labels = s.labels
	ownLang(&p.doc)
	if p.doc.Text == "" && p.doc.Title == "" {
		p.leave(NoText, "has no text outside navigation and scripts",
			"if a script draws the page, render it at build time")
	}
}

// pageLang is the language of the page as a whole.
func pageLang(p *page, s *site, opt Options) string {
	if lang := Lang(s.lang); lang != "" {
		return lang
	}
	if s.lang != "" {
		p.note(NoLang, badLang("its lang", s.lang), goodLang)
	} else if p.html {
		p.note(NoLang, "<html> has no lang attribute", `add one, such as <html lang="zh">, `+
			"or name the language of all such pages with --lang")
	} else if opt.Lang == "" {
		p.note(NoLang, "nothing says its language", "put lang into the front matter, "+
			"or name the language of all such pages with --lang")
	}
	return Lang(opt.Lang)
}

// title is what the author declared as the title, else the first h1, which then is not
// part of the text.
func (r *reader) title(roots []*html.Node) string {
	h1 := r.firstH1(roots)
	if h1 == nil {
		return r.site.metaTitle
	}
	words := r.flat(h1)
	if r.site.metaTitle == "" || r.site.metaTitle == words {
		r.titleNode = h1
		return words
	}
	return r.site.metaTitle
}

// ownLang empties the language of the blocks that share the document's.
func ownLang(d *doc.Document) {
	for i := range d.Blocks {
		if d.Blocks[i].Lang == d.Lang {
			d.Blocks[i].Lang = ""
		}
	}
}

func first(list []string, n int) []string { return list[:min(n, len(list))] }

// leftOpen is an element, a comment or a tag that the page never closes.
type leftOpen struct {
	text     string // what it is; "" for a page that closes everything
	line     int
	swallows bool // what follows is not content any more but code or comment
}

// optionalEnd are the elements whose end tag HTML lets an author, or a minifier, omit.
var optionalEnd = atoms("html head body li dt dd p rt rp optgroup option colgroup caption " +
	"thead tbody tfoot tr td th " +
	"area base br col embed hr img input link meta param source track wbr")

// unclosed finds the outermost element that never closes. Every browser copes, and so do
// we, but it mostly means that a file was cut short.
func unclosed(src []byte) leftOpen {
	var open openTags
	line := 1
	z := html.NewTokenizer(bytes.NewReader(src))
	for {
		kind, at := z.Next(), line
		raw := z.Raw()
		line += bytes.Count(raw, []byte("\n"))
		switch kind {
		case html.ErrorToken:
			if len(bytes.TrimSpace(raw)) > 0 {
				return leftOpen{"the page ends inside a tag", at, false}
			}
			return open.left()
		case html.CommentToken:
			if !closedComment(raw) {
				return leftOpen{"a comment never closes", at, true}
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if a := atom.Lookup(name); a != 0 && !optionalEnd[a] {
				open.start(a, at)
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			open.end(atom.Lookup(name))
		}
	}
}

// openTags are the start tags that have no end tag yet, outermost first.
type openTags struct {
	tags  []openTag
	count map[atom.Atom]int // so that end tags of nothing cost nothing
}

type openTag struct {
	name atom.Atom
	line int
}

func (o *openTags) start(name atom.Atom, line int) {
	if o.count == nil {
		o.count = map[atom.Atom]int{}
	}
	o.tags = append(o.tags, openTag{name, line})
	o.count[name]++
}

// end closes an element with all that is open in it.
func (o *openTags) end(name atom.Atom) {
	for o.count[name] > 0 {
		last := o.tags[len(o.tags)-1]
		o.tags = o.tags[:len(o.tags)-1]
		o.count[last.name]--
		if last.name == name {
			return
		}
	}
}

// swallowing are the elements whose content is no markup, to the end of the page if need be.
var swallowing = atoms("script style title textarea template")

// left is what never closed: the innermost if it swallows the rest, else the outermost.
func (o *openTags) left() leftOpen {
	if len(o.tags) == 0 {
		return leftOpen{}
	}
	tag := o.tags[len(o.tags)-1]
	swallows := swallowing[tag.name]
	if !swallows {
		tag = o.tags[0]
	}
	return leftOpen{fmt.Sprintf("<%s> never closes", tag.name), tag.line, swallows}
}

// closedComment tells whether a comment ends as one; "<!-->" is a whole one.
func closedComment(raw []byte) bool {
	return !bytes.HasPrefix(raw, []byte("<!--")) || bytes.HasSuffix(raw, []byte("-->")) ||
		bytes.HasSuffix(raw, []byte("--!>"))
}

func atoms(names string) map[atom.Atom]bool {
	set := map[atom.Atom]bool{}
	for _, n := range strings.Fields(names) {
		set[atom.Lookup([]byte(n))] = true
	}
	return set
}

func attr(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

func value(n *html.Node, key string) string {
	v, _ := attr(n, key)
	return strings.TrimSpace(v)
}

// mark reads data-pageside-NAME, or data-pagefind-NAME where that is absent.
func mark(n *html.Node, name string) (string, bool) {
	if v, ok := attr(n, "data-pageside-"+name); ok {
		return v, true
	}
	return attr(n, "data-pagefind-"+name)
}

func hasClass(n *html.Node, names ...string) bool {
	for _, c := range strings.Fields(value(n, "class")) {
		if slices.Contains(names, c) {
			return true
		}
	}
	return false
}

// langAt is the language that holds for n itself: its own lang, or that of the nearest
// element above that has one, or the page's.
func langAt(n *html.Node, page string) string {
	for ; n != nil; n = n.Parent {
		if v, ok := attr(n, "lang"); ok && n.DataAtom != atom.Html {
			return Lang(v)
		}
	}
	return page
}
