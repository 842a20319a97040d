package ingest

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/pageside/pageside/engine/doc"
)

// reader reads the text of a page into a writer.
type reader struct {
	site      *site
	w         writer
	titleNode *html.Node // the h1 that became the title
	bodyOnly  bool       // no content element: header and aside are not content
}

// place is what holds for a node because of the elements above it.
type place struct {
	lang string
	item bool // inside a list item
	pre  bool // inside <pre>: white space counts
}

// roots chooses the elements that hold the page's content.
func (r *reader) roots() []*html.Node {
	s := r.site
	switch {
	case len(s.marked) > 0:
		return s.marked
	case len(s.mains) > 0:
		if a := r.onlyArticle(s.mains); a != nil {
			return []*html.Node{a}
		}
		return s.mains
	case len(s.articles) == 1 && r.weigh(s.articles[0]) > 0:
		return s.articles
	case s.body == nil:
		return nil
	}
	r.bodyOnly = true
	return []*html.Node{s.body}
}

// onlyArticle is the one article inside the main elements, if it is what they are there
// for: it holds the first h1, or at least half of the text. Around it stand links to
// other pages and the like.
func (r *reader) onlyArticle(mains []*html.Node) *html.Node {
	if len(r.site.articles) != 1 {
		return nil
	}
	article, total := r.site.articles[0], 0
	within := false
	for _, m := range mains {
		total += r.weigh(m)
		within = within || contains(m, article)
	}
	own := r.weigh(article)
	if !within || own == 0 {
		return nil
	}
	if h1 := r.findH1(article); h1 != nil && h1 == r.findH1(mains[0]) || own*2 >= total {
		return article
	}
	return nil
}

func contains(above, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == above {
			return true
		}
	}
	return false
}

func find(n *html.Node, a atom.Atom) *html.Node {
	if n.DataAtom == a && n.Type == html.ElementNode {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if got := find(c, a); got != nil {
			return got
		}
	}
	return nil
}

// firstH1 is the page's title in its content. An article's title often stands beside it
// in the main element.
func (r *reader) firstH1(roots []*html.Node) *html.Node {
	if len(r.site.marked) == 0 {
		roots = append(roots[:len(roots):len(roots)], r.site.mains...)
	}
	for _, n := range roots {
		if h1 := r.findH1(n); h1 != nil {
			return h1
		}
	}
	return nil
}

func (r *reader) findH1(n *html.Node) *html.Node {
	if r.skip(n) {
		return nil
	}
	if n.Type == html.ElementNode && n.DataAtom == atom.H1 && r.flat(n) != "" {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if h1 := r.findH1(c); h1 != nil {
			return h1
		}
	}
	return nil
}

// weigh counts the bytes of text under n, white space apart.
func (r *reader) weigh(n *html.Node) int {
	if n.Type == html.TextNode {
		return len(strings.Join(strings.Fields(n.Data), ""))
	}
	sum := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !r.skip(c) {
			sum += r.weigh(c)
		}
	}
	return sum
}

// walk reads n and what is under it.
func (r *reader) walk(n *html.Node, at place) {
	switch n.Type {
	case html.TextNode:
		r.readText(n, at)
		return
	case html.ElementNode:
		if r.skip(n) || n == r.titleNode {
			return
		}
	case html.DocumentNode:
	default:
		return
	}
	if v, ok := attr(n, "lang"); ok {
		at.lang = Lang(v)
	}
	if level := headingLevel(n); level > 0 && !at.pre {
		r.heading(n, level, at)
		return
	}
	switch {
	case n.DataAtom == atom.Br && at.pre:
		r.w.verbatim("\n", at.lang)
	case n.DataAtom == atom.Br:
		r.w.breakLine()
	case at.pre && isBlock(n):
		r.w.breakLine()
		r.children(n, at)
		r.w.breakLine()
	case n.DataAtom == atom.Pre:
		r.pre(n, at)
	case n.DataAtom == atom.Table && isData(n):
		r.table(n, at)
	case isBlock(n):
		r.block(n, at)
	default:
		r.children(n, at)
	}
}

