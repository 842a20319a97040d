package analyze

import (
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/text"
)

// run is a stretch of a script without spaces, folded: where each character is in the
// folded bytes and in the source.
type run struct {
	folded []byte
	at     []int      // of each character in folded, and the end
	src    []doc.Span // of each character in the source, with its marks
}

func (u *run) reset() {
	u.folded, u.at, u.src = u.folded[:0], u.at[:0], u.src[:0]
}

// maxRun is where a run without any break is cut, so that what is kept of it has a bound.
// Bigrams go on across the cut: the next run begins with the last character of this one.
const maxRun = 4096

// unspaced consumes a run of class c (Han and kana are one class here) and emits its
// bigrams.
func (z *scanner) unspaced(c text.Class) {
	u := &z.run
	u.reset()
	for {
		r, size, cc := z.peek(z.at)
		if size == 0 || !sameRun(c, cc, len(u.at)) {
			if next := z.pastBreaks(c); next > z.at {
				z.at = next
				continue
			}
			break
		}
		joined, ok := compose(u.folded, r)
		if ok || cc == text.Mark { // such as a variation selector: part of the character before
			u.folded = joined
			z.at += size
			u.src[len(u.src)-1].End = z.at
			continue
		}
		if len(u.at) == maxRun {
			z.cut()
			return
		}
		u.at = append(u.at, len(u.folded))
		u.src = append(u.src, doc.Span{Start: z.at, End: z.at + size})
		u.folded = utf8.AppendRune(u.folded, text.Width(r))
		z.at += size
	}
	n := len(u.at)
	u.at = append(u.at, len(u.folded))
	if n == 1 {
		z.form = append(z.form[:0], u.folded...)
		z.token(Single, u.src[0].Start, u.src[0].End)
		return
	}
	z.bigrams(n)
	z.char(n - 1)
	z.pos++
	z.unit++
	z.gap = false
}

// pastBreaks is where a run of class c goes on behind zero width spaces; z.at if it does
// not. They say where a line may end: between two characters of these scripts it may anyway.
func (z *scanner) pastBreaks(c text.Class) int {
	next := z.at
	for {
		r, size, cc := z.peek(next)
		if sameRun(c, cc, 0) {
			return next
		}
		if r != text.ZeroWidthSpace {
			return z.at
		}
		next += size
	}
}

// cut emits the bigrams of a run that goes on, and leaves its last character to the next.
func (z *scanner) cut() {
	u := &z.run
	n := len(u.at)
	u.at = append(u.at, len(u.folded))
	z.bigrams(n)
	z.at = u.src[n-1].Start
}

func sameRun(a, b text.Class, length int) bool {
	if a == text.Kana {
		a = text.Han
	}
	if b == text.Kana {
		b = text.Han
	}
	return a == b || b == text.Mark && length > 0
}

// bigrams emits the bigrams of n characters.
func (z *scanner) bigrams(n int) {
	u := &z.run
	for i := 0; i+1 < n; i++ {
		z.char(i)
		z.form = append(z.form[:0], u.folded[u.at[i]:u.at[i+2]]...)
		z.token(Bigram, u.src[i].Start, u.src[i+1].End)
	}
}

// char emits a character of the run by itself, where the bigram that it begins stands.
func (z *scanner) char(i int) {
	u := &z.run
	z.form = append(z.form[:0], u.folded[u.at[i]:u.at[i+1]]...)
	z.emitAt(Char, u.src[i].Start, u.src[i].End, z.pos)
}

// A cluster is one or more words with what joins them. All fields are offsets in the
// source.
type cluster struct {
	lead  int // where a sigil begins; the start of the first word if there is none
	words []word
	end   int // after a suffix such as ++
}

type word struct {
	from, to int
	join     byte // what stands before it: 0, '_', '.', ':', '-' or '\''
}

// maxWords bounds the words of an identifier; what follows begins a new one.
const maxWords = 8

// cluster consumes words joined without spaces, with an optional sigil before them, and
// emits them.
func (z *scanner) cluster(lead int) {
	c := &z.id
	c.lead, c.words = lead, c.words[:0]
	at := lead
	if _, size, cl := z.peek(lead); cl != text.Letter && cl != text.Digit {
		at += size
	}
	join := byte(0)
	for len(c.words) < maxWords {
		end := z.wordEnd(at)
		c.words = append(c.words, word{at, end, join})
		at, join = z.joint(end)
		if join == 0 {
			break
		}
	}
	if join != 0 {
		at = c.words[len(c.words)-1].to
	}
	c.end = z.suffix(at)
	z.at = c.end
	z.emitCluster()
}

