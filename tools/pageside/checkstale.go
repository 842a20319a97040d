package main

import (
	"cmp"
	"crypto/sha256"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
)

// said is what a page says, on the site or in the index: what fits in memory for all pages of
// both at once.
type said struct {
	url, title, lang, labels string

	anchors map[string]bool
	text    hash.Hash // of headings and text, white space apart: it does not see how they are cut
	path    []string  // headings above the last passage
}

func newSaid(url, title, lang string, labels []doc.Label) *said {
	var lines []string
	for _, l := range labels {
		lines = append(lines, l.Key+"="+l.Value)
	}
	slices.Sort(lines)
	return &said{url: url, title: title, lang: lang, labels: strings.Join(lines, "\n"),
		anchors: map[string]bool{}, text: sha256.New()}
}

// passage adds the next passage of the page.
func (s *said) passage(path []string, anchor, text string) {
	if anchor != "" {
		s.anchors[anchor] = true
	}
	if !slices.Equal(path, s.path) {
		s.path = path
		s.write("\x00" + strings.Join(path, "\x00"))
	}
	s.write(text)
}

func (s *said) write(text string) {
	for word := range strings.FieldsSeq(text) {
		_, _ = io.WriteString(s.text, word) // a hash takes everything
	}
}

// saidBy is what a page of the site says.
func saidBy(d *doc.Document) *said {
	s := newSaid(cmp.Or(d.URL, d.ID), d.Title, d.Lang, d.Labels)
	for _, c := range chunk.Split(d, chunk.Options{}) {
		s.passage(c.Path, c.Anchor, d.Text[c.Body:c.End])
	}
	for _, b := range d.Blocks {
		if b.Anchor != "" {
			s.anchors[b.Anchor] = true // of headings with nothing under them, too
		}
	}
	return s
}

// said is what the index holds of each page, by id. A long page goes on in the next part.
func (o *opened) said(wrong func(name, text string)) map[string]*said {
	out := map[string]*said{}
	for i := range o.manifest.Parts[shard.KindText] {
		name, raw := o.part(shard.KindText, i)
		pages, err := store.Decode(name, raw)
		if err != nil {
			wrong(name, err.Error())
			continue
		}
		for _, page := range pages {
			s := out[page.ID]
			if s == nil {
				s = newSaid(page.URL, page.Title, page.Lang, page.Labels)
				out[page.ID] = s
			}
			for _, q := range page.Passages {
				s.passage(q.Path, q.Anchor, q.Text)
			}
		}
	}
	return out
}

// compare says which pages and anchors the index holds that the site does not have, the
// reverse, and which pages say something else now: an index that was built before the last
// change.
func compare(docs []doc.Document, indexed map[string]*said, stale func(at, text string)) {
	onSite := map[string]bool{}
	for i := range docs {
		id := docs[i].ID
		onSite[id] = true
		now, then := saidBy(&docs[i]), indexed[id]
		if then == nil {
			stale(id, "is on the site but not in the index")
			continue
		}
		for anchor := range then.anchors {
			if !now.anchors[anchor] {
				stale(id+"#"+anchor, "is in the index but not on the site")
			}
		}
		if changed := now.differs(then); len(changed) > 0 {
			stale(id, "its "+changedText(changed)+" changed since the index was built")
		}
	}
	for id := range indexed {
		if !onSite[id] {
			stale(id, "is in the index but not on the site")
		}
	}
}

// changedText is "text has", or "title, labels and text have".
func changedText(what []string) string {
	last := what[len(what)-1]
	switch {
	case len(what) > 1:
		return strings.Join(what[:len(what)-1], ", ") + " and " + last + " have"
	case last == "labels":
		return last + " have"
	}
	return last + " has"
}

// differs names what has changed. A page that does not say its language has that of --lang in the
// index.
func (s *said) differs(then *said) []string {
	var out []string
	for _, c := range []struct {
		what string
		same bool
	}{
		{"address", s.url == then.url},
		{"title", s.title == then.title},
		{"language", s.lang == then.lang || s.lang == ""},
		{"labels", s.labels == then.labels},
		{"text", string(s.text.Sum(nil)) == string(then.text.Sum(nil))},
	} {
		if !c.same {
			out = append(out, c.what)
		}
	}
	return out
}
