package analyze_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/tools/golden"
)

// inputs are those of all golden files.
func inputs(t testing.TB) (in []string) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	for _, f := range files {
		in = append(in, golden.Inputs(t, f)...)
	}
	return in
}

// maxParts is how many words an identifier has at most, and so how far back the position
// of its whole may lie.
const maxParts = 8

// checkTokens holds the tokens of a text to what is promised of them.
func checkTokens(t *testing.T, s string, tokens []token, end int) {
	t.Helper()
	starts := map[int]bool{len(s): true} // where a character begins
	for i := range s {
		starts[i] = true
	}
	unit, first, last, from := -1, -1, -1, -1 // of the unit at hand
	for i, k := range tokens {
		bad := func(what string) {
			t.Helper()
			t.Fatalf("%q: token %d %q: %+v: %s", s, i, k.form, k.Token, what)
		}
		if k.Unit != unit {
			if k.Unit < unit || k.Pos <= last {
				bad("its unit does not come after the one before")
			}
			if k.Span.Start <= from {
				bad("its unit does not begin after the one before")
			}
			unit, first, from = k.Unit, k.Pos, k.Span.Start
			if k.Kind >= analyze.Whole {
				bad("a unit begins with something else than a term of its own")
			}
		}
		last = max(last, k.Pos)
		switch {
		case k.Pos < first || k.Pos >= first+maxParts || k.Pos >= end:
			bad("its position is outside its unit")
		case k.Span.Start < 0 || k.Span.Start >= k.Span.End || k.Span.End > len(s):
			bad("its span is outside the text")
		case !starts[k.Span.Start] || !starts[k.Span.End]:
			bad("its span is not on the border of a character")
		case k.form == "" || len(k.form) > analyze.MaxTerm:
			bad("its form has another length than a term")
		case !utf8.ValidString(k.form) || strings.ContainsFunc(k.form, isGap):
			bad("its form holds what no form does")
		}
		key := analyze.Key(k.form)
		if again := analyze.Key(key); again != key || key == "" {
			bad("its key is " + key + ", and the key of that is " + again)
		}
		first, second, isPair := analyze.Pair([]byte(key))
		pair := string([]rune{first, second})
		if isPair != (k.Kind == analyze.Bigram) || isPair && analyze.Key(pair) != key {
			bad("its key is " + key + ", of the pair " + pair)
		}
	}
	if len(tokens) > 4*len(s) {
		t.Fatalf("%q: %d tokens in %d bytes", s, len(tokens), len(s))
	}
}

func isGap(r rune) bool { return r <= ' ' }

// sameToken compares what may be compared of two tokens from two scans.
func sameToken(t *testing.T, s string, got, want token) {
	t.Helper()
	got.Form, want.Form = nil, nil
	if got.form != want.form || fmt.Sprint(got.Token) != fmt.Sprint(want.Token) {
		t.Fatalf("%q: token %q %+v, in the whole %q %+v", s,
			got.form, got.Token, want.form, want.Token)
	}
}

// checkCut cuts a text at each of a few spaces: the two halves have the tokens of the
// whole. A sentence end before the first word of the right half counts in the whole
// alone, so that its positions may be larger by one.
func checkCut(t *testing.T, s string) {
	t.Helper()
	whole, end := scan(s)
	for cut, tried := 0, 0; tried < 3; tried++ {
		at := strings.IndexByte(s[cut:], ' ')
		if at < 0 {
			return
		}
		cut += at + 1
		left, pos := scan(s[:cut])
		right, rest := scan(s[cut:])
		if len(left)+len(right) != len(whole) {
			t.Fatalf("%q has %d tokens; cut at %d it has %d and %d",
				s, len(whole), cut, len(left), len(right))
		}
		if extra := end - pos - rest; extra < 0 || extra > 1 {
			t.Fatalf("%q ends at %d; cut at %d its halves end at %d and %d",
				s, end, cut, pos, rest)
		}
		shift, unit := 0, 0
		for i, k := range right {
			w := whole[len(left)+i]
			if i == 0 {
				shift, unit = w.Pos-k.Pos, w.Unit-k.Unit
			}
			k.Pos += shift
			k.Unit += unit
			k.Span.Start += cut
			k.Span.End += cut
			sameToken(t, s, k, w)
		}
		if len(right) > 0 && shift != pos && shift != pos+1 {
			t.Fatalf("%q: the left half of %d bytes ends at %d, the right one begins at %d",
				s, cut, pos, shift)
		}
		for i, k := range left {
			sameToken(t, s, k, whole[i])
		}
	}
}

func check(t *testing.T, s string) {
	t.Helper()
	tokens, end := scan(s)
	checkTokens(t, s, tokens, end)
	checkCut(t, s)
}

// scraps are pieces that together make strange texts.
var scraps = strings.Split(`a|B|9|é|ß|Ж|页|边|ペ|ﾞ|ｶ|한|ไ|็|🚀|👩|.|..|_|-|::|'|’|#|++|<|>|$|@|!=|&&|`+
	"。|！| |  |\n|\x00|\xff|\xe9\xa1|\u0301|\u200d|\ufe0f|\u3099|ﬁ|１|＿|．|"+
	"someName|v1.8|C++|std::vector", "|")

