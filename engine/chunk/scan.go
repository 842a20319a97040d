package chunk

import (
	"strings"

	"github.com/pageside/pageside/engine/doc"
)

// Scan finds the blocks of a Markdown text: headings with # or underlined, fenced and
// indented code, tables, list items, paragraphs, and front matter, which counts as
// code. A heading covers its words only; an id in braces becomes its Anchor. A list
// item ends where the next begins, however deep.
//
// It reads lines, not inline marks, and is made for cutting: quotes and HTML are
// paragraphs, except that <pre>, <script>, <style> and comments hide what looks like
// structure in them. Text that is not Markdown comes out as paragraphs.
func Scan(text string) []doc.Block {
	s := lines{text: text}
	for s.frontMatter(); s.at < len(text); {
		s.read()
	}
	s.close()
	return s.out
}

const (
	maxFrontMatterLines = 500
	maxUnderlined       = 300 // bytes of a heading with a line under it; longer is prose
)

// lines is the state of a walk from line to line.
type lines struct {
	text  string
	at    int // start of the line being read
	out   []doc.Block
	open  bool // the last block of out may still grow
	blank bool // the line before was blank
	list  bool // inside a list, where indentation does not mean code
}

// line returns the line at i without its end, and where the next begins.
func (s *lines) line(i int) (line string, next int) {
	if n := strings.IndexByte(s.text[i:], '\n'); n >= 0 {
		return strings.TrimSuffix(s.text[i:i+n], "\r"), i + n + 1
	}
	return s.text[i:], len(s.text)
}

// begin opens a block at i, and close ends what was open.
func (s *lines) begin(kind doc.Kind, i int) *doc.Block {
	s.close()
	s.out = append(s.out, doc.Block{Kind: kind, Span: doc.Span{Start: i, End: i}})
	s.open = true
	return &s.out[len(s.out)-1]
}

func (s *lines) close() { s.open = false }

// extend lets the last block end with the line that ends at i.
func (s *lines) extend(i int) { s.out[len(s.out)-1].End = i }

func (s *lines) growing(kind doc.Kind) bool {
	return s.open && s.out[len(s.out)-1].Kind == kind
}

// read takes the line at s.at and what belongs to it.
func (s *lines) read() {
	line, next := s.line(s.at)
	body := strings.TrimLeft(line, " \t")
	indent := width(line[:len(line)-len(body)])
	start := s.at + len(line) - len(body)
	end := s.at + len(strings.TrimRight(line, " \t"))
	if body == "" {
		s.blank = true
		if !s.list {
			s.close()
		}
		s.at = next
		return
	}
	wasBlank := s.blank
	s.blank = false
	if s.list && wasBlank && indent < 2 && !isItem(body) {
		s.list = false
		s.close()
	}
	switch {
	case indent >= 4 && !s.list && !s.growing(doc.Paragraph):
		s.indented()
	case (indent < 4 || s.list) && s.fence(body, next):
	case (indent < 4 || s.list) && s.heading(body, start):
		s.at = next
	case s.underline(body):
		s.at = next
	case s.table(body, next):
	case s.hidden(body):
	case isRule(body):
		s.close()
		s.list = false
		s.at = next
	case isItem(body):
		s.begin(doc.Item, start).End = end
		s.list = true
		s.at = next
	default:
		s.prose(start, end, wasBlank)
		s.at = next
	}
}

// prose adds a line to the open item or paragraph, or opens a paragraph.
func (s *lines) prose(start, end int, wasBlank bool) {
	if s.growing(doc.Item) || s.growing(doc.Paragraph) && !wasBlank {
		s.extend(end)
		return
	}
	s.begin(doc.Paragraph, start).End = end
}

// frontMatter takes --- or +++ lines and what they enclose at the start of the text.
func (s *lines) frontMatter() {
	mark, next := s.line(0)
	mark = strings.TrimRight(strings.TrimPrefix(mark, "\ufeff"), " \t")
	if mark != "---" && mark != "+++" {
		return
	}
	for range maxFrontMatterLines {
		if next >= len(s.text) {
			return
		}
		line, after := s.line(next)
		line = strings.TrimRight(line, " \t")
		if line == mark || mark == "---" && line == "..." {
			s.begin(doc.Code, 0).End = next + len(line)
			s.close()
			s.at = after
			return
		}
		next = after
	}
}

// indented takes code that is set off by four spaces.
func (s *lines) indented() {
	b := s.begin(doc.Code, s.at)
	for s.at < len(s.text) {
		line, next := s.line(s.at)
		body := strings.TrimLeft(line, " \t")
		if body != "" && width(line[:len(line)-len(body)]) < 4 {
			break
		}
		if body != "" {
			b.End = s.at + len(line)
		}
		s.at = next
	}
	s.close()
}

// fence takes a fenced code block, up to the end of the text where nothing closes it.
func (s *lines) fence(body string, next int) bool {
	mark := body[0]
	n := run(body)
	if mark != '`' && mark != '~' || n < 3 ||
		mark == '`' && strings.IndexByte(body[n:], '`') >= 0 {
		return false
	}
	b := s.begin(doc.Code, s.at)
	b.End = s.at + len(strings.TrimRight(s.text[s.at:next], "\r\n"))
	for s.at = next; s.at < len(s.text); {
		line, after := s.line(s.at)
		b.End = s.at + len(line)
		s.at = after
		line = strings.TrimSpace(line)
		if line != "" && line[0] == mark && run(line) >= n && run(line) == len(line) {
			break
		}
	}
	s.close()
	return true
}

