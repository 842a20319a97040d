package main

import "unicode"

// The classes in the order of text.Class.
const (
	space = iota
	punct
	symbol
	letter
	digit
	han
	kana
	hangul
	thai
	mark
	emoji
)

// Scripts written without spaces between words, besides Han, kana and Hangul: those
// that the Unicode line breaking rules leave to a dictionary.
var unspaced = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tai_Le,
	unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Ahom,
}

// Scripts of ideographs, and Bopomofo, which is written among them.
var ideographs = []*unicode.RangeTable{
	unicode.Han, unicode.Tangut, unicode.Nushu, unicode.Khitan_Small_Script, unicode.Bopomofo,
}

// Where the category or script of a code point says less than its use.
var decidedClass = []struct {
	block
	class int
}{
	{block{0x00AD, 0x00AD, "soft hyphen: inside a word"}, mark},
	{block{0x0600, 0x0605, "Arabic number signs: format characters that show"}, symbol},
	{block{0x0640, 0x0640, "tatweel stretches a word and means nothing"}, mark},
	{block{0x0653, 0x0655, "hamza and madda make another letter"}, letter},
	{block{0x06DD, 0x06DD, "Arabic end of verse: a format character that shows"}, symbol},
	{block{0x08E2, 0x08E2, "Arabic disputed end of verse"}, symbol},
	{block{0x200B, 0x200B, "zero width space: Thai and Khmer put it between words"}, space},
	{block{0x231A, 0x231B, "watch, hourglass"}, emoji},
	{block{0x23E9, 0x23FA, "media keys, clocks"}, emoji},
	{block{0x2E80, 0x2FDF, "radicals stand for their ideograph"}, han},
	{block{0x3005, 0x3007, "iteration mark, closing mark, zero"}, han},
	{block{0x3031, 0x3035, "vertical kana repeat marks"}, kana},
	{block{0x303B, 0x303B, "vertical iteration mark"}, han},
	{block{0x3099, 0x309C, "voicing marks"}, kana},
	{block{0x30FC, 0x30FC, "prolonged sound mark"}, kana},
	{block{0xD800, 0xF8FF, "surrogates and private use: icons of web fonts"}, symbol},
	{block{0x20000, 0x3FFFF, "the two planes of ideographs, with what later versions add"}, han},
	{block{0xE0000, 0xE0FFF, "tags and variation selectors"}, mark},
	{block{0xF0000, 0x10FFFF, "private use"}, symbol},
}

// classOf is the class of r, or -1 where nobody cares: not assigned in Unicode 15.0.
func classOf(r rune) int {
	for _, d := range decidedClass {
		if d.first <= r && r <= d.last {
			return d.class
		}
	}
	if t := widthOf(r); t != r {
		return classOf(t)
	}
	for _, t := range compatOf(r) {
		if c := classOf(t); c != punct && c != symbol {
			return c
		}
	}
	switch {
	case unicode.In(r, unicode.White_Space, unicode.Cc):
		return space
	case unicode.In(r, unicode.Cf):
		return mark
	case unicode.In(r, unicode.P):
		return punct
	case unicode.In(r, unicode.S):
		return symbolClass(r)
	case unicode.In(r, unicode.Nd, unicode.No):
		return digit
	case unicode.In(r, unicode.L, unicode.M, unicode.Nl):
		return letterClass(r)
	}
	return -1
}

// symbolClass tells pictures from signs by block: Go's tables have no emoji property.
func symbolClass(r rune) int {
	picture := 0x2600 <= r && r <= 0x27BF || 0x1F000 <= r && r <= 0x1FAFF
	if picture && unicode.In(r, unicode.So, unicode.Sk) {
		return emoji
	}
	return symbol
}

func letterClass(r rune) int {
	switch {
	case unicode.In(r, ideographs...):
		return han
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return kana
	case unicode.In(r, unicode.Hangul):
		return hangul
	case unicode.In(r, unspaced...):
		return thai
	case unicode.In(r, unicode.M) && optionalMark(r):
		return mark
	}
	return letter
}

// optionalMark tells the marks that folding drops: those shared between scripts, and
// the points of Cyrillic, Hebrew and Arabic, which readers leave out. In all other
// scripts a mark is a vowel or a letter.
func optionalMark(r rune) bool {
	return unicode.In(r, unicode.Inherited, unicode.Common,
		unicode.Cyrillic, unicode.Greek, unicode.Latin, unicode.Hebrew, unicode.Arabic)
}
