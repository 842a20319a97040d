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
	nest  nest
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
			if s.strict {
				s.mind(s.nest.end(token.Data))
			}
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
	s.mind(s.nest.start(t.Data))
	if t.Type == html.SelfClosingTagToken && !voidElements[t.Data] { // in a drawing or a formula
		s.mind(s.nest.end(t.Data))
	}
}

// mind notes what is wrong with the place of a tag, if anything is.
func (s *scan) mind(wrong string) {
	if wrong != "" {
		s.fail("html", "%s", wrong)
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
	if left := unclosed(s.nest.open); len(left) > 0 {
		s.fail("html", "never closed: %s", listed(left))
	}
}
