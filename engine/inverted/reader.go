package inverted

import (
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// Part is a terms part, opened. It keeps the bytes that it was opened from.
type Part struct {
	entries []entry
	strings []byte // forms and keys, one after the other
	docs    []byte
	where   []byte
	lists   []byte
}

// entry is a dictionary entry: offsets, no pointers, so that the collector has nothing
// to follow.
type entry struct {
	text, textLen int32
	key, keyLen   int32
	next          int32 // index of the next of the ring; its own if alone
	pages         int32
	docs, docsLen int32
	where         int32 // offset in where, or of the addresses in lists
	whereLen      int32 // 0 if apart
	flags         byte
}

// Open reads a terms part. name is used in errors.
func Open(name string, data []byte) (*Part, error) {
	s, err := shard.Parse(name, shard.KindTerms, data)
	if err != nil {
		return nil, err
	}
	p := &Part{docs: s[tagDocs], where: s[tagWhere], lists: s[tagLists]}
	r := wire.NewReader("dictionary", s[tagDictionary])
	p.readDictionary(&r)
	if r.Err() != nil {
		return nil, shard.Named(name, r.Err())
	}
	r = wire.NewReader("lists", s[tagLists])
	p.readLists(&r)
	return p, shard.Named(name, r.Err())
}

func (p *Part) readDictionary(r *wire.Reader) {
	n := r.Count(4)
	p.entries = make([]entry, n)
	text, key := entry{}, entry{}
	for i := range p.entries {
		e := &p.entries[i]
		e.flags = r.Byte()
		if e.flags > allFlags {
			r.Fail("unknown flags")
			return
		}
		e.text, e.textLen = p.readShared(r, text.text, text.textLen)
		e.key, e.keyLen = e.text, e.textLen
		if e.flags&flagKey != 0 {
			e.key, e.keyLen = p.readShared(r, key.key, key.keyLen)
		}
		e.next = int32(i)
		if e.flags&flagLinked != 0 {
			next := i + unzigzag(r.Uvarint())
			if next < 0 || next >= n {
				r.Fail("link out of the part")
				return
			}
			e.next = int32(next)
		}
		if i > 0 && string(p.key(i)) < string(p.key(i-1)) {
			r.Fail("entries out of order")
			return
		}
		text, key = *e, *e
	}
}

// readShared reads a front-coded string and appends it to the part's strings.
func (p *Part) readShared(r *wire.Reader, before, length int32) (at, n int32) {
	shared := int32(r.Int())
	rest := r.Block()
	if shared > length || len(rest) > maxForm {
		r.Fail("form longer than it can be")
		return 0, 0
	}
	at = int32(len(p.strings))
	p.strings = append(p.strings, p.strings[before:before+shared]...)
	p.strings = append(p.strings, rest...)
	return at, shared + int32(len(rest))
}

// maxForm bounds the bytes of a form; analyze.MaxTerm is far below it.
const maxForm = 1 << 10

func (p *Part) readLists(r *wire.Reader) {
	docs, where := 0, 0
	for i := range p.entries {
		e := &p.entries[i]
		e.pages = int32(r.Int())
		e.docs, e.docsLen = int32(docs), int32(r.Int())
		docs += int(e.docsLen)
		if e.flags&(flagApart|flagCut) == 0 {
			e.where, e.whereLen = int32(where), int32(r.Int())
			where += int(e.whereLen)
		} else {
			e.where = int32(r.Pos())
			e.skipAddresses(r)
		}
		if docs > len(p.docs) || where > len(p.where) || int(e.pages) > maxPages {
			r.Fail("lists longer than their section")
			return
		}
	}
}

// maxPages bounds the pages of one list.
const maxPages = 4 << 20

func (e *entry) blocks() int { return (int(e.pages) + BlockPages - 1) / BlockPages }

func (e *entry) skipAddresses(r *wire.Reader) {
	r.Int()
	r.Int()
	for range e.blocks() {
		r.Int()
		if r.Err() != nil {
			return
		}
	}
	if e.flags&flagCut == 0 {
		return
	}
	r.Int()
	r.Int()
	for range e.blocks() {
		r.Int()
		r.Int()
		r.Byte()
		if r.Err() != nil {
			return
		}
	}
}

// Len is the number of entries, guests included.
func (p *Part) Len() int { return len(p.entries) }

// Text is the form of an entry; valid until the part is dropped.
func (p *Part) Text(i int) []byte {
	e := &p.entries[i]
	return p.strings[e.text : e.text+e.textLen]
}

func (p *Part) key(i int) []byte {
	e := &p.entries[i]
	return p.strings[e.key : e.key+e.keyLen]
}

// Key is the folded form of an entry.
func (p *Part) Key(i int) []byte { return p.key(i) }

// Guest reports whether the entry's own place is in another part.
func (p *Part) Guest(i int) bool { return p.entries[i].flags&flagGuest != 0 }

// Next is the next entry of the ring of forms of one stem; i itself if it is alone.
func (p *Part) Next(i int) int { return int(p.entries[i].next) }

// Pages is the number of pages that hold the form.
func (p *Part) Pages(i int) int { return int(p.entries[i].pages) }

// Find returns the range of entries whose key is key: its spellings.
func (p *Part) Find(key string) (from, to int) {
	from = p.Seek(key)
	to = from
	for to < len(p.entries) && string(p.key(to)) == key {
		to++
	}
	return from, to
}

// Seek returns the first entry whose key is not before key.
func (p *Part) Seek(key string) int {
	lo, hi := 0, len(p.entries)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if string(p.key(mid)) < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// List is the postings of a form, or of its best pages if it is Cut.
type List struct {
	Pages []int32
	Codes []byte
	Cut   bool
}

// Docs decodes the postings of an entry into l, whose memory it reuses.
func (p *Part) Docs(i int, l *List) error {
	e := &p.entries[i]
	l.Cut = e.flags&flagCut != 0
	n := int(e.pages)
	if l.Cut {
		n = -1
	}
	r := wire.NewReader("docs", p.docs[e.docs:e.docs+e.docsLen])
	return l.read(&r, n)
}

// read decodes a run of postings; n < 0 means as many as the bytes hold, which is
// found from the end: every posting has one code and at least one byte of page.
func (l *List) read(r *wire.Reader, n int) error {
	l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
	if n < 0 {
		n = countPostings(*r)
	}
	if n > r.Len()/2 {
		r.Fail("fewer postings than announced")
	}
	page := int32(0)
	for i := 0; i < n && r.Err() == nil; i++ {
		gap := int32(r.Int())
		if i > 0 && gap == 0 || page+gap < page {
			r.Fail("pages out of order")
		}
		page += gap
		l.Pages = append(l.Pages, page)
	}
	l.Codes = append(l.Codes, r.Bytes(n)...)
	if r.Err() == nil && r.Len() > 0 {
		r.Fail("bytes left over")
	}
	if r.Err() != nil {
		l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
	}
	return r.Err()
}

// countPostings finds n such that n numbers and n code bytes fill the reader.
func countPostings(r wire.Reader) int {
	for n := 0; ; n++ {
		if r.Len() == n {
			return n
		}
		if r.Len() < n || r.Err() != nil {
			return 0
		}
		r.Int()
	}
}

// Block is where a block of a long list stands: a part of its kind, and a range of
// bytes in its blocks.
type Block struct {
	Part     int
	From, To int
	Page     int32 // tail: its first page
	Top      byte  // tail: its highest level
}

// Addresses returns the blocks of a long list: where its positions stand, and if it is
// cut, where all its postings stand. Both are empty for a list that is not long.
func (p *Part) Addresses(i int) (where, tail []Block) {
	e := &p.entries[i]
	if e.flags&(flagApart|flagCut) == 0 {
		return nil, nil
	}
	r := wire.NewReader("addresses", p.lists[e.where:])
	where = readBlocks(&r, e.blocks(), false)
	if e.flags&flagCut != 0 {
		tail = readBlocks(&r, e.blocks(), true)
	}
	return where, tail
}

func readBlocks(r *wire.Reader, n int, tail bool) []Block {
	out := make([]Block, 0, min(n, r.Len()))
	b := Block{Part: r.Int(), To: r.Int()}
	for range n {
		v := r.Int()
		b.From = b.To
		if v&1 != 0 {
			b.Part++
			b.From = 0
		}
		b.To = b.From + v>>1
		if tail {
			b.Page += int32(r.Int())
			b.Top = r.Byte()
		}
		if r.Err() != nil {
			break
		}
		out = append(out, b)
	}
	return out
}

// OpenBlocks returns the blocks of a where or tail part.
func OpenBlocks(name string, kind shard.Kind, data []byte) ([]byte, error) {
	s, err := shard.Parse(name, kind, data)
	if err != nil {
		return nil, err
	}
	return s[tagBlocks], nil
}

// Of returns the bytes of a block, nil if the part is shorter.
func (b Block) Of(blocks []byte) []byte {
	if b.From < 0 || b.From > b.To || b.To > len(blocks) {
		return nil
	}
	return blocks[b.From:b.To]
}

// DocsOf decodes a block of a tail part, which holds n postings.
func DocsOf(block []byte, n int, l *List) error {
	l.Cut = false
	r := wire.NewReader("tail block", block)
	return l.read(&r, n)
}

// Apart reports whether the positions of an entry stand in where parts.
func (p *Part) Apart(i int) bool { return p.entries[i].flags&(flagApart|flagCut) != 0 }

// Cut reports whether the entry's postings in this part are the best pages only.
func (p *Part) Cut(i int) bool { return p.entries[i].flags&flagCut != 0 }

// Where returns the positions of a form that stand in this part.
func (p *Part) Where(i int) Positions {
	e := &p.entries[i]
	return Positions{r: wire.NewReader("where", p.where[e.where:e.where+e.whereLen])}
}

// WhereOf returns the positions of a block of a where part.
func WhereOf(block []byte) Positions { return Positions{r: wire.NewReader("where block", block)} }

// Positions walks the position lists of consecutive pages.
type Positions struct{ r wire.Reader }

// Next appends the positions of the next page to dst.
func (p *Positions) Next(dst []int32) []int32 {
	at := int32(0)
	for range p.r.Count(1) {
		at += int32(p.r.Int())
		dst = append(dst, at)
	}
	return dst
}

// Skip passes over n pages.
func (p *Positions) Skip(n int) {
	for ; n > 0 && p.r.Err() == nil; n-- {
		for range p.r.Count(1) {
			p.r.Int()
		}
	}
}

// Err says whether the bytes made sense.
func (p *Positions) Err() error { return p.r.Err() }

// Bound is the highest tf' that a block of a tail can hold.
func (b Block) Bound() float64 { return rank.Decode(b.Top) }
