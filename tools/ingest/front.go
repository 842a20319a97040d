package ingest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/pageside/pageside/engine/doc"
)

// splitFront takes the front matter off a Markdown file: YAML between lines of "---",
// TOML between lines of "+++", or one JSON object. A file without any gives nil.
func splitFront(src []byte) (front map[string]any, body []byte, err error) {
	head, rest, _ := bytes.Cut(src, []byte("\n"))
	switch fence := strings.TrimRight(string(head), " \t\r"); fence {
	case "---", "+++":
		text, body, ok := cutFence(rest, fence)
		if !ok && fence == "---" && !looksLikeKey(rest) {
			return nil, src, nil // a rule across the page
		}
		if !ok {
			return nil, nil, fmt.Errorf("the closing %s is missing", fence)
		}
		if len(text) > maxFrontBytes {
			return nil, nil, fmt.Errorf("larger than %d KB", maxFrontBytes>>10)
		}
		if fence == "+++" {
			front, err = readTOML(text)
		} else {
			front, err = readYAML(text)
		}
		return front, body, err
	}
	if len(head) > 0 && head[0] == '{' && looksLikeJSON(src) {
		return readJSON(src)
	}
	return nil, src, nil
}

// TextStart is the byte at which the text of a file begins: behind a byte order mark and, if
// its name says that it is Markdown, behind its front matter.
func TextStart(name string, src []byte) (int, error) {
	body := bytes.TrimPrefix(src, []byte("\uFEFF"))
	if kindOf(name) == markdownKind {
		var err error
		if _, body, err = splitFront(body); err != nil {
			return 0, fmt.Errorf("%s: its front matter does not parse: %w; correct it", name, err)
		}
	}
	return len(src) - len(body), nil
}

// cutFence splits at the next line that is just the fence.
func cutFence(src []byte, fence string) (text, body []byte, ok bool) {
	at := 0
	for line := range bytes.Lines(src) {
		if strings.TrimRight(string(line), " \t\r\n") == fence {
			return src[:at], src[at+len(line):], true
		}
		at += len(line)
	}
	return nil, src, false
}

// looksLikeKey tells whether the text begins as YAML does: with a key and a colon.
func looksLikeKey(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	key, _, ok := strings.Cut(string(line), ":")
	return ok && key != "" && !strings.ContainsAny(key, " \t*_#[")
}

// looksLikeJSON tells an object at the top of a file from a template tag.
func looksLikeJSON(src []byte) bool {
	rest := bytes.TrimLeft(src[1:], " \t\r\n")
	return len(rest) > 0 && (rest[0] == '"' || rest[0] == '}')
}

// fromFirstLine puts an empty line in the place of the fence, so that the parsers count lines
// from the first of the file.
func fromFirstLine(text []byte) []byte { return append([]byte("\n"), text...) }

func readYAML(text []byte) (map[string]any, error) {
	front := map[string]any{}
	err := yaml.Unmarshal(fromFirstLine(text), &front)
	var kind *yaml.TypeError
	if errors.As(err, &kind) && len(kind.Errors) > 0 {
		// The first says it all: what is no key, or a key that is there twice.
		at, what, ok := strings.Cut(kind.Errors[0], ": ")
		if ok && strings.HasPrefix(what, "cannot unmarshal") {
			what = `this is not a key with its value, such as "title: Home"`
		}
		return nil, fmt.Errorf("%s: %s", at, what)
	}
	if err != nil {
		return nil, yamlError(text, err)
	}
	return front, nil
}

// maxYAMLTries is how many lines of front matter are searched for the first wrong one.
const maxYAMLTries = 200

// yamlError is what the parser says with the line that is wrong, counted from the first of the
// file. The parser itself names the line before, or where the block began that it stands in;
// what is wrong stands behind the most lines that parse.
func yamlError(text []byte, err error) error {
	what := strings.TrimPrefix(err.Error(), "yaml: ")
	if _, rest, ok := strings.Cut(what, ": "); ok && strings.HasPrefix(what, "line ") {
		what = rest
	}
	good, end, n := 0, 0, 0
	for line := range bytes.Lines(text) {
		end += len(line)
		if n++; n > maxYAMLTries {
			return errors.New(what)
		}
		var any any
		if yaml.Unmarshal(text[:end], &any) == nil {
			good = n
		}
	}
	if good == n {
		return errors.New(what)
	}
	return fmt.Errorf("line %d: %s", good+2, what) // the fence, and the next
}

func readTOML(text []byte) (map[string]any, error) {
	front := map[string]any{}
	if err := toml.Unmarshal(fromFirstLine(text), &front); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	return front, nil
}

func readJSON(src []byte) (map[string]any, []byte, error) {
	front := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(src))
	if err := d.Decode(&front); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return nil, nil, errors.New("the closing } is missing")
		}
		line := 1 + bytes.Count(src[:min(int(syntax.Offset), len(src))], []byte("\n"))
		return nil, nil, fmt.Errorf("line %d: %w", line, err)
	}
	return front, src[d.InputOffset():], nil
}

// meta is the part of front matter that means something to us.
type meta struct {
	title, lang    string
	url, slug      string // the whole address; its last element
	draft, noindex bool
	labels         []doc.Label
}

// readFront picks what we know; generators' other keys are their own business.
func readFront(front map[string]any) meta {
	m := meta{
		title: scalar(front["title"]),
		lang:  cmp.Or(scalar(front["lang"]), scalar(front["language"])),
		url:   cmp.Or(scalar(front["url"]), scalar(front["permalink"])),
		slug:  scalar(front["slug"]),
		draft: front["draft"] == true,
	}
	m.noindex = front["noindex"] == true || front["search"] == false ||
		front["pagefind"] == false
	m.add("tag", front["tags"], front["tag"])
	m.add("category", front["categories"], front["category"])
	if date := isoDate(scalar(front["date"])); date != "" {
		m.add("date", date)
	}
	return m
}

func (m *meta) add(key string, values ...any) {
	for _, v := range values {
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, item := range list {
			m.labels = addLabel(m.labels, key, scalar(item))
		}
	}
}

// scalar is one value of front matter as text; anything else is "".
func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(validUTF8(v)), " ")
	case time.Time:
		return v.Format(time.RFC3339)
	case int, int64, uint64, float64, bool:
		return fmt.Sprint(v)
	}
	return ""
}
