package search

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/query"
)

const (
	maxSuggestions = 3
	maxEdits       = 2 // between a word and what is suggested for it
	suggestShared  = 3 // bytes at their beginning that they share at least
	suggestLetters = 4 // the fewest letters of a word for which anything is suggested
)

// Suggest returns words of the dictionary that are near to those of a question that
// found nothing; each is in some page. It looks only at parts that are resident anyway.
func Suggest(x *index.Index, plan *query.Plan, wants *fetch.Wants) ([]string, error) {
	type near struct {
		text         string
		edits, pages int
	}
	var all []near
	for i := range plan.Words {
		w := &plan.Words[i]
		p, err := x.Terms(w.Key, wants)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		if from, to := p.Find(w.Key); from < to {
			continue // the word is there: what leaves no page is the filter
		}
		eachNear(p, w, func(e, edits int) {
			all = append(all, near{string(p.Text(e)), edits, p.Pages(e)})
		})
	}
	order(len(all), func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(a.edits-b.edits, b.pages-a.pages, cmp.Compare(a.text, b.text)) < 0
	}, func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []string
	for _, n := range all {
		if len(out) < maxSuggestions && !slices.Contains(out, n.text) {
			out = append(out, n.text)
		}
	}
	return out, nil
}

// eachNear calls f for the entries of a part that are within maxEdits of a word of letters.
// Of scripts without spaces the dictionary has pairs of characters: those that share one
// with what was typed are no words that a person would choose from.
func eachNear(p *inverted.Part, w *query.Word, f func(entry, edits int)) {
	if w.Kind == analyze.Bigram || utf8.RuneCountInString(w.Key) < suggestLetters {
		return
	}
	_, size := utf8.DecodeRuneInString(w.Key)
	first := w.Key[:size]
	for e := p.Seek(first); e < p.Len() && hasPrefix(p.Key(e), first); e++ {
		if p.Guest(e) || p.Pages(e) == 0 || sharedLetters(p.Key(e), w.Key) < suggestShared {
			continue
		}
		if d := edits([]rune(w.Key), []rune(string(p.Key(e)))); d > 0 && d <= maxEdits {
			f(e, d)
		}
	}
}

// edits is the Levenshtein distance, as far as maxEdits; beyond that it is larger.
func edits(a, b []rune) int {
	if d := len(a) - len(b); d > maxEdits || d < -maxEdits {
		return maxEdits + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			up := row[j+1]
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, up+1, row[j]+1)
			diagonal = up
		}
	}
	return row[len(b)]
}