// wordEnd is the end of the letters, digits and marks from at on.
func (z *scanner) wordEnd(at int) int {
	for {
		_, size, c := z.peek(at)
		if size == 0 || c != text.Letter && c != text.Digit && c != text.Mark {
			return at
		}
		at += size
	}
}

// joint looks at what follows a word: where the next word of the cluster begins and
// what joins it, or 0.
func (z *scanner) joint(at int) (next int, join byte) {
	if at >= len(z.s) {
		return at, 0
	}
	r, size, _ := z.peek(at)
	switch r = text.Width(r); r {
	case '_':
		next, join = at+size, '_'
		for next < len(z.s) && z.s[next] == '_' {
			next++
		}
	case '.', '-':
		next, join = at+size, byte(r)
	case '\'', '’':
		next, join = at+size, '\''
	case ':':
		if at+1 < len(z.s) && z.s[at+1] == ':' {
			next, join = at+2, ':'
		}
	}
	if join == 0 || !z.startsWord(next) {
		return at, 0
	}
	return next, join
}

func (z *scanner) startsWord(at int) bool {
	_, _, c := z.peek(at)
	return c == text.Letter || c == text.Digit
}

// follows reports whether a word or the same mark stands right before at.
func (z *scanner) follows(at int) bool {
	if at == 0 {
		return false
	}
	r, size := utf8.DecodeLastRuneInString(z.s[:at])
	_, _, c := z.peek(at - size)
	return c == text.Letter || c == text.Digit || r == rune(z.s[at])
}

func isSigil(r rune) bool { return r == '.' || r == '$' || r == '@' || r == '#' || r == '<' }

// suffix is the end of ++ or # right after the last word (C++, C#).
func (z *scanner) suffix(at int) int {
	r, size, _ := z.peek(at)
	switch next, n, _ := z.peek(at + size); text.Width(r) {
	case '+':
		if text.Width(next) == '+' {
			return at + size + n
		}
	case '#':
		switch _, _, c := z.peek(at + size); c {
		case text.Space, text.Punct, text.Symbol:
			return at + size
		}
	}
	return at
}

func (z *scanner) emitCluster() {
	c := &z.id
	words := c.words
	sigil := c.lead < words[0].from
	if !sigil && len(words) == 1 && c.end == words[0].to {
		z.word(words[0])
		z.unit++
		return
	}
	first := z.pos
	for from := 0; from < len(words); { // hyphens and apostrophes part what a whole may hold
		to := from + 1
		for to < len(words) && words[to].join != '-' && words[to].join != '\'' {
			to++
		}
		z.group(words[from:to], from == 0, to == len(words))
		from = to
	}
	z.joined(first)
	z.unit++
}

// group emits words joined by _ . or :: and their whole.
func (z *scanner) group(words []word, first, last bool) {
	c := &z.id
	from, to := words[0].from, words[len(words)-1].to
	if first {
		from = c.lead
	}
	if last {
		to = c.end
	}
	pos := z.pos
	if len(words) > 1 && z.isVersion(words) {
		z.version(words, to)
		return
	}
	for _, w := range words {
		z.word(w)
	}
	if len(words) == 1 && from == words[0].from && to == words[0].to {
		return
	}
	z.makeForm(from, to)
	if len(z.form) > 0 && z.form[0] == '<' { // <table, <table/>, <table class=…>
		z.form = append(z.form, '>')
		if r, size, _ := z.peek(to); last && text.Width(r) == '>' {
			to += size
		}
	}
	z.emitAt(Whole, from, to, pos)
}

// maxBegun is how many beginnings of a version are terms: 5 and 5.3 of 5.3.2.
const maxBegun = 3

// version emits a version and what it begins with; if it has a v, without it as well.
func (z *scanner) version(words []word, to int) {
	from := words[0].from
	z.makeForm(from, to)
	z.emitAt(Word, from, to, z.pos)
	if len(z.form) <= maxMixed {
		z.beginnings(from, words)
		if v := z.s[from]; v == 'v' || v == 'V' {
			from++
			z.makeForm(from, to)
			z.emitAt(Joined, from, to, z.pos)
			z.beginnings(from, words)
		}
	}
	z.pos++
	z.gap = false
}

