package doc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/golden"
)

// page reads the few marks of the golden file: a line that begins with # signs is a
// heading, "{id}" at its end is its anchor, an empty line is nothing, and every other
// line is a paragraph.
func page(text string) *doc.Document {
	d := &doc.Document{Text: text}
	at := 0
	for _, line := range strings.Split(text, "\n") {
		b := doc.Block{Span: doc.Span{Start: at, End: at + len(line)}}
		at += len(line) + 1
		if line == "" {
			continue
		}
		if words := strings.TrimLeft(line, "#"); words != line {
			b.Kind, b.Level = doc.Heading, len(line)-len(words)
			b.Start += b.Level + 1
			if open := strings.Index(line, " {"); open > 0 {
				b.Anchor = strings.Trim(line[open:], " {}")
				b.End = b.Start - b.Level - 1 + open
			}
		}
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

func sections(in string) string {
	d := page(in)
	var out strings.Builder
	for _, s := range d.Sections() {
		fmt.Fprintf(&out, "%d-%d", s.Start, s.End)
		if s.Heading.Kind == doc.Heading {
			fmt.Fprintf(&out, " level %d: %s", s.Heading.Level, strings.Join(s.Path, " > "))
		}
		if s.Heading.Anchor != "" {
			fmt.Fprintf(&out, " #%s", s.Heading.Anchor)
		}
		out.WriteByte('\n')
		for _, b := range s.Blocks {
			fmt.Fprintf(&out, "  %s\n", b.Of(d.Text))
		}
	}
	return out.String()
}

func TestSections(t *testing.T) { golden.Check(t, "testdata/sections.txt", sections) }

// Sections neither lose a block nor show one twice, and stand in the order of the text.
func TestEveryBlockIsInOneSection(t *testing.T) {
	for _, in := range golden.Inputs(t, "testdata/sections.txt") {
		d := page(in)
		var again []doc.Block
		end := 0
		for _, s := range d.Sections() {
			if s.Start < end || s.End < s.Start || s.End > len(in) {
				t.Errorf("%q: section %v after byte %d of %d", in, s.Span, end, len(in))
			}
			end = s.End
			if s.Heading.Kind == doc.Heading {
				again = append(again, s.Heading)
			}
			for _, b := range s.Blocks {
				if b.Start < s.Start || b.End > s.End {
					t.Errorf("%q: block %v is outside its section %v", in, b.Span, s.Span)
				}
				again = append(again, b)
			}
		}
		if fmt.Sprint(again) != fmt.Sprint(d.Blocks) {
			t.Errorf("%q: blocks %v became %v", in, d.Blocks, again)
		}
	}
}
