package text

import "math/bits"

// How the tables in tables_gen.go are laid out. All are constant strings: no start-up
// work, no allocation, no pointer for the collector. A number of several bytes is
// stored as planes, all lowest bytes first, then all second bytes, because equal high
// bytes side by side cost almost nothing in the shipped file.
//
//	widthRuns    runs of code points that move by one distance, sorted:
//	lowerRuns    first (3 planes) · count<<1|step-1 · distance (3 planes, signed)
//	baseIndex    page of each 64 code points below U+2000
//	basePages    low byte of the bare letter, 0 for none; lower case only
//	compatKeys   sorted code points (2 planes) · length of each word
//	compatWords  the words, in the order of the keys
//	classRanges  sorted first code points (3 planes) · class
//	hanBits      one bit for each ideograph U+4E00–9FFF that has a simplified form
//	hanRanks     number of such before each 256 ideographs (2 planes)
//	hanTargets   the simplified forms, less U+4E00, by rank (2 planes)

// Class says what a rune is to a tokenizer: of which kind of run it is a part.
type Class uint8

// The classes. A rune and its folds ([Width], [Lower], [Base], [Simplified]) are always
// of one class.
const (
	Space  Class = iota // white space, control characters, zero width space
	Punct               // punctuation of every script
	Symbol              // signs, currency, private use, what is not a character
	Letter              // letters and kept marks of alphabets with spaces between words
	Digit               // decimal digits of every script and other numbers
	Han                 // ideographs, with 々〇 and Bopomofo
	Kana                // hiragana, katakana, their repeat, voicing and length marks
	Hangul              // syllables and letters
	Thai                // Thai, Lao, Khmer, Myanmar and others without spaces
	Mark                // combining or invisible; folding drops it, see [IsMark]
	Emoji               // pictures, with flags and skin tones
)

// ZeroWidthSpace parts words like any space; in scripts without spaces it says no more than
// where a line may end.
const ZeroWidthSpace = '\u200b'

// ClassOf returns the class of r. What Unicode 15.0 does not assign is classed like
// what stands before it.
func ClassOf(r rune) Class {
	if uint32(r) < 0x80 {
		return Class(classASCII[r])
	}
	if 0x4E00 <= r && r <= 0x9FFF {
		return Han
	}
	const n = len(classRanges) / 4
	if i := lastAtMost(classRanges, n, r); i >= 0 && r <= 0x10FFFF {
		return Class(classRanges[3*n+i])
	}
	return Symbol
}

// IsMark tells whether folding drops r: a combining mark that does not make another
// letter (accents, Arabic and Hebrew vowel points, tatweel) or an invisible character
// (soft hyphen, joiners, variation selectors, direction marks). A mark that [Compose]
// joins to the letter before it must be offered to Compose first.
func IsMark(r rune) bool { return uint32(r) >= 0x80 && ClassOf(r) == Mark }

// Width folds forms of one character that differ in width or dress only: full-width
// Latin, half-width kana and Hangul, circled, raised and mathematical letters and
// digits, radicals that stand for their ideograph, no-break and wide spaces. It is NFKC
// where that gives one rune, but for the ranges that tools/gen lists with the reason.
func Width(r rune) rune {
	if r < 0xA0 {
		return r
	}
	return mapped(widthRuns, r)
}

// Compat returns what a rune stands for when that is more than one rune (Ⅳ IV, ㎏ kg,
// ⑩ 10, ﬁ fi), else "". The words are those of NFKC and not folded further.
func Compat(r rune) string {
	if r < 0xBC || r > 0xFFFF {
		return ""
	}
	const n = len(compatKeys) / 3
	i, j := 0, n
	for i < j {
		if m := (i + j) / 2; rune(compatKeys[m])|rune(compatKeys[n+m])<<8 < r {
			i = m + 1
		} else {
			j = m
		}
	}
	if i == n || rune(compatKeys[i])|rune(compatKeys[n+i])<<8 != r {
		return ""
	}
	start := 0
	for k := range i {
		start += int(compatKeys[2*n+k])
	}
	return compatWords[start : start+int(compatKeys[2*n+i])]
}

// Lower returns the lower-case letter, one rune for one: İ becomes i, and both σ and ς
// stay ([Base] joins them).
func Lower(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r < 0xC0, 0x2E80 <= r && r < 0xA640:
		return r
	}
	return mapped(lowerRuns, r)
}

// Base returns the bare letter of a Latin, Greek or Cyrillic one: é e, ễ e, ø o, ł l,
// đ d, ı i, ά α, ς σ, ё е. Letters that make two are left to [Expand]; й, ї, ў, ѓ and ќ
// are letters of their own and stay, and so does every other script.
func Base(r rune) rune {
	if r < 0xC0 {
		return r
	}
	low := Lower(r)
	if low >= 64*rune(len(baseIndex)) {
		return r
	}
	if r == 'İ' {
		return 'I'
	}
	b := rune(basePages[64*int(baseIndex[low>>6])+int(low&63)])
	switch {
	case b == 0:
		return r
	case low>>8 == 0x04:
		b |= 0x400
	case b >= 0x80 && low >= 0x370:
		b |= 0x300
	}
	if low != r {
		b -= 0x20 // the capital of a bare letter of all three scripts
	}
	return b
}

// Expand returns the two letters that a letter is written with where its key is
// missing, else "": ß ss, æ ae, œ oe, þ th. German ä, ö and ü are not written out: Base
// folds them, as everywhere else.
func Expand(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'ẞ':
		return "SS"
	case 'æ':
		return "ae"
	case 'Æ':
		return "AE"
	case 'œ':
		return "oe"
	case 'Œ':
		return "OE"
	case 'þ':
		return "th"
	case 'Þ':
		return "TH"
	}
	return ""
}

