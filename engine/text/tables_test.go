package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// everyRune calls f with each rune of Unicode, surrogates left out.
func everyRune(f func(r rune)) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) {
			f(r)
		}
	}
}

// What NFKC makes one rune of and Width does not. tools/gen/fold.go has the reasons.
var widthLeaves = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0340, 0x036F, 1}, {0x0F0C, 0x0F0C, 1}, {0x10FC, 0x10FC, 1}, {0x1D2C, 0x1DBF, 1},
		{0x1E9B, 0x1E9B, 1}, {0x1F00, 0x1FFF, 1}, {0x2C7C, 0x2C7D, 1}, {0x2D6F, 0x2D6F, 1},
		{0x3131, 0x318E, 1}, {0x3192, 0x319F, 1}, {0x3260, 0x327E, 1}, {0xA69C, 0xA69D, 1},
		{0xA770, 0xA770, 1}, {0xA7F2, 0xA7F9, 1}, {0xAB5C, 0xAB69, 1}, {0xF900, 0xFAFF, 1},
		{0xFB20, 0xFB4F, 1}, {0xFB50, 0xFDFF, 1}, {0xFE70, 0xFEFC, 1}, {0xFFA0, 0xFFDC, 1},
	},
	R32: []unicode.Range32{
		{0x10780, 0x107BF, 1}, {0x1D15E, 0x1D1C0, 1}, {0x1E030, 0x1E06D, 1},
		{0x1EE00, 0x1EEFF, 1}, {0x2F800, 0x2FA1F, 1},
	},
}

func TestWidthIsNFKCWhereThatIsOneRune(t *testing.T) {
	folded := 0
	everyRune(func(r rune) {
		want := r
		if s := norm.NFKC.String(string(r)); utf8.RuneCountInString(s) == 1 {
			want, _ = utf8.DecodeRuneInString(s)
		}
		if unicode.Is(widthLeaves, r) {
			if want == r {
				return
			}
			want = r
		}
		switch got := Width(r); {
		case 0xFFA0 <= r && r <= 0xFFDC: // half-width Hangul, below
		case got != want:
			t.Errorf("Width(%U) = %U, want %U", r, got, want)
		case got != r:
			folded++
		}
	})
	if folded < 1800 {
		t.Errorf("only %d runes were folded", folded)
	}
}

func TestWidthOfHalfAndFullWidthFormsAgreesWithXText(t *testing.T) {
	seen := 0
	for r := rune(0xFF01); r <= 0xFFE6; r++ {
		s := width.Fold.String(string(r))
		want, _ := utf8.DecodeRuneInString(s)
		if want == r || want == 0x3164 || want == 0xAF {
			continue // not assigned; the filler and the macron, which NFKC does not leave so
		}
		seen++
		if got := Width(r); got != want {
			t.Errorf("Width(%U) = %U, want %U", r, got, want)
		}
	}
	if seen < 200 {
		t.Errorf("only %d forms were compared", seen)
	}
}

func TestCompatIsNFKC(t *testing.T) {
	seen := 0
	everyRune(func(r rune) {
		if got := Compat(r); got != "" {
			seen++
			if want := norm.NFKC.String(string(r)); got != want {
				t.Errorf("Compat(%U) = %q, want %q", r, got, want)
			}
			if Width(r) != r {
				t.Errorf("%U has both a fold and an expansion", r)
			}
		}
	})
	if seen < 250 {
		t.Errorf("only %d runes were expanded", seen)
	}
	for r, want := range map[rune]string{'Ⅳ': "IV", '㎏': "kg", '⑩': "10", 'ﬁ': "fi", '℃': "°C",
		'№': "No", '㈱': "(株)", '½': "1⁄2", '™': "", 'a': "", '中': ""} {
		if got := Compat(r); got != want {
			t.Errorf("Compat(%c) = %q, want %q", r, got, want)
		}
	}
}

func TestLowerIsUnicodeToLower(t *testing.T) {
	everyRune(func(r rune) {
		if got, want := Lower(r), unicode.ToLower(r); got != want {
			t.Errorf("Lower(%U) = %U, want %U", r, got, want)
		}
	})
}

// Letters that Base changes though NFD does not take them apart.
const stroked = "øłđðħŧıƀɨʉɵƶǥɍɏɇɉȼƚςẛẜẝ" + "ØŁĐÐĦŦƀƗɄƟƵǤɌɎɆɈȻȽɃẞ"

// Letters that the table has no room for (their bare capital stands at another
// distance or is none), and Å the unit, which Lower makes a letter of first.
const baseLeaves = "ǮǯѶѷӚӛӪӫ\u03d3\u03d4\u212b"

