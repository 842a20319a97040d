package site

import (
	"slices"
	"strings"
)

// endedBy holds the elements whose end tag HTML lets an author leave out, and the start
// tags that then end them. All of them end with their parent, too. (HTML standard,
// 13.1.2.4 "Optional tags"; of a caption and a colgroup, white space is let pass.)
var endedBy = map[string][]string{
	"html": nil, "head": {"body"}, "body": nil,
	"li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "rt": {"rt", "rp"}, "rp": {"rt", "rp"},
	"p": {"address", "article", "aside", "blockquote", "details", "dialog", "div", "dl",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
		"header", "hgroup", "hr", "main", "menu", "nav", "ol", "p", "pre", "search", "section",
		"table", "ul"},
	"option": {"option", "optgroup", "hr"}, "optgroup": {"optgroup", "hr"},
	"caption":  {"colgroup", "thead", "tbody", "tfoot", "tr"},
	"colgroup": {"thead", "tbody", "tfoot", "tr"},
	"thead":    {"tbody", "tfoot"}, "tbody": {"tbody", "tfoot"}, "tfoot": {"tbody"},
	"tr": {"tr", "tbody", "tfoot"}, "td": {"td", "th"}, "th": {"td", "th"},
}

// unopened may have an end tag although their start tag was left out.
var unopened = []string{"html", "head", "body", "colgroup", "tbody"}

// paragraphsClose are the parents in which a paragraph must end before they do.
var paragraphsClose = []string{"a", "audio", "del", "ins", "map", "noscript", "video"}

// voidElements have no content and no end tag.
var voidElements = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true,
	"img": true, "input": true, "link": true, "meta": true, "source": true, "track": true,
	"wbr": true,
}

// nest is the elements that are open at some place of a page, outermost first.
type nest struct {
	open  []string
	count map[string]int // how often each is open
	cut   string         // the start tag that ended the last paragraph; "": its own end tag did
}

// start opens an element, once it has ended what its start tag ends unsaid. It says what
// is wrong with its place, "" if nothing.
func (n *nest) start(name string) (wrong string) {
	n.imply(name)
	switch {
	case n.count["p"] > 0 && slices.Contains(endedBy["p"], name):
		wrong = "<" + name + "> inside <p>"
	case n.count[name] > 0 && slices.Contains([]string{"a", "form", "main"}, name):
		wrong = "<" + name + "> inside <" + name + ">"
	}
	if !voidElements[name] {
		if n.count == nil {
			n.count = map[string]int{}
		}
		n.open = append(n.open, name)
		n.count[name]++
	}
	return wrong
}

// imply closes what a start tag ends unsaid, with all that may end inside it. On a page that
// is right, no kind of these elements is open twice in a row, which bounds the way up.
func (n *nest) imply(name string) {
	for i := len(n.open) - 1; i >= max(0, len(n.open)-len(endedBy)); i-- {
		ends, mayEnd := endedBy[n.open[i]]
		if !mayEnd {
			return
		}
		if slices.Contains(ends, name) {
			if n.open[i] == "p" {
				n.cut = name
			}
			n.cutAt(i)
		}
	}
}

// cutAt closes the elements from the i-th on.
func (n *nest) cutAt(i int) (closed []string) {
	closed = slices.Clone(n.open[i:])
	for _, name := range closed {
		n.count[name]--
	}
	n.open = n.open[:i]
	return closed
}

// end closes an element and all that is open in it. It says what is wrong with that.
func (n *nest) end(name string) (wrong string) {
	if n.count[name] == 0 {
		return n.endsNothing(name)
	}
	at := len(n.open) - 1
	for n.open[at] != name {
		at--
	}
	inside := n.cutAt(at)[1:]
	if name == "p" {
		n.cut = ""
	}
	if left := unclosed(inside); len(left) > 0 {
		return "</" + name + "> while open are: " + listed(left)
	}
	custom := strings.Contains(name, "-")
	if len(inside) > 0 && inside[0] == "p" && (custom || slices.Contains(paragraphsClose, name)) {
		return "<" + name + "> ends before the <p> in it"
	}
	return ""
}

func (n *nest) endsNothing(name string) string {
	if slices.Contains(unopened, name) {
		return ""
	}
	wrong := "</" + name + "> closes nothing"
	switch {
	case name == "p" && n.cut != "":
		return wrong + "; the paragraph before it ended at <" + n.cut + ">"
	case len(n.open) > 0:
		return wrong + "; open are: " + listed(n.open)
	}
	return wrong
}

// listed names the innermost elements.
func listed(open []string) string {
	const most = 8
	if len(open) > most {
		return "… " + strings.Join(open[len(open)-most:], " ")
	}
	return strings.Join(open, " ")
}

// unclosed are those of the open elements that need an end tag.
func unclosed(open []string) []string {
	return slices.DeleteFunc(slices.Clone(open), func(name string) bool {
		_, mayEnd := endedBy[name]
		return mayEnd
	})
}