func (r *reader) readText(n *html.Node, at place) {
	if at.pre {
		r.w.verbatim(n.Data, at.lang)
		return
	}
	r.w.loose = doc.Paragraph
	if at.item {
		r.w.loose = doc.Item
	}
	r.w.write(textOf(n), at.lang)
}

func (r *reader) children(n *html.Node, at place) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c, at)
	}
}

// block reads an element that stands on lines of its own.
func (r *reader) block(n *html.Node, at place) {
	switch n.DataAtom {
	case atom.Li, atom.Dt, atom.Dd:
		at.item = true
	case atom.Blockquote, atom.Table:
		at.item = false
	}
	r.w.end()
	r.children(n, at)
	r.w.end()
}

// heading reads a heading as one line, without the link to itself.
func (r *reader) heading(n *html.Node, level int, at place) {
	anchor := anchorOf(n)
	r.w.begin(doc.Block{Kind: doc.Heading, Level: level, Anchor: anchor})
	r.w.write(r.flat(n), at.lang)
	r.w.end()
}

// pre reads preformatted text. A gutter of line numbers beside the code is not text.
func (r *reader) pre(n *html.Node, at place) {
	if isGutter(n) {
		return
	}
	at.pre = true
	r.w.begin(doc.Block{Kind: doc.Code})
	r.children(n, at)
	r.w.end()
}

// isGutter tells a <pre> that holds the line numbers of another one, in a cell beside it.
func isGutter(n *html.Node) bool {
	inCell := false
	for p := n.Parent; p != nil; p = p.Parent {
		inCell = inCell || p.DataAtom == atom.Td
	}
	return inCell && strings.Trim(oneLine(n), "0123456789 ") == ""
}

// table reads a table of data, one row a line: "Name · Size;".
func (r *reader) table(n *html.Node, at place) {
	if c := find(n, atom.Caption); c != nil {
		r.w.begin(doc.Block{Kind: doc.Paragraph})
		r.w.write(r.flat(c), langAt(c, at.lang))
	}
	r.w.begin(doc.Block{Kind: doc.Table})
	r.rows(n, at)
	r.w.end()
}

func (r *reader) rows(n *html.Node, at place) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			r.row(c, at)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			r.rows(c, at)
		}
	}
}

func (r *reader) row(tr *html.Node, at place) {
	var cells []string
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			cells = append(cells, r.flat(c))
		}
	}
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	if len(cells) > 0 {
		r.w.endRow()
		r.w.write(strings.Join(cells, " · "), langAt(tr, at.lang))
	}
}

// isData tells a table of data from one that lays out code or a whole page.
func isData(table *html.Node) bool {
	if role := value(table, "role"); role == "presentation" || role == "none" {
		return false
	}
	for c := table.FirstChild; c != nil; c = c.NextSibling {
		if holdsLayout(c) {
			return false
		}
	}
	return true
}

func holdsLayout(n *html.Node) bool {
	if n.DataAtom == atom.Pre || n.DataAtom == atom.Table || headingLevel(n) > 0 {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if holdsLayout(c) {
			return true
		}
	}
	return false
}

// flat is the text under n on one line.
func (r *reader) flat(n *html.Node) string {
	one := reader{site: r.site, bodyOnly: r.bodyOnly}
	if headingLevel(n) > 0 {
		one.line(n, n, anchorOf(n))
	} else {
		one.line(n, nil, "")
	}
	one.w.end()
	return string(one.w.text)
}

// line reads n into a single block. Inside heading h, links to h itself are left out.
func (r *reader) line(n, h *html.Node, anchor string) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			r.w.write(textOf(c), "")
		case c.Type != html.ElementNode || r.skip(c) || isSelfLink(h, c, anchor):
		case c.DataAtom == atom.Br || isBlock(c):
			r.w.write(" ", "")
			r.line(c, h, anchor)
			r.w.write(" ", "")
		default:
			r.line(c, h, anchor)
		}
	}
}

// oneLine is the whole text under n on one line; only readings of ruby are left out.
func oneLine(n *html.Node) string {
	var b strings.Builder
	var add func(*html.Node)
	add = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(textOf(n))
		}
		if isReading(n) {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			add(c)
		}
	}
	add(n)
	var w writer
	w.write(b.String(), "")
	w.end()
	return string(w.text)
}
