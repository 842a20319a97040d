// Package build answers: how do documents become shards, the same bytes every time?
//
// Pages are numbered by language and then by id, whatever order they come in. Each is
// cut into passages and analysed; every form gets its postings; forms are sorted by key,
// joined to their kin, and cut into terms parts; passages are cut into text parts.
// What is too long stands apart ([inverted.Limits]). If the dictionary of a site is
// small it goes into the manifest, and so does everything else if that is small too:
// a reader of a small site fetches one file.
//
// Nothing here compresses, hashes or stems: those are function values in [Options], so
// that the page can build an index without linking them.
//
// Limits: pages as in shard; passages are cut by engine/chunk.
//
// Before: chunk and analyze. After: a host serves the files; index opens them.
package build

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/shard"
)

// Options for Build. The zero value is the default.
type Options struct {
	// Lang is the language of documents that do not say; "" leaves it unknown.
	Lang string
	// Stem returns the stem of a word; nil: forms are related by spelling only.
	Stem func(word, lang string) string
	// Pack compresses a part and hashes the result; nil: parts stay inside the manifest.
	Pack func(raw []byte) (packed []byte, sum [32]byte, err error)
	// Chunk says how passages are cut.
	Chunk chunk.Options
	// Rank are the weights of the fields; K1 and InTitle are not used here.
	Rank rank.Params
	// Progress is called after each page; nil: silent.
	Progress func(done, total int)

	// TermsBytes and TextBytes are the aim for a part as served; 0 means 9 to 15 KB
	// for terms and 8 to 16 KB for text, by the size of the site.
	TermsBytes, TextBytes int
	// WholeBytes is the size as served up to which a dictionary, and the text with it,
	// goes into the manifest; 0 means 66 KB.
	WholeBytes int
}

// Small parts let a search fetch little that it does not need; a large site has so many
// that the manifest, which names them all, would outweigh that. From the size at which
// they begin to grow (inflated bytes) to the largest, parts grow with the site.
const (
	minTermsBytes, maxTermsBytes = 9 << 10, 15 << 10
	minTextBytes, maxTextBytes   = 8 << 10, 16 << 10
	termsGrowFrom, textGrowFrom  = 8 << 20, 12 << 20

	defaultWholeBytes = 66 << 10
)

// partBytes is the aim for parts of a kind whose inflated bytes are total.
func partBytes(smallest, largest, growFrom, total int) int {
	return min(max(smallest, int(int64(smallest)*int64(total)/int64(growFrom))), largest)
}

// Output is a built index.
type Output struct {
	Manifest File
	Files    []File // parts, by name
	Stats    Stats
}

// ManifestName is the name of the file that start-up reads.
const ManifestName = shard.ManifestName

// File is one file as it is served.
type File struct {
	Name  string
	Bytes []byte
}

// Stats says what an index is made of. Sizes are bytes as served.
type Stats struct {
	Pages, Chunks   int
	Tokens          int // of titles, headings and bodies
	Forms, Postings int
	Parts           map[string]PartStats // by kind
	Manifest        int
}

// PartStats are the parts of one kind.
type PartStats struct{ Files, Bytes, Raw, Largest int }

// DuplicateError says that two documents have one id.
type DuplicateError struct{ ID string }

func (e *DuplicateError) Error() string {
	return "two documents have the id " + strconv.Quote(e.ID)
}

// Build makes an index of documents.
func Build(docs []doc.Document, opt Options) (*Output, error) {
	b := &builder{opt: opt.defaults()}
	if err := b.number(docs); err != nil {
		return nil, err
	}
	for i := range b.docs {
		b.analyze(i)
		if opt.Progress != nil {
			opt.Progress(i+1, len(b.docs))
		}
	}
	b.encodeLists()
	b.aim()
	if err := b.terms(); err != nil {
		return nil, err
	}
	if err := b.texts(); err != nil {
		return nil, err
	}
	return b.finish()
}

