package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Scripts by class; every other script is of class Letter.
var scripts = map[Class][]*unicode.RangeTable{
	Han: {unicode.Han, unicode.Bopomofo, unicode.Tangut, unicode.Nushu,
		unicode.Khitan_Small_Script},
	Kana:   {unicode.Hiragana, unicode.Katakana},
	Hangul: {unicode.Hangul},
	Thai: {unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tai_Le,
		unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Ahom},
}

// Where ClassOf differs from what category and script say.
var classDiffers = []struct {
	first, last rune
	class       Class
	reason      string
}{
	{0x00AD, 0x00AD, Mark, "soft hyphen"},
	{0x0600, 0x0605, Symbol, "format characters that show"},
	{0x0640, 0x0640, Mark, "tatweel"},
	{0x0653, 0x0655, Letter, "hamza and madda make another letter"},
	{0x06DD, 0x06DD, Symbol, "a format character that shows"},
	{0x08E2, 0x08E2, Symbol, "a format character that shows"},
	{0x200B, 0x200B, Space, "zero width space"},
	{0x231A, 0x231B, Emoji, "watch, hourglass"},
	{0x23E9, 0x23FA, Emoji, "media keys, clocks"},
	{0x2E80, 0x2FDF, Han, "radicals"},
	{0x3005, 0x3007, Han, "iteration mark, closing mark, zero"},
	{0x3031, 0x3035, Kana, "repeat marks"},
	{0x303B, 0x303B, Han, "iteration mark"},
	{0x3099, 0x309C, Kana, "voicing marks"},
	{0x30FC, 0x30FC, Kana, "prolonged sound mark"},
	{0xE000, 0xF8FF, Symbol, "private use"},
	{0x20000, 0x3FFFF, Han, "planes of ideographs"},
	{0xE0000, 0xE0FFF, Mark, "tags, variation selectors"},
	{0xF0000, 0x10FFFF, Symbol, "private use"},
}

// wantClass derives the class from Go's tables, or ok is false where r is unassigned.
func wantClass(r rune) (class Class, ok bool) {
	for _, d := range classDiffers {
		if d.first <= r && r <= d.last {
			return d.class, true
		}
	}
	if t := Width(r); t != r {
		return wantClass(t)
	}
	for _, t := range Compat(r) {
		if c, _ := wantClass(t); c != Punct && c != Symbol {
			return c, true
		}
	}
	switch {
	case unicode.IsSpace(r) || unicode.IsControl(r):
		return Space, true
	case unicode.Is(unicode.Cf, r):
		return Mark, true
	case unicode.IsPunct(r):
		return Punct, true
	case unicode.IsSymbol(r):
		if !unicode.IsOneOf([]*unicode.RangeTable{unicode.So, unicode.Sk}, r) {
			return Symbol, true
		}
		if 0x2600 <= r && r <= 0x27BF || 0x1F000 <= r && r <= 0x1FAFF {
			return Emoji, true
		}
		return Symbol, true
	case unicode.Is(unicode.Nd, r) || unicode.Is(unicode.No, r):
		return Digit, true
	case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.Is(unicode.Nl, r):
		return wantLetter(r), true
	}
	return 0, false
}

func wantLetter(r rune) Class {
	for class, tables := range scripts {
		if unicode.IsOneOf(tables, r) {
			return class
		}
	}
	dropped := []*unicode.RangeTable{unicode.Inherited, unicode.Common, unicode.Cyrillic,
		unicode.Greek, unicode.Latin, unicode.Hebrew, unicode.Arabic}
	if unicode.IsMark(r) && unicode.IsOneOf(dropped, r) {
		return Mark
	}
	return Letter
}

func TestClassFollowsCategoryAndScript(t *testing.T) {
	seen := map[Class]int{}
	everyRune(func(r rune) {
		want, ok := wantClass(r)
		if got := ClassOf(r); ok && got != want {
			t.Errorf("ClassOf(%U) = %d, want %d", r, got, want)
		}
		if ok {
			seen[want]++
		}
		if IsMark(r) != (ClassOf(r) == Mark) {
			t.Errorf("IsMark(%U) = %v, class %d", r, IsMark(r), ClassOf(r))
		}
	})
	if len(seen) != int(Emoji)+1 {
		t.Errorf("classes seen: %v", seen)
	}
}

func TestClassOf(t *testing.T) {
	for class, runes := range map[Class]string{
		Space:  " \t\n\u00a0\u3000\u200b\x00",
		Punct:  ".,!?-_(）。，、；：！？「」『』《》“”‘’…—·・।។",
		Symbol: "+$<=>^`|~©™→¥￥€°\ufffd",
		Letter: "aZéßøłĐжёαςאبहिंक्षთაა" + "ªⅣﬁ㎏",
		Digit:  "09０９٣३๓²①⑩½❶",
		Han:    "中文後々〇〆㈠㊙⼀⺀𠀀ㄅ",
		Kana:   "あアーｶﾞ゛ゝヽ㋐",
		Hangul: "한ㄱᄀﾡ",
		Thai:   "ไทยำ็ລາວខ្មែរမြန်",
		Mark:   "\u0301\u064e\u05b0\u200d\ufe0f\u00ad\ufeff\u0640",
		Emoji:  "😀🏽🇨🇳☔✅⌚",
	} {
		for _, r := range runes {
			if got := ClassOf(r); got != class {
				t.Errorf("ClassOf(%c %U) = %d, want %d", r, r, got, class)
			}
		}
	}
}