// Simplified returns the simplified form of a traditional or variant ideograph, one for
// one and without regard to context (後 后, 裏 里, 發 and 髮 发). Where a character is
// standard in both scripts the fold takes it too (乾 干, 著 着): both sides of a search
// are folded, so meanings fall together but nothing is missed. tools/gen/han.txt lists
// every pair.
func Simplified(r rune) rune {
	if r < 0x4E00 || r > 0x9FFF {
		return r
	}
	const ranks, targets = len(hanRanks) / 2, len(hanTargets) / 2
	n := int(r - 0x4E00)
	if hanBits[n/8]>>(n%8)&1 == 0 {
		return r
	}
	i := int(hanRanks[n/256]) | int(hanRanks[ranks+n/256])<<8
	for b := n / 256 * 32; b < n/8; b++ {
		i += bits.OnesCount8(hanBits[b])
	}
	i += bits.OnesCount8(hanBits[n/8] & (1<<(n%8) - 1))
	return 0x4E00 + (rune(hanTargets[i]) | rune(hanTargets[targets+i])<<8)
}

// Compose joins a letter and a following mark to the one rune that they are, where that
// is a letter of its own which folding keeps: kana with a voicing mark, conjoining
// Hangul, й ї ў ѓ ќ, and Arabic letters with hamza or madda. All other marks are
// dropped instead, see [IsMark].
func Compose(base, mark rune) (rune, bool) {
	switch {
	case 0x1161 <= mark && mark <= 0x11C2:
		return composeHangul(base, mark)
	case mark < 0x300:
		return 0, false
	case mark <= 0x655:
		for i := 0; i < len(composed); i += 3 {
			if composed[i] == base && composed[i+1] == mark {
				return composed[i+2], true
			}
		}
		return 0, false
	}
	return composeVoiced(base, mark)
}

var composed = [...]rune{
	'и', 0x306, 'й', 'і', 0x308, 'ї', 'у', 0x306, 'ў', 'г', 0x301, 'ѓ', 'к', 0x301, 'ќ',
	'И', 0x306, 'Й', 'І', 0x308, 'Ї', 'У', 0x306, 'Ў', 'Г', 0x301, 'Ѓ', 'К', 0x301, 'Ќ',
	'ا', 0x653, 'آ', 'ا', 0x654, 'أ', 'ا', 0x655, 'إ', 'و', 0x654, 'ؤ', 'ي', 0x654, 'ئ',
}

// composeVoiced joins full-width kana and a voicing mark: half-width ﾞ ﾟ, combining
// U+3099 U+309A, or ゛ ゜ standing alone.
func composeVoiced(base, mark rune) (rune, bool) {
	shift := rune(0)
	switch mark {
	case 0x3099, 0x309B, 0xFF9E:
		shift = 1
	case 0x309A, 0x309C, 0xFF9F:
		shift = 2
	default:
		return 0, false
	}
	row := rune(0x3040) // hiragana
	if base >= 0x30A0 {
		row = 0x30A0
	}
	k := base - row
	switch {
	case 0x2F <= k && k <= 0x3B && (k-0x2F)%3 == 0: // は to ほ
		return base + shift, true
	case shift == 2:
		return 0, false
	case 0x0B <= k && k <= 0x21 && k%2 == 1, // か to ち
		k == 0x24, k == 0x26, k == 0x28, // つ て と
		k == 0x5D: // ゝ
		return base + 1, true
	case k == 0x06: // う
		return row + 0x54, true
	case row == 0x30A0 && 0x4F <= k && k <= 0x52: // ワ ヰ ヱ ヲ
		return base + 8, true
	}
	return 0, false
}

// composeHangul joins a leading consonant and a vowel, or those and a trailing
// consonant, by the arithmetic of the Unicode Standard, section 3.12.
func composeHangul(base, mark rune) (rune, bool) {
	const leads, vowels, trails = 19, 21, 28
	switch syllable := base - 0xAC00; {
	case 0x1100 <= base && base < 0x1100+leads && mark < 0x1161+vowels:
		return 0xAC00 + ((base-0x1100)*vowels+mark-0x1161)*trails, true
	case 0 <= syllable && syllable < leads*vowels*trails && syllable%trails == 0 && mark > 0x11A7:
		return base + mark - 0x11A7, true
	}
	return 0, false
}

// lastAtMost returns the index of the last of n sorted numbers of three planes that is
// not greater than r, or -1.
func lastAtMost(table string, n int, r rune) int {
	i, j := 0, n
	for i < j {
		m := int(uint(i+j) / 2)
		if rune(table[m])|rune(table[n+m])<<8|rune(table[2*n+m])<<16 <= r {
			i = m + 1
		} else {
			j = m
		}
	}
	return i - 1
}

// mapped looks r up in a table of runs.
func mapped(table string, r rune) rune {
	n := len(table) / 7
	i := lastAtMost(table, n, r)
	if i < 0 {
		return r
	}
	first := rune(table[i]) | rune(table[n+i])<<8 | rune(table[2*n+i])<<16
	count, step := rune(table[3*n+i])>>1, 1+rune(table[3*n+i])&1
	if k := r - first; k >= count*step || k%step != 0 {
		return r
	}
	d := uint32(table[4*n+i])<<8 | uint32(table[5*n+i])<<16 | uint32(table[6*n+i])<<24
	return r + int32(d)>>8
}