func TestLawsHoldForTextsMadeOfScraps(t *testing.T) {
	for _, s := range inputs(t) {
		check(t, s)
	}
	rng := rand.New(rand.NewPCG(10, 10))
	for range 3000 {
		var s strings.Builder
		for range rng.IntN(30) {
			s.WriteString(scraps[rng.IntN(len(scraps))])
		}
		check(t, s.String())
	}
}

// A long run is cut inside, and nobody may notice: every character and every bigram is
// there once, in its place.
func TestLongRunsAreWhole(t *testing.T) {
	for _, n := range []int{2, 4095, 4096, 4097, 4098, 8191, 8192, 10000} {
		var runes []rune
		for i := range n {
			runes = append(runes, '一'+rune(i))
		}
		s := string(runes)
		tokens, end := scan(s)
		checkTokens(t, s, tokens, end)
		if len(tokens) != 2*n-1 || end != n {
			t.Fatalf("%d characters: %d tokens, end %d", n, len(tokens), end)
		}
		for i, k := range tokens {
			form, kind := string(runes[i/2]), analyze.Char
			if i%2 == 1 {
				form, kind = string(runes[i/2:i/2+2]), analyze.Bigram
			}
			if k.form != form || k.Pos != i/2 || k.Kind != kind {
				t.Fatalf("%d characters: token %d is %q %+v, want %q", n, i, k.form, k.Token, form)
			}
		}
	}
}

// A word is a term up to a length that no language reaches, whatever its letters weigh, and
// its parts are terms however long it is; then it is none, and takes up its position.
func TestLongWordsAreTerms(t *testing.T) {
	for _, letter := range []string{"a", "é", "க", "𐐨", "ａ"} {
		n := analyze.MaxTerm / len(strings.ReplaceAll(letter, "ａ", "a"))
		for length, want := range map[int]int{n: 1, n + 1: 0, 100 * n: 0} {
			tokens, end := scan(strings.Repeat(letter, length))
			if len(tokens) != want || end != 1 {
				t.Errorf("%d of %s: %d tokens, end %d", length, letter, len(tokens), end)
			}
		}
	}
	s := strings.Repeat("PartOf", analyze.MaxTerm/6)
	if tokens, _ := scan(s); len(tokens) != 1+len(s)/3 {
		t.Errorf("a word of %d parts: %d tokens", len(s)/3, len(tokens))
	}
}

// The key of a form is its own key, whatever character it holds. (Beyond the third plane
// nothing folds.)
func TestKeyIsIdempotent(t *testing.T) {
	for r := rune(0); r < 0x30000; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, s := range [...]string{string(r), "и" + string(r) + "\u0301"} {
			if k := analyze.Key(s); analyze.Key(k) != k {
				t.Errorf("%q: the key is %q, and the key of that is %q", s, k, analyze.Key(k))
			}
		}
	}
}

// long makes a text of about n bytes out of a piece.
func long(piece string, n int) string { return strings.Repeat(piece, n/len(piece)+1) }

// pathological are pieces which, repeated, make each loop of the scanner go on for ever,
// or would if it looked ahead without a bound.
var pathological = map[string]string{
	"letters":      "a",
	"capitals":     "aA",
	"hyphens":      "a-",
	"joints":       "a_b.c::d",
	"underscores":  "_",
	"apostrophes":  "'",
	"operators":    "=",
	"openers":      "<",
	"sigils":       "$@#.",
	"colons":       ":",
	"dots":         ".",
	"han":          "页",
	"kana":         "ガ",
	"half width":   "ｶﾞ",
	"hangul parts": "\u1112\u1161\u11ab",
	"thai":         "ไ็",
	"emoji":        "👩",
	"joined emoji": "👩\u200d",
	"joiners":      "\u200d",
	"accents":      "\u0301",
	"accented":     "e\u0301",
	"broken":       "\xff",
	"half a rune":  "\xe9\xa1",
	"surrogates":   "\xed\xa0\x80",
	"zeros":        "\x00",
	"ligatures":    "ﬁ",
	"spaces":       " ",
	"everything":   "a页ｶﾞ한ไ👩\u200d1.2_$=\xff'",
}

// A megabyte of anything ends: work that grew with its square would not, before the test
// itself is ended.
func TestAMegabyteOfAnything(t *testing.T) {
	for name, piece := range pathological {
		s := long(piece, 1<<20)
		last, n := -1, 0
		end := analyze.Scan(s, func(k analyze.Token) {
			if k.Pos < last-maxParts || k.Span.End > len(s) || len(k.Form) > analyze.MaxTerm {
				t.Fatalf("%s: token %+v", name, k)
			}
			last = max(last, k.Pos)
			n++
		})
		if end <= last || end > 2*len(s) || n > 4*len(s) {
			t.Errorf("%s: %d tokens, the last at %d, end %d", name, n, last, end)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range inputs(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<12 {
			s = s[:1<<12]
		}
		check(t, s)
	})
}

func BenchmarkScan(b *testing.B) {
	for name, s := range map[string]string{
		"zh": long("页边在页面里检索，不需要服务器。", 64<<10),
		"en": long("Pageside searches inside the page, without a server. ", 64<<10),
		"go": long("func (z *scanner) step() { r, size, c := z.peek(z.at) }\n", 64<<10),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				analyze.Scan(s, func(analyze.Token) {})
			}
		})
	}
}
