package chunk

import "github.com/pageside/pageside/engine/doc"

// section is a heading with the blocks up to the next heading: what a chunk may not go
// beyond, found in another way than Split finds it.
type section struct {
	doc.Span             // from the first byte after the heading to the last before the next
	Heading  doc.Block   // the zero Block for what stands before the first heading
	Path     []string    // texts of the headings above and of this one, outermost first
	Blocks   []doc.Block // without headings
}

// sections cuts a document at its headings. A document without headings is one
// section. A heading with nothing under it is a section with an empty span.
func sections(d *doc.Document) []section {
	var out []section
	type open struct {
		level int
		text  string
	}
	var stack []open
	cur := section{Span: doc.Span{Start: 0, End: len(d.Text)}}
	began := false
	flush := func(end int) {
		cur.End = end
		if began || len(cur.Blocks) > 0 {
			out = append(out, cur)
		}
	}
	for _, b := range d.Blocks {
		if b.Kind != doc.Heading {
			cur.Blocks = append(cur.Blocks, b)
			continue
		}
		flush(b.Start)
		for len(stack) > 0 && stack[len(stack)-1].level >= b.Level {
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, open{b.Level, b.Of(d.Text)})
		path := make([]string, len(stack))
		for i, o := range stack {
			path[i] = o.text
		}
		cur = section{Span: doc.Span{Start: b.End, End: b.End}, Heading: b, Path: path}
		began = true
	}
	flush(len(d.Text))
	if len(out) == 0 {
		out = append(out, cur)
	}
	return out
}
