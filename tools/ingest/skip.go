package ingest

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Elements that hold no text of the page, wherever they stand. The readings of ruby are text,
// but they stand over the word: in <ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby> it is 東京.
var neverText = atoms("script style template form noscript svg iframe object embed canvas " +
	"audio video map head datalist select textarea dialog title annotation annotation-xml " +
	"rt rtc rp")

// isReading tells the readings of ruby, and the parentheses for who cannot show them.
func isReading(n *html.Node) bool {
	return n.DataAtom == atom.Rt || n.DataAtom == atom.Rtc || n.DataAtom == atom.Rp
}

// textOf is the text of a text node. White space between the words of ruby and their readings
// only sets the source, as a line end does.
func textOf(n *html.Node) string {
	if up := n.Parent; up != nil && (up.DataAtom == atom.Ruby || up.DataAtom == atom.Rb) {
		return strings.ReplaceAll(n.Data, " ", "\n")
	}
	return n.Data
}

// Elements that stand on lines of their own.
var blocks = atoms("address article aside blockquote body caption center dd details dialog " +
	"dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header " +
	"hgroup hr html legend li main menu nav ol optgroup option p pre search section summary " +
	"table tbody td tfoot th thead tr ul")

func isBlock(n *html.Node) bool { return blocks[n.DataAtom] }

// skip tells whether an element and all under it is not part of the page's own text.
func (r *reader) skip(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if _, ignored := mark(n, "ignore"); ignored || neverText[n.DataAtom] || n.Namespace == "svg" {
		return true
	}
	role := value(n, "role")
	if (isHidden(n) || value(n, "aria-hidden") == "true") && role != "tabpanel" {
		return true
	}
	switch role {
	case "navigation", "search", "doc-toc", "menu", "menubar", "dialog",
		"tablist", "doc-noteref", "doc-backlink":
		return true
	case "banner", "contentinfo", "complementary":
		return r.bodyOnly
	}
	return r.skipPart(n)
}

// isHidden tells whether the page does not show an element, unless a reader finds it.
func isHidden(n *html.Node) bool {
	v, ok := attr(n, "hidden")
	return ok && v != "until-found"
}

// skipPart decides about the elements whose meaning depends on where they stand.
func (r *reader) skipPart(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Nav:
		return true
	case atom.Header:
		return r.bodyOnly && !inArticle(n)
	case atom.Footer:
		return n.Parent == nil || n.Parent.DataAtom != atom.Blockquote
	case atom.Aside:
		return r.bodyOnly || onlyLinks(n)
	case atom.Button:
		return n.Parent == nil || headingLevel(n.Parent) == 0 || textBeside(n.Parent, n)
	case atom.Ul, atom.Ol:
		return isContents(n)
	case atom.A:
		return r.isPermalink(n)
	case atom.Span:
		return hasClass(n, "ln", "lnt", "lineno", "linenos", "linenumber", "line-number") ||
			hasClass(n, "lang") && isCodeLabel(n)
	}
	return false
}

func inArticle(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.DataAtom == atom.Article {
			return true
		}
	}
	return false
}

// onlyLinks tells an aside that lists links from one that says something.
func onlyLinks(n *html.Node) bool {
	return find(n, atom.A) != nil && !hasProse(n)
}

// hasProse looks for text that is neither in a link nor in a heading.
func hasProse(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) != ""
	}
	if n.DataAtom == atom.A || headingLevel(n) > 0 || neverText[n.DataAtom] {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if hasProse(c) {
			return true
		}
	}
	return false
}

// minContents is how many links to its own page a list needs to be a table of contents.
const minContents = 3

// isContents tells a list that only repeats the headings of its page, as links to them.
func isContents(list *html.Node) bool {
	links := 0
	return onlySelfLinks(list, &links) && links >= minContents
}

func onlySelfLinks(n *html.Node, links *int) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) == ""
	}
	if n.DataAtom == atom.A {
		*links++
		return strings.HasPrefix(value(n, "href"), "#")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !onlySelfLinks(c, links) {
			return false
		}
	}
	return true
}

// isPermalink tells a link that stands beside a heading and leads to that heading.
func (r *reader) isPermalink(a *html.Node) bool {
	target := r.site.headings[fragment(value(a, "href"))]
	return target != nil && (nextElement(a) == target || prevElement(a) == target)
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; {
		n = n.NextSibling
	}
	return n
}

func prevElement(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; {
		n = n.PrevSibling
	}
	return n
}

// isSelfLink tells a link inside heading h that leads to h itself, such as "#" or "¶".
// A heading whose whole text is such a link keeps it.
func isSelfLink(h, a *html.Node, anchor string) bool {
	if h == nil || a.DataAtom != atom.A {
		return false
	}
	target := fragment(value(a, "href"))
	sign := target != "" && strings.Trim(oneLine(a), "#¶§🔗 ") == ""
	return (sign || anchor != "" && target == anchor) && textBeside(h, a)
}

// textBeside tells whether h holds text outside a.
func textBeside(h, a *html.Node) bool {
	if h == a {
		return false
	}
	if h.Type == html.TextNode && strings.TrimSpace(h.Data) != "" {
		return true
	}
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if textBeside(c, a) {
			return true
		}
	}
	return false
}

// isCodeLabel tells the name of a language that stands over a code block.
func isCodeLabel(n *html.Node) bool {
	next := nextElement(n)
	return next != nil && next.DataAtom == atom.Pre
}

// anchorOf is the id that a link to heading h must name: its own, that of an element
// inside it, of the section it opens, or of an empty element right before it.
func anchorOf(h *html.Node) string {
	if id := idOf(h); id != "" {
		return id
	}
	if id := idBelow(h); id != "" {
		return id
	}
	before := prevElement(h)
	if up := h.Parent; before == nil && up != nil &&
		(up.DataAtom == atom.Section || hasClass(up, "section")) {
		return idOf(up)
	}
	if before != nil && (before.DataAtom == atom.A || before.DataAtom == atom.Span) &&
		oneLine(before) == "" {
		return idOf(before)
	}
	return ""
}

// idOf is the id of an element, or the name that old pages use for one.
func idOf(n *html.Node) string {
	if id := value(n, "id"); id != "" || n.DataAtom != atom.A {
		return id
	}
	return value(n, "name")
}

func idBelow(n *html.Node) string {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || c.Namespace != "" {
			continue
		}
		if id := idOf(c); id != "" {
			return id
		}
		if id := idBelow(c); id != "" {
			return id
		}
	}
	return ""
}
