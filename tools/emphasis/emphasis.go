// Package emphasis answers: where does emphasis begin and end in a text without spaces?
//
// CommonMark 0.31 (section 6.2) lets a run of asterisks close only where a word ends: if it
// stands behind punctuation, white space or punctuation must follow. That works for scripts
// with spaces. In 这是**重点。**后面 a letter follows at once, as it must, and the asterisks
// stay in the text; the same happens to an opening run between a letter and punctuation, as in
// 他说**“好”**.
//
// The rule here: a run beside an East Asian character, be it a letter or a mark, may open and
// close. As everywhere, it opens nothing before white space and closes nothing behind it; nor
// does it open before a closing bracket or close behind an opening one, so that *（*注*）*
// stays nested. The same holds for ~~. The underscore keeps CommonMark's rule, since it is a
// part of names.
//
// Limits: 所有*.md和*.txt then reads as emphasis; write a name with an asterisk as code.
//
// Before: goldmark's parser. After: tools/ingest and tools/site read Markdown with it.
package emphasis

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// EastAsian is the extension. It goes with goldmark's Strikethrough or GFM, which write ~~.
var EastAsian goldmark.Extender = extender{}

type extender struct{}

// sooner comes before goldmark's own parsers of emphasis and strikethrough, both at 500.
const sooner = 499

func (extender) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(
		util.Prioritized(eased{parser.NewEmphasisParser()}, sooner),
		util.Prioritized(eased{extension.NewStrikethroughParser()}, sooner),
	))
}

// eased is a parser of delimiters that minds East Asian characters.
type eased struct{ parser.InlineParser }

func (p eased) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	n := p.InlineParser.Parse(parent, block, pc)
	d, ok := n.(*parser.Delimiter)
	if !ok || d.Char == '_' {
		return n
	}
	after := ' '
	if line, _ := block.PeekLine(); len(line) > 0 {
		after, _ = utf8.DecodeRune(line)
	}
	if eastAsian(before) || eastAsian(after) {
		d.CanOpen = d.CanOpen || !unicode.IsSpace(after) && !unicode.In(after, unicode.Pe, unicode.Pf)
		d.CanClose = d.CanClose ||
			!unicode.IsSpace(before) && !unicode.In(before, unicode.Ps, unicode.Pi)
	}
	return n
}

// eastAsian tells whether r is a letter or a mark of a script without spaces between words.
func eastAsian(r rune) bool {
	switch {
	case r < 0x1100 || unicode.IsSpace(r):
		return false
	case r >= 0x3001 && r <= 0x303F, // 、。「」
		r >= 0xFE30 && r <= 0xFE4F,   // upright forms of them
		r >= 0xFF01 && r <= 0xFF65,   // ，！（）
		r >= 0xE0100 && r <= 0xE01EF: // chooses the form of the ideograph before it
		return true
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Bopomofo)
}
