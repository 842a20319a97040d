package build

import (
	"cmp"
	"slices"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/store"
	"github.com/pageside/pageside/engine/text"
	"github.com/pageside/pageside/engine/wire"
)

// pageDraft is what is kept of a page until its text part is written.
type pageDraft struct {
	lengths  rank.Lengths
	passages []store.Passage
}

// formDraft is a dictionary entry while its postings are collected. stream holds them in
// order: page minus the one before, counts in title, headings and body, number of
// positions, positions.
type formDraft struct {
	text, key string
	stream    wire.Writer
	last      int32 // page of the last posting
	pages     int32
	lang      int32 // most frequent of tags, by majority vote
	votes     int32
	stem      bool // a word that a stemmer may see

	postings []byte // stream, once it is complete
	size     int    // estimate of its bytes in a terms part
	group    int32  // of forms with one stem; −1 if alone
}

// token is one token of the page at hand.
type token struct {
	form, pos int32
	field     field
	worth     uint8
	lang      int32 // of tags
}

type field uint8

const (
	inTitle field = iota
	inHead
	inBody
)

// fieldGap is the distance in positions between a title, a heading and a text, so that
// words of two of them are not taken for neighbours.
const fieldGap = 4

// analyze cuts a document into passages and collects its postings.
func (b *builder) analyze(number int) {
	d := b.docs[number]
	p := pageDraft{}
	b.turns, b.turn = append(b.turns[:0], turn{0, b.tag(b.lang(d))}), 0
	pos := b.scan(d.Title, 0, 0, inTitle, &p.lengths.Title) + fieldGap
	b.findTurns(d)
	chunks := chunk.Split(d, b.opt.Chunk)
	for i := range chunks {
		c := &chunks[i]
		q := store.Passage{
			Start: pos, Kind: c.Kind, Level: c.Level, Path: c.Path, Anchor: c.Anchor,
			Lang: c.Lang, Head: c.Head, Text: d.Text[c.Body:c.End],
		}
		if c.Body > c.Start {
			end := b.scan(d.Text[c.Start:c.Body], c.Start, pos, inHead, &p.lengths.Head) + fieldGap
			q.Tokens = end - pos
			pos = end
		}
		pos = b.scan(q.Text, c.Body, pos, inBody, &p.lengths.Body) + fieldGap
		p.passages = append(p.passages, q)
	}
	b.flush(int32(number))
	for _, l := range d.Labels {
		b.label(int32(number), l)
	}
	b.pages = append(b.pages, p)
	b.stats.Chunks += len(chunks)
	b.mean.Title += p.lengths.Title
	b.mean.Head += p.lengths.Head
	b.mean.Body += p.lengths.Body
}

// nowhere is the position of a token whose place nobody asks for: a character of a run,
// which is only looked for by itself.
const nowhere = -1

// What a mention counts. That a word is part of another (sql of PostgreSQL) is a quarter of
// one, so that pages that say the word itself come first. That a version begins with a number
// (5 of 5.3.2) is next to nothing, and once in a field is enough, or every list of releases
// would be more of a 5 than a page that says 5.
const (
	begun = 1
	part  = 8
	whole = 32
)

// worthOf is what a token counts.
func worthOf(t analyze.Token) uint8 {
	if t.Kind != analyze.Hump {
		return whole
	}
	first := t.Form[0]
	if first == 'v' && len(t.Form) > 1 {
		first = t.Form[1]
	}
	if '0' <= first && first <= '9' {
		return begun
	}
	return part
}

// turn is a place in a text from which it is in another language.
type turn struct {
	from int
	lang int32 // of tags
}

// findTurns finds where the language changes in a document, from block to block.
func (b *builder) findTurns(d *doc.Document) {
	own := b.lang(d)
	for i := range d.Blocks {
		block := &d.Blocks[i]
		lang := b.tag(cmp.Or(block.Lang, own))
		if lang != b.turns[len(b.turns)-1].lang {
			b.turns = append(b.turns, turn{block.Start, lang})
		}
	}
}

// langAt is the language at an offset. Offsets come in order, but for chunks that overlap.
func (b *builder) langAt(at int) int32 {
	for b.turn > 0 && b.turns[b.turn].from > at {
		b.turn--
	}
	for b.turn+1 < len(b.turns) && b.turns[b.turn+1].from <= at {
		b.turn++
	}
	return b.turns[b.turn].lang
}

// tag returns the number of a language among those of all blocks.
func (b *builder) tag(lang string) int32 {
	if id, ok := b.byTag[lang]; ok {
		return id
	}
	id := int32(len(b.tags))
	b.byTag[lang] = id
	b.tags = append(b.tags, lang)
	return id
}

// scan analyses a field, which begins at from in the text, and returns the position after
// it.
func (b *builder) scan(s string, from, pos int, f field, length *float64) int {
	n := 0
	end := analyze.Scan(s, func(t analyze.Token) {
		lang := b.langAt(from + t.Span.Start)
		k := token{b.formOf(t.Form), int32(pos + t.Pos), f, worthOf(t), lang}
		if t.Kind == analyze.Char {
			k.pos = nowhere
		}
		b.tokens = append(b.tokens, k)
		if t.Kind.Counts() {
			n++
		}
	})
	*length += float64(n)
	b.stats.Tokens += n
	return pos + end
}

