package search

import (
	"slices"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/engine/text"
)

// match is a dictionary entry that stands for a word of the question.
type match struct {
	part   *inverted.Part
	entry  int
	weight float64
	exact  bool // the same word, perhaps spelt otherwise: a phrase may hold it

	// Of a cut list:
	more inverted.List // what it was scored by beside its best pages
	all  bool          // these are all others
	read []bool        // blocks that were read for a phrase
}

// How says by which way a word was found in the dictionary.
type How uint8

// The ways, from near to far.
const (
	AsTyped   How = iota // as it was typed, with its kin
	Respelt              // in another spelling only
	Inflected            // another form of the word
	Begun                // as the beginning of other words
	Mistyped             // as a slip of one key
	Nowhere              // not at all
)

var howNames = [...]string{"typed", "respelt", "inflected", "begun", "mistyped", "nowhere"}

func (h How) String() string { return howNames[h] }

const (
	maxForms    = 256 // dictionary forms that one word may stand for
	maxBegun    = 32  // of them, those that go on where the word stops
	minMistyped = 4   // letters of a word that may be taken for a slip
	minBegun    = 2   // letters of a word that may be taken for a beginning
	minShared   = 3   // bytes at their beginning that two forms of a word share at least
	maxNamed    = 8   // forms that are named for a word
)

// spot is a word of a phrase: its place in words, and its position in the question.
type spot struct {
	word int
	pos  int32
}

// lookUp finds the matches of every word, each form once, and the words of each phrase,
// which may say one twice.
func (r *run) lookUp() {
	spots := make([][]spot, len(r.plan.Words)) // of each word of the plan
	for i := range r.plan.Words {
		w := &r.plan.Words[i]
		if len(w.Parts) == 0 || r.matchesOf(w).how < Begun {
			spots[i] = r.want(nil, w)
			continue
		}
		for j := range w.Parts {
			spots[i] = r.want(spots[i], &w.Parts[j])
		}
	}
	for _, phrase := range r.plan.Phrases {
		var all []spot
		for _, i := range phrase {
			all = append(all, spots[i]...)
		}
		if len(all) > 1 {
			r.phrases = append(r.phrases, all)
		}
	}
	if run := r.asTyped(); len(run) > 1 {
		r.phrases, r.unquoted = [][]spot{run}, true
	}
}

// maxRun is how many words a question may have that is looked for as it stands first.
const maxRun = 5

// asTyped is the whole question if it is a short run of characters without spaces: whoever types
// one means it as it stands, though it is cut into pairs. Pairs whose positions would have to be
// fetched are left out: knowing them would cost a round trip, since other texts are shown then.
func (r *run) asTyped() (all []spot) {
	if len(r.plan.Phrases)+len(r.plan.Without) > 0 || len(r.words) > maxRun {
		return nil
	}
	for _, c := range r.plan.Text {
		if class := text.ClassOf(c); class != text.Han && class != text.Kana && class != text.Hangul {
			return nil
		}
	}
	for i := range r.words {
		if w := r.words[i].word; !w.Optional && !r.apart(&r.words[i]) {
			all = append(all, spot{i, int32(w.Pos)})
		}
	}
	return all
}

// want looks a word up, if its form has not been, and appends where it stands.
func (r *run) want(spots []spot, w *query.Word) []spot {
	at := slices.IndexFunc(r.words, func(o wanted) bool { return o.word.Form == w.Form })
	if at < 0 {
		if len(r.words) == query.MaxWords {
			return spots
		}
		at = len(r.words)
		r.words = append(r.words, r.matchesOf(w))
	}
	return append(spots, spot{at, int32(w.Pos)})
}

// matchesOf looks a word up: first as it is, then, if it is nowhere, by what is near.
func (r *run) matchesOf(w *query.Word) wanted {
	found := wanted{word: w, how: Nowhere}
	p, err := r.x.Terms(w.Key, r.wants)
	r.fail(err)
	if p == nil {
		return found
	}
	m := matcher{r: r, p: p, out: &found}
	m.spellings(w)
	if len(found.matches) == 0 && !w.Optional {
		m.near(w)
	}
	if len(found.matches) == 0 {
		found.how = Nowhere
	}
	return found
}

// matcher fills the matches of one word from one part.
type matcher struct {
	r   *run
	p   *inverted.Part
	out *wanted
}

// add notes an entry that has postings, once.
func (m *matcher) add(entry int, weight float64, exact bool) {
	if m.p.Pages(entry) == 0 || len(m.out.matches) >= maxForms {
		return
	}
	for i := range m.out.matches {
		if m.out.matches[i].entry == entry {
			m.out.matches[i].weight = max(m.out.matches[i].weight, weight)
			return
		}
	}
	found := match{part: m.p, entry: entry, weight: weight, exact: exact}
	m.out.matches = append(m.out.matches, found)
}

// withKin adds an entry and the forms of its stem.
func (m *matcher) withKin(entry int, weight float64, exact bool) {
	m.add(entry, weight, exact)
	for k := m.p.Next(entry); k != entry; k = m.p.Next(k) {
		m.add(k, float64(weight*m.r.w.Kin), false)
		if len(m.out.matches) >= maxForms {
			return
		}
	}
}

