package chunk

import (
	"unicode"
	"unicode/utf8"
)

// clusterEnd returns the end of the grapheme cluster that starts at i, and its runes.
// The rules are those of Unicode Standard Annex 29, section 3.1.1, but for two things:
// the scripts that join consonants are the six of rule 9c, and a cluster of more than
// maxCluster runes ends there.
func clusterEnd(text string, i int) (end, runes int) {
	if i+1 < len(text) && plain(text[i]) && plain(text[i+1]) {
		return i + 1, 1
	}
	a, n := utf8.DecodeRuneInString(text[i:])
	end, runes = i+n, 1
	state := joinState{last: a, flags: isFlag(a), consonant: isConsonant(a), picture: isPicture(a)}
	for end < len(text) && runes < maxCluster {
		b, n := utf8.DecodeRuneInString(text[end:])
		if !state.joins(b) {
			break
		}
		end += n
		runes++
	}
	return end, runes
}

// plain tells an ASCII byte that stands alone between others of its kind.
func plain(b byte) bool { return b != '\r' && b < utf8.RuneSelf }

// joinState is what rules about more than two runes remember.
type joinState struct {
	last      rune
	flags     bool // an odd number of regional indicators, and nothing else
	consonant bool // an Indic consonant, then only joining marks
	linked    bool // … with a virama among them
	picture   bool // an emoji, then only extending marks
}

// joins tells whether b belongs to the cluster, and remembers it.
func (s *joinState) joins(b rune) bool {
	a := s.last
	extends := isExtending(b)
	joined := false
	switch {
	case a == '\r':
		joined = b == '\n'
	case unicode.IsControl(a) || unicode.IsControl(b) || isSeparator(a) || isSeparator(b):
	case extends || isSpacingMark(b) || isPrepended(a):
		joined = true
	case hangulJoins(a, b):
		joined = true
	case isFlag(b):
		joined = s.flags && isFlag(a)
	case a == zwj && isPicture(b):
		joined = s.picture
	case s.linked && isConsonant(b):
		joined = true
	}
	if !joined {
		return false
	}
	s.flags = false
	s.linked = extends && s.consonant && (s.linked || isVirama(b))
	s.consonant = extends && s.consonant || isConsonant(b)
	s.picture = extends && s.picture || isPicture(b)
	s.last = b
	return true
}

const zwj = 0x200D

func isFlag(r rune) bool { return 0x1F1E6 <= r && r <= 0x1F1FF }

// isExtending is the property Grapheme_Extend with the joiners and the skin tones.
func isExtending(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case 0x3400 <= r && r <= 0x9FFF || 0xAC00 <= r && r <= 0xD7A3:
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend) ||
		r == zwj || 0x1F3FB <= r && r <= 0x1F3FF
}

func isSpacingMark(r rune) bool {
	return r == 0x0E33 || r == 0x0EB3 || // Thai and Lao AM
		r >= 0x900 && unicode.Is(unicode.Mc, r) && !unicode.Is(notSpacing, r)
}

// Spacing marks that the annex lets stand alone, most of them in Myanmar and Thai-like
// scripts.
var notSpacing = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x102B, Hi: 0x102C, Stride: 1}, {Lo: 0x1038, Hi: 0x1038, Stride: 1},
	{Lo: 0x1062, Hi: 0x1064, Stride: 1}, {Lo: 0x1067, Hi: 0x106D, Stride: 1},
	{Lo: 0x1083, Hi: 0x1083, Stride: 1}, {Lo: 0x1087, Hi: 0x108C, Stride: 1},
	{Lo: 0x108F, Hi: 0x108F, Stride: 1}, {Lo: 0x109A, Hi: 0x109C, Stride: 1},
	{Lo: 0x1A61, Hi: 0x1A61, Stride: 1}, {Lo: 0x1A63, Hi: 0x1A64, Stride: 1},
	{Lo: 0xAA7B, Hi: 0xAA7B, Stride: 1}, {Lo: 0xAA7D, Hi: 0xAA7D, Stride: 1},
}}

func isPrepended(r rune) bool {
	return r >= 0x600 && unicode.Is(unicode.Prepended_Concatenation_Mark, r) || r == 0x0D4E
}

// isSeparator tells format characters that are neither joiners nor prepended: they
// stand alone.
func isSeparator(r rune) bool {
	switch {
	case r == 0xAD, r == 0x061C, r == 0x180E, r == 0x200B, r == 0x200E, r == 0x200F, r == 0xFEFF:
		return true
	}
	return 0x2028 <= r && r <= 0x202E || 0x2060 <= r && r <= 0x206F || 0xFFF0 <= r && r <= 0xFFFB
}

// isPicture is the property Extended_Pictographic, by block.
func isPicture(r rune) bool {
	switch {
	case r == 0xA9, r == 0xAE, r == 0x203C, r == 0x2049, r == 0x2122, r == 0x2139:
		return true
	case 0x2194 <= r && r <= 0x21AA, 0x231A <= r && r <= 0x23FF, r == 0x24C2:
		return true
	case 0x25AA <= r && r <= 0x27BF, 0x2934 <= r && r <= 0x2935, 0x2B05 <= r && r <= 0x2B55:
		return true
	case r == 0x3030, r == 0x303D, r == 0x3297, r == 0x3299:
		return true
	}
	return 0x1F000 <= r && r <= 0x1FAFF && !isFlag(r) && !(0x1F3FB <= r && r <= 0x1F3FF)
}

func isVirama(r rune) bool {
	switch r {
	case 0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0D4D:
		return true
	}
	return false
}

// isConsonant covers the consonants of Devanagari, Bengali, Gujarati, Oriya, Telugu
// and Malayalam, which lie at the same places of their blocks.
func isConsonant(r rune) bool {
	if r < 0x0900 || r > 0x0D7F {
		return false
	}
	switch block := r &^ 0x7F; block {
	case 0x0900, 0x0980, 0x0A80, 0x0B00, 0x0C00, 0x0D00:
		k := r - block
		return 0x15 <= k && k <= 0x39 || 0x58 <= k && k <= 0x5F ||
			block == 0x0900 && 0x78 <= k || block == 0x0B00 && k == 0x71
	}
	return false
}

// hangulJoins tells whether two conjoining letters or syllables make one syllable.
func hangulJoins(a, b rune) bool {
	lead := 0x1100 <= a && a <= 0x115F || 0xA960 <= a && a <= 0xA97C
	vowel := 0x1160 <= a && a <= 0x11A7 || 0xD7B0 <= a && a <= 0xD7C6
	trail := 0x11A8 <= a && a <= 0x11FF || 0xD7CB <= a && a <= 0xD7FB
	syllable := 0xAC00 <= a && a <= 0xD7A3
	open := syllable && (a-0xAC00)%28 == 0
	nextVowel := 0x1160 <= b && b <= 0x11A7 || 0xD7B0 <= b && b <= 0xD7C6
	nextTrail := 0x11A8 <= b && b <= 0x11FF || 0xD7CB <= b && b <= 0xD7FB
	switch {
	case lead:
		return nextVowel || 0x1100 <= b && b <= 0x115F || 0xA960 <= b && b <= 0xA97C ||
			0xAC00 <= b && b <= 0xD7A3
	case vowel, open:
		return nextVowel || nextTrail
	case trail, syllable:
		return nextTrail
	}
	return false
}
