package ingest

import (
	"strings"
	"testing"
)

// stairs is a list of some levels, each a line of its own.
func stairs(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

// Nesting that would keep goldmark busy for minutes to hours is refused before, with the line;
// if it were not, this test would not end in time.
func TestDeepNestingOfMarkdownIsNamed(t *testing.T) {
	const n = 1 << 20
	for name, c := range map[string]struct {
		src  string
		line int
	}{
		"quotes":              {strings.Repeat(">", n), 1},
		"quotes with spaces":  {"a\n\n" + strings.Repeat("> ", n), 3},
		"lists in a line":     {strings.Repeat("- ", n) + "x", 1},
		"numbers in a line":   {strings.Repeat("1. ", n), 1},
		"both":                {strings.Repeat("> + ", n), 1},
		"footnotes":           {strings.Repeat("[^1]:", n), 1},
		"stairs":              {stairs(4000), maxNesting + 1},
		"stairs of tabs":      {strings.ReplaceAll(stairs(4000), "  ", "\t"), maxNesting + 1},
		"behind front matter": {"---\ntitle: x\n---\n" + strings.Repeat(">", n), 4},
		"and many lines":      {stairs(maxNesting) + strings.Repeat("\n", n), maxNesting},
	} {
		docs, problems := readSource("dir/a.md", []byte(c.src), Options{})
		if len(docs) != 0 || len(problems) != 1 {
			t.Errorf("%s: %d documents, %v", name, len(docs), problems)
			continue
		}
		if p := problems[0]; p.Kind != Unreadable || !p.Lost() || p.Line != c.line ||
			p.File != "dir/a.md" || !strings.Contains(p.Text, "inside one another") {
			t.Errorf("%s: %v, want line %d", name, p, c.line)
		}
	}
}

// What only looks deep is read: rules, code far to the right, and what is just not too deep.
func TestWhatIsNotTooDeepIsRead(t *testing.T) {
	const many = 2 * maxNesting
	for name, src := range map[string]string{
		"quotes":        strings.Repeat(">", maxNesting) + " word",
		"stairs":        stairs(maxNesting) + "word",
		"rules":         strings.Repeat("- ", many) + "\n\nword\n\n" + strings.Repeat("* ", many),
		"far right":     "word\n\n```\n" + strings.Repeat(" ", 3*many) + "- x\n```\n",
		"within a line": "word " + strings.Repeat("> ", many),
		"many lists":    strings.Repeat("- word\n  - word\n\n", many),
		"many lines":    "> - word\n\n" + strings.Repeat("word\n", 100_000),
	} {
		docs, problems := readSource("a.md", []byte(src), Options{Lang: "en"})
		if len(docs) != 1 || !strings.Contains(docs[0].Text, "word") {
			t.Errorf("%s: %d documents, %v", name, len(docs), problems)
		}
	}
}
