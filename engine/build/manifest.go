package build

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
)

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
			u, v := cmp.Or(x.URL, x.ID), cmp.Or(y.URL, y.ID)
			return cmp.Or(cmp.Compare(strings.Count(u, "/"), strings.Count(v, "/")),
				cmp.Compare(len(u), len(v)))
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
