// Package analyze answers: which terms does a text hold?
//
// What a run of characters is decided by its script, never by a declared language:
//
//   - Han and kana, Hangul, and Thai (with its neighbours) stand without spaces: every
//     two neighbouring characters are a term (an overlapping bigram), and every
//     character is one too, for questions of one character.
//   - Letters and digits of every other script make words.
//   - Words joined into an identifier (snake_case, a.b.c, std::vector, C++, .NET, <table>,
//     $HOME, someName, HTTPServer) are terms in parts and as a whole; a version (5.3.2) as
//     a whole and in what it begins with (5, 5.3).
//   - Words joined by hyphens (anti-virus, COVID-19), and names of two words that end in
//     .js, .io or .net, are terms in parts and written together.
//   - Two or three operator characters that stand alone (!=, &&), and emoji, are terms.
//
// A term's form is folded for case and width only; [Key] folds further what spellings of
// the same word have in common: diacritics, and traditional Chinese to simplified. The
// key of a bigram also begins with the later of its two characters in the order of code
// points. So of three characters in a row the two bigrams often have one beginning, and
// stand side by side in a dictionary that is sorted by key: a question touches a third
// fewer of its parts.
//
// Analysis cannot fail. Spans point into the text as it was given.
//
// Limits: terms are at most [MaxTerm] bytes, and with a digit 64 characters; what is longer
// is passed over.
//
// Before: chunk says which text. After: build counts terms, query looks them up.
package analyze

import (
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/text"
)

// Fingerprint names this analysis. An index that was built with another one would be
// searched for terms that it does not have, so the engine refuses it.
const Fingerprint = "pageside-2"

// MaxTerm is the longest form in bytes: 170 characters of an Indian script, which joins
// what others write apart, or a compound of 512 letters.
const MaxTerm = 512

// maxMixed is how many characters a form with a digit has at most. No word is longer; what
// is, is encoded data.
const maxMixed = 64

// Kind says how a term came about.
type Kind uint8

// The kinds of term. Word, Bigram and Single are what a text is made of and count
// towards its length; the others stand beside them.
const (
	Word   Kind = iota // letters and digits
	Bigram             // two characters of a script without spaces
	Single             // a run of one such character
	Char               // a character of a longer run; for the index only
	Whole              // an identifier whose parts are words too
	Joined             // written together what a hyphen or a dot joins, or without its v
	Hump               // a part of a word in camelCase, or what a version begins with
)

// Counts reports whether terms of this kind make up the length of a text.
func (k Kind) Counts() bool { return k <= Single }

// Token is one term at one place.
type Token struct {
	Form []byte   // valid until the next token
	Span doc.Span // in the text
	Pos  int      // tokens before it, counting a sentence end as one
	Unit int      // tokens of one identifier share a unit; otherwise each has its own
	Kind Kind
}

// Scan finds the tokens of s in the order of their positions, and returns the position
// after the last.
func Scan(s string, emit func(Token)) int {
	z := scanner{s: s, emit: emit}
	for z.at < len(s) {
		z.step()
	}
	return z.pos
}

// Key returns the form folded for spelling: the key of its dictionary entry.
func Key(form string) string {
	plain := true
	for i := 0; i < len(form); i++ {
		plain = plain && form[i] < utf8.RuneSelf
	}
	if plain {
		return form
	}
	key := foldKey(form)
	a, size := utf8.DecodeRune(key)
	b, rest := utf8.DecodeRune(key[size:])
	if size+rest == len(key) && a < b && unspaced(text.ClassOf(a)) && unspaced(text.ClassOf(b)) {
		turned := make([]byte, 0, len(key)+1)
		turned = append(append(append(turned, key[size:]...), Turn), key[:size]...)
		return string(turned)
	}
	return string(key)
}

// Turn stands in the key of a bigram between its second character and its first.
const Turn = '\x02'

// Pair returns the two characters that the key of a bigram stands for, in the order of the
// text; false for any other key.
func Pair(key []byte) (first, second rune, ok bool) {
	first, size := utf8.DecodeRune(key)
	rest := key[size:]
	turned := len(rest) > 0 && rest[0] == Turn
	if turned {
		rest = rest[1:]
	}
	second, size = utf8.DecodeRune(rest)
	if turned {
		first, second = second, first
	}
	ok = size > 0 && size == len(rest) &&
		unspaced(text.ClassOf(first)) && unspaced(text.ClassOf(second))
	return first, second, ok
}

func unspaced(c text.Class) bool {
	return c == text.Han || c == text.Kana || c == text.Hangul || c == text.Thai
}

// foldKey folds a form for spelling.
func foldKey(form string) []byte {
	key := make([]byte, 0, len(form))
	for _, r := range form {
		if joined, ok := compose(key, r); ok {
			key = joined
			continue
		}
		if text.IsMark(r) {
			continue
		}
		r = text.Base(r)
		if e := text.Expand(r); e != "" {
			key = append(key, e...)
			continue
		}
		key = utf8.AppendRune(key, text.Simplified(r))
	}
	return key
}

// scanner walks a text.
type scanner struct {
	s    string
	emit func(Token)
	at   int // byte offset of what is next
	pos  int
	unit int
	gap  bool // a sentence end has been counted since the last token

	form []byte // of the token that is being made
	run  run
	id   cluster
}

