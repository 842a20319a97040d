// Package doc answers: which nouns travel the whole line?
//
// A [Document] is one page as the reader knows it. Its Text is the original that
// every [Span] in the system points into; [Block]s lay the structure of the source
// (headings, paragraphs, code, tables) over that text without copying it.
// A [Chunk] is one passage inside a section (a heading with what follows it), small
// enough to rank, show and cite.
//
// The package holds nouns. It reads no files and parses no formats: that is tools/ingest.
//
// Before: nothing. After: engine/chunk cuts a Document into Chunks.
package doc

// Span is a half-open range of byte offsets into the Text of its document.
// Start and End never fall inside a rune.
type Span struct{ Start, End int }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Of returns the bytes of text that the span covers.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// Label is one facet of a document, such as tag=go or date=2026-01-31.
type Label struct{ Key, Value string }

// Kind says what a block of the source was.
type Kind uint8

// The kinds of block. The zero value is ordinary prose.
const (
	Paragraph Kind = iota
	Heading        // Level is 1 to 6
	Code           // preformatted; never cut inside where it can be avoided
	Table          // a whole table, one row a line
	Item           // one list item
)

// Block is one piece of a document's structure. Blocks are in the order of the
// text and do not overlap; bytes between two blocks (line ends, as a rule) belong
// to neither.
type Block struct {
	Span
	Kind   Kind
	Level  int    // of a Heading: 1 to 6
	Anchor string // of a Heading: its id in the page, "" if it has none
	Lang   string // BCP 47; "" means the document's
}

// Document is one page.
type Document struct {
	ID     string  // unique in its index: the path of the page, or the caller's id
	URL    string  // where a reader finds it; "" means that ID is the address
	Title  string  // shown and searched as a field of its own, not part of Text
	Lang   string  // BCP 47; "" means unknown
	Text   string  // valid UTF-8
	Blocks []Block // nil: chunk finds the structure in the text itself
	Labels []Label // facets, in any order
}

// Chunk is one passage: the unit that is ranked inside its page, shown and cited.
type Chunk struct {
	Span
	Path   []string // headings above, outermost first; the last is the section's own
	Anchor string   // id of the nearest heading that has one; "" means the top of the page
	Level  int      // level of the section's heading; 0 before the first heading
	Lang   string   // BCP 47; "" means the document's
	Kind   Kind     // what most of it is: Code and Table are shown as they stand
	Head   string   // context repeated before the text, such as a table's header row
	Body   int      // where the text after the chunk's own headings begins; Start if none
}
