package inverted

import (
	"cmp"
	"slices"

	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// Posting is one page that holds a form.
type Posting struct {
	Page int32
	Code byte    // rank.Encode
	At   []int32 // positions in the page, ascending
}

// Form is a dictionary entry on its way into a part.
type Form struct {
	Text     string
	Key      string
	Postings []Posting // by page
	Next     int       // index among the part's forms of the next of the ring; itself if alone
	Guest    bool
}

// Limits say what is too long to stand in a terms part. Zero values are the defaults.
type Limits struct {
	Where int // bytes of positions; 0 means 2560, negative that there are none at all
	Docs  int // postings; 0 means 2048
	Heads int // postings that a cut list keeps; 0 means 512
}

// Defaults fills in what is zero.
func (l Limits) Defaults() Limits {
	l.Where = cmp.Or(l.Where, 2560)
	l.Docs = cmp.Or(l.Docs, 2048)
	l.Heads = cmp.Or(l.Heads, 512)
	return l
}

// Writer lays out terms parts and collects the blocks of long lists. A form that is
// a guest in one part and at home in another shares its blocks.
type Writer struct {
	Limits Limits
	Where  Blocks
	Tail   Blocks
	// Ranges are the first pages of the languages, ascending. A cut list keeps the best
	// pages of each, so that a reader of a rare language finds hers. Nil: one range.
	Ranges []int32

	apart map[string]address
}

type address struct{ where, tail []byte }

// Part writes a terms part that holds forms, sorted by key and then text.
func (w *Writer) Part(forms []Form) []byte {
	limits := w.Limits.Defaults()
	var c [tagApart + 1]wire.Writer
	key := ""
	for i := range forms {
		f := &forms[i]
		e := w.encode(f, limits)
		flags := f.flags(i) | e.flags
		c[tagFlags].Byte(flags)
		shared := shard.Shared(key, f.Key)
		c[tagShared].Int(shared)
		c[tagLengths].Int(len(f.Key) - shared)
		c[tagLetters].Raw([]byte(f.Key[shared:]))
		if flags&flagForm != 0 {
			c[tagForms].String(f.Text)
		}
		if flags&flagLinked != 0 {
			c[tagLinks].Uvarint(zigzag(f.Next - i))
		}
		key = f.Key
		c[tagPages].Int(len(f.Postings))
		c[tagDocs].Raw(e.docs)
		if e.flags&(flagApart|flagCut) != 0 {
			w.writeAddress(&c[tagApart], f, e)
		} else {
			c[tagWhere].Raw(e.where)
		}
	}
	var s shard.Sections
	for tag := range c {
		s[tag] = c[tag].Bytes()
	}
	return shard.Seal(shard.KindTerms, &s)
}

func (f *Form) flags(i int) (flags byte) {
	if string(formOf(nil, []byte(f.Key))) != f.Text {
		flags |= flagForm
	}
	if f.Next != i {
		flags |= flagLinked
	}
	if f.Guest {
		flags |= flagGuest
	}
	return flags
}

// turn is the byte that says in a key that the form is the other way round.
const turn = 2

// formOf appends the form that a key stands for by itself.
func formOf(form, key []byte) []byte {
	for i, c := range key {
		if c == turn {
			return append(append(form, key[i+1:]...), key[:i]...)
		}
	}
	return append(form, key...)
}

// encoded is a form's postings in bytes.
type encoded struct {
	flags  byte
	docs   []byte
	heads  int // postings in docs, if the list is cut
	where  []byte
	blocks []int // lengths of the blocks of where
}

func (w *Writer) encode(f *Form, limits Limits) encoded {
	var e encoded
	e.encodeWhere(f, limits)
	if limits.Where >= 0 && len(f.Postings) > limits.Docs {
		e.flags |= flagCut
		if e.flags&flagNowhere == 0 {
			e.flags |= flagApart
		}
		best := heads(f.Postings, limits.Heads, w.Ranges)
		e.heads = len(best)
		e.docs = encodeDocs(best)
	} else {
		e.docs = encodeDocs(f.Postings)
	}
	return e
}

// encodeWhere writes the positions, unless there are none or none are wanted.
func (e *encoded) encodeWhere(f *Form, limits Limits) {
	var w wire.Writer
	positions, start := 0, 0
	for i := range f.Postings {
		p := &f.Postings[i]
		positions += len(p.At)
		w.Int(len(p.At))
		at := int32(0)
		for _, x := range p.At {
			w.Int(int(x - at))
			at = x
		}
		if i%BlockPages == BlockPages-1 || i == len(f.Postings)-1 {
			e.blocks = append(e.blocks, w.Len()-start)
			start = w.Len()
		}
	}
	if positions == 0 || limits.Where < 0 {
		e.flags |= flagNowhere
		return
	}
	e.where = w.Bytes()
	if len(e.where) > limits.Where {
		e.flags |= flagApart
	}
}

func encodeDocs(postings []Posting) []byte {
	var w wire.Writer
	page := int32(0)
	for i := range postings {
		w.Int(int(postings[i].Page - page))
		page = postings[i].Page
	}
	for i := range postings {
		w.Byte(postings[i].Code)
	}
	return w.Bytes()
}

// rangeHeads is the number of postings that a cut list keeps of each range, at least.
const rangeHeads = 64

// heads are the n postings with the highest codes, and the best of each range beside
// them, by page.
func heads(postings []Posting, n int, ranges []int32) []Posting {
	best := func(postings []Posting, n int) []Posting {
		best := slices.Clone(postings)
		slices.SortStableFunc(best, func(a, b Posting) int {
			return cmp.Compare(b.Code, a.Code) // the title, which is worth most, is on top
		})
		return best[:min(n, len(best))]
	}
	byPage := func(p Posting, page int32) int { return cmp.Compare(p.Page, page) }
	out := best(postings, n)
	for i, from := range ranges {
		lo, _ := slices.BinarySearchFunc(postings, from, byPage)
		hi := len(postings)
		if i+1 < len(ranges) {
			hi, _ = slices.BinarySearchFunc(postings, ranges[i+1], byPage)
		}
		out = append(out, best(postings[lo:hi], rangeHeads)...)
	}
	slices.SortFunc(out, func(a, b Posting) int { return cmp.Compare(a.Page, b.Page) })
	return slices.CompactFunc(out, func(a, b Posting) bool { return a.Page == b.Page })
}

// writeAddress puts a long list's blocks where they belong, once, and says where.
func (w *Writer) writeAddress(out *wire.Writer, f *Form, e encoded) {
	a, ok := w.apart[f.Text]
	if !ok {
		if e.flags&flagApart != 0 {
			a.where = w.placeWhere(e)
		}
		if e.flags&flagCut != 0 {
			a.tail = w.placeTail(f.Postings)
		}
		if w.apart == nil {
			w.apart = map[string]address{}
		}
		w.apart[f.Text] = a
	}
	if e.flags&flagCut != 0 {
		out.Int(e.heads)
	}
	out.Raw(a.where)
	out.Raw(a.tail)
}

func (w *Writer) placeWhere(e encoded) []byte {
	var out wire.Writer
	at := 0
	for i, n := range e.blocks {
		w.Where.place(&out, e.where[at:at+n], i == 0)
		at += n
	}
	return out.Bytes()
}

func (w *Writer) placeTail(postings []Posting) []byte {
	var out wire.Writer
	first := int32(0)
	for at := 0; at < len(postings); at += BlockPages {
		block := postings[at:min(at+BlockPages, len(postings))]
		w.Tail.place(&out, encodeDocs(block), at == 0)
		out.Int(int(block[0].Page - first))
		first = block[0].Page
	}
	return out.Bytes()
}

// Blocks collects the blocks of long lists into parts.
type Blocks struct {
	Bytes int // inflated bytes of a part; 0 means 12 KB
	parts [][]byte
}

const defaultBlockBytes = 12 << 10

// place appends a block and writes where it is: for the first block of a list the part
// and the offset in it, then for every block its length and whether it begins a part.
func (b *Blocks) place(out *wire.Writer, block []byte, first bool) {
	limit := b.Bytes
	if limit == 0 {
		limit = defaultBlockBytes
	}
	last := len(b.parts) - 1
	next := 0
	if last < 0 || len(b.parts[last])+len(block) > limit && len(b.parts[last]) > 0 {
		b.parts = append(b.parts, nil)
		last++
		next = 1
	}
	if first {
		out.Int(last)
		out.Int(len(b.parts[last]))
		next = 0
	}
	out.Int(len(block)<<1 | next)
	b.parts[last] = append(b.parts[last], block...)
}

// Parts returns the parts, sealed.
func (b *Blocks) Parts(kind shard.Kind) [][]byte {
	out := make([][]byte, len(b.parts))
	for i, p := range b.parts {
		out[i] = shard.Seal(kind, &shard.Sections{tagBlocks: p})
	}
	return out
}

func zigzag(n int) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

func unzigzag(v uint64) int { return int(v>>1) ^ -int(v&1) }
