package shard_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
	"github.com/pageside/pageside/tools/golden"
)

// example reads the worked example out of the comment that opens shard.go: on each line
// of it the bytes stand first, the words after two spaces or more.
func example(t testing.TB) []byte {
	t.Helper()
	source, err := os.ReadFile("shard.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(source), "# Worked example")
	text, _, more := strings.Cut(text, "# Versions")
	if !ok || !more {
		t.Fatal("shard.go has no worked example any more")
	}
	var out []byte
	for _, line := range strings.Split(text, "\n") {
		line, ok := strings.CutPrefix(line, "//\t")
		if !ok {
			continue
		}
		digits, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		digits, n, repeated := strings.Cut(digits, " × ")
		times := 1
		if repeated {
			if times, _ = strconv.Atoi(n); times == 0 {
				t.Fatalf("%q: repeated how often?", line)
			}
		}
		b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, bytes.Repeat(b, times)...)
	}
	return out
}

// The comment that specifies the format and the code that reads it say the same.
func TestFormatExample(t *testing.T) {
	data := example(t)
	got, err := shard.DecodeManifest("manifest.bin", data)
	if err != nil {
		t.Fatal(err)
	}
	terms := shard.Part{}
	terms.Embed([]byte("PGSD\x01\x02"))
	text := shard.Part{Size: 300, Raw: 512}
	for i := range text.Sum {
		text.Sum[i] = 0xab
	}
	want := &shard.Manifest{
		Analyzer: "a1", Pages: 1, Chunks: 2, TitleTokens: 35,
		Langs:  []shard.Lang{{Tag: "zh", Pages: 1}},
		Keys:   []string{""},
		Starts: []shard.TextStart{{Page: 0, Pos: 0}},
	}
	want.Parts[shard.KindTerms] = []shard.Part{terms}
	want.Parts[shard.KindText] = []shard.Part{text}
	same(t, got, want)
	if again := got.Encode(); !bytes.Equal(again, data) {
		t.Errorf("encoded again:\n%s\nwant:\n%s", hex.Dump(again), hex.Dump(data))
	}
	if got := text.Name(); got != "abababababababab.ps" {
		t.Errorf("the text part is called %s", got)
	}
	part, err := inverted.Open("the part inside", got.Parts[shard.KindTerms][0].Inline())
	if err != nil || part.Len() != 0 {
		t.Errorf("the part inside does not open as an empty dictionary: %v", err)
	}
}

// errorOf says what Parse, and for a manifest DecodeManifest, think of a file.
func errorOf(in string) string {
	_, err := shard.DecodeManifest("manifest.bin", []byte(in))
	var corrupt *wire.CorruptError
	var version *shard.VersionError
	var foreign *shard.ForeignError
	switch {
	case err == nil:
		return "fine\n"
	case errors.As(err, &corrupt):
		return "corrupt: " + err.Error() + "\n"
	case errors.As(err, &version):
		return "version: " + err.Error() + "\n"
	case errors.As(err, &foreign):
		return "foreign: " + err.Error() + "\n"
	}
	return "without a type: " + err.Error() + "\n"
}

func TestErrorsNameTheFileAndWhatIsWrong(t *testing.T) {
	golden.Check(t, "testdata/errors.txt", errorOf)
}

func TestSectionsComeBack(t *testing.T) {
	for _, s := range []*shard.Sections{
		{},
		{1: []byte("one")},
		{0: []byte{0}, 7: bytes.Repeat([]byte("页"), 1000), 15: []byte("last")},
	} {
		data := shard.Seal(shard.KindText, s)
		got, err := shard.Parse("part", shard.KindText, data)
		if err != nil {
			t.Fatal(err)
		}
		for tag := range s {
			if !bytes.Equal(got[tag], s[tag]) {
				t.Errorf("section %d: %q, want %q", tag, got[tag], s[tag])
			}
		}
	}
}

func TestUnknownSectionsAreSkipped(t *testing.T) {
	data := append(shard.Seal(shard.KindText, &shard.Sections{}), 200, 3, 'n', 'e', 'w', 2, 1, 'x')
	s, err := shard.Parse("part", shard.KindText, data)
	if err != nil || string(s[2]) != "x" {
		t.Errorf("section 2 is %q, error %v", s[2], err)
	}
}

func TestOtherKindsAreForeign(t *testing.T) {
	for kind := shard.KindManifest; kind <= shard.KindText; kind++ {
		data := shard.Seal(kind, &shard.Sections{1: []byte("x")})
		for asked := shard.Kind(0); asked <= shard.KindText+1; asked++ {
			_, err := shard.Parse("part", asked, data)
			var foreign *shard.ForeignError
			if asked == kind && err != nil || asked != kind && !errors.As(err, &foreign) {
				t.Errorf("a %v file asked for as %v: %v", kind, asked, err)
			}
		}
	}
}

func TestSharedBytes(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 0}, {"x", "y", 0},
		{"abc", "abd", 2}, {"ab", "abc", 2}, {"页边", "页辩", 5},
	} {
		if got := shard.Shared(c.a, c.b); got != c.want || shard.Shared(c.b, c.a) != c.want {
			t.Errorf("%q and %q share %d bytes, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, in := range golden.Inputs(f, "testdata/errors.txt") {
		f.Add([]byte(in))
	}
	f.Add(example(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := shard.Parse("file", shard.KindManifest, data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "file: ") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		total := 0
		for _, b := range s {
			total += len(b)
		}
		if total > len(data) {
			t.Fatalf("%d bytes of sections in a file of %d", total, len(data))
		}
		again, err := shard.Parse("file", shard.KindManifest, shard.Seal(shard.KindManifest, s))
		if err != nil {
			t.Fatal(err)
		}
		for tag := range s {
			if !bytes.Equal(again[tag], s[tag]) {
				t.Fatalf("section %d changed from %x to %x", tag, s[tag], again[tag])
			}
		}
	})
}