// spellings adds the entries with the word's key: the form as it was typed, then others.
func (m *matcher) spellings(w *query.Word) {
	from, to := m.p.Find(w.Key)
	how := Respelt
	for e := from; e < to; e++ {
		if string(m.p.Text(e)) == w.Form {
			m.withKin(e, 1, true)
			how = AsTyped
		}
	}
	for e := from; e < to; e++ {
		m.withKin(e, m.r.w.Spelling, true)
	}
	m.out.how = how
}

// near adds what a word may have been meant for. Only words of letters are stretched:
// a number or an identifier that is not there is not there.
func (m *matcher) near(w *query.Word) {
	if w.Kind == analyze.Bigram || w.Kind == analyze.Single {
		return
	}
	letters := onlyLetters(w.Key)
	if letters {
		m.inflected(w.Key)
	}
	if len(m.out.matches) == 0 && utf8.RuneCountInString(w.Key) >= minBegun {
		m.startingWith(w.Key)
		m.out.how = Begun
	}
	if len(m.out.matches) == 0 && letters && utf8.RuneCountInString(w.Key) >= minMistyped {
		m.mistyped(w.Key)
		m.out.how = Mistyped
	}
}

func onlyLetters(s string) bool {
	for _, r := range s {
		if text.ClassOf(r) != text.Letter {
			return false
		}
	}
	return s != ""
}

// startingWith adds the most frequent entries whose keys begin with prefix.
func (m *matcher) startingWith(prefix string) {
	from := m.p.Seek(prefix)
	to := from
	for to < m.p.Len() && hasPrefix(m.p.Key(to), prefix) {
		to++
	}
	floor := m.floor(from, to, maxBegun)
	for e := from; e < to; e++ {
		if !m.p.Guest(e) && m.p.Pages(e) >= floor {
			m.add(e, m.r.w.Begun, false)
		}
	}
}

// floor is the number of pages that a form needs to be among the limit most frequent.
func (m *matcher) floor(from, to, limit int) int {
	for floor := 1; ; floor *= 2 {
		count := 0
		for e := from; e < to; e++ {
			if m.p.Pages(e) >= floor {
				count++
			}
		}
		if count <= limit {
			return floor
		}
	}
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// inflected adds the forms that differ from the word by an ending only, as far as they
// share the most letters.
func (m *matcher) inflected(key string) {
	best := 0
	var entries []int
	at := m.p.Seek(key)
	look := func(e int) bool {
		k := m.p.Key(e)
		n := sharedLetters(k, key)
		if n < minShared || n < len(key)/2 {
			return false
		}
		if isEnglishEnding(string(k[n:])) && isEnglishEnding(key[n:]) && n >= best {
			if n > best {
				best, entries = n, entries[:0]
			}
			entries = append(entries, e)
		}
		return true
	}
	for e := at; e < m.p.Len() && look(e); e++ {
	}
	for e := at - 1; e >= 0 && look(e); e-- {
	}
	for _, e := range entries {
		m.withKin(e, m.r.w.Kin, false)
	}
	m.out.how = Inflected
}

func sharedLetters(a []byte, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// isEnglishEnding reports whether two forms of an English word may differ by s. Kin are
// linked by build, which has stemmers; this is for the forms that a site happens not to
// use, in English alone: a word of another language has the kin that build linked.
func isEnglishEnding(s string) bool {
	switch s {
	case "", "s", "e", "es", "d", "ed", "er", "ers", "ing", "ings", "y", "ies", "ied", "ly",
		"al", "ally", "ion", "ions", "or", "ors", "ation", "ations", "able", "ible", "ment",
		"ments", "ness", "ity", "ive", "ic", "ical":
		return true
	}
	return false
}

// mistyped adds the words of the part that are one edit away and begin with the same
// letter: most slips spare the first.
func (m *matcher) mistyped(key string) {
	_, size := utf8.DecodeRuneInString(key)
	first := key[:size]
	word := []rune(key)
	var other []rune
	for e := m.p.Seek(first); e < m.p.Len() && hasPrefix(m.p.Key(e), first); e++ {
		k := m.p.Key(e)
		if d := len(k) - len(key); d > utf8.UTFMax || d < -utf8.UTFMax || m.p.Guest(e) {
			continue
		}
		other = other[:0]
		for _, c := range string(k) {
			other = append(other, c)
		}
		if oneEdit(word, other) && onlyLetters(string(k)) {
			m.withKin(e, m.r.w.Mistyped, false)
		}
	}
}

// oneEdit reports whether a and b differ by one insertion, deletion, substitution, or
// swap of neighbours (Damerau, "A technique for computer detection and correction of
// spelling errors", CACM 1964).
func oneEdit(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return slices.Equal(a[i:], b[i+1:])
	}
	if i == len(a) {
		return false // the same word
	}
	return slices.Equal(a[i+1:], b[i+1:]) ||
		i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
}

// found says what the words were taken for.
func (r *run) found() []Found {
	out := make([]Found, 0, len(r.words))
	for i := range r.words {
		wd := &r.words[i]
		f := Found{Word: wd.word.Form, How: wd.how}
		for _, m := range wd.matches[:min(len(wd.matches), maxNamed)] {
			f.Forms = append(f.Forms, string(m.part.Text(m.entry)))
		}
		out = append(out, f)
	}
	return out
}
