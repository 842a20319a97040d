package ingest

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/pageside/pageside/engine/doc"
)

// site is what one look over a whole page found, before its text is read.
type site struct {
	lang      string
	title     string // <title>
	metaTitle string // data-pageside-meta="title"
	redirect  string
	noindex   bool
	hasH1     bool
	body      *html.Node
	marked    []*html.Node // outermost data-pageside-body
	mains     []*html.Node // outermost <main>
	articles  []*html.Node // outermost <article>
	headings  map[string]*html.Node
	ids       map[string]bool
	twice     []string // ids used again
	labels    []doc.Label
}

// survey looks over the page once.
func survey(root *html.Node) *site {
	s := &site{headings: map[string]*html.Node{}, ids: map[string]bool{}}
	s.look(root, inside{})
	return s
}

// inside says which kinds of content element are above.
type inside struct{ marked, main, article, drawing, ignored bool }

func (s *site) look(n *html.Node, in inside) {
	if n.Type == html.ElementNode {
		s.element(n, &in)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.look(c, in)
	}
}

func (s *site) element(n *html.Node, in *inside) {
	switch n.DataAtom {
	case atom.Html:
		s.lang = value(n, "lang")
	case atom.Body:
		s.body = n
	case atom.Title:
		if s.title == "" && !in.drawing {
			s.title = oneLine(n)
		}
	case atom.Meta:
		s.meta(n)
	case atom.H1:
		s.hasH1 = true
	}
	in.drawing = in.drawing || n.Namespace != "" || n.DataAtom == atom.Template
	if id := value(n, "id"); id != "" && !in.drawing {
		s.identify(n, id)
	}
	if v, ok := mark(n, "ignore"); ok && v == "all" {
		in.ignored = true
	}
	if !in.ignored {
		s.marks(n)
	}
	if _, ok := mark(n, "body"); ok && !in.marked {
		s.marked, in.marked = append(s.marked, n), true
	}
	if (n.DataAtom == atom.Main || value(n, "role") == "main") && !in.main {
		s.mains, in.main = append(s.mains, n), true
	}
	if n.DataAtom == atom.Article && !in.article {
		s.articles, in.article = append(s.articles, n), true
	}
}

func (s *site) identify(n *html.Node, id string) {
	if s.ids[id] {
		s.twice = append(s.twice, id)
		return
	}
	s.ids[id] = true
	if headingLevel(n) > 0 {
		s.headings[id] = n
	}
}

// meta reads what a <meta> says about the whole page.
func (s *site) meta(n *html.Node) {
	content := value(n, "content")
	name := strings.ToLower(value(n, "name"))
	if name == "" {
		name = strings.ToLower(value(n, "property"))
	}
	switch name {
	case "robots", "pageside", "pagefind":
		for _, word := range strings.Split(strings.ToLower(content), ",") {
			word = strings.TrimSpace(word)
			s.noindex = s.noindex || word == "noindex" || word == "none"
		}
	case "article:tag":
		s.label("tag", content)
	case "article:section":
		s.label("section", content)
	case "article:published_time", "date", "dc.date", "dcterms.date":
		if date := isoDate(content); date != "" {
			s.label("date", date)
		}
	}
	if strings.EqualFold(value(n, "http-equiv"), "refresh") {
		_, target, ok := cutFold(content, "url=")
		if ok {
			s.redirect = strings.Trim(strings.TrimSpace(target), `'"`)
		}
	}
}

// RedirectOf is where a page of HTML sends its readers at once, by the same reading that leaves it
// out of an index; "" if it has something to say itself.
func RedirectOf(src []byte) string {
	src, ok := toUTF8(src)
	if !ok || unclosed(src).swallows {
		return ""
	}
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		return ""
	}
	return survey(root).redirect
}

// cutFold is strings.Cut without regard to the case of ASCII letters.
func cutFold(s, sep string) (before, after string, found bool) {
	i := strings.Index(strings.ToLower(s), sep)
	if i < 0 || len(strings.ToLower(s)) != len(s) {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// isoDate is the day that a date or time in ISO 8601 begins with.
func isoDate(s string) string {
	const form = "0000-00-00"
	if len(s) < len(form) {
		return ""
	}
	for i := range form {
		if digit := s[i] >= '0' && s[i] <= '9'; digit != (form[i] == '0') ||
			!digit && s[i] != '-' {
			return ""
		}
	}
	return s[:len(form)]
}

// marks reads the labels and the title that an element declares by attribute. One
// attribute may declare several, separated by commas; each is a key alone (the value is
// the element's text), key[attribute], or key:value, whose value runs to the end.
func (s *site) marks(n *html.Node) {
	if v, ok := mark(n, "filter"); ok {
		eachMark(n, v, s.label)
	}
	if v, ok := mark(n, "meta"); ok {
		eachMark(n, v, func(key, val string) {
			switch {
			case key == "title" && s.metaTitle == "":
				s.metaTitle = val
			case key == "date" && isoDate(val) != "":
				s.label("date", isoDate(val))
			}
		})
	}
}

func eachMark(n *html.Node, spec string, found func(key, val string)) {
	for spec != "" {
		item, rest, _ := strings.Cut(spec, ",")
		if strings.Contains(item, ":") {
			item, rest = spec, ""
		}
		spec = rest
		key, val, inline := strings.Cut(strings.TrimSpace(item), ":")
		name, isAttr := "", false
		if k, a, ok := strings.Cut(key, "["); ok && !inline {
			key, name, isAttr = k, strings.TrimSuffix(strings.TrimSpace(a), "]"), true
		}
		switch {
		case isAttr:
			val = value(n, name)
		case !inline:
			val = oneLine(n)
		}
		found(strings.TrimSpace(key), strings.TrimSpace(val))
	}
}

// label adds a label that is not there yet, within the limits.
func (s *site) label(key, val string) { s.labels = addLabel(s.labels, key, val) }

func addLabel(labels []doc.Label, key, val string) []doc.Label {
	l := doc.Label{Key: key, Value: strings.Join(strings.Fields(val), " ")}
	if l.Key == "" || l.Value == "" || len(l.Value) > maxLabelBytes || len(labels) == maxLabels {
		return labels
	}
	for _, have := range labels {
		if have == l {
			return labels
		}
	}
	return append(labels, l)
}

// headingLevel is 1 to 6 for h1 to h6, else 0.
func headingLevel(n *html.Node) int {
	switch n.DataAtom {
	case atom.H1:
		return 1
	case atom.H2:
		return 2
	case atom.H3:
		return 3
	case atom.H4:
		return 4
	case atom.H5:
		return 5
	case atom.H6:
		return 6
	}
	return 0
}

// fragment is the decoded part of an address after "#".
func fragment(href string) string {
	_, f, _ := strings.Cut(href, "#")
	if plain, err := url.PathUnescape(f); err == nil {
		return plain
	}
	return f
}