// beginnings emits what a version begins with. A 0 says nothing.
func (z *scanner) beginnings(from int, words []word) {
	for i := range min(len(words)-1, maxBegun) {
		if z.makeForm(from, words[i].to); string(z.form) != "0" {
			z.emitAt(Hump, from, words[i].to, z.pos)
		}
	}
}

// isVersion reports whether the words are numbers joined by dots: 5.3.2, v1.8, 2.0rc1.
func (z *scanner) isVersion(words []word) bool {
	for i, w := range words {
		b := z.s[w.from]
		if i == 0 && (b == 'v' || b == 'V') && w.to > w.from+1 {
			b = z.s[w.from+1]
		}
		if b < '0' || b > '9' || i > 0 && w.join != '.' {
			return false
		}
	}
	return true
}

// makeForm folds a stretch of the source into the form, or so much of it as is no term.
func (z *scanner) makeForm(from, to int) {
	z.form = z.form[:0]
	to = min(to, from+8*MaxTerm) // no fold makes a term of so much
	for _, r := range z.s[from:to] {
		z.form = fold(z.form, r)
	}
}

// word emits one word and its humps, and moves the position on.
func (z *scanner) word(w word) {
	z.makeForm(w.from, w.to)
	z.emitAt(Word, w.from, w.to, z.pos)
	z.humps(w)
	z.pos++
	z.gap = false
}

// joined emits words that are also written together: by hyphens (COVID-19, gpt-3.5), or
// with a dot before the last letters of a name (Node.js).
func (z *scanner) joined(pos int) {
	words := z.id.words
	if len(words) < 2 || len(words) > 3 || !z.isLetter(words[0].from) {
		return
	}
	z.form = z.form[:0]
	for i, w := range words {
		switch {
		case w.to-w.from > MaxTerm:
			return
		case i == 0 || w.join == '-':
		case w.join == '.' && i > 1 && !z.isLetter(w.from) && !z.isLetter(words[i-1].from):
			z.form = append(z.form, '.')
		case w.join != '.' || len(words) > 2 || len(z.form) < 2 || !isLastName(z.s[w.from:w.to]):
			return
		}
		for _, r := range z.s[w.from:w.to] {
			z.form = fold(z.form, r)
		}
	}
	z.emitAt(Joined, words[0].from, words[len(words)-1].to, pos)
}

func (z *scanner) isLetter(at int) bool {
	_, _, c := z.peek(at)
	return c == text.Letter
}

// isLastName reports whether names that end so, after a dot, are as often written without
// it: Node.js, Socket.IO, ASP.NET.
func isLastName(s string) bool {
	switch s {
	case "js", "JS", "io", "IO", "net", "NET":
		return true
	}
	return false
}

// humps emits the parts of a word in camelCase, all of two letters or more. A name of two
// parts that begins with a capital (GitHub, PostgreSQL, TiDB) is split for readers who know
// one of them, so that parts of two letters say nothing.
func (z *scanner) humps(w word) {
	s := z.s[w.from:w.to]
	if len(z.form) > maxMixed && isData(z.form) {
		return
	}
	n, end := 0, 0
	for from := 0; from < len(s); from = end {
		if end = humpEnd(s, from); end-from < 2 {
			return
		}
		n++
	}
	if n < 2 {
		return
	}
	shortest := 2
	if n == 2 && isUpper(s[0]) {
		shortest = 3
	}
	for from := 0; from < len(s); from = end {
		if end = humpEnd(s, from); end-from >= shortest {
			z.makeForm(w.from+from, w.from+end)
			z.emitAt(Hump, w.from+from, w.from+end, z.pos)
		}
	}
}

// humpEnd is where the hump that begins at from ends: before a capital that follows
// another letter, or ends a row of them and begins a word (XMLHttp); 0 if s is not ASCII.
func humpEnd(s string, from int) int {
	for i := from + 1; i < len(s); i++ {
		switch {
		case s[i] >= utf8.RuneSelf:
			return 0
		case isUpper(s[i]) && (!isUpper(s[i-1]) || i > from+1 && beginsWord(s[i+1:])):
			return i
		}
	}
	return len(s)
}

// beginsWord reports whether these letters after a capital go on with its word, and are
// not the end of a plural (APIs), or the v of a version (IPv4).
func beginsWord(s string) bool {
	if s == "" || !isLower(s[0]) {
		return false
	}
	return s[0] != 's' && s[0] != 'v' || len(s) > 1 && isLower(s[1])
}

func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