// formOf returns the number of a form of the text.
func (b *builder) formOf(text []byte) int32 {
	if id, ok := b.byText[string(text)]; ok {
		return id
	}
	s := string(text)
	return b.newForm(&formDraft{text: s, key: analyze.Key(s), stem: isWord(s), group: -1})
}

func (b *builder) newForm(f *formDraft) int32 {
	id := int32(len(b.forms))
	b.byText[f.text] = id
	b.forms = append(b.forms, f)
	return id
}

// isWord reports whether a form is made of letters alone.
func isWord(s string) bool {
	for _, r := range s {
		if c := text.ClassOf(r); c != text.Letter && c != text.Mark {
			return false
		}
	}
	return true
}

// flush turns the tokens of a page into postings.
func (b *builder) flush(number int32) {
	slices.SortStableFunc(b.tokens, func(x, y token) int {
		return cmp.Or(cmp.Compare(x.form, y.form), cmp.Compare(x.pos, y.pos))
	})
	for from := 0; from < len(b.tokens); {
		to := from + 1
		for to < len(b.tokens) && b.tokens[to].form == b.tokens[from].form {
			to++
		}
		f := b.forms[b.tokens[from].form]
		f.vote(b.tokens[from].lang)
		f.add(number, b.tokens[from:to])
		from = to
	}
	b.tokens = b.tokens[:0]
}

// vote keeps the language in which most pages say the form first (Boyer and Moore's
// majority vote).
func (f *formDraft) vote(lang int32) {
	switch {
	case f.votes == 0:
		f.lang, f.votes = lang, 1
	case f.lang == lang:
		f.votes++
	default:
		f.votes--
	}
}

func (f *formDraft) add(number int32, tokens []token) {
	var n [inBody + 1]int
	for _, t := range tokens {
		if t.worth > begun || n[t.field] == 0 {
			n[t.field] += int(t.worth)
		}
	}
	w := &f.stream
	w.Int(int(number - f.last))
	f.last = number
	f.pages++
	for _, c := range n {
		w.Int(c)
	}
	for len(tokens) > 0 && tokens[0].pos == nowhere {
		tokens = tokens[1:]
	}
	f.size -= w.Len()
	w.Int(len(tokens))
	at := int32(0)
	for _, t := range tokens {
		w.Int(int(t.pos - at))
		at = t.pos
	}
	f.size += w.Len() + 2 // page and code
}

// label files a page under one of its labels, as a term that no text can hold. A label
// longer than a form can be is shown with its page, but nobody can filter by it.
func (b *builder) label(number int32, l doc.Label) {
	s := inverted.LabelForm(l.Key, l.Value)
	if len(s) > inverted.MaxForm {
		return
	}
	id, ok := b.byText[s]
	if !ok {
		id = b.newForm(&formDraft{text: s, key: s, group: -1})
	}
	f := b.forms[id]
	if f.pages > 0 && f.last == number {
		return // the same label twice
	}
	f.add(number, nil)
}

// decode returns the postings of a form; it reuses the memory of into.
func (b *builder) decode(f *formDraft, into []inverted.Posting) []inverted.Posting {
	out := into[:0]
	r := wire.NewReader(f.text, f.postings)
	page := int32(0)
	for r.Len() > 0 {
		page += int32(r.Int())
		c := rank.Counts{Title: r.Int(), Head: r.Int(), Body: r.Int()}
		at := make([]int32, r.Int())
		pos := int32(0)
		for i := range at {
			pos += int32(r.Int())
			at[i] = pos
		}
		code := byte(0)
		if c != (rank.Counts{}) {
			lengths := b.pages[page].lengths
			title := titleOf(c.Title, lengths.Title/b.mean.Title)
			code = rank.Encode(b.opt.Rank.TF(c, lengths, b.mean)/whole, title)
		}
		out = append(out, inverted.Posting{Page: page, Code: code, At: at})
	}
	return out
}

// longTitle is relative to the mean: a word of a longer title is a small part of it.
const longTitle = 2

// titleOf is the length of a title, relative to the mean, to a form with a count in it. To
// a part the title is like a long one: it is not what the page is named by.
func titleOf(count int, length float64) float64 {
	switch {
	case count <= begun:
		return 0
	case count < whole:
		return max(length, longTitle)
	}
	return length
}

// encodeLists closes the streams and finds the mean lengths.
func (b *builder) encodeLists() {
	n := float64(max(1, len(b.pages)))
	b.mean.Title /= n
	b.mean.Head /= n
	b.mean.Body /= n
	for _, f := range b.forms {
		f.postings = f.stream.Bytes()
		b.stats.Postings += int(f.pages)
		f.size += len(f.text)/2 + 5
	}
	b.stats.Forms = len(b.forms)
}
