package search

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/engine/text"
)

const (
	maxSuggestions = 3
	maxUnknown     = 16 // words of a question for which something is looked for, the first
	maxEdits       = 2  // between a word and what is suggested for it
	suggestShared  = 3  // bytes at their beginning that they share at least
	suggestLetters = 4  // the fewest letters of a word for which anything is suggested
)

// Suggest returns questions to ask instead of one that found nothing, best first. Each
// finds something, with the same filter. It looks only at the parts of the dictionary
// that the question itself needed, so that it costs no fetch, and what it says does not
// depend on what else is here.
//
// For a word of letters that nothing knows it suggests words that are a slip or two away.
// For a pair of characters of a script without spaces it suggests the question with a pair
// in its place that has one of the two characters where it was (检锁: 检索), the most
// frequent pairs first, if its neighbours go with it (人工智能: not 人工作能) and no character
// of grammar is in it, which goes with everything (备份: not 一份). If there are none, it
// suggests the characters by themselves.
func Suggest(x *index.Index, plan *query.Plan, opt Options, wants *fetch.Wants) ([]string, error) {
	s := suggester{run: &run{x: x, plan: plan, opt: opt, wants: wants}}
	s.narrow()
	s.findUnknown()
	for i := range s.unknown {
		s.addWords(&s.unknown[i])
	}
	for _, p := range s.parts {
		s.addPairs(p)
	}
	if len(s.all) == 0 {
		s.addCharacters()
	}
	return s.best(), s.err
}

// suggester collects what may be suggested.
type suggester struct {
	*run
	unknown []unknown
	parts   []*inverted.Part // where the places of pairs are, each once
	all     []suggestion
}

// unknown is a word of the question that is not in the part where its place is.
type unknown struct {
	word          *query.Word
	part          *inverted.Part
	pair          bool // it is the two characters, as keys have them
	first, second rune
}

// suggestion is a question that asks for an entry of the dictionary.
type suggestion struct {
	text  string
	key   string // of the entry
	edits int    // between it and the word of the question
	pages int
	pair  doc.Span // in text, if it stands in the place of a pair
}

// findUnknown finds the words that the dictionary does not have. If one is there, it is
// the filter that leaves no page of it.
func (s *suggester) findUnknown() {
	for i := range s.plan.Words {
		w := &s.plan.Words[i]
		p, err := s.x.Terms(w.Key, s.wants)
		s.fail(err)
		if p == nil || len(s.unknown) == maxUnknown {
			continue
		}
		if from, to := p.Find(w.Key); from < to {
			continue
		}
		u := unknown{word: w, part: p}
		u.first, u.second, u.pair = analyze.Pair([]byte(w.Key))
		s.unknown = append(s.unknown, u)
		if u.pair && !slices.Contains(s.parts, p) {
			s.parts = append(s.parts, p)
		}
	}
}

// add notes an entry if a page that passes the filter has it.
func (s *suggester) add(p *inverted.Part, entry int, n suggestion) {
	if p.Guest(entry) || p.Pages(entry) == 0 {
		return
	}
	if s.passing != nil {
		var l inverted.List
		s.fail(p.Docs(entry, &l))
		if !slices.ContainsFunc(l.Pages, s.passing.Has) {
			return
		}
	}
	n.key, n.pages = string(p.Key(entry)), p.Pages(entry)
	s.all = append(s.all, n)
}

// addWords adds the entries that are within maxEdits of a word of letters.
func (s *suggester) addWords(u *unknown) {
	key, p := u.word.Key, u.part
	if u.pair || utf8.RuneCountInString(key) < suggestLetters || !s.opt.Meter.Tick(p.Len()) {
		return
	}
	_, size := utf8.DecodeRuneInString(key)
	first := key[:size]
	for e := p.Seek(first); e < p.Len() && hasPrefix(p.Key(e), first); e++ {
		if sharedLetters(p.Key(e), key) < suggestShared {
			continue
		}
		if d := edits([]rune(key), []rune(string(p.Key(e)))); d > 0 && d <= maxEdits {
			s.add(p, e, suggestion{text: string(p.Text(e)), edits: d})
		}
	}
}

