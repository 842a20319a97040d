package chunk

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// Cases of the Unicode conformance test that clusterEnd gets wrong on purpose.
var clusterDiffers = map[string]string{}

func TestClustersAreThoseOfUnicode(t *testing.T) {
	data, err := os.ReadFile("testdata/graphemes.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		seen++
		var text, want strings.Builder
		for _, f := range strings.Fields(line) {
			switch f {
			case "÷":
				want.WriteByte('|')
			case "×":
			default:
				n, err := strconv.ParseUint(f, 16, 32)
				if err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				text.WriteRune(rune(n))
				want.WriteString(f)
			}
		}
		got := "|"
		for i := 0; i < text.Len(); {
			end, _ := clusterEnd(text.String(), i)
			for _, r := range text.String()[i:end] {
				got += strings.ToUpper(leftPad(strconv.FormatInt(int64(r), 16)))
			}
			got += "|"
			i = end
		}
		reason, listed := clusterDiffers[line]
		if (got == want.String()) == listed {
			t.Errorf("%s\n got %s\nwant %s, listed %v %s", line, got, want.String(), listed, reason)
		}
	}
	if seen < 600 {
		t.Errorf("only %d cases in testdata/graphemes.txt", seen)
	}
}

func leftPad(s string) string { return strings.Repeat("0", max(0, 4-len(s))) + s }

func TestClusterCountsRunes(t *testing.T) {
	for s, want := range map[string]int{
		"a": 1, "é": 1, "e\u0301x": 2, "👩‍👩‍👧‍👦!": 7, "🇨🇳🇩🇪": 2,
		"각": 1, "\u1100\u1161\u11a8x": 3, "\r\n": 2,
		"क्षि": 4, "ก็": 2, "❤️": 2, "1️⃣": 3, "\xff\xfe": 1, "か\u3099": 2,
	} {
		if _, got := clusterEnd(s, 0); got != want {
			t.Errorf("first cluster of %q has %d runes, want %d", s, got, want)
		}
	}
	end, n := clusterEnd("a"+strings.Repeat("\u0301", 1000), 0)
	if n != maxCluster || end != 2*maxCluster-1 {
		t.Errorf("a heap of marks is cut after %d runes, byte %d", n, end)
	}
}