func (o Options) defaults() Options {
	o.WholeBytes = cmp.Or(o.WholeBytes, defaultWholeBytes)
	o.Rank = o.Rank.Defaults()
	return o
}

// aim sets the sizes of parts that the options left open.
func (b *builder) aim() {
	terms, text := 0, 0
	for _, f := range b.forms {
		terms += f.size
	}
	for _, d := range b.docs {
		text += len(d.Text)
	}
	if b.opt.TermsBytes == 0 {
		b.opt.TermsBytes = partBytes(minTermsBytes, maxTermsBytes, termsGrowFrom, terms)
	}
	if b.opt.TextBytes == 0 {
		b.opt.TextBytes = partBytes(minTextBytes, maxTextBytes, textGrowFrom, text)
	}
}

// builder is an index in the making.
type builder struct {
	opt      Options
	docs     []*doc.Document // by page number
	langs    []shard.Lang
	pages    []pageDraft
	forms    []*formDraft
	byText   map[string]int32
	tags     []string // languages of pages and of blocks
	byTag    map[string]int32
	mean     rank.Lengths
	manifest shard.Manifest
	files    []File
	stats    Stats

	wholeSize int // of the dictionary as served, if it is in the manifest; else 0

	tokens []token // of the page at hand
	turns  []turn  // of its languages; the first is its own
	turn   int     // where it was read last
}

// number sorts the documents by language and id and gives them page numbers.
func (b *builder) number(docs []doc.Document) error {
	b.byText, b.byTag = map[string]int32{}, map[string]int32{}
	for i := range docs {
		b.docs = append(b.docs, &docs[i])
	}
	slices.SortFunc(b.docs, func(x, y *doc.Document) int {
		return cmp.Or(cmp.Compare(b.lang(x), b.lang(y)), cmp.Compare(x.ID, y.ID))
	})
	seen := make(map[string]bool, len(docs))
	for _, d := range b.docs {
		if seen[d.ID] {
			return &DuplicateError{d.ID}
		}
		seen[d.ID] = true
		l := b.lang(d)
		if n := len(b.langs); n == 0 || b.langs[n-1].Tag != l {
			b.langs = append(b.langs, shard.Lang{Tag: l})
		}
		b.langs[len(b.langs)-1].Pages++
	}
	return nil
}

func (b *builder) lang(d *doc.Document) string { return cmp.Or(d.Lang, b.opt.Lang) }

// addPart compresses a part, or puts it inside the manifest.
func (b *builder) addPart(kind shard.Kind, raw []byte, inside bool) error {
	p := shard.Part{Raw: len(raw)}
	if inside || b.opt.Pack == nil {
		p.Embed(raw)
	} else {
		packed, sum, err := b.opt.Pack(raw)
		if err != nil {
			return err
		}
		p.Size, p.Sum = len(packed), shard.Sum(sum[:len(p.Sum)])
		b.files = append(b.files, File{p.Name(), packed})
	}
	b.manifest.Parts[kind] = append(b.manifest.Parts[kind], p)
	if b.stats.Parts == nil {
		b.stats.Parts = map[string]PartStats{}
	}
	s := b.stats.Parts[kind.String()]
	s.Files++
	s.Bytes += p.Size
	s.Raw += p.Raw
	s.Largest = max(s.Largest, p.Size)
	b.stats.Parts[kind.String()] = s
	return nil
}

// packedSize is how many bytes raw takes as served.
func (b *builder) packedSize(raw []byte) (int, error) {
	if b.opt.Pack == nil {
		return len(raw), nil
	}
	packed, _, err := b.opt.Pack(raw)
	return len(packed), err
}

// addBlocks adds the parts of long lists.
func (b *builder) addBlocks(w *inverted.Writer) error {
	for _, raw := range w.Where.Parts(shard.KindWhere) {
		if err := b.addPart(shard.KindWhere, raw, false); err != nil {
			return err
		}
	}
	for _, raw := range w.Tail.Parts(shard.KindTail) {
		if err := b.addPart(shard.KindTail, raw, false); err != nil {
			return err
		}
	}
	return nil
}
