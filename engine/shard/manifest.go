package shard

import (
	"sort"

	"github.com/pageside/pageside/engine/wire"
)

// Sum is the first half of the SHA-256 of a file as it is served: enough that nobody can
// make another file with the same one, and half of what the manifest of a large site
// would otherwise be.
type Sum [16]byte

const hexDigits = "0123456789abcdef"

// Hex is the sum in hexadecimal.
func (s Sum) Hex() string { return string(appendHex(nil, s[:])) }

func appendHex(b, data []byte) []byte {
	for _, v := range data {
		b = append(b, hexDigits[v>>4], hexDigits[v&15])
	}
	return b
}

// Part is one file of an index, as the manifest knows it.
type Part struct {
	Size int // bytes as served; 0 means that the part is inside the manifest
	Raw  int // bytes inflated
	Sum  Sum
	data []byte // of an inline part
}

// What a part's file name is made of: the beginning of its sum, and the extension.
const (
	nameBytes = 8
	extension = ".ps"
)

// Name is the part's file name.
func (p *Part) Name() string { return string(p.appendName(nil)) }

// Named reports whether name is the part's file name.
func (p *Part) Named(name string) bool {
	var b [2*nameBytes + len(extension)]byte
	return string(p.appendName(b[:0])) == name
}

func (p *Part) appendName(b []byte) []byte {
	return append(appendHex(b, p.Sum[:nameBytes]), extension...)
}

// Inline returns the bytes of a part that is inside the manifest, else nil.
func (p *Part) Inline() []byte { return p.data }

// Embed puts the part inside the manifest.
func (p *Part) Embed(raw []byte) { *p = Part{Raw: len(raw), data: raw} }

// TextStart is where a text part begins: a page, and a position in it.
type TextStart struct{ Page, Pos int }

// Lang is a language and how many pages are in it.
type Lang struct {
	Tag   string
	Pages int
}

// Popular is a page to offer when nothing was found.
type Popular struct{ Lang, URL, Title string }

// Facet is a key by which pages can be filtered, with its values.
type Facet struct {
	Key    string
	Values []FacetValue
}

// FacetValue is a value and how many pages have it.
type FacetValue struct {
	Name  string
	Pages int
}

// Manifest is what start-up reads.
type Manifest struct {
	Analyzer    string // fingerprint of the analysis that the index was built with
	Pages       int
	Chunks      int
	TitleTokens int    // mean length of titles, in tenths of a token
	Langs       []Lang // in the order of page numbers
	Parts       [lastPart + 1][]Part
	Keys        []string // first key of each terms part, ascending; the first is ""
	Starts      []TextStart
	Popular     []Popular
	Facets      []Facet
}

const (
	tagFacts = iota + 1
	tagParts
	tagKeys
	tagStarts
	tagInline
	tagPopular
	tagFacets
)

// Encode writes the manifest file.
func (m *Manifest) Encode() []byte {
	var s Sections
	section := func(tag int, write func(w *wire.Writer)) {
		var w wire.Writer
		write(&w)
		s[tag] = w.Bytes()
	}
	section(tagFacts, m.writeFacts)
	section(tagParts, m.writeParts)
	section(tagKeys, func(w *wire.Writer) {
		prev := ""
		for _, k := range m.Keys {
			n := Shared(prev, k)
			w.Int(n)
			w.String(k[n:])
			prev = k
		}
	})
	section(tagStarts, func(w *wire.Writer) {
		page := 0
		for _, t := range m.Starts {
			w.Int(t.Page - page)
			w.Int(t.Pos)
			page = t.Page
		}
	})
	section(tagInline, func(w *wire.Writer) {
		m.eachPart(func(p *Part) {
			if p.Size == 0 {
				w.Block(p.data)
			}
		})
	})
	section(tagPopular, m.writePopular)
	section(tagFacets, m.writeFacets)
	return Seal(KindManifest, &s)
}

func (m *Manifest) eachPart(f func(*Part)) {
	for k := firstPart; k <= lastPart; k++ {
		for i := range m.Parts[k] {
			f(&m.Parts[k][i])
		}
	}
}

func (m *Manifest) writeFacts(w *wire.Writer) {
	w.String(m.Analyzer)
	w.Int(m.Pages)
	w.Int(m.Chunks)
	w.Int(m.TitleTokens)
	w.Int(len(m.Langs))
	for _, l := range m.Langs {
		w.String(l.Tag)
		w.Int(l.Pages)
	}
}

func (m *Manifest) writeParts(w *wire.Writer) {
	for k := firstPart; k <= lastPart; k++ {
		w.Int(len(m.Parts[k]))
		for i := range m.Parts[k] {
			p := &m.Parts[k][i]
			w.Int(p.Size)
			w.Int(p.Raw)
			if p.Size > 0 {
				w.Raw(p.Sum[:])
			}
		}
	}
}

