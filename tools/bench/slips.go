package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sets"
)

type slipsCmd struct {
	Corpus []string `arg:"" optional:"" placeholder:"FILE" help:"Each a corpus.jsonl (default: data/site-hugo-en, data/site-tidb-zh)."`
	Most   int      `default:"500" help:"Titles at most."`
	Worst  int      `placeholder:"N" help:"Also list the first N titles that were not found."`
}

func (slipsCmd) Help() string {
	return `Titles are searched for with one slip of the finger in one of their words of five or more
Latin letters: a letter too many, one left out, another one, or two swapped; never the first
letter. Titles, words and slips are drawn in a fixed random order. Right is a page of that title.

Examples:
  go run ./tools/bench slips                            the two sets of the bar
  go run ./tools/bench slips corpus.jsonl --worst 20    any corpus, and what was not found`
}

// slipSets are the sets of the bar: MRR@10 on titles in English, and on Chinese titles with a
// Latin word in them.
var slipSets = []struct {
	name  string
	least float64
}{{"site-hugo-en", 0.90}, {"site-tidb-zh", 0.70}}

const slipDepth = 10

// slipped is a title with a slip in it.
type slipped struct{ title, query, kind string }

func (c *slipsCmd) measure(a *app) (*report, error) {
	r := &report{Verb: "slips"}
	t := table{Head: []string{"corpus", "slip", "titles", "MRR@10", "first", "not found", "bar"}}
	lost := table{Title: "titles that were not found", Head: []string{"query", "title"}}
	for i, path := range c.paths(a) {
		docs, err := sets.Documents(path)
		if err != nil {
			return nil, err
		}
		x, err := opened(docs)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(filepath.Dir(path))
		least := 0.0
		if len(c.Corpus) == 0 {
			least = slipSets[i].least
		}
		scores := map[string][]float64{}
		for _, s := range drawSlips(docs, c.Most) {
			rr, err := s.reciprocalRank(x)
			if err != nil {
				return nil, err
			}
			for _, kind := range []string{s.kind, anySlip} {
				scores[kind] = append(scores[kind], rr)
			}
			if rr == 0 && len(lost.Rows) < c.Worst {
				lost.Rows = append(lost.Rows, []string{s.query, s.title})
			}
		}
		for _, kind := range append(slipKinds, anySlip) {
			t.Rows = append(t.Rows, slipRow(r, name, kind, scores[kind], least))
		}
	}
	r.Tables = append(r.Tables, t)
	if len(lost.Rows) > 0 {
		r.Tables = append(r.Tables, lost)
	}
	return r, nil
}

func (c *slipsCmd) paths(a *app) []string {
	if len(c.Corpus) > 0 {
		return c.Corpus
	}
	var out []string
	for _, s := range slipSets {
		out = append(out, filepath.Join(a.shared, "data", s.name, "corpus.jsonl"))
	}
	return out
}

// slipRow is the row of one kind of slips; the bar is on all of them together.
func slipRow(r *report, corpus, kind string, ranks []float64, least float64) []string {
	mean, first, lost := 0.0, 0, 0
	for _, rr := range ranks {
		mean += rr / float64(len(ranks))
		switch rr {
		case 1:
			first++
		case 0:
			lost++
		}
	}
	verdict := ""
	if kind == anySlip && least > 0 {
		verdict = r.check(atLeast(corpus+", titles with a slip, MRR@10", mean, least))
	}
	return []string{corpus, kind, fmt.Sprint(len(ranks)), fourDigits(mean), fmt.Sprint(first),
		fmt.Sprint(lost), verdict}
}

// reciprocalRank is that of the first page of the title, and 0 after the tenth.
func (s slipped) reciprocalRank(x *host.Index) (float64, error) {
	res, _, err := x.Search(engine.Request{Query: s.query, Limit: slipDepth})
	if err != nil {
		return 0, fmt.Errorf("search for %q: %w", s.query, err)
	}
	at := slices.IndexFunc(res.Results, func(p engine.Result) bool { return p.Title == s.title })
	if at < 0 {
		return 0, nil
	}
	return 1 / float64(at+1), nil
}

// A piece stands between spaces, or characters that are written without any.
var (
	spacedPiece = regexp.MustCompile(`[^\s\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]+`)
	longWord    = regexp.MustCompile(`^[("'“‘（]*([A-Za-z]{5,})[.,:;!?)"'”’）]*$`)
)

// longWords are the places of words in which a slip is made: no part of an identifier or a version.
func longWords(title string) (places [][2]int) {
	for _, piece := range spacedPiece.FindAllStringIndex(title, -1) {
		if at := longWord.FindStringSubmatchIndex(title[piece[0]:piece[1]]); at != nil {
			places = append(places, [2]int{piece[0] + at[2], piece[0] + at[3]})
		}
	}
	return places
}

// drawSlips makes one query of each title that has a long word, at most n in all.
func drawSlips(docs []doc.Document, n int) []slipped {
	var titles []string
	for _, d := range docs {
		titles = append(titles, d.Title)
	}
	slices.Sort(titles)
	titles = slices.Compact(titles)
	random := rand.New(rand.NewPCG(2, 2))
	random.Shuffle(len(titles), func(i, j int) { titles[i], titles[j] = titles[j], titles[i] })
	var out []slipped
	for _, title := range titles {
		words := longWords(title)
		if len(words) == 0 || len(out) == n {
			continue
		}
		at := words[random.IntN(len(words))]
		kind := slipKinds[random.IntN(len(slipKinds))]
		word := slip(random, kind, title[at[0]:at[1]])
		out = append(out, slipped{title, title[:at[0]] + word + title[at[1]:], kind})
	}
	return out
}

// slipKinds are the slips in the order of the table; anySlip is all of them.
var slipKinds = []string{"insertion", "deletion", "substitution", "swap"}

const anySlip = "all"

// slip makes a slip of a kind behind the first letter of a word. The word is another one
// afterwards: equal letters are not swapped, nor a letter put in place of itself.
func slip(random *rand.Rand, kind, word string) string {
	letter := func(not byte) string {
		for {
			if c := "abcdefghijklmnopqrstuvwxyz"[random.IntN(26)]; c != not {
				return string(c)
			}
		}
	}
	for {
		i := 1 + random.IntN(len(word)-1)
		made := word
		switch kind {
		case "insertion":
			made = word[:i] + letter(0) + word[i:]
		case "deletion":
			made = word[:i] + word[i+1:]
		case "substitution":
			made = word[:i] + letter(word[i]|0x20) + word[i+1:]
		case "swap":
			if i+1 < len(word) {
				made = word[:i] + word[i+1:i+2] + word[i:i+1] + word[i+2:]
			}
		}
		if !strings.EqualFold(made, word) {
			return made
		}
	}
}
