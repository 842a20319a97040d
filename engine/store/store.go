// Package store answers: here is a page number, what did it say, and where?
//
// A text part holds consecutive pages with their passages. A page that is too long for
// one part goes on in the next, where its head is repeated.
//
// # Text part (kind 5)
//
//	1 pages     count, then for each page: its number minus that of the page before,
//	            id, URL ("" if it is the id), title, language (strings), labels: count,
//	            then key and value of each; number of passages in this part
//	2 passages  for each passage: first position minus that of the passage before (of
//	            the same page), tokens of its heading, kind, heading level, headings
//	            shared with the passage before, headings that follow (count, strings),
//	            anchor, language ("" is the page's), bytes of head, bytes of text
//	3 text      for each passage: head, then text
//
// Positions count the tokens of a page from the first of its title; they are what the
// lists of engine/inverted hold.
//
// Before: build writes pages. After: search shows passages.
package store

import (
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// Page is a document without its text.
type Page struct {
	Number   int
	ID       string
	URL      string
	Title    string
	Lang     string
	Labels   []doc.Label
	Passages []Passage // those in this part, in order
}

// Passage is a chunk with the positions of its tokens.
type Passage struct {
	Start  int // position of the first token of its heading, or of its text
	Tokens int // of its heading; the text begins at the position after these
	Kind   doc.Kind
	Level  int
	Path   []string
	Anchor string
	Lang   string
	Head   string // context to show before the text, such as a table's header row
	Text   string
}

// maxPath bounds the headings above a passage; HTML has six levels.
const maxPath = 32

const (
	tagPages = iota + 1
	tagPassages
	tagText
)

// Encode writes a text part.
func Encode(pages []Page) []byte {
	var ps, qs, text wire.Writer
	ps.Int(len(pages))
	number := 0
	var path []string
	for i := range pages {
		p := &pages[i]
		ps.Int(p.Number - number)
		number = p.Number
		p.write(&ps)
		start := 0
		for j := range p.Passages {
			q := &p.Passages[j]
			qs.Int(q.Start - start)
			start = q.Start
			q.write(&qs, path)
			path = q.Path
			text.Raw([]byte(q.Head))
			text.Raw([]byte(q.Text))
		}
	}
	return shard.Seal(shard.KindText, &shard.Sections{
		tagPages: ps.Bytes(), tagPassages: qs.Bytes(), tagText: text.Bytes(),
	})
}

func (p *Page) write(w *wire.Writer) {
	w.String(p.ID)
	if p.URL == p.ID {
		w.String("")
	} else {
		w.String(p.URL)
	}
	w.String(p.Title)
	w.String(p.Lang)
	w.Int(len(p.Labels))
	for _, l := range p.Labels {
		w.String(l.Key)
		w.String(l.Value)
	}
	w.Int(len(p.Passages))
}

func (q *Passage) write(w *wire.Writer, before []string) {
	w.Int(q.Tokens)
	w.Byte(byte(q.Kind))
	w.Int(q.Level)
	shared := 0
	for shared < min(len(before), len(q.Path)) && before[shared] == q.Path[shared] {
		shared++
	}
	w.Int(shared)
	w.Int(len(q.Path) - shared)
	for _, h := range q.Path[shared:] {
		w.String(h)
	}
	w.String(q.Anchor)
	w.String(q.Lang)
	w.Int(len(q.Head))
	w.Int(len(q.Text))
}

// Decode reads a text part. name is used in errors.
func Decode(name string, data []byte) ([]Page, error) {
	s, err := shard.Parse(name, shard.KindText, data)
	if err != nil {
		return nil, err
	}
	d := decoder{
		pages:    wire.NewReader("pages", s[tagPages]),
		passages: wire.NewReader("passages", s[tagPassages]),
		text:     wire.NewReader("text", s[tagText]),
	}
	var out []Page
	number := 0
	for range d.pages.Count(7) {
		p := d.page()
		number += p.Number
		p.Number = number
		out = append(out, p)
		if err := d.err(); err != nil {
			return nil, shard.Named(name, err)
		}
	}
	if d.pages.Err() == nil && d.pages.Len()+d.passages.Len()+d.text.Len() > 0 {
		d.pages.Fail("bytes left over")
	}
	if err := d.err(); err != nil {
		return nil, shard.Named(name, err)
	}
	return out, nil
}

type decoder struct {
	pages, passages, text wire.Reader
	path                  []string
}

func (d *decoder) err() error {
	for _, r := range []*wire.Reader{&d.pages, &d.passages, &d.text} {
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) page() Page {
	r := &d.pages
	p := Page{Number: r.Int(), ID: r.String(), URL: r.String(), Title: r.String(), Lang: r.String()}
	if p.URL == "" {
		p.URL = p.ID
	}
	for range r.Count(2) {
		p.Labels = append(p.Labels, doc.Label{Key: r.String(), Value: r.String()})
	}
	start := 0
	for n := r.Int(); n > 0; n-- {
		q := d.passage()
		start += q.Start
		q.Start = start
		if d.passages.Err() != nil || d.text.Err() != nil {
			break
		}
		p.Passages = append(p.Passages, q)
	}
	return p
}

func (d *decoder) passage() Passage {
	r := &d.passages
	q := Passage{Start: r.Int(), Tokens: r.Int(), Kind: doc.Kind(r.Byte()), Level: r.Int()}
	if q.Kind > doc.Item {
		r.Fail("unknown kind of passage")
	}
	shared := r.Int()
	if shared > len(d.path) {
		r.Fail("shares more headings than there are")
		return q
	}
	path := d.path[:shared:shared]
	more := r.Count(1)
	if shared+more > maxPath {
		r.Fail("headings nested too deep")
		return q
	}
	for range more {
		path = append(path, r.String())
	}
	d.path, q.Path = path, path
	q.Anchor = r.String()
	q.Lang = r.String()
	q.Head = string(d.text.Bytes(r.Int()))
	q.Text = string(d.text.Bytes(r.Int()))
	return q
}