func TestBaseIsTheFirstRuneOfNFD(t *testing.T) {
	kept := "йїўѓќЙЇЎЃЌ"
	bare := 0
	everyRune(func(r rune) {
		want := r
		s := norm.NFD.String(string(r))
		if unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) && r < 0x2000 &&
			!strings.ContainsRune(kept, r) {
			want, _ = utf8.DecodeRuneInString(s)
		}
		if strings.ContainsRune(stroked, r) || strings.ContainsRune(stroked, want) ||
			!unicode.IsLetter(want) || strings.ContainsRune(baseLeaves, r) {
			return // the first are checked below
		}
		if got := Base(r); got != want {
			t.Errorf("Base(%U) = %U, want %U", r, got, want)
		} else if got != r {
			bare++
		}
	})
	if bare < 700 {
		t.Errorf("only %d letters were folded", bare)
	}
}

func TestBaseOf(t *testing.T) {
	for _, pair := range strings.Fields(`ée ÉE ễe ỄE øo ØO łl ŁL đd ĐD ðd ıi İI ơo ưu ñn çc äa öo
		üu åa ǿo ǾO ǽæ ǼÆ άα ΆΑ ςσ ΐι ᾷα ᾼΑ ёе ЁЕ ѐе йй ЙЙ її ўў ßß ææ がが 각각 कक ÅA`) {
		p := []rune(pair)
		if len(p) != 2 {
			t.Fatalf("%q is not a letter and its bare letter", pair)
		}
		if got := Base(p[0]); got != p[1] {
			t.Errorf("Base(%c) = %c, want %c", p[0], got, p[1])
		}
	}
}

func TestExpandKeepsCase(t *testing.T) {
	for _, c := range strings.Fields("ß:ss ẞ:SS æ:ae Æ:AE œ:oe Œ:OE þ:th Þ:TH a: é: ö:") {
		r, n := utf8.DecodeRuneInString(c)
		if got := Expand(r); got != c[n+1:] {
			t.Errorf("Expand(%c) = %q, want %q", r, got, c[n+1:])
		}
	}
}

func TestSimplified(t *testing.T) {
	for _, pair := range strings.Fields(`後后 后后 裏里 裡里 里里 發发 髮发 发发 乾干 幹干 著着 臺台 檯台 颱台
		台台 說说 説说 爲为 為为 餘余 線线 釦扣 鑑鉴 哪哪 吒吒 阪阪 於于 麼么 隻只 麵面 鍾钟 鐘钟 週周 遊游 衆众 眾众
		図図 桜桜 歯歯 ああ aa 龜龟 龍龙 灣湾 體体`) {
		p := []rune(pair)
		if got := Simplified(p[0]); got != p[1] {
			t.Errorf("Simplified(%c) = %c, want %c", p[0], got, p[1])
		}
	}
	folded := 0
	everyRune(func(r rune) {
		if Simplified(r) != r {
			folded++
		}
	})
	if folded < 2700 || folded > 3000 {
		t.Errorf("%d characters fold; expected 2,700 to 3,000", folded)
	}
}

func TestFoldsAreIdempotentAndKeepTheClass(t *testing.T) {
	folds := map[string]func(rune) rune{
		"Width": Width, "Lower": Lower, "Base": Base, "Simplified": Simplified,
	}
	for name, fold := range folds {
		everyRune(func(r rune) {
			once := fold(r)
			if twice := fold(once); twice != once {
				t.Errorf("%s(%U) = %U, and again %U", name, r, once, twice)
			}
			if a, b := ClassOf(r), ClassOf(once); a != b {
				t.Errorf("%s takes %U of class %d to %U of class %d", name, r, a, once, b)
			}
		})
	}
}

func TestNoRuneIsTooStrange(t *testing.T) {
	for _, r := range []rune{-1, unicode.MaxRune + 1, 0x7FFFFFFF, -0x80000000, 0xD800, 0xFFFD} {
		if Width(r) != r || Lower(r) != r || Base(r) != r || Simplified(r) != r ||
			Compat(r) != "" || Expand(r) != "" || IsMark(r) || ClassOf(r) != Symbol {
			t.Errorf("%x is folded or classed", r)
		}
	}
}

func TestTablesAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		for _, r := range "Aé後ｶ①Ⅳㄱ😀́ß" {
			sink += int(Width(r)+Lower(r)+Base(r)+Simplified(r)) + int(ClassOf(r))
			sink += len(Compat(r)) + len(Expand(r))
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var sink int

func BenchmarkFolds(b *testing.B) {
	texts := map[string]string{
		"english":     strings.Repeat("The quick brown Fox, jumps. ", 40),
		"simplified":  strings.Repeat("检索引擎在网页里运行，离线也能用。", 40),
		"traditional": strings.Repeat("檢索引擎在網頁裡運行，離線也能用。", 40),
	}
	for _, name := range []string{"english", "simplified", "traditional"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(texts[name])))
			for b.Loop() {
				for _, r := range texts[name] {
					sink += int(Simplified(Base(Lower(Width(r))))) + int(ClassOf(r))
				}
			}
		})
	}
}
