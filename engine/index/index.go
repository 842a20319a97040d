// Package index answers: how is what build wrote opened, when its parts arrive on demand?
//
// [Open] reads the manifest. Everything else is asked for by key, page or block; what is
// not resident is noted as wanted and comes back as "not yet".
//
// Before: shard names the parts, fetch holds them. After: search asks for postings and
// passages.
package index

import (
	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
)

// Options for Open. The zero value keeps everything on the heap.
type Options struct {
	Arena []byte // fixed memory for parts; nil: the heap, without a limit
}

// Index is an open index.
type Index struct {
	*shard.Manifest
	resident fetch.Resident
	terms    []*inverted.Part // by number; nil: not opened yet, or not here
	texts    [][]store.Page
}

// Open reads a manifest, inflated.
func Open(manifest []byte, opt Options) (*Index, error) {
	m, err := shard.DecodeManifest(shard.ManifestName, manifest)
	if err != nil {
		return nil, err
	}
	if m.Analyzer != analyze.Fingerprint {
		return nil, &shard.VersionError{File: shard.ManifestName, What: "built with the analysis " +
			m.Analyzer + ", this engine has " + analyze.Fingerprint}
	}
	x := &Index{
		Manifest: m,
		terms:    make([]*inverted.Part, len(m.Parts[shard.KindTerms])),
		texts:    make([][]store.Page, len(m.Parts[shard.KindText])),
	}
	x.resident = fetch.Resident{Arena: opt.Arena, Dropped: x.dropped}
	return x, nil
}

func (x *Index) dropped(k fetch.Key) {
	switch k.Kind {
	case shard.KindTerms:
		x.terms[k.Number] = nil
	case shard.KindText:
		x.texts[k.Number] = nil
	}
}

// Begin tells the index that a new search begins.
func (x *Index) Begin() { x.resident.Next() }

// Part is what the manifest says of a part.
func (x *Index) Part(k fetch.Key) *shard.Part { return &x.Parts[k.Kind][k.Number] }

// FileOf is the name of the file that holds a part, for errors.
func (x *Index) FileOf(kind shard.Kind, number int) string {
	if p := &x.Parts[kind][number]; p.Inline() == nil {
		return p.Name()
	}
	return shard.ManifestName
}

// Add takes a part that was wanted, inflated. It refuses a part that the manifest does
// not name, one of another size or with other bytes than before, and one that does not
// decode.
func (x *Index) Add(name string, raw []byte) error {
	named := false
	for kind := range x.Parts {
		for i := range x.Parts[kind] { // parts with the same bytes are one file
			if p := &x.Parts[kind][i]; p.Size == 0 || !p.Named(name) {
				continue
			}
			named = true
			if err := x.add(name, fetch.Key{Kind: shard.Kind(kind), Number: i}, raw); err != nil {
				return err
			}
		}
	}
	if !named {
		return &shard.ForeignError{File: name, What: "the manifest names no such part"}
	}
	return nil
}

// add keeps a part and opens what is kept: what is opened points into it.
func (x *Index) add(name string, k fetch.Key, raw []byte) error {
	if len(raw) != x.Part(k).Raw {
		return &shard.ForeignError{File: name, What: "another size than the manifest says"}
	}
	kept := x.resident.Put(k, raw)
	if string(kept) != string(raw) {
		return &shard.ForeignError{File: name, What: "other bytes than those that are here"}
	}
	err := x.open(name, k, kept)
	if err != nil {
		x.resident.Forget(k)
	}
	return err
}

// open decodes a part; of a where or tail part it only looks at the header.
func (x *Index) open(file string, k fetch.Key, raw []byte) (err error) {
	switch k.Kind {
	case shard.KindTerms:
		x.terms[k.Number], err = inverted.Open(file, raw)
	case shard.KindText:
		x.texts[k.Number], err = store.Decode(file, raw)
	default:
		_, err = inverted.OpenBlocks(file, k.Kind, raw)
	}
	return err
}

// bytes returns the resident bytes of a part; nil, and a want, if it is not here.
func (x *Index) bytes(k fetch.Key, w *fetch.Wants) []byte {
	if in := x.Part(k).Inline(); in != nil {
		return in
	}
	b := x.resident.Get(k)
	if b == nil {
		w.Add(k)
	}
	return b
}

// Terms returns the terms part that a key belongs to; nil, and a want, if it is not
// here.
func (x *Index) Terms(key string, w *fetch.Wants) (*inverted.Part, error) {
	n := x.TermsPart(key)
	if n < 0 {
		return nil, nil
	}
	k := fetch.Key{Kind: shard.KindTerms, Number: n}
	raw := x.bytes(k, w)
	if raw == nil {
		return nil, nil
	}
	if x.terms[n] == nil { // inside the manifest: what was added is open
		if err := x.open(shard.ManifestName, k, raw); err != nil {
			return nil, err
		}
	}
	return x.terms[n], nil
}

// TextInside reports whether all text is inside the manifest.
func (x *Index) TextInside() bool {
	parts := x.Parts[shard.KindText]
	return len(parts) > 0 && parts[len(parts)-1].Size == 0
}

// TextAt returns the pages of a text part by its number; nil, and a want, if it is not
// here.
func (x *Index) TextAt(n int, w *fetch.Wants) ([]store.Page, error) {
	if n < 0 || n >= len(x.Parts[shard.KindText]) {
		return nil, nil
	}
	k := fetch.Key{Kind: shard.KindText, Number: n}
	raw := x.bytes(k, w)
	if raw == nil {
		return nil, nil
	}
	if x.texts[n] == nil {
		if err := x.open(shard.ManifestName, k, raw); err != nil {
			return nil, err
		}
	}
	return x.texts[n], nil
}

// Block returns the bytes of a block of a long list; nil, and a want, if its part is
// not here.
func (x *Index) Block(kind shard.Kind, b inverted.Block, w *fetch.Wants) ([]byte, error) {
	if b.Part < 0 || b.Part >= len(x.Parts[kind]) {
		what := "a list points past the last " + kind.String() + " part"
		return nil, &shard.ForeignError{File: shard.ManifestName, What: what}
	}
	k := fetch.Key{Kind: kind, Number: b.Part}
	raw := x.bytes(k, w)
	if raw == nil {
		return nil, nil
	}
	blocks, err := inverted.OpenBlocks(x.FileOf(kind, b.Part), kind, raw)
	if err != nil {
		return nil, err
	}
	out := b.Of(blocks)
	if out == nil {
		file := x.FileOf(kind, b.Part)
		return nil, &shard.ForeignError{File: file, What: "shorter than a list says"}
	}
	return out, nil
}

// LangOf is the language of a page.
func (x *Index) LangOf(page int) string {
	for _, l := range x.Langs {
		if page -= l.Pages; page < 0 {
			return l.Tag
		}
	}
	return ""
}
