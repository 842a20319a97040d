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

// What is wrong with front matter is said with the line of the file, and in words.
func TestLinesOfFrontMatter(t *testing.T) {
	for front, want := range map[string]string{
		"---\ntitle: [\n---\n":            "line 2: ",
		"---\r\na: b\r\nc: d: e\r\n---\n": "line 3: ",
		"---\nx: 1\na: b\n\tc: d\n---\n":  "line 4: ",
		"---\na: b\nb: c\na: d\n---\n":    `line 4: mapping key "a" already defined at line 2`,
		"---\ntitle: x\n\n- y\n---\n":     "line 4: ",
		"---\nkey:\n":                     "the closing --- is missing",
		"+++\na = 1\nb\n+++\n":            "line 3",
		"+++\na = 1\na = 2\n+++\n":        "line 3",
		"{\"a\": 1,\n \"b\": }\n":         "line 2: ",
		"{\"a\": 1,\n":                    "line 2: ",
	} {
		_, problems := readSource("a.md", []byte(front+"# x\n"), Options{})
		if len(problems) != 1 || problems[0].Kind != FrontMatter {
			t.Errorf("%q: %v", front, problems)
			continue
		}
		text := problems[0].Text
		if !strings.HasPrefix(text, "its front matter does not parse: "+want) ||
			strings.ContainsAny(text, "\n!") || strings.Contains(text, "interface") {
			t.Errorf("%q: %s, want %s", front, text, want)
		}
	}
	if _, _, err := readJSON([]byte(`{"a": 1,`)); err == nil ||
		err.Error() != "the closing } is missing" {
		t.Errorf("an object that ends too early: %v", err)
	}
	_, err := readYAML([]byte("just words\n"))
	want := `line 2: this is not a key with its value, such as "title: Home"`
	if err == nil || err.Error() != want {
		t.Errorf("words only: %v, want %s", err, want)
	}
}