// heading takes a line of one to six # and words.
func (s *lines) heading(body string, start int) bool {
	if body[0] != '#' {
		return false
	}
	n := run(body)
	if n > 6 || n < len(body) && body[n] != ' ' && body[n] != '\t' {
		return false
	}
	s.named(n, body[n:], start+n)
	return true
}

// named opens a heading whose words start at i, takes an id in braces and closing #
// off them, in either order.
func (s *lines) named(level int, words string, i int) {
	b := s.begin(doc.Heading, i)
	b.Level = level
	words = withoutHashes(words)
	if rest, id, ok := strings.Cut(words, "{#"); ok && strings.HasSuffix(id, "}") &&
		!strings.ContainsAny(id[:len(id)-1], "{} \t") {
		words = withoutHashes(rest)
		b.Anchor = id[:len(id)-1]
	}
	b.Start += len(words) - len(strings.TrimLeft(words, " \t"))
	b.End = max(b.Start, i+len(words))
	s.list = false
	s.close()
}

// withoutHashes takes white space and # off the end; # counts only after a space.
func withoutHashes(words string) string {
	words = strings.TrimRight(words, " \t\r\n")
	w := strings.TrimRight(words, "#")
	if w == "" || strings.HasSuffix(w, " ") || strings.HasSuffix(w, "\t") {
		return strings.TrimRight(w, " \t")
	}
	return words
}

// underline makes a heading of the open paragraph where the line is all = or all -.
func (s *lines) underline(body string) bool {
	mark := strings.TrimRight(body, " \t")
	if mark[0] != '=' && mark[0] != '-' || run(mark) != len(mark) || !s.growing(doc.Paragraph) {
		return false
	}
	b := s.out[len(s.out)-1]
	if b.Len() > maxUnderlined || strings.Count(b.Of(s.text), "\n") > 1 {
		return false
	}
	s.out = s.out[:len(s.out)-1]
	s.named(1+strings.IndexByte("=-", mark[0]), b.Of(s.text), b.Start)
	return true
}

// table takes a row of cells with a row of dashes under it, and the rows after.
func (s *lines) table(body string, next int) bool {
	if strings.IndexByte(body, '|') < 0 || next >= len(s.text) {
		return false
	}
	dashes, after := s.line(next)
	if !isDelimiterRow(strings.TrimSpace(dashes)) || strings.IndexByte(dashes, '|') < 0 {
		return false
	}
	b := s.begin(doc.Table, s.at)
	b.End = next + len(dashes)
	for s.at = after; s.at < len(s.text); {
		line, after := s.line(s.at)
		if strings.IndexByte(line, '|') < 0 {
			break
		}
		b.End = s.at + len(line)
		s.at = after
	}
	s.close()
	return true
}

// hidden takes HTML whose inside is not Markdown, up to the end of the text where
// nothing closes it.
func (s *lines) hidden(body string) bool {
	if body[0] != '<' {
		return false
	}
	for _, h := range []struct {
		open, close string
		kind        doc.Kind
	}{
		{"<!--", "-->", doc.Paragraph}, {"<pre", "</pre>", doc.Code},
		{"<script", "</script>", doc.Code}, {"<style", "</style>", doc.Code},
	} {
		if len(body) < len(h.open) || !strings.EqualFold(body[:len(h.open)], h.open) {
			continue
		}
		b := s.begin(h.kind, s.at)
		for s.at < len(s.text) {
			line, next := s.line(s.at)
			b.End = s.at + len(line)
			s.at = next
			if strings.Contains(line, h.close) {
				break
			}
		}
		s.close()
		return true
	}
	return false
}

// isItem tells a line that begins a list item: a bullet or number and a space, or a
// number with the Chinese enumeration comma.
func isItem(body string) bool {
	if strings.IndexByte("-*+", body[0]) >= 0 {
		return len(body) == 1 || body[1] == ' ' || body[1] == '\t'
	}
	n := 0
	for n < len(body) && n < 9 && '0' <= body[n] && body[n] <= '9' {
		n++
	}
	if n == 0 {
		return false
	}
	if rest := body[n:]; rest != "" && (rest[0] == '.' || rest[0] == ')') {
		return len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t'
	}
	return strings.HasPrefix(body[n:], "、")
}

// isRule tells a line of three or more -, * or _, which is nothing but a line.
func isRule(body string) bool {
	mark := body[0]
	n := strings.Count(body, string(mark))
	return (mark == '-' || mark == '*' || mark == '_') && n >= 3 &&
		n+strings.Count(body, " ")+strings.Count(body, "\t") == len(body)
}

// isDelimiterRow tells the row of dashes under the header of a table.
func isDelimiterRow(row string) bool {
	return strings.Contains(row, "-") && strings.Trim(row, "|-: \t") == ""
}

// run is how often the first byte is repeated at the start.
func run(s string) int { return len(s) - len(strings.TrimLeft(s, s[:1])) }

// width is how far white space reaches, a tab up to the next stop of four.
func width(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n
}
