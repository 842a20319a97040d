package build

import (
	"cmp"
	"slices"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
)

// texts writes the passages, page after page.
func (b *builder) texts() error {
	if done, err := b.wholeText(); done || err != nil {
		return err
	}
	t := texter{b: b, raw: 3 * b.opt.TextBytes}
	for number := range b.pages {
		if err := t.page(b.head(number), b.pages[number].passages); err != nil {
			return err
		}
		b.pages[number].passages = nil
	}
	return t.flush()
}

// head is what the text part says of a page before its passages.
func (b *builder) head(number int) store.Page {
	d := b.docs[number]
	return store.Page{
		Number: number, ID: d.ID, URL: cmp.Or(d.URL, d.ID), Title: d.Title,
		Lang: b.lang(d), Labels: sortedLabels(d.Labels),
	}
}

// wholeText puts all text into the manifest if the dictionary is there and both together
// are small enough: then a site is one file.
func (b *builder) wholeText() (bool, error) {
	total := 0
	for _, d := range b.docs {
		total += len(d.Text)
	}
	if b.wholeSize == 0 || total > 6*b.opt.WholeBytes { // no text packs better than that
		return false, nil
	}
	pages := make([]store.Page, len(b.pages))
	for number := range b.pages {
		pages[number] = b.head(number)
		pages[number].Passages = b.pages[number].passages
	}
	raw := store.Encode(pages)
	size, err := b.packedSize(raw)
	if err != nil || b.wholeSize+size > b.opt.WholeBytes {
		return false, err
	}
	b.manifest.Starts = []shard.TextStart{{}}
	return true, b.addPart(shard.KindText, raw, true)
}

// texter collects pages until they fill a part.
type texter struct {
	b     *builder
	pages []store.Page
	start shard.TextStart
	size  int // inflated bytes collected
	raw   int // inflated bytes that fill a part; learns from the parts before
}

func (t *texter) page(head store.Page, passages []store.Passage) error {
	if t.size >= t.raw {
		if err := t.flush(); err != nil {
			return err
		}
	}
	t.begin(head, 0)
	for i := range passages {
		q := &passages[i]
		n := len(q.Text) + len(q.Head) + 16
		if t.size > 0 && t.size+n > t.raw*5/4 && len(t.last().Passages) > 0 {
			if err := t.flush(); err != nil {
				return err
			}
			t.begin(head, q.Start)
		}
		t.last().Passages = append(t.last().Passages, *q)
		t.size += n
	}
	return nil
}

func (t *texter) last() *store.Page { return &t.pages[len(t.pages)-1] }

func (t *texter) begin(head store.Page, pos int) {
	if len(t.pages) == 0 {
		t.start = shard.TextStart{Page: head.Number, Pos: pos}
	}
	t.pages = append(t.pages, head)
	t.size += len(head.ID) + len(head.URL) + len(head.Title) + 16
}

func (t *texter) flush() error {
	if len(t.pages) == 0 {
		return nil
	}
	raw := store.Encode(t.pages)
	size, err := t.b.packedSize(raw)
	if err != nil {
		return err
	}
	if err := t.b.addPart(shard.KindText, raw, false); err != nil {
		return err
	}
	t.b.manifest.Starts = append(t.b.manifest.Starts, t.start)
	if t.size >= t.raw/2 {
		next := int(int64(len(raw)) * int64(t.b.opt.TextBytes) / int64(max(size, 1)))
		t.raw = (t.raw + next) / 2
	}
	t.pages, t.size = nil, 0
	return nil
}

func sortedLabels(labels []doc.Label) []doc.Label {
	out := slices.Clone(labels)
	slices.SortFunc(out, func(x, y doc.Label) int {
		return cmp.Or(cmp.Compare(x.Key, y.Key), cmp.Compare(x.Value, y.Value))
	})
	return slices.Compact(out)
}