// Compose gives nothing that NFC does not, but for the marks that stand alone or are
// half-width, and everything that NFC gives for kana and Hangul.
func TestComposeIsNFC(t *testing.T) {
	marks := []rune{0x301, 0x306, 0x308, 0x653, 0x654, 0x655, 0x3099, 0x309A}
	for v := rune(0x1160); v <= 0x11C3; v++ {
		marks = append(marks, v)
	}
	joined := 0
	everyRune(func(base rune) {
		kana := 0x3041 <= base && base <= 0x30FF
		hangul := 0x1100 <= base && base <= 0x1112 || 0xAC00 <= base && base <= 0xD7A3
		if !kana && !hangul && base > 0x700 {
			return
		}
		for _, mark := range marks {
			got, ok := Compose(base, mark)
			want, n := utf8.DecodeRuneInString(norm.NFC.String(string(base) + string(mark)))
			whole := n == len(norm.NFC.String(string(base)+string(mark)))
			if ok {
				joined++
			}
			if ok && got != want || !ok && whole && (kana || hangul) {
				t.Errorf("Compose(%U, %U) = %U %v, want %U %v", base, mark, got, ok, want, whole)
			}
		}
	})
	if joined < 11172 {
		t.Errorf("only %d pairs were joined", joined)
	}
}

func TestComposeVoicedTakesEveryKindOfMark(t *testing.T) {
	for _, mark := range []rune{0x3099, 0x309B, 'ﾞ'} {
		if r, ok := composeVoiced('カ', mark); !ok || r != 'ガ' {
			t.Errorf("カ and %U give %c", mark, r)
		}
	}
	for _, mark := range []rune{0x309A, 0x309C, 'ﾟ'} {
		if r, ok := composeVoiced('ハ', mark); !ok || r != 'パ' {
			t.Errorf("ハ and %U give %c", mark, r)
		}
	}
	for _, pair := range [][2]rune{{'カ', 'ﾟ'}, {'ア', 'ﾞ'}, {'a', 'ﾞ'}, {'カ', 'カ'}, {-1, 'ﾞ'}} {
		if r, ok := composeVoiced(pair[0], pair[1]); ok {
			t.Errorf("%U and %U give %c", pair[0], pair[1], r)
		}
	}
}

var decomposing = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic,
	unicode.Hiragana, unicode.Katakana, unicode.Hangul}

// What Base drops as a mark and what it strips from a letter must be the same, or é
// typed in one form would not find é stored in the other.
func TestDecomposedLettersFoldAsComposedOnes(t *testing.T) {
	fold := func(s string) string {
		var out []rune
		for _, r := range s {
			if n := len(out); n > 0 {
				if c, ok := Compose(out[n-1], r); ok {
					out[n-1] = c
					continue
				}
			}
			if !IsMark(r) {
				out = append(out, r)
			}
		}
		for i, r := range out {
			out[i] = Base(Width(r))
		}
		return string(out)
	}
	seen := 0
	everyRune(func(r rune) {
		s := string(r)
		d := norm.NFD.String(s)
		if d == s || !unicode.IsLetter(r) || strings.ContainsRune(baseLeaves, r) ||
			!unicode.IsOneOf(decomposing, r) {
			return
		}
		seen++
		if a, b := fold(s), fold(d); a != b {
			t.Errorf("%U: composed %q, decomposed %q", r, a, b)
		}
	})
	if seen < 11000 {
		t.Errorf("only %d letters were compared", seen)
	}
}

func FuzzTables(f *testing.F) {
	for _, s := range []string{
		"Pageside 页边", "ｶﾞ①Ⅳ㎏ﬁ", "ễđøłßёй", "後裏發髮", "\xff\xed\xa0\x80", "👩‍💻",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := rune(0)
		for _, r := range s {
			folded := Simplified(Base(Lower(Width(r))))
			if again := Simplified(Base(Lower(Width(folded)))); again != folded {
				t.Errorf("%U folds to %U and again to %U", r, folded, again)
			}
			if c, ok := Compose(last, r); ok && !utf8.ValidRune(c) {
				t.Errorf("%U and %U make %U", last, r, c)
			}
			if !utf8.ValidString(Compat(r)) || !utf8.ValidString(Expand(r)) {
				t.Errorf("%U expands to broken UTF-8", r)
			}
			last = r
		}
	})
}