// addPairs adds the pairs of a part that are near to unknown ones, put back into the question.
func (s *suggester) addPairs(p *inverted.Part) {
	if !s.opt.Meter.Tick(p.Len()) {
		return
	}
	for e := range p.Len() {
		first, second, ok := analyze.Pair(p.Key(e))
		if !ok {
			continue
		}
		for i := range s.unknown {
			u := &s.unknown[i]
			if !u.near(first, second) || query.HoldsGrammar(string(p.Key(e))) {
				continue
			}
			form := string(p.Text(e))
			s.add(p, e, suggestion{
				text: replaced(s.plan.Text, u.word.Span, form),
				pair: doc.Span{Start: u.word.Span.Start, End: u.word.Span.Start + len(form)},
				// Of two spellings, the one in the script of the question is nearer.
				edits: edits([]rune(u.word.Form), []rune(form)),
			})
		}
	}
}

// near reports whether a pair has one character of the unknown one in its place, and in
// the other's a character of the same script.
func (u *unknown) near(first, second rune) bool {
	switch {
	case !u.pair:
	case first == u.first:
		return text.ClassOf(second) == text.ClassOf(u.second)
	case second == u.second:
		return text.ClassOf(first) == text.ClassOf(u.first)
	}
	return false
}

func replaced(s string, at doc.Span, with string) string {
	return s[:at.Start] + with + s[at.End:]
}

// addCharacters adds the ideographs of unknown pairs, which mean something by themselves, as
// kana and syllables do not.
func (s *suggester) addCharacters() {
	for i := range s.unknown {
		u := &s.unknown[i]
		for _, c := range u.word.Form {
			key := analyze.Key(string(c))
			if !u.pair || text.ClassOf(c) != text.Han || query.HoldsGrammar(key) {
				continue
			}
			for _, p := range s.parts {
				from, to := p.Find(key)
				for e := from; e < to; e++ {
					s.add(p, e, suggestion{text: string(c)})
				}
			}
		}
	}
}

// best returns the suggestions of the fewest edits and the most pages, each key once.
func (s *suggester) best() []string {
	all := s.all
	order(len(all), func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(a.edits-b.edits, b.pages-a.pages, cmp.Compare(a.text, b.text),
			cmp.Compare(a.key, b.key)) < 0
	}, func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out, keys []string
	for _, n := range all {
		if slices.Contains(keys, n.key) || slices.Contains(out, n.text) || !s.asksFor(n) ||
			!s.known(n) {
			continue
		}
		if out, keys = append(out, n.text), append(keys, n.key); len(out) == maxSuggestions {
			break
		}
	}
	return out
}

// asksFor reports whether a suggestion, read as a question, asks for its entry and keeps
// out no more than the question does: a new neighbour may change what characters are, and
// a new length what marks mean.
func (s *suggester) asksFor(n suggestion) bool {
	plan := query.Parse(n.text)
	return len(plan.Without) <= len(s.plan.Without) &&
		slices.ContainsFunc(plan.Words, func(w query.Word) bool { return w.Key == n.key })
}

// known reports whether the dictionary has the pairs, too, that a suggested pair makes with
// its neighbours, as far as the parts tell that are where the places of the question's are.
func (s *suggester) known(n suggestion) bool {
	for _, w := range query.Parse(n.text).Words {
		if w.Span.End <= n.pair.Start || w.Span.Start >= n.pair.End {
			continue
		}
		missing := func(u unknown) bool { return u.word.Key == w.Key }
		asked := func(o query.Word) bool { return o.Key == w.Key }
		has := func(p *inverted.Part) bool {
			from, to := p.Find(w.Key)
			return from < to
		}
		if slices.ContainsFunc(s.unknown, missing) ||
			!slices.ContainsFunc(s.plan.Words, asked) && !slices.ContainsFunc(s.parts, has) {
			return false
		}
	}
	return true
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
