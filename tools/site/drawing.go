package site

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
)

// A drawing (SVG) or a formula (MathML) is set into the page as it stands, so that it takes
// the page's colours and text size and can be read aloud. It is parsed as XML and written
// out again from a list of what may occur: no script, no style, no link, no outside file.

// dialect is one vocabulary: its outermost element and what may occur in it.
type dialect struct {
	root       string
	elements   string // separated by spaces, with spaces at both ends
	attributes string
}

var (
	svgDialect = dialect{
		root: "svg",
		elements: " svg g path rect line circle ellipse polyline polygon text tspan " +
			"title desc ",
		attributes: " viewBox class x y x1 y1 x2 y2 cx cy r rx ry dx dy d points width height " +
			"fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap " +
			"stroke-linejoin opacity transform text-anchor dominant-baseline font-size " +
			"font-weight font-family lang ",
	}
	mathDialect = dialect{
		root: "math",
		elements: " math mrow mi mn mo mtext mspace mfrac msqrt msub msup msubsup munder " +
			"mover munderover mtable mtr mtd mpadded mstyle ",
		attributes: " display alttext mathvariant stretchy width height columnalign " +
			"displaystyle scriptlevel form lspace rspace lang ",
	}
)

// maxDrawingTokens bounds one drawing; a figure for an article has a few hundred.
const maxDrawingTokens = 20_000

// inline writes source as part of an HTML page. rootAttrs are set on the outermost element.
func (d dialect) inline(source string, rootAttrs ...string) (string, error) {
	decoder := xml.NewDecoder(strings.NewReader(source))
	var b strings.Builder
	depth := 0
	for n := 0; ; n++ {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("not well-formed: %w", err)
		}
		if n > maxDrawingTokens {
			return "", fmt.Errorf("more than %d parts; simplify it", maxDrawingTokens)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := d.open(&b, t, depth, rootAttrs); err != nil {
				return "", err
			}
			depth++
		case xml.EndElement:
			b.WriteString("</" + t.Name.Local + ">")
			depth--
		case xml.CharData:
			if depth > 0 {
				writeDrawnText(&b, string(t))
			}
		}
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("no <%s> in it", d.root)
	}
	return b.String(), nil
}

func (d dialect) open(b *strings.Builder, t xml.StartElement, depth int, extra []string) error {
	name := t.Name.Local
	if (depth == 0) != (name == d.root) {
		return fmt.Errorf("<%s>: want one <%s> around everything", name, d.root)
	}
	if !strings.Contains(d.elements, " "+name+" ") {
		return fmt.Errorf("<%s> may not occur; allowed are%s", name, d.elements)
	}
	b.WriteString("<" + name)
	if depth == 0 {
		for i := 0; i+1 < len(extra); i += 2 {
			b.WriteString(" " + extra[i] + `="` + html.EscapeString(extra[i+1]) + `"`)
		}
	}
	for _, attr := range t.Attr {
		key := attr.Name.Local
		if key == "xmlns" || attr.Name.Space == "xmlns" {
			continue // HTML knows the name space of its own drawings and formulas
		}
		if attr.Name.Space != "" && key != "lang" ||
			!strings.Contains(d.attributes, " "+key+" ") {
			return fmt.Errorf("<%s %s>: this attribute may not occur; use class", name, key)
		}
		if strings.Contains(attr.Value, "url(") {
			return fmt.Errorf("<%s %s>: a drawing refers to nothing outside itself", name, key)
		}
		b.WriteString(" " + key + `="` + html.EscapeString(attr.Value) + `"`)
	}
	b.WriteByte('>')
	return nil
}

// writeDrawnText keeps words and drops the indentation of the source.
func writeDrawnText(b *strings.Builder, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	b.WriteString(html.EscapeString(text))
}
