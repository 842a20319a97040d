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

func readYAML(text []byte) (map[string]any, error) {
	front := map[string]any{}
	if err := yaml.Unmarshal(text, &front); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return front, nil
}

func readTOML(text []byte) (map[string]any, error) {
	front := map[string]any{}
	if err := toml.Unmarshal(text, &front); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	return front, nil
}

func readJSON(src []byte) (map[string]any, []byte, error) {
	front := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(src))
	if err := d.Decode(&front); err != nil {
		return nil, nil, err
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
