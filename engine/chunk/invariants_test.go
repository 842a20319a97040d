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

// violations checks what holds for every document, strategy and size. It looks at the
// text and the chunks alone, and shares only the cluster and mark tables with the code
// under test; the tables have tests of their own.
func violations(d *doc.Document, opt Options, chunks []doc.Chunk) []string {
	var out []string
	bad := func(format string, args ...any) {
		if len(out) < 20 {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	full := opt.withDefaults()
	clusters := clusterStarts(d.Text)
	covered, lastEnd := 0, 0
	for i, c := range chunks {
		if c.Start < 0 || c.End > len(d.Text) || c.Start >= c.End {
			bad("chunk %d: span %v of %d bytes", i, c.Span, len(d.Text))
			return out
		}
		text := c.Of(d.Text)
		if !clusters[c.Start] || !clusters[c.End] {
			bad("chunk %d %v cuts a grapheme cluster: %.40q", i, c.Span, text)
		}
		if c.Body < c.Start || c.Body > c.End {
			bad("chunk %d %v: body at %d", i, c.Span, c.Body)
		}
		if s := strings.TrimRightFunc(text, unicode.IsSpace); s != text {
			bad("chunk %d %v ends in white space", i, c.Span)
		}
		if s := strings.TrimLeftFunc(text, unicode.IsSpace); s != text && c.Kind != doc.Code &&
			strings.Trim(text[:len(text)-len(s)], " \t") != "" {
			bad("chunk %d %v begins with white space", i, c.Span)
		}
		if gap := d.Text[min(covered, c.Start):c.Start]; strings.TrimSpace(gap) != "" {
			bad("nothing covers %.40q before chunk %d", gap, i)
		}
		if full.Overlap == 0 && c.Start < covered || c.Start < lastStart(chunks, i) || c.End <= lastEnd {
			bad("chunk %d %v after %v", i, c.Span, chunks[max(0, i-1)].Span)
		}
		if n := runesIn(text) + runesIn(c.Head); n > full.Size {
			if _, one := clusterEnd(text, 0); one < runesIn(text) || c.Head != "" {
				bad("chunk %d %v has %d runes", i, c.Span, n)
			}
		}
		if i > 0 && beginsClosed(text) && couldCut(d, full, chunks[i-1], c) {
			bad("chunk %d %v begins with a closing mark: %.20q", i, c.Span, text)
		}
		covered, lastEnd = max(covered, c.End), c.End
	}
	if rest := d.Text[covered:]; strings.TrimSpace(rest) != "" {
		bad("nothing covers the end: %.40q", rest)
	}
	if full.Strategy == Structure {
		out = append(out, structureViolations(d, full, chunks)...)
	}
	return out
}

func runesIn(s string) int { return utf8.RuneCountInString(s) }

func lastStart(chunks []doc.Chunk, i int) int {
	if i == 0 {
		return 0
	}
	return chunks[i-1].Start + 1
}

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

func beginsClosed(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("。，、；：！？）】》”’」』〉〕］｝", r)
}

// couldCut tells whether the cut between two chunks could have been elsewhere: the
// later does not begin a section, and the earlier holds a place before an ordinary
// letter.
func couldCut(d *doc.Document, opt Options, before, c doc.Chunk) bool {
	if opt.Strategy == Structure && !slices.Equal(before.Path, c.Path) {
		return false
	}
	text := before.Of(d.Text)
	if opt.Overlap > 0 || before.Kind == doc.Code || before.Kind == doc.Table {
		return false
	}
	last := rune(0)
	for i, r := range text {
		if i > 0 && unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, last) {
			return true
		}
		last = r
	}
	return false
}

// structureViolations checks what Structure promises about blocks and headings.
func structureViolations(d *doc.Document, opt Options, chunks []doc.Chunk) (out []string) {
	sections := d.Sections()
	if d.Blocks == nil {
		scanned := *d
		scanned.Blocks = Scan(d.Text)
		d = &scanned
		sections = d.Sections()
	}
	k := 0
	for i, c := range chunks {
		for k+1 < len(sections) && ownLine(d.Text, sections[k+1].Heading.Start) < c.End {
			k++
			if h := sections[k].Heading; ownLine(d.Text, h.Start) > c.Body {
				out = append(out, fmt.Sprintf("chunk %d %v goes over heading %q", i, c.Span, h.Of(d.Text)))
			}
		}
		s := sections[k]
		for n := k + 1; c.Body == c.End && n < len(sections) && len(s.Path) < len(c.Path) &&
			strings.TrimSpace(d.Text[s.Start:ownLine(d.Text, sections[n].Heading.Start)]) == ""; n++ {
			s = sections[n] // headings alone go to the section that they lead to
		}
		if !slices.Equal(c.Path, s.Path) || c.Level != s.Heading.Level {
			out = append(out, fmt.Sprintf("chunk %d %v: path %q level %d, want %q level %d",
				i, c.Span, c.Path, c.Level, s.Path, s.Heading.Level))
		}
	}
	return append(out, blockViolations(d, opt, chunks)...)
}

// ownLine returns where the line that holds byte i begins.
func ownLine(text string, i int) int { return strings.LastIndexByte(text[:i], '\n') + 1 }

// blockViolations checks that code and tables are cut only where they do not fit, then
// between lines where these fit, and that a part of a table repeats its header.
func blockViolations(d *doc.Document, opt Options, chunks []doc.Chunk) (out []string) {
	i := 0
	for _, b := range d.Blocks {
		if b.Kind != doc.Code && b.Kind != doc.Table {
			continue
		}
		text := strings.TrimSpace(b.Of(d.Text))
		for i < len(chunks) && chunks[i].Start <= b.Start {
			i++
		}
		for ; i < len(chunks) && chunks[i].Start < b.End; i++ {
			c := chunks[i]
			if strings.TrimSpace(d.Text[b.Start:c.Start]) == "" {
				continue
			}
			if runesIn(strings.TrimRightFunc(b.Of(d.Text), unicode.IsSpace)) <= opt.Size {
				out = append(out, fmt.Sprintf("chunk %d %v begins inside %.30q, which fits", i, c.Span, text))
			}
			line := lineAround(d.Text, b.Span, c.Start)
			if before := d.Text[line.Start:c.Start]; strings.TrimSpace(before) != "" &&
				runesIn(line.Of(d.Text)) < opt.Size/2 {
				out = append(out, fmt.Sprintf("chunk %d %v begins inside the line %.30q", i, c.Span, line.Of(d.Text)))
			}
			header, _, _ := strings.Cut(text, "\n")
			header = strings.TrimSpace(header)
			if b.Kind == doc.Table && runesIn(header) < opt.Size/8 && runesIn(line.Of(d.Text)) < opt.Size/2 &&
				!strings.HasPrefix(c.Head, header) {
				out = append(out, fmt.Sprintf("chunk %d %v: head %q, table begins %q", i, c.Span, c.Head, header))
			}
		}
	}
	return out
}

func lineAround(text string, in doc.Span, i int) doc.Span {
	start := in.Start + strings.LastIndexByte(text[in.Start:i], '\n') + 1
	end := in.End
	if n := strings.IndexByte(text[i:in.End], '\n'); n >= 0 {
		end = i + n
	}
	return doc.Span{Start: start, End: end}
}

var strategies = map[string]Strategy{"structure": Structure, "recursive": Recursive, "fixed": Fixed}

// each runs Split with every strategy and several sizes and checks what must hold.
func each(t *testing.T, name string, d *doc.Document, sizes ...int) {
	t.Helper()
	if len(sizes) == 0 {
		sizes = []int{1, 7, 50, 200, 1200}
	}
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
