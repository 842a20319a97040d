package ingest

import (
	"strings"
	"testing"
)

// The text begins behind what is not text, and nowhere inside a rune.
func TestTextStart(t *testing.T) {
	for _, c := range []struct{ name, before, text string }{
		{"a.md", "", "words"},
		{"a.md", "\uFEFF", "中文"},
		{"a.md", "---\ntitle: x\n---\n", "words"},
		{"a.md", "\uFEFF---\r\ntitle: x\r\n---\r\n", "words"},
		{"a.markdown", "+++\ntitle = 'x'\n+++\n", "\n+++\nwords"},
		{"a.mdx", `{"title": "x"}`, "\nwords"},
		{"a.md", "", "---\nA rule.\n"},
		{"a.txt", "", "---\ntitle: x\n---\nwords"},
		{"a.md", "---\n---\n", ""},
	} {
		at, err := TextStart(c.name, []byte(c.before+c.text))
		if err != nil || at != len(c.before) {
			t.Errorf("%s %q: the text begins at %d, want %d; %v", c.name, c.before+c.text, at,
				len(c.before), err)
		}
	}
	for _, bad := range []string{"---\ntitle: x\n", "---\ntitle: [\n---\n", "+++\ntitle\n+++\n"} {
		if _, err := TextStart("dir/a.md", []byte(bad)); err == nil ||
			!strings.HasPrefix(err.Error(), "dir/a.md: its front matter does not parse: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
