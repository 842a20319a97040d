package site

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// ref is one reference of a page to something.
type ref struct {
	link string
	line int
	kind string // "link" for what a reader follows, "asset" for what the browser fetches
}

// scan is what one page says: its ids, its references, and what is wrong with it.
type scan struct {
	name     string
	strict   bool
	ids      map[string]bool
	refs     []ref
	problems []Problem

	line  int
	open  []string // names of the elements that are open
	h1    int
	lang  bool
	level int  // of the last heading
	seen  bool // the doctype
}

// scanPage reads a page token by token; it never builds a tree, so a page that never closes
// its tags costs no more than any other.
func scanPage(name string, data []byte, strict bool) *scan {
	s := &scan{name: name, strict: strict, ids: map[string]bool{}, line: 1}
	z := html.NewTokenizer(bytes.NewReader(data))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := bytes.Count(z.Raw(), []byte("\n"))
		token := z.Token()
		switch kind {
		case html.DoctypeToken:
			s.seen = true
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(token)
		case html.EndTagToken:
			s.end(token.Data)
		}
		s.line += raw
	}
	s.finish()
	return s
}

func (s *scan) fail(kind, format string, args ...any) {
	s.problems = append(s.problems, Problem{s.name, s.line, kind, fmt.Sprintf(format, args...)})
}

// refAttrs are the attributes that refer to something, by element.
var refAttrs = map[string]map[string]string{
	"a":      {"href": "link"},
	"area":   {"href": "link"},
	"link":   {"href": "asset"},
	"script": {"src": "asset"},
	"img":    {"src": "asset"},
	"source": {"src": "asset"},
	"video":  {"src": "asset", "poster": "asset"},
	"audio":  {"src": "asset"},
	"iframe": {"src": "asset"},
	"form":   {"action": "link"},
}

func (s *scan) start(t html.Token) {
	attrs := map[string]string{}
	for _, a := range t.Attr {
		attrs[a.Key] = a.Val
		if kind := refAttrs[t.Data][a.Key]; kind != "" {
			s.refs = append(s.refs, ref{a.Val, s.line, kind})
		}
	}
	if id, ok := attrs["id"]; ok {
		if s.ids[id] {
			s.fail("id", "the id %q occurs twice", id)
		}
		s.ids[id] = true
	}
	switch t.Data {
	case "html":
		s.lang = attrs["lang"] != ""
	case "h1":
		s.h1++
	case "img":
		if _, ok := attrs["alt"]; !ok {
			s.fail("alt", "<img src=%q> has no alt text", attrs["src"])
		}
	case "meta":
		if p := attrs["property"]; p == "og:url" || p == "og:image" {
			s.refs = append(s.refs, ref{attrs["content"], s.line, "asset"})
		}
	}
	if s.strict {
		s.strictStart(t, attrs)
	}
	if !voidElements[t.Data] && t.Type != html.SelfClosingTagToken {
		s.open = append(s.open, t.Data)
	}
}

// voidElements have no content and no end tag.
var voidElements = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true,
	"img": true, "input": true, "link": true, "meta": true, "source": true, "track": true,
	"wbr": true,
}

// droppedAttrs are attributes for looks that HTML has given up.
var droppedAttrs = map[string]bool{
	"align": true, "valign": true, "bgcolor": true, "border": true, "cellpadding": true,
	"cellspacing": true, "face": true, "color": true,
}

// strictStart asks of a start tag what this site asks of itself.
func (s *scan) strictStart(t html.Token, attrs map[string]string) {
	for key := range attrs {
		switch {
		case key == "style":
			s.fail("html", "<%s style>: the content security policy forbids it; use a class",
				t.Data)
		case strings.HasPrefix(key, "on"):
			s.fail("html", "<%s %s>: the content security policy forbids it", t.Data, key)
		case droppedAttrs[key]:
			s.fail("html", "<%s %s>: no longer part of HTML; use a class", t.Data, key)
		}
	}
	switch t.Data {
	case "style":
		s.fail("html", "<style>: the content security policy forbids it")
	case "script":
		if attrs["src"] == "" && attrs["type"] != "application/ld+json" {
			s.fail("html", "a script inside the page: the content security policy forbids it")
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		level := int(t.Data[1] - '0')
		if level > s.level+1 {
			s.fail("html", "<%s> after a heading of level %d", t.Data, s.level)
		}
		s.level = level
	}
	s.nesting(t.Data)
}

// blockElements cannot stand inside a paragraph.
var blockElements = map[string]bool{
	"p": true, "div": true, "ul": true, "ol": true, "table": true, "pre": true,
	"figure": true, "aside": true, "section": true, "article": true, "nav": true,
	"header": true, "footer": true, "main": true, "h1": true, "h2": true, "h3": true,
	"form": true, "blockquote": true, "hr": true, "details": true,
}

func (s *scan) nesting(name string) {
	for _, outer := range s.open {
		if outer == "p" && blockElements[name] {
			s.fail("html", "<%s> inside <p>", name)
		}
		if outer == name && (name == "a" || name == "form" || name == "main") {
			s.fail("html", "<%s> inside <%s>", name, name)
		}
	}
}

func (s *scan) end(name string) {
	if n := len(s.open); n > 0 && s.open[n-1] == name {
		s.open = s.open[:n-1]
		return
	}
	if s.strict {
		s.fail("html", "</%s> closes nothing; open are %s", name, strings.Join(s.open, " "))
	}
	for i := len(s.open) - 1; i >= 0; i-- { // a page of somebody else may leave out end tags
		if s.open[i] == name {
			s.open = s.open[:i]
			return
		}
	}
}

func (s *scan) finish() {
	s.line = 1
	if !s.lang {
		s.fail("lang", "<html> does not say its language")
	}
	if s.h1 == 0 {
		s.fail("h1", "no <h1>")
	}
	if !s.strict {
		return
	}
	if s.h1 > 1 {
		s.fail("h1", "%d <h1>, want one", s.h1)
	}
	if !s.seen {
		s.fail("html", "no doctype")
	}
	if len(s.open) > 0 {
		s.fail("html", "never closed: %s", strings.Join(s.open, " "))
	}
}
