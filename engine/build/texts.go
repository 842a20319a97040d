package build

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine/analyze"
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

// finish writes the manifest.
func (b *builder) finish() (*Output, error) {
	m := &b.manifest
	m.Analyzer = analyze.Fingerprint
	m.Pages, m.Chunks, m.Langs = len(b.pages), b.stats.Chunks, b.langs
	m.TitleTokens = int(b.mean.Title*10 + 0.5)
	m.Popular, m.Facets = b.popular(), b.facets()
	raw := m.Encode()
	packed := raw
	if b.opt.Pack != nil {
		var err error
		if packed, _, err = b.opt.Pack(raw); err != nil {
			return nil, err
		}
	}
	b.stats.Pages, b.stats.Manifest = len(b.pages), len(packed)
	slices.SortFunc(b.files, func(x, y File) int { return cmp.Compare(x.Name, y.Name) })
	b.files = slices.CompactFunc(b.files, func(x, y File) bool { return x.Name == y.Name })
	return &Output{Manifest: File{ManifestName, packed}, Files: b.files, Stats: b.stats}, nil
}

// What the manifest lists does not grow with the number of pages.
const (
	maxPopular     = 3  // pages of each language
	maxFacetValues = 64 // most frequent values of each key; each has two pages or more
)

// popular picks for each language the pages nearest to the root of the site.
func (b *builder) popular() []shard.Popular {
	var out []shard.Popular
	from := 0
	for _, l := range b.langs {
		docs := slices.Clone(b.docs[from : from+l.Pages])
		from += l.Pages
		slices.SortStableFunc(docs, func(x, y *doc.Document) int {
			a, b := cmp.Or(x.URL, x.ID), cmp.Or(y.URL, y.ID)
			return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")),
				cmp.Compare(len(a), len(b)))
		})
		n := 0
		for _, d := range docs {
			if n == maxPopular {
				break
			}
			if d.Title == "" {
				continue // there is nothing to offer it by
			}
			n++
			out = append(out, shard.Popular{Lang: l.Tag, URL: cmp.Or(d.URL, d.ID), Title: d.Title})
		}
	}
	return out
}

func (b *builder) facets() []shard.Facet {
	counts := map[doc.Label]int{}
	for _, d := range b.docs {
		for _, l := range sortedLabels(d.Labels) {
			counts[l]++
		}
	}
	byKey := map[string][]shard.FacetValue{}
	for l, n := range counts {
		if n > 1 {
			byKey[l.Key] = append(byKey[l.Key], shard.FacetValue{Name: l.Value, Pages: n})
		}
	}
	var out []shard.Facet
	for key, values := range byKey {
		slices.SortFunc(values, func(x, y shard.FacetValue) int {
			return cmp.Or(cmp.Compare(y.Pages, x.Pages), cmp.Compare(x.Name, y.Name))
		})
		out = append(out, shard.Facet{Key: key, Values: values[:min(len(values), maxFacetValues)]})
	}
	slices.SortFunc(out, func(x, y shard.Facet) int { return cmp.Compare(x.Key, y.Key) })
	return out
}
