package main

import (
	"cmp"
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// A block is a range of code points with the reason why it is treated as it is.
type block struct {
	first, last rune
	reason      string
}

func in(blocks []block, r rune) bool {
	return slices.ContainsFunc(blocks, func(b block) bool { return b.first <= r && r <= b.last })
}

// What NFKC maps to one rune and Width leaves alone. The test of engine/text holds the
// same list against NFKC over all of Unicode.
var notWidth = []block{
	{0x0340, 0x0343, "marks: dropped in any case"},
	{0x0344, 0x036F, "marks: dropped in any case"},
	{0x0F0C, 0x0F0C, "Tibetan no-break tsheg: punctuation either way"},
	{0x10FC, 0x10FC, "phonetic modifier letter"},
	{0x1D2C, 0x1DBF, "phonetic modifier letters: 130 entries for text nobody searches"},
	{0x1E9B, 0x1E9B, "long s with dot: Base folds it"},
	{0x1F00, 0x1FFF, "Greek with oxia for tonos: Base folds both to the bare letter"},
	{0x2C7C, 0x2C7D, "phonetic modifier letters"},
	{0x2D6F, 0x2D6F, "Tifinagh modifier letter"},
	{0x3131, 0x318E, "Hangul letters: NFKC makes conjoining ones, which do not show alone"},
	{0x3192, 0x319F, "kanbun marks"},
	{0x3260, 0x327E, "circled Hangul: would need conjoining letters"},
	{0xA69C, 0xA69D, "phonetic modifier letters"},
	{0xA770, 0xA770, "phonetic modifier letter"},
	{0xA7F2, 0xA7F9, "phonetic modifier letters"},
	{0xAB5C, 0xAB69, "phonetic modifier letters"},
	{0xF900, 0xFAFF, "compatibility ideographs: 1 KB for what no input method writes"},
	{0xFB20, 0xFB4F, "Hebrew presentation forms"},
	{0xFB50, 0xFDFF, "Arabic presentation forms: 3 KB; web text does not use them"},
	{0xFE70, 0xFEFC, "Arabic presentation forms"},
	{0x10780, 0x107BF, "phonetic modifier letters"},
	{0x1D15E, 0x1D1C0, "musical symbols"},
	{0x1E030, 0x1E06D, "Cyrillic modifier letters"},
	{0x1EE00, 0x1EEFF, "Arabic mathematical letters"},
	{0x2F800, 0x2FA1F, "compatibility ideographs"},
}

// widthOf is the fold of text.Width.
func widthOf(r rune) rune {
	if 0xFFA0 <= r && r <= 0xFFDC {
		return halfHangul(r)
	}
	if in(notWidth, r) || !utf8.ValidRune(r) {
		return r
	}
	s := norm.NFKC.String(string(r))
	if t, n := utf8.DecodeRuneInString(s); n == len(s) {
		return t
	}
	return r
}

// halfHangul maps a half-width Hangul letter to the full-width letter that shows alone
// (U+3131…), of which NFKC would make a conjoining one. The filler is left alone.
func halfHangul(r rune) rune {
	full := norm.NFKC.String(string(r))
	for t := rune(0x3131); t <= 0x3163; t++ {
		if r != 0xFFA0 && norm.NFKC.String(string(t)) == full {
			return t
		}
	}
	return r
}

// Letters that NFD does not take apart and Base does.
var strokes = map[rune]rune{
	'ø': 'o', 'ł': 'l', 'đ': 'd', 'ð': 'd', 'ħ': 'h', 'ŧ': 't', 'ı': 'i', 'ƀ': 'b', 'ɨ': 'i',
	'ʉ': 'u', 'ɵ': 'o', 'ƶ': 'z', 'ǥ': 'g', 'ɍ': 'r', 'ɏ': 'y', 'ɇ': 'e', 'ɉ': 'j',
	'ȼ': 'c', 'ƚ': 'l', 'ς': 'σ', 'ẛ': 's', 'ẜ': 's', 'ẝ': 's',
}

// baseOf is the fold of text.Base for a lower-case letter; capitals follow from it.
// Of Cyrillic only ё, ѐ and ѝ and rare letters fold: й, ї, ў, ѓ and ќ are letters of
// their own, and readers of those languages type them.
func baseOf(r rune) rune {
	if t, ok := strokes[r]; ok {
		return t
	}
	if !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) || cyrillicKept(r) {
		return r
	}
	s := norm.NFD.String(string(r))
	t, _ := utf8.DecodeRuneInString(s)
	if u, ok := strokes[t]; ok {
		t = u
	}
	if unicode.ToUpper(t) != t-0x20 {
		return r // the table has room for letters whose capital is at this distance only
	}
	return t
}

func cyrillicKept(r rune) bool {
	return slices.Contains([]rune("йїўѓќЙЇЎЃЌ"), r)
}

// What NFKC maps to several runes and Compat gives. Left out: Arabic and Hebrew
// ligatures, squared katakana words, telegraph signs for hours, days and months, ™ and
// ℠ (a word would grow by them), digraphs of Croatian: rare, and together 3 KB.
var compatible = []block{
	{0x00BC, 0x00BE, "fractions"},
	{0x0132, 0x0133, "Dutch ij"},
	{0x2100, 0x2100, "account of"},
	{0x2103, 0x2103, "degree Celsius"},
	{0x2105, 0x2105, "care of"},
	{0x2109, 0x2109, "degree Fahrenheit"},
	{0x2116, 0x2116, "numero"},
	{0x2121, 0x2121, "telephone"},
	{0x2150, 0x215F, "fractions"},
	{0x2160, 0x217F, "Roman numerals"},
	{0x2460, 0x24B5, "circled, parenthesised and dotted numbers, parenthesised letters"},
	{0x3220, 0x3243, "parenthesised ideographs"},
	{0x3251, 0x325F, "circled numbers"},
	{0x32B1, 0x32BF, "circled numbers"},
	{0x32FF, 0x32FF, "era name"},
	{0x3371, 0x33DF, "era names, units"},
	{0x33FF, 0x33FF, "gallon"},
	{0xFB00, 0xFB06, "Latin ligatures"},
}

// compatOf is the expansion of text.Compat, "" for none.
func compatOf(r rune) string {
	if !in(compatible, r) {
		return ""
	}
	if s := norm.NFKC.String(string(r)); utf8.RuneCountInString(s) > 1 {
		return s
	}
	return ""
}
