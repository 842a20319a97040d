// Package chunk answers: where does one passage end?
//
// Three entry points, from easy to controlled:
//
//	chunk.Split(d, chunk.Options{})                            // for indexing a site
//	chunk.Split(d, chunk.Options{Strategy: chunk.Recursive, Size: 400})
//	chunk.Scan(markdown)                                       // only the structure
//
// A window is laid over the text and every boundary in it is weighed: end of a block,
// of a line, of a sentence, of a clause, of a word, of a grapheme cluster. The cut falls
// on the strongest kind that leaves a chunk of at least a quarter of the window or that
// keeps the next unit of its kind whole; of that kind, on the last. Never inside a
// cluster, before closing punctuation or behind an opening bracket.
//
// [Structure], the default, opens a window at each heading and nowhere else, spreads a
// long section evenly over its chunks, and keeps code and tables that fit whole; each
// part of a table that does not fit carries the header row in its Head. [Recursive]
// reads only the characters, [Fixed] only counts them.
//
// The package cannot fail. Spans are bytes of Document.Text, trimmed of white space.
// Without overlap the chunks of a document are disjoint, and what lies between them is
// white space. Work grows with the length of the text and with nothing else.
//
// Limits: sentence ends are found by rule, so an abbreviation that is not listed may end
// one; words of Chinese, Japanese and Thai are not known, a forced cut may part them.
//
// Before: doc.Document. After: engine/build indexes each chunk.
package chunk

import "github.com/pageside/pageside/engine/doc"

// Strategy says what a cut may look at.
type Strategy uint8

// The strategies.
const (
	Structure Strategy = iota // headings first, then blocks, then as Recursive
	Recursive                 // paragraphs, lines, sentences, clauses, words, in this order
	Fixed                     // the count alone
)

const (
	defaultSize = 1200 // runes: a screenful of Chinese, 200 words of English

	// A cluster of more runes is no writing but a stack of marks and may be cut.
	maxCluster = 64

	// A chunk may be cut short to keep the next sentence, line or block whole, but not
	// to less than this part of its size, unless that unit fits in a chunk.
	shortest = 4

	// A chunk of a long section may exceed its even share by this part, so that the
	// section does not fall into one chunk more.
	slack = 8
)

// Options say how to cut. The zero value is right for a search index.
type Options struct {
	Strategy Strategy

	// Size is the most that a chunk holds in runes (code points, whatever their width),
	// its Head included; 0 means 1,200. Smaller chunks rank more precisely and say less;
	// below some 200 runes sentences are cut. Only one grapheme cluster of more than
	// Size runes makes a longer chunk.
	Size int

	// Overlap is how many runes of its end a chunk repeats at the start of the next, at
	// most half of Size; 0 means none. It helps Fixed. With Structure it stays inside the
	// section and never repeats code or table rows.
	Overlap int
}

func (o Options) withDefaults() Options {
	if o.Size <= 0 {
		o.Size = defaultSize
	}
	o.Overlap = max(0, min(o.Overlap, o.Size/2))
	return o
}

// Split cuts a document into chunks, in the order of the text. Where d.Blocks is nil
// the structure is that of Markdown, found by [Scan].
func Split(d *doc.Document, opt Options) []doc.Chunk {
	opt = opt.withDefaults()
	blocks := d.Blocks
	if blocks == nil {
		blocks = Scan(d.Text)
	}
	s := splitter{text: d.Text, opt: opt, pieces: tile(d.Text, blocks)}
	if opt.Strategy == Structure {
		s.sections()
	} else {
		s.flat()
	}
	return s.out
}

// splitter walks the pieces of one document and collects chunks.
type splitter struct {
	text   string
	opt    Options
	pieces []piece
	trail  trail
	out    []doc.Chunk
}

// sections cuts each section by itself. A heading with nothing under it but a deeper
// heading joins that section, whose path names it anyway.
func (s *splitter) sections() {
	for first := 0; first < len(s.pieces); {
		body := first
		for body < len(s.pieces) && s.pieces[body].Kind == doc.Heading {
			if body > first && s.pieces[body].Level <= s.pieces[body-1].Level {
				break
			}
			s.trail.enter(s.text, s.pieces[body])
			body++
		}
		next := body
		for next < len(s.pieces) && s.pieces[next].Kind != doc.Heading {
			next++
		}
		s.section(s.pieces[first:next], body-first)
		first = next
	}
}

// section cuts one section, of which the first pieces are its own headings.
func (s *splitter) section(pieces []piece, headings int) {
	c := newCutter(s.text, pieces, s.opt)
	c.even = true
	body := c.at
	if headings > 0 {
		body = pieces[headings-1].End
	}
	body = skipSpace(s.text, body, c.end)
	if headings < len(pieces) {
		body = pieces[headings].indented(s.text, body, c.at)
	}
	for cut, ok := c.next(); ok; cut, ok = c.next() {
		ch := s.trail.chunk()
		ch.Span, ch.Head = cut.Span, cut.head
		ch.Kind, ch.Lang = nature(pieces[cut.piece:], cut.Span)
		ch.Body = max(ch.Start, min(body, ch.End))
		s.out = append(s.out, ch)
	}
}

// flat cuts the whole text as one run; the headings only name where a chunk starts.
func (s *splitter) flat() {
	span := doc.Span{Start: 0, End: len(s.text)}
	c := newCutter(s.text, []piece{{Block: doc.Block{Span: span}}}, s.opt)
	c.counting = s.opt.Strategy == Fixed
	k := 0
	for cut, ok := c.next(); ok; cut, ok = c.next() {
		for ; k < len(s.pieces) && s.pieces[k].Start <= cut.Start; k++ {
			if s.pieces[k].Kind == doc.Heading {
				s.trail.enter(s.text, s.pieces[k])
			}
		}
		ch := s.trail.chunk()
		ch.Span, ch.Body = cut.Span, cut.Start
		ch.Kind, ch.Lang = nature(s.pieces[k-1:], cut.Span)
		s.out = append(s.out, ch)
	}
}

// nature says of which kind and language most bytes of a span are. Headings count only
// where there is nothing else. The first piece holds the start of the span.
func nature(pieces []piece, span doc.Span) (kind doc.Kind, lang string) {
	var ofKind [doc.Item + 1]int
	ofLang := map[string]int{}
	for _, p := range pieces {
		if p.Start >= span.End {
			break
		}
		n := min(p.End, span.End) - max(p.Start, span.Start)
		if p.Kind <= doc.Item {
			ofKind[p.Kind] += n
		}
		ofLang[p.Lang] += n
		if ofLang[p.Lang] > ofLang[lang] {
			lang = p.Lang
		}
	}
	kind = doc.Heading
	ofKind[doc.Heading] = 0
	for k, n := range ofKind {
		if n > ofKind[kind] {
			kind = doc.Kind(k)
		}
	}
	return kind, lang
}
