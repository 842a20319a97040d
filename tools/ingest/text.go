package ingest

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// writer lays out the text of a page: blocks one after the other, an empty line between
// two of them (one line end between list items). It is told where blocks begin and end
// and what text stands inside; white space is collapsed as a browser collapses it.
type writer struct {
	text    []byte
	blocks  []doc.Block
	cur     doc.Block // the open block; what it covers is text[cur.Start:]
	open    bool
	loose   doc.Kind   // kind of a block that text opens by itself
	space   bool       // white space is owed before the next letter
	newline bool       // and it held a line end
	langs   []langSize // how many bytes of the open block are in which language
}

type langSize struct {
	lang string
	size int
}

// begin closes the open block and opens one. A block that stays empty leaves no trace.
func (w *writer) begin(b doc.Block) {
	w.end()
	w.separate(b.Kind)
	b.Start = len(w.text)
	w.cur, w.open = b, true
}

// separate puts what stands between two blocks.
func (w *writer) separate(kind doc.Kind) {
	if len(w.blocks) == 0 {
		return
	}
	w.text = append(w.text, '\n')
	if kind != doc.Item || w.blocks[len(w.blocks)-1].Kind != doc.Item {
		w.text = append(w.text, '\n')
	}
}

// end closes the open block, trimmed.
func (w *writer) end() {
	w.space, w.newline = false, false
	if !w.open {
		return
	}
	w.open = false
	body := w.text[w.cur.Start:]
	trimmed := bytes.TrimRight(body, " \t\n")
	if w.cur.Kind == doc.Code {
		trimmed = trimmed[leadingLines(trimmed):]
		copy(body, trimmed)
	}
	w.text = w.text[:w.cur.Start+len(trimmed)]
	w.cur.End = len(w.text)
	w.cur.Lang = w.mainLang()
	w.langs = w.langs[:0]
	if len(trimmed) > 0 {
		w.blocks = append(w.blocks, w.cur)
		return
	}
	if n := len(w.blocks); n > 0 { // the separator goes too
		w.text = w.text[:w.blocks[n-1].End]
	}
}

// leadingLines is the length of the empty lines that code begins with; the indentation
// of its first line stays.
func leadingLines(code []byte) int {
	n := 0
	for i, c := range code {
		if c == '\n' {
			n = i + 1
		} else if c != ' ' && c != '\t' {
			break
		}
	}
	return n
}

// mainLang is the language of most of the open block; the first one wins a tie.
func (w *writer) mainLang() string {
	best := langSize{}
	for _, l := range w.langs {
		if l.size > best.size {
			best = l
		}
	}
	return best.lang
}

func (w *writer) count(lang string, size int) {
	for i := range w.langs {
		if w.langs[i].lang == lang {
			w.langs[i].size += size
			return
		}
	}
	w.langs = append(w.langs, langSize{lang, size})
}

// write adds text to the open block, or opens one for it.
func (w *writer) write(s, lang string) {
	before := len(w.text)
	for _, r := range s {
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == '\u00A0':
			w.space = true
			w.newline = w.newline || r == '\n'
		case invisible(r):
		default:
			if !w.open {
				w.begin(doc.Block{Kind: w.loose})
				before = len(w.text)
			}
			w.putSpace(r)
			w.text = utf8.AppendRune(w.text, r)
		}
	}
	if w.open {
		w.count(lang, len(w.text)-before)
	}
}

// putSpace writes the white space that is owed before r. A line end between two
// characters of a script without spaces is no space: source lines of Chinese are often
// broken, and its words must not be.
func (w *writer) putSpace(r rune) {
	owed, line := w.space, w.newline
	w.space, w.newline = false, false
	body := w.text[w.cur.Start:]
	if !owed || len(body) == 0 || body[len(body)-1] == '\n' {
		return
	}
	if line && unspaced(r) {
		if last, _ := utf8.DecodeLastRune(body); unspaced(last) {
			return
		}
	}
	w.text = append(w.text, ' ')
}

// verbatim adds preformatted text to the open block.
func (w *writer) verbatim(s, lang string) {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	before := len(w.text)
	for _, r := range s {
		if r == '\t' || r == '\n' || !invisible(r) {
			w.text = utf8.AppendRune(w.text, r)
		}
	}
	w.count(lang, len(w.text)-before)
}

// breakLine ends a line inside the open block; it never makes an empty one.
func (w *writer) breakLine() {
	w.space, w.newline = false, false
	if !w.open || len(w.text) == w.cur.Start || w.text[len(w.text)-1] == '\n' {
		return
	}
	w.text = append(w.text, '\n')
}

// stops are marks behind which no other is needed.
const stops = ".。!！?？;；:：,，、…"

// endRow ends a row of a table. An excerpt has no line ends; a mark keeps rows apart there.
func (w *writer) endRow() {
	if w.open && len(w.text) > w.cur.Start {
		if last, _ := utf8.DecodeLastRune(w.text); !strings.ContainsRune(stops, last) {
			w.text = append(w.text, ';')
		}
	}
	w.breakLine()
}

// invisible runes help a browser to break lines, or do nothing: they would only split
// words in an index. Joiners stay, since they change letters and emoji.
func invisible(r rune) bool {
	switch r {
	case '\u00AD', '\u200B', '\u2060', '\uFEFF':
		return true
	}
	return unicode.IsControl(r)
}

// unspaced tells whether r belongs to a script that is written without spaces.
func unspaced(r rune) bool {
	return r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF60 ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
