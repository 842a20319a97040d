package ingest

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// line is one line of a corpus: {"id","title","text","lang"}, and if there is a page
// for it "url", and facets as "labels": {"tag": "go"} or {"tag": ["go", "wasm"]}.
type line struct {
	ID     string         `json:"id"`
	URL    string         `json:"url"`
	Title  string         `json:"title"`
	Text   string         `json:"text"`
	Lang   string         `json:"lang"`
	Labels map[string]any `json:"labels"`
}

// Corpus reads a corpus.jsonl in the order of its lines. The text stays as it is, be it
// plain or Markdown; engine/chunk finds its structure. A line that is no document is a
// Problem with its number.
func Corpus(path string, opt Options) ([]doc.Document, []Problem, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, nil, fmt.Errorf("%s: is a folder; give a corpus.jsonl", path)
	case err == nil && !info.Mode().IsRegular():
		return nil, nil, notFile(path, info.Mode())
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", path, reason(err))
	}
	defer f.Close()
	docs, problems, err := readCorpus(f, filepath.Base(path), opt)
	if err != nil {
		return nil, problems, fmt.Errorf("read %s: %w", path, err)
	}
	if len(docs) == 0 {
		return nil, problems, fmt.Errorf("%s: no document in it; each line is to be "+
			`{"id":"…","title":"…","text":"…","lang":"…"}`, path)
	}
	return docs, problems, nil
}

func readCorpus(r io.Reader, name string, opt Options) ([]doc.Document, []Problem, error) {
	var docs []doc.Document
	var problems []Problem
	seen := map[string]int{}
	lines := bufio.NewReaderSize(r, 1<<20)
	for number := 1; ; number++ {
		raw, err := readLine(lines)
		if err != nil && err != io.EOF {
			return nil, problems, fmt.Errorf("line %d: %w", number, err)
		}
		if number == 1 {
			raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
		}
		if len(bytes.TrimSpace(raw)) > 0 {
			d, wrong := readDocument(raw, opt)
			left := wrong != nil && wrong.Left
			if first := seen[d.ID]; !left && first > 0 {
				wrong = badLine(fmt.Sprintf("the id %q is on line %d already", d.ID, first))
				left = true
			}
			if !left {
				seen[d.ID] = number
				docs = append(docs, d)
			}
			if wrong != nil {
				wrong.File, wrong.Line = name, number
				problems = append(problems, *wrong)
			}
		}
		if err == io.EOF {
			return docs, problems, nil
		}
		if opt.Progress != nil {
			opt.Progress(number, 0)
		}
	}
}

var errLongLine = errors.New("longer than any document; is this a corpus.jsonl?")

// readLine reads up to the next line end, within the limit.
func readLine(r *bufio.Reader) ([]byte, error) {
	var out []byte
	for {
		part, err := r.ReadSlice('\n')
		out = append(out, part...)
		if len(out) > maxLineBytes {
			return nil, errLongLine
		}
		if err != bufio.ErrBufferFull {
			return out, err
		}
	}
}

// badLine is the problem of a line that is no document.
func badLine(why string) *Problem {
	return &Problem{Kind: BadLine, Text: why, Next: "correct the line", Left: true}
}

// readDocument reads one line; wrong says why it is left out, or what is to be said of it.
func readDocument(raw []byte, opt Options) (d doc.Document, wrong *Problem) {
	if !utf8.Valid(raw) {
		return d, badLine("is not UTF-8")
	}
	raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	var l line
	if err := json.Unmarshal(raw, &l); err != nil {
		return d, badLine("is not a document in JSON: " + notJSON(raw, err))
	}
	if l.ID == "" {
		return d, badLine("has no id")
	}
	d = doc.Document{ID: l.ID, URL: l.URL, Title: scalar(l.Title), Text: l.Text, Lang: Lang(l.Lang)}
	if d.Title == "" && d.Text == "" {
		return d, &Problem{Kind: NoText, Text: "has neither title nor text, so nothing could find it",
			Next: "give it a text, or drop the line", Left: true}
	}
	if d.Lang == "" && l.Lang != "" {
		wrong = &Problem{Kind: NoLang, Text: badLang(`"lang"`, l.Lang), Next: goodLang}
	}
	if d.Lang == "" {
		d.Lang = Lang(opt.Lang)
	}
	for _, key := range sortedKeys(l.Labels) {
		m := meta{labels: d.Labels}
		m.add(key, l.Labels[key])
		d.Labels = m.labels
	}
	return d, wrong
}

// notJSON says where JSON ends to be JSON, or which value is of the wrong kind.
func notJSON(raw []byte, err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(bytes.TrimSpace(raw)):
		return "the line ends too early"
	case errors.As(err, &syntax):
		rest := []rune(string(raw[max(syntax.Offset-1, 0):]))
		return fmt.Sprintf("wrong from byte %d on: %s", syntax.Offset,
			strings.TrimSpace(string(rest[:min(len(rest), 20)])))
	case errors.As(err, &kind):
		given, _, _ := strings.Cut(kind.Value, " ")
		key, want := "it ", "an object in braces"
		if kind.Field != "" {
			key = fmt.Sprintf("%q ", kind.Field)
		}
		if kind.Type.Kind() == reflect.String {
			want = "a text in quotes"
		}
		return fmt.Sprintf("%sis %s, and must be %s", key, cmp.Or(kinds[given], given), want)
	}
	return err.Error()
}

// kinds are encoding/json's names for kinds of values, in words.
var kinds = map[string]string{"number": "a number", "string": "a text", "bool": "true or false",
	"array": "a list", "object": "an object"}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