func (m *Manifest) writePopular(w *wire.Writer) {
	w.Int(len(m.Popular))
	for _, p := range m.Popular {
		w.String(p.Lang)
		w.String(p.URL)
		w.String(p.Title)
	}
}

func (m *Manifest) writeFacets(w *wire.Writer) {
	w.Int(len(m.Facets))
	for _, f := range m.Facets {
		w.String(f.Key)
		w.Int(len(f.Values))
		for _, v := range f.Values {
			w.String(v.Name)
			w.Int(v.Pages)
		}
	}
}

// DecodeManifest reads a manifest file. name is used in errors.
func DecodeManifest(name string, data []byte) (*Manifest, error) {
	s, err := Parse(name, KindManifest, data)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	steps := []struct {
		section string
		tag     int
		read    func(r *wire.Reader)
	}{
		{"facts", tagFacts, m.readFacts},
		{"parts", tagParts, m.readParts},
		{"keys", tagKeys, m.readKeys},
		{"starts", tagStarts, m.readStarts},
		{"inline parts", tagInline, m.readInline},
		{"popular pages", tagPopular, m.readPopular},
		{"facets", tagFacets, m.readFacets},
	}
	for _, step := range steps {
		r := wire.NewReader(step.section, s[step.tag])
		step.read(&r)
		if r.Err() == nil && r.Len() > 0 {
			r.Fail("bytes left over")
		}
		if r.Err() != nil {
			return nil, Named(name, r.Err())
		}
	}
	return m, nil
}

func (m *Manifest) readFacts(r *wire.Reader) {
	m.Analyzer = r.String()
	m.Pages = r.Int()
	m.Chunks = r.Int()
	m.TitleTokens = r.Int()
	sum := 0
	for range r.Count(2) {
		l := Lang{Tag: r.String(), Pages: r.Int()}
		sum += l.Pages
		m.Langs = append(m.Langs, l)
	}
	if m.Pages > MaxPages || sum != m.Pages {
		r.Fail("languages do not add up to the pages")
	}
}

// MaxPages bounds what a search allocates for each page of an index.
const MaxPages = 4 << 20

// maxKey bounds a key in bytes; a form of engine/inverted is not longer either.
const maxKey = 1 << 10

func (m *Manifest) readParts(r *wire.Reader) {
	for k := firstPart; k <= lastPart; k++ {
		for range r.Count(2) {
			p := Part{Size: r.Int(), Raw: r.Int()}
			if p.Size > 0 {
				copy(p.Sum[:], r.Bytes(len(p.Sum)))
			}
			m.Parts[k] = append(m.Parts[k], p)
		}
	}
}

func (m *Manifest) readKeys(r *wire.Reader) {
	prev := ""
	for range m.Parts[KindTerms] {
		n := r.Int()
		if n > len(prev) {
			r.Fail("shares more than there is")
			return
		}
		key := prev[:n] + r.String()
		if key < prev {
			r.Fail("keys out of order")
		}
		if len(key) > maxKey {
			r.Fail("key longer than it can be")
			return
		}
		m.Keys = append(m.Keys, key)
		prev = key
	}
}

func (m *Manifest) readStarts(r *wire.Reader) {
	page := 0
	for range m.Parts[KindText] {
		page += r.Int()
		if page > m.Pages {
			r.Fail("starts after the last page")
			return
		}
		m.Starts = append(m.Starts, TextStart{page, r.Int()})
	}
}

func (m *Manifest) readInline(r *wire.Reader) {
	m.eachPart(func(p *Part) {
		if p.Size > 0 {
			return
		}
		p.data = r.Block()
		if len(p.data) != p.Raw {
			r.Fail("inline part of another size")
		}
	})
}

func (m *Manifest) readPopular(r *wire.Reader) {
	for range r.Count(3) {
		m.Popular = append(m.Popular, Popular{r.String(), r.String(), r.String()})
	}
}

func (m *Manifest) readFacets(r *wire.Reader) {
	for range r.Count(2) {
		f := Facet{Key: r.String()}
		for range r.Count(2) {
			f.Values = append(f.Values, FacetValue{r.String(), r.Int()})
		}
		m.Facets = append(m.Facets, f)
	}
}

// TermsPart is the number of the terms part that a key belongs to, −1 if there is none.
func (m *Manifest) TermsPart(key string) int {
	return sort.Search(len(m.Keys), func(i int) bool { return m.Keys[i] > key }) - 1
}

// TextPart is the number of the text part that holds a position of a page.
func (m *Manifest) TextPart(page, pos int) int {
	return sort.Search(len(m.Starts), func(i int) bool {
		s := m.Starts[i]
		return s.Page > page || s.Page == page && s.Pos > pos
	}) - 1
}

// Shared is the number of leading bytes that two strings have in common.
func Shared(a, b string) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