func (z *scanner) peek(at int) (r rune, size int, c text.Class) {
	if at >= len(z.s) {
		return 0, 0, text.Space
	}
	if b := z.s[at]; b < utf8.RuneSelf {
		return rune(b), 1, text.ClassOf(rune(b))
	}
	r, size = utf8.DecodeRuneInString(z.s[at:])
	return r, size, text.ClassOf(r)
}

// step consumes at least one character.
func (z *scanner) step() {
	r, size, c := z.peek(z.at)
	switch c {
	case text.Han, text.Kana, text.Hangul, text.Thai:
		z.unspaced(c)
	case text.Letter, text.Digit:
		z.cluster(z.at)
	case text.Emoji:
		z.emoji(size)
	case text.Punct, text.Symbol:
		z.mark(text.Width(r), size)
	default:
		z.at += size
	}
}

// token emits the form that was made and moves on to the next unit.
func (z *scanner) token(kind Kind, from, to int) {
	z.emitAt(kind, from, to, z.pos)
	z.pos++
	z.unit++
	z.gap = false
}

func (z *scanner) emitAt(kind Kind, from, to, pos int) {
	if len(z.form) == 0 || len(z.form) > maxMixed && isData(z.form) {
		return
	}
	z.emit(Token{z.form, doc.Span{Start: from, End: to}, pos, z.unit, kind})
}

// isData reports whether a long form is no word: longer than any, or longer than most and
// with a digit.
func isData(form []byte) bool {
	n, digit := 0, false
	for _, r := range string(form) {
		n++
		digit = digit || text.ClassOf(r) == text.Digit
	}
	return len(form) > MaxTerm || n > maxMixed && digit
}

// fold appends what a character looks like in a form.
func fold(form []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(form, byte(r))
	}
	if joined, ok := compose(form, r); ok {
		return joined
	}
	if s := text.Compat(r); s != "" {
		for _, c := range s {
			form = utf8.AppendRune(form, text.Lower(c))
		}
		return form
	}
	return utf8.AppendRune(form, text.Lower(text.Width(r)))
}

// compose joins a mark to the last character of a form, where both are one letter.
func compose(form []byte, mark rune) ([]byte, bool) {
	if len(form) == 0 {
		return form, false
	}
	base, size := utf8.DecodeLastRune(form)
	r, ok := text.Compose(base, mark)
	if !ok {
		return form, false
	}
	return utf8.AppendRune(form[:len(form)-size], r), true
}

func (z *scanner) emoji(size int) {
	start := z.at
	r, _ := utf8.DecodeRuneInString(z.s[start:])
	z.form = utf8.AppendRune(z.form[:0], r)
	z.at += size
	for { // modifiers, selectors and joined emoji belong to the first
		r, n := utf8.DecodeRuneInString(z.s[z.at:])
		if n == 0 || !joinsEmoji(r) {
			break
		}
		z.at += n
		if _, n, c := z.peek(z.at); r == zeroWidthJoiner && c == text.Emoji {
			z.at += n
		}
	}
	z.token(Word, start, z.at)
}

const zeroWidthJoiner = 0x200d

func joinsEmoji(r rune) bool {
	return r == zeroWidthJoiner || r == 0xfe0f || 0x1f3fb <= r && r <= 0x1f3ff
}

// mark handles a punctuation mark or symbol that no word was found to own.
func (z *scanner) mark(r rune, size int) {
	if isSigil(r) && z.startsWord(z.at+size) && !z.follows(z.at) {
		z.cluster(z.at)
		return
	}
	if isOperator(r) {
		if n := z.operator(); n > 0 {
			return
		}
	}
	if endsSentence(r) && !z.gap && z.pos > 0 {
		z.pos++
		z.gap = true
	}
	z.at += size
}

// maxOperator is how many characters an operator has at most; a longer row is a line.
const maxOperator = 3

// operator consumes two or three operator characters that stand alone.
func (z *scanner) operator() int {
	end := z.at
	for end < len(z.s) && end <= z.at+maxOperator && isOperator(rune(z.s[end])) {
		end++
	}
	n := end - z.at
	alone := (z.at == 0 || isGap(z.s[z.at-1])) && (end == len(z.s) || isGap(z.s[end]))
	if n < 2 || n > maxOperator || !alone || isRule(z.s[z.at:end]) {
		return 0
	}
	z.form = append(z.form[:0], z.s[z.at:end]...)
	start := z.at
	z.at = end
	z.token(Word, start, end)
	return n
}

// isRule reports whether operator characters are a dash, or a line or fence of Markdown.
func isRule(s string) bool {
	if s == "--" {
		return true
	}
	return len(s) > 2 && s[0] == s[1] && s[1] == s[2] && s[0] != '='
}

func isGap(b byte) bool {
	return b == ' ' || b == '\n' || b == '\t' || b == '`' || b == '"' || b == '\''
}

func isOperator(r rune) bool {
	switch r {
	case '!', '=', '&', '|', '<', '>', '+', '-', '*', '/', '%', '^', '~', '?', ':':
		return true
	}
	return false
}

func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', ';', '。', '！', '？', '；', '…', ':', '：':
		return true
	}
	return false
}
