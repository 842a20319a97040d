package inverted

import (
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// Part is a terms part, opened. It keeps the bytes that it was opened from.
type Part struct {
	name    string // for errors
	entries []entry
	strings []byte // forms and keys, one after the other
	docs    []byte
	where   []byte
	apart   []byte
	placed  bool // some entry has positions
}

// entry is a dictionary entry: offsets, no pointers, so that the collector has nothing
// to follow.
type entry struct {
	text, key       int32 // offsets in strings
	docs            int32 // offset in docs
	where           int32 // offset in where, or in apart
	next            int32 // index of the next of the ring; its own if alone
	pages, heads    int32 // postings of the list, and of its docs
	textLen, keyLen int16
	flags           byte
}

// Open reads a terms part. name is used in errors.
func Open(name string, data []byte) (*Part, error) {
	s, err := shard.Parse(name, shard.KindTerms, data)
	if err != nil {
		return nil, err
	}
	p := &Part{
		name:    name,
		entries: make([]entry, len(s[tagFlags])),
		docs:    s[tagDocs], where: s[tagWhere], apart: s[tagApart],
	}
	for i, flags := range s[tagFlags] {
		p.entries[i].flags = flags
		p.placed = p.placed || flags&flagNowhere == 0
	}
	for _, step := range [...]func(*shard.Sections) error{
		p.readForms, p.readLinks, p.readDocs, p.readWhere,
	} {
		if err := step(s); err != nil {
			return nil, shard.Named(name, err)
		}
	}
	return p, nil
}

func (p *Part) readForms(s *shard.Sections) error {
	shared := wire.NewReader("shared", s[tagShared])
	lengths := wire.NewReader("lengths", s[tagLengths])
	letters := wire.NewReader("letters", s[tagLetters])
	forms := wire.NewReader("forms", s[tagForms])
	var before entry
	for i := range p.entries {
		e := &p.entries[i]
		if !e.consistent() {
			shared.Fail("unknown flags")
		}
		n, rest := shared.Int(), letters.Bytes(lengths.Int())
		if n > int(before.keyLen) || n+len(rest) > MaxForm || len(p.strings) > maxStrings {
			shared.Fail("key longer than it can be")
			n, rest = 0, nil
		}
		old := p.strings[before.key : int(before.key)+n]
		e.key, e.keyLen = p.keep(append(p.strings, old...), rest)
		e.text, e.textLen = e.key, e.keyLen
		if e.flags&flagForm != 0 {
			form := forms.Block()
			if len(form) > MaxForm {
				forms.Fail("form longer than it can be")
				form = nil
			}
			e.text, e.textLen = p.keep(p.strings, form)
		} else if key := p.Key(i); hasTurn(key) {
			e.text, e.textLen = p.keep(formOf(p.strings, key), nil)
		}
		if err := firstError(&shared, &lengths, &letters, &forms); err != nil {
			return err
		}
		if i > 0 && string(p.Key(i)) < string(p.Key(i-1)) {
			shared.Fail("entries out of order")
			return shared.Err()
		}
		before = *e
	}
	return nil
}

// consistent reports whether the flags say one thing about the positions: here, apart, or
// nowhere, and of a cut list not here.
func (e *entry) consistent() bool {
	where := e.flags & (flagApart | flagNowhere)
	return e.flags <= allFlags && where != flagApart|flagNowhere &&
		(where != 0 || e.flags&flagCut == 0)
}

// keep takes strings, which is p.strings with more behind it, appends the rest, and
// returns where what is new begins, and its length.
func (p *Part) keep(strings, rest []byte) (at int32, n int16) {
	at = int32(len(p.strings))
	p.strings = append(strings, rest...)
	return at, int16(len(p.strings) - int(at))
}

func hasTurn(key []byte) bool {
	for _, c := range key {
		if c == turn {
			return true
		}
	}
	return false
}

func firstError(readers ...*wire.Reader) error {
	for _, r := range readers {
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

// MaxForm is the longest form and the longest key in bytes, labels included.
const MaxForm = 1 << 10

// maxStrings bounds the bytes of all forms and keys; those of a large part are 100 KB.
const maxStrings = 16 << 20

// readLinks lets no two entries be followed by one, so that every walk along the links
// comes back to where it began.
func (p *Part) readLinks(s *shard.Sections) error {
	r := wire.NewReader("links", s[tagLinks])
	linked := make([]bool, len(p.entries))
	for i := range p.entries {
		next := i
		if p.entries[i].flags&flagLinked != 0 {
			next += unzigzag(r.Uvarint())
		}
		if next < 0 || next >= len(linked) || linked[next] {
			r.Fail("link out of its ring")
			return r.Err()
		}
		p.entries[i].next = int32(next)
		linked[next] = true
	}
	return r.Err()
}

// readDocs finds where the docs of each entry begin, by walking all of them.
func (p *Part) readDocs(s *shard.Sections) error {
	pages := wire.NewReader("pages", s[tagPages])
	apart := wire.NewReader("apart", s[tagApart])
	docs := wire.NewReader("docs", s[tagDocs])
	for i := range p.entries {
		e := &p.entries[i]
		e.pages = int32(pages.Int())
		e.heads = e.pages
		if e.flags&(flagApart|flagCut) != 0 {
			e.where = int32(apart.Pos())
			e.skipAddresses(&apart)
		}
		e.docs = int32(docs.Pos())
		if int(e.heads) > docs.Len()/2 || int(e.pages) > shard.MaxPages || e.heads > e.pages {
			docs.Fail("more postings than bytes")
		}
		for n := e.heads; n > 0 && docs.Err() == nil; n-- {
			docs.Uvarint()
		}
		docs.Bytes(int(e.heads))
		if err := firstError(&pages, &apart, &docs); err != nil {
			return err
		}
	}
	return nil
}

// readWhere finds where the positions of each entry begin.
func (p *Part) readWhere(s *shard.Sections) error {
	where := Positions{r: wire.NewReader("where", s[tagWhere])}
	for i := range p.entries {
		e := &p.entries[i]
		if e.flags&(flagApart|flagNowhere) != 0 {
			continue
		}
		e.where = int32(where.r.Pos())
		where.Skip(int(e.pages))
		if where.Err() != nil {
			return where.Err()
		}
	}
	return nil
}

func (e *entry) blocks() int { return (int(e.pages) + BlockPages - 1) / BlockPages }

// skipAddresses passes over the addresses of an entry and learns its heads.
func (e *entry) skipAddresses(r *wire.Reader) {
	if e.flags&flagCut != 0 {
		e.heads = int32(r.Int())
	}
	if e.flags&flagApart != 0 {
		skipBlocks(r, e.blocks(), false)
	}
	if e.flags&flagCut != 0 {
		skipBlocks(r, e.blocks(), true)
	}
}

// skipBlocks passes over what readBlocks reads.
func skipBlocks(r *wire.Reader, n int, tail bool) {
	r.Int()
	r.Int()
	for ; n > 0 && r.Err() == nil; n-- {
		r.Int()
		if tail {
			r.Int()
		}
	}
}

// Len is the number of entries, guests included.
func (p *Part) Len() int { return len(p.entries) }

// Text is the form of an entry; valid until the part is dropped.
func (p *Part) Text(i int) []byte {
	e := &p.entries[i]
	return p.strings[e.text : int(e.text)+int(e.textLen)]
}

// Key is the folded form of an entry; valid until the part is dropped.
func (p *Part) Key(i int) []byte {
	e := &p.entries[i]
	return p.strings[e.key : int(e.key)+int(e.keyLen)]
}

// Placed reports whether any entry has positions, here or apart.
func (p *Part) Placed() bool { return p.placed }

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
	for to < len(p.entries) && string(p.Key(to)) == key {
		to++
	}
	return from, to
}

// Seek returns the first entry whose key is not before key.
func (p *Part) Seek(key string) int {
	lo, hi := 0, len(p.entries)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if string(p.Key(mid)) < key {
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
	r := wire.NewReader("docs", p.docs[e.docs:])
	return shard.Named(p.name, l.read(&r, int(e.heads)))
}

// read decodes a run of n postings.
func (l *List) read(r *wire.Reader, n int) error {
	l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
	if n > r.Len()/2 {
		r.Fail("fewer postings than announced")
	}
	page := int32(0)
	for i := 0; i < n && r.Err() == nil; i++ {
		gap := int32(r.Int())
		if i > 0 && gap == 0 {
			r.Fail("pages out of order")
		}
		if page += gap; page < 0 || page >= shard.MaxPages {
			r.Fail("page out of range")
		}
		l.Pages = append(l.Pages, page)
	}
	l.Codes = append(l.Codes, r.Bytes(n)...)
	if r.Err() != nil {
		l.Pages, l.Codes = l.Pages[:0], l.Codes[:0]
	}
	return r.Err()
}

// Block is where a block of a long list stands: a part of its kind, and a range of
// bytes in its blocks.
type Block struct {
	Part     int
	From, To int
	Page     int32 // tail: its first page
}

// Addresses returns the blocks of a long list: where its positions stand, and if it is
// cut, where all its postings stand. Both are empty for a list that is not long.
func (p *Part) Addresses(i int) (where, tail []Block) {
	e := &p.entries[i]
	if e.flags&(flagApart|flagCut) == 0 {
		return nil, nil
	}
	r := wire.NewReader("apart", p.apart[e.where:])
	if e.flags&flagCut != 0 {
		r.Int() // heads
	}
	if e.flags&flagApart != 0 {
		where = readBlocks(&r, e.blocks(), false)
	}
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
func (p *Part) Apart(i int) bool { return p.entries[i].flags&flagApart != 0 }

// Nowhere reports whether the index does not know where an entry's form stands.
func (p *Part) Nowhere(i int) bool { return p.entries[i].flags&flagNowhere != 0 }

// Cut reports whether the entry's postings in this part are the best pages only.
func (p *Part) Cut(i int) bool { return p.entries[i].flags&flagCut != 0 }

// Where returns the positions of a form that stand in this part: none if they stand apart
// or nowhere.
func (p *Part) Where(i int) Positions {
	e := &p.entries[i]
	if e.flags&(flagApart|flagNowhere) != 0 {
		return Positions{none: true}
	}
	return Positions{r: wire.NewReader("where", p.where[e.where:]), name: p.name}
}

// WhereOf returns the positions of a block of a where part.
func WhereOf(block []byte) Positions { return Positions{r: wire.NewReader("where block", block)} }

// Positions walks the position lists of consecutive pages.
type Positions struct {
	r    wire.Reader
	name string // of the part, for errors
	none bool   // the form has no positions: of no page any
}

// Next appends the positions of the next page to dst.
func (p *Positions) Next(dst []int32) []int32 {
	if p.none {
		return dst
	}
	at := int32(0)
	for range p.r.Count(1) {
		at += int32(p.r.Int())
		dst = append(dst, at)
	}
	return dst
}

// Skip passes over n pages.
func (p *Positions) Skip(n int) {
	for ; n > 0 && !p.none && p.r.Err() == nil; n-- {
		for range p.r.Count(1) {
			p.r.Int()
		}
	}
}

// Err says whether the bytes made sense.
func (p *Positions) Err() error { return shard.Named(p.name, p.r.Err()) }
