package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sets"
)

type stringsCmd struct {
	Corpus []string `arg:"" optional:"" placeholder:"FILE" help:"Each a corpus.jsonl (default: data/site-tidb-zh, data/drcd)."`
	Each   int      `default:"500" help:"Strings of each kind."`
	Worst  int      `placeholder:"N" help:"Also list the N strings with the worst answers."`
}

func (stringsCmd) Help() string {
	return `Strings of Chinese, Japanese or Korean are drawn from a corpus at places of a fixed random
order: words and pairs of neighbouring words as Node's Intl.Segmenter sees them, and any two to
four characters in a row. One that stands in 2 to 50 pages is searched for. The pages that are
right are those that contain it.

recall   right pages among all that are found
P@5      right pages among the first five, of as many as there could be

Examples:
  go run ./tools/bench strings                            the two sets of the bar
  go run ./tools/bench strings corpus.jsonl --worst 20    any corpus, and what went wrong`
}

// What is asked of strings, on average over those of a kind.
const (
	stringRecall    = 0.99
	stringPrecision = 0.97
	precisionAt     = 5
	fewestPages     = 2
	mostPages       = 50
)

// stringSets are the sets of the bar.
var stringSets = []string{"site-tidb-zh", "drcd"}

// stringKinds are the ways to cut a string out of a text, in the order of the table.
var stringKinds = []string{"words", "pairs of words", "2–4 characters"}

// drawn is a string and the pages that contain it.
type drawn struct {
	text  string
	pages []int
}

// answered is how well a string was answered.
type answered struct {
	drawn
	recall, precision float64
}

func (c *stringsCmd) measure(a *app) (*report, error) {
	paths := c.Corpus
	if len(paths) == 0 {
		for _, s := range stringSets {
			dir, err := a.folder("data", s)
			if err != nil {
				return nil, err
			}
			paths = append(paths, filepath.Join(dir, "corpus.jsonl"))
		}
	}
	r := &report{Verb: "strings"}
	t := table{Head: []string{"corpus", "strings", "", "found none", "recall", "P@5", "bars"}}
	worst := table{Title: "the worst answers",
		Head: []string{"string", "right pages", "recall", "P@5", "of"}}
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		a.say("%s", name)
		docs, err := sets.Documents(path)
		if err != nil {
			return nil, err
		}
		pool, err := a.drawStrings(docs, c.Each)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		x, err := opened(docs)
		if err != nil {
			return nil, err
		}
		for i, kind := range stringKinds {
			answers, err := answerStrings(x, docs, pool[i])
			if err != nil {
				return nil, err
			}
			t.Rows = append(t.Rows, judgeStrings(r, name, kind, answers))
			worst.Rows = append(worst.Rows, worstStrings(answers, c.Worst, name+", "+kind)...)
		}
	}
	r.Tables = append(r.Tables, t)
	if c.Worst > 0 {
		r.Tables = append(r.Tables, worst)
	}
	return r, nil
}

// judgeStrings is the row of one kind of strings.
func judgeStrings(r *report, corpus, kind string, answers []answered) []string {
	recall, precision, none := 0.0, 0.0, 0
	for _, s := range answers {
		recall += s.recall / float64(len(answers))
		precision += s.precision / float64(len(answers))
		if s.recall == 0 {
			none++
		}
	}
	name := corpus + ", " + kind
	return []string{corpus, kind, fmt.Sprint(len(answers)), fmt.Sprint(none), fourDigits(recall),
		fourDigits(precision), r.check(atLeast(name+", recall", recall, stringRecall)) + ", " +
			r.check(atLeast(name+", P@5", precision, stringPrecision))}
}

func worstStrings(answers []answered, most int, of string) (rows [][]string) {
	sorted := slices.SortedStableFunc(slices.Values(answers), func(x, y answered) int {
		return cmp.Compare(x.recall+x.precision, y.recall+y.precision)
	})
	for _, s := range sorted[:min(most, len(sorted))] {
		rows = append(rows, []string{s.text, fmt.Sprint(len(s.pages)), fourDigits(s.recall),
			fourDigits(s.precision), of})
	}
	return rows
}

