package sample

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pageside/pageside/engine/doc"
)

// Read reads pages from a txtar file. A file of it is a page and its name is the id.
// Lines like "title: …" come first: title, lang and url; any other key is a label, which
// may repeat. After an empty line follows the text:
//
//	## a heading {#its-anchor}
//	a paragraph, up to an empty line
//	- an item, a line each
//	    code, by four spaces
//	| a table | up to an empty line |
func Read(t testing.TB, file string) []doc.Document {
	t.Helper()
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(ar.Files) == 0 {
		t.Fatalf("%s: no page", file)
	}
	var out []doc.Document
	for _, f := range ar.Files {
		head, text, _ := strings.Cut(string(f.Data), "\n\n")
		d := doc.Document{ID: f.Name}
		d.Text, d.Blocks = layOut(text)
		for _, line := range strings.Split(strings.TrimSpace(head), "\n") {
			key, value, ok := strings.Cut(line, ": ")
			switch {
			case !ok:
				t.Fatalf("%s: %s: %q is not like key: value", file, f.Name, line)
			case key == "title":
				d.Title = value
			case key == "lang":
				d.Lang = value
			case key == "url":
				d.URL = value
			default:
				d.Labels = append(d.Labels, doc.Label{Key: key, Value: value})
			}
		}
		out = append(out, d)
	}
	return out
}

// layOut takes the marks out of a text and says what they meant.
func layOut(marked string) (string, []doc.Block) {
	var text strings.Builder
	blocks := []doc.Block{} // not nil: there are no marks left to find
	open := false
	for _, line := range strings.Split(marked, "\n") {
		b := doc.Block{Kind: kindOf(line)}
		switch b.Kind {
		case doc.Heading:
			b.Level = strings.Index(line, " ")
			line, b.Anchor, _ = strings.Cut(line[b.Level+1:], " {#")
			b.Anchor = strings.TrimSuffix(b.Anchor, "}")
		case doc.Item:
			line = line[len("- "):]
		case doc.Code:
			line = line[len("    "):]
		}
		b.Start = text.Len()
		text.WriteString(line + "\n")
		b.End = b.Start + len(line)
		last := len(blocks) - 1
		switch {
		case strings.TrimSpace(line) == "":
			open = false
		case open && blocks[last].Kind == b.Kind && b.Kind != doc.Item && b.Kind != doc.Heading:
			blocks[last].End = b.End
		default:
			blocks = append(blocks, b)
			open = true
		}
	}
	return text.String(), blocks
}

func kindOf(line string) doc.Kind {
	switch {
	case strings.HasPrefix(line, "#") && strings.HasPrefix(strings.TrimLeft(line, "#"), " "):
		return doc.Heading
	case strings.HasPrefix(line, "- "):
		return doc.Item
	case strings.HasPrefix(line, "    "):
		return doc.Code
	case strings.HasPrefix(line, "|"):
		return doc.Table
	}
	return doc.Paragraph
}
