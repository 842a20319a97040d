package ingest

import (
	"bytes"
	"fmt"
)

// For every line, goldmark visits the quotes and lists that are open in it, and remembers each
// visit. Deep nesting therefore costs it the square of a page: 200 KB of ">" take 38 s.
const (
	maxNesting = 100      // quotes and lists inside one another; 10 are many on a real page
	maxVisits  = 16 << 20 // lines times the deepest of them; goldmark keeps 24 bytes of each
)

// tooNested says why a page of Markdown is not given to goldmark, and in which line; "" if it
// may be. It takes one look at each line, and so counts what could be nested at most: what is
// nested by indentation is at least two columns deeper, in a line that begins something.
func tooNested(src []byte) (line int, why string) {
	deepest, at, lines := 0, 0, 0
	for text := range bytes.Lines(src) {
		lines++
		begun, columns := marks(text)
		depth := min(begun+columns/2, begun+deepest)
		if begun == 0 || depth <= deepest {
			continue
		}
		if depth > maxNesting {
			return lines, fmt.Sprintf("%d quotes and lists stand inside one another here, and %d "+
				"are the most that is read", depth, maxNesting)
		}
		deepest, at = depth, lines
	}
	if deepest*lines > maxVisits {
		return at, fmt.Sprintf("%d quotes and lists stand inside one another here, too many for a "+
			"page of %d lines", deepest, lines)
	}
	return 0, ""
}

// marks counts the marks of quotes, lists, footnotes and definitions that a line begins with,
// and the columns of white space between them that do not belong to a mark.
func marks(line []byte) (begun, columns int) {
	line = withoutRule(line)
	for len(line) > 0 {
		size := 1
		switch line[0] {
		case ' ':
			columns++
		case '\t':
			columns += 4
		default:
			if size = markSize(line); size == 0 {
				return begun, columns
			}
			begun++
		}
		line = line[size:]
	}
	return begun, columns
}

// withoutRule cuts off a rule across the page, which looks like lists: "- - -".
func withoutRule(line []byte) []byte {
	const space = " \t\r\n"
	line = bytes.TrimRight(line, space)
	if len(line) == 0 || line[len(line)-1] != '-' && line[len(line)-1] != '*' {
		return line
	}
	return bytes.TrimRight(line, space+string(line[len(line)-1]))
}

// markSize is the length of the mark that a line begins with, with one space behind it; 0 if
// there is none.
func markSize(line []byte) int {
	size := 1
	switch c := line[0]; {
	case c == '>':
		if len(line) > 1 && line[1] == ' ' {
			return 2
		}
		return 1
	case c == '-' || c == '+' || c == '*' || c == ':':
	case c >= '0' && c <= '9':
		for size < len(line) && line[size] >= '0' && line[size] <= '9' {
			size++
		}
		if size == len(line) || line[size] != '.' && line[size] != ')' {
			return 0
		}
		size++
	case bytes.HasPrefix(line, []byte("[^")):
		end := bytes.Index(line, []byte("]:"))
		if end < 0 {
			return 0
		}
		return end + len("]:")
	default:
		return 0
	}
	if size < len(line) && line[size] != ' ' && line[size] != '\t' {
		return 0
	}
	return min(size+1, len(line))
}
