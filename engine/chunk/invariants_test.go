package chunk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// checker checks what holds for every document, strategy and size. It looks at the text
// and the chunks alone, and shares only the cluster and mark tables with the code under
// test; the tables have tests of their own.
type checker struct {
	d      *doc.Document
	opt    Options
	chunks []doc.Chunk
	bad    []string
}

func violations(d *doc.Document, opt Options, chunks []doc.Chunk) []string {
	k := checker{d: d, opt: opt.withDefaults(), chunks: chunks}
	for i, c := range chunks {
		if c.Start < 0 || c.End > len(d.Text) || c.Start >= c.End {
			k.report(i, "is no span of %d bytes", len(d.Text))
			return k.bad
		}
	}
	k.coverage()
	k.edges()
	k.sizes()
	if k.opt.Strategy == Structure {
		if d.Blocks == nil {
			scanned := *d
			scanned.Blocks = Scan(d.Text)
			k.d = &scanned
		}
		k.headings()
		k.blocks()
	}
	return k.bad
}

func (k *checker) report(i int, format string, args ...any) {
	if len(k.bad) < 20 {
		chunk := fmt.Sprintf("chunk %d %v ", i, k.chunks[i].Span)
		k.bad = append(k.bad, chunk+fmt.Sprintf(format, args...))
	}
}

// coverage: chunks are in order, none within another, apart where nothing may overlap,
// and nothing but white space lies between them.
func (k *checker) coverage() {
	covered := 0
	for i, c := range k.chunks {
		if k.opt.Overlap == 0 && c.Start < covered {
			k.report(i, "begins before byte %d", covered)
		}
		if i > 0 && (c.Start <= k.chunks[i-1].Start || c.End <= k.chunks[i-1].End) {
			k.report(i, "does not go beyond %v", k.chunks[i-1].Span)
		}
		if gap := k.d.Text[min(covered, c.Start):c.Start]; strings.TrimSpace(gap) != "" {
			k.report(i, "leaves out %.40q", gap)
		}
		covered = max(covered, c.End)
	}
	if rest := k.d.Text[covered:]; strings.TrimSpace(rest) != "" {
		k.bad = append(k.bad, fmt.Sprintf("nothing covers the end: %.40q", rest))
	}
}

// edges: no grapheme cluster is cut, no white space is left at the ends but for the
// indentation of code, no chunk begins with a closing mark that could go elsewhere.
func (k *checker) edges() {
	clusters := clusterStarts(k.d.Text)
	for i, c := range k.chunks {
		text := c.Of(k.d.Text)
		if !clusters[c.Start] || !clusters[c.End] {
			k.report(i, "cuts a grapheme cluster: %.40q", text)
		}
		if strings.TrimRightFunc(text, unicode.IsSpace) != text {
			k.report(i, "ends in white space")
		}
		inner := strings.TrimLeftFunc(text, unicode.IsSpace)
		if indent := text[:len(text)-len(inner)]; strings.Trim(indent, " \t") != "" {
			k.report(i, "begins with white space")
		}
		if i > 0 && beginsClosed(text) && k.couldCut(i) {
			k.report(i, "begins with a closing mark: %.20q", text)
		}
	}
}

// couldCut tells whether the cut before a chunk could have been elsewhere: it does not
// begin a section, and the chunk before holds two ideographs side by side.
func (k *checker) couldCut(i int) bool {
	before := k.chunks[i-1]
	if k.opt.Strategy == Structure && !slices.Equal(before.Path, k.chunks[i].Path) {
		return false
	}
	if k.opt.Overlap > 0 || before.Kind != doc.Paragraph && before.Kind != doc.Item {
		return false
	}
	last := rune(0)
	for _, r := range before.Of(k.d.Text) {
		if unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, last) {
			return true
		}
		last = r
	}
	return false
}

func beginsClosed(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("。，、；：！？）】》”’」』〉〕］｝", r)
}

// sizes: a chunk and its head fit, or the chunk is one cluster; its body is inside.
func (k *checker) sizes() {
	for i, c := range k.chunks {
		text := c.Of(k.d.Text)
		if n := runesIn(text) + runesIn(c.Head); n > k.opt.Size {
			if _, one := clusterEnd(text, 0); one < runesIn(text) || c.Head != "" {
				k.report(i, "has %d runes", n)
			}
		}
		if c.Body < c.Start || c.Body > c.End {
			k.report(i, "has its body at %d", c.Body)
		}
	}
}