// answerStrings searches for the strings and compares what is found with what contains them.
func answerStrings(x *host.Index, docs []doc.Document, pool []drawn) ([]answered, error) {
	number := map[string]int{}
	for i, d := range docs {
		number[d.ID] = i
	}
	ids := sets.IDs(docs)
	out := make([]answered, len(pool))
	for i, s := range pool {
		res, _, err := x.Search(engine.Request{Query: s.text, Limit: len(docs), Show: -1})
		if err != nil {
			return nil, fmt.Errorf("search for %q: %w", s.text, err)
		}
		right, early := 0, 0
		for rank, hit := range res.Results {
			if _, is := slices.BinarySearch(s.pages, number[ids[hit.Number]]); is {
				right++
				if rank < precisionAt {
					early++
				}
			}
		}
		out[i] = answered{s, float64(right) / float64(len(s.pages)),
			float64(early) / float64(min(precisionAt, len(s.pages)))}
	}
	return out, nil
}

// drawStrings draws n strings of each kind.
func (a *app) drawStrings(docs []doc.Document, n int) ([][]drawn, error) {
	texts := make([]string, len(docs))
	var lines []string
	for i, d := range docs {
		texts[i] = d.Title + "\n" + d.Text
		for line := range strings.Lines(texts[i]) {
			if line = strings.TrimSpace(line); strings.ContainsFunc(line, unspaced) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return nil, errors.New("there is no Chinese, Japanese or Korean in it")
	}
	random := rand.New(rand.NewPCG(1, 1))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	lines = lines[:min(len(lines), 100*n)] // most draws are of strings too rare or too common
	words, err := a.segment(docs[0].Lang, lines)
	if err != nil {
		return nil, err
	}
	out := make([][]drawn, len(stringKinds))
	seen := map[string]bool{}
	for i, line := range lines {
		for kind, s := range cutStrings(random, utf16.Encode([]rune(line)), words[i]) {
			if s == "" || len(out[kind]) == n || seen[stringKinds[kind]+s] {
				continue
			}
			seen[stringKinds[kind]+s] = true
			if pages := containing(texts, s); len(pages) >= fewestPages && len(pages) <= mostPages {
				out[kind] = append(out[kind], drawn{s, pages})
			}
		}
	}
	for kind, pool := range out {
		if len(pool) < n {
			a.say("only %d strings of the kind %q stand in %d to %d pages", len(pool),
				stringKinds[kind], fewestPages, mostPages)
		}
		if len(pool) == 0 {
			return nil, fmt.Errorf("no strings of the kind %q stand in %d to %d pages",
				stringKinds[kind], fewestPages, mostPages)
		}
	}
	return out, nil
}

// cutStrings cuts one string of each kind out of a line; "" where none of the kind is there.
func cutStrings(random *rand.Rand, line []uint16, words [][2]int) [3]string {
	var out [3]string
	if len(words) > 0 {
		i := random.IntN(len(words))
		if s := decode(line, words[i][0], words[i][1]); len([]rune(s)) > 1 {
			out[0] = s
		}
		if i+1 < len(words) && words[i][1] == words[i+1][0] {
			out[1] = decode(line, words[i][0], words[i+1][1])
		}
	}
	start := random.IntN(len(line))
	if end := start + 2 + random.IntN(3); end <= len(line) {
		out[2] = decode(line, start, end)
	}
	return out
}

// decode is a piece of a line, if nothing but unspaced characters are in it.
func decode(line []uint16, start, end int) string {
	runes := utf16.Decode(line[start:end])
	if slices.ContainsFunc(runes, func(r rune) bool { return !unspaced(r) }) {
		return ""
	}
	return string(runes)
}

// unspaced reports whether a character is written without spaces between words, or, as
// Hangul, searched for in parts of words.
func unspaced(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// containing lists the texts that contain s.
func containing(texts []string, s string) (out []int) {
	for i, text := range texts {
		if strings.Contains(text, s) {
			out = append(out, i)
		}
	}
	return out
}

// segment asks Node for the words of lines: pairs of UTF-16 offsets.
func (a *app) segment(lang string, lines []string) ([][][2]int, error) {
	node, err := findNode()
	if err != nil {
		return nil, err
	}
	var in bytes.Buffer
	for _, line := range append([]string{lang}, lines...) {
		quoted, err := json.Marshal(line)
		if err != nil {
			return nil, err
		}
		in.Write(append(quoted, '\n'))
	}
	script := filepath.Join(a.root, "tools", "bench", "node", "segment.mjs")
	said, err := output(a.ctx, a.root, os.Environ(), in.Bytes(), node, script)
	if err != nil {
		return nil, err
	}
	var out [][][2]int
	for line := range bytes.Lines(said) {
		var words [][2]int
		if err := json.Unmarshal(line, &words); err != nil {
			return nil, fmt.Errorf("%s: %w", script, err)
		}
		out = append(out, words)
	}
	if len(out) != len(lines) {
		return nil, fmt.Errorf("%s: %d lines of words for %d of text", script, len(out), len(lines))
	}
	return out, nil
}