// headings: no chunk goes over a heading, and each knows the path and level of the
// section that sections puts it in. Headings alone go to the section they lead to.
func (k *checker) headings() {
	text, sections := k.d.Text, sections(k.d)
	at := 0
	for i, c := range k.chunks {
		for at+1 < len(sections) && ownLine(text, sections[at+1].Heading.Start) < c.End {
			at++
			if h := sections[at].Heading; ownLine(text, h.Start) > c.Body {
				k.report(i, "goes over heading %q", h.Of(text))
			}
		}
		s := sections[at]
		if len(s.Path) > 0 && ownLine(text, s.Heading.Start) >= c.End {
			s = section{} // a rule before the first heading
		}
		for n := at + 1; n < len(sections) && c.Body == c.End && len(s.Path) < len(c.Path); n++ {
			if len(s.Blocks) > 0 {
				break
			}
			s = sections[n]
		}
		if !slices.Equal(c.Path, s.Path) || c.Level != s.Heading.Level {
			k.report(i, "path %q level %d, want %q %d", c.Path, c.Level, s.Path, s.Heading.Level)
		}
	}
}

// blocks: code and tables are cut only where they do not fit, then between lines where
// these fit, and a part of a table repeats its header.
func (k *checker) blocks() {
	i := 0
	for _, b := range k.d.Blocks {
		if b.Kind != doc.Code && b.Kind != doc.Table {
			continue
		}
		for i < len(k.chunks) && k.chunks[i].Start <= b.Start {
			i++
		}
		for ; i < len(k.chunks) && k.chunks[i].Start < b.End; i++ {
			if strings.TrimSpace(k.d.Text[b.Start:k.chunks[i].Start]) != "" {
				k.part(i, b)
			}
		}
	}
}

// part checks a chunk that begins inside a block of code or a table.
func (k *checker) part(i int, b doc.Block) {
	c, text := k.chunks[i], b.Of(k.d.Text)
	if runesIn(strings.TrimRightFunc(text, unicode.IsSpace)) <= k.opt.Size {
		k.report(i, "begins inside %.30q, which fits", text)
	}
	line := lineAround(k.d.Text, b.Span, c.Start)
	fits := runesIn(line.Of(k.d.Text)) < k.opt.Size/2
	if fits && strings.TrimSpace(k.d.Text[line.Start:c.Start]) != "" {
		k.report(i, "begins inside the line %.30q", line.Of(k.d.Text))
	}
	header, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	header = strings.TrimSpace(header)
	if b.Kind == doc.Table && fits && runesIn(header) < k.opt.Size/8 &&
		!strings.HasPrefix(c.Head, header) {
		k.report(i, "repeats %q, the table begins with %q", c.Head, header)
	}
}

// ownLine returns where the line that holds byte i begins.
func ownLine(text string, i int) int { return strings.LastIndexByte(text[:i], '\n') + 1 }

func lineAround(text string, in doc.Span, i int) doc.Span {
	start := in.Start + strings.LastIndexByte(text[in.Start:i], '\n') + 1
	end := in.End
	if n := strings.IndexByte(text[i:in.End], '\n'); n >= 0 {
		end = i + n
	}
	return doc.Span{Start: start, End: end}
}

func runesIn(s string) int { return utf8.RuneCountInString(s) }

// clusterStarts marks where grapheme clusters begin, and the end of the text. White
// space stands for itself even where a stray mark sits on it, because it is trimmed.
func clusterStarts(s string) []bool {
	out := make([]bool, len(s)+1)
	for i := 0; i < len(s); {
		out[i] = true
		if r, n := utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
			i += n
			continue
		}
		i, _ = clusterEnd(s, i)
	}
	out[len(s)] = true
	return out
}

var strategies = map[string]Strategy{
	"structure": Structure, "recursive": Recursive, "fixed": Fixed,
}

// each runs Split with every strategy and several sizes and checks what must hold.
func each(t *testing.T, name string, d *doc.Document, sizes ...int) {
	t.Helper()
	for label, strategy := range strategies {
		for _, size := range sizes {
			for _, overlap := range []int{0, size / 7} {
				opt := Options{Strategy: strategy, Size: size, Overlap: overlap}
				for _, v := range violations(d, opt, Split(d, opt)) {
					t.Errorf("%s, %s of %d with %d: %s", name, label, size, overlap, v)
				}
			}
		}
	}
}
