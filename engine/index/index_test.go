package index_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
	"github.com/pageside/pageside/engine/wire"
)

// The index of these tests is made by hand: two terms parts, one text part for each of
// two pages, one where part. A part's sum is its letter, sixteen times.
type parts map[string][]byte // by letter

func terms(forms ...string) []byte {
	var f []inverted.Form
	for i, s := range forms {
		f = append(f, inverted.Form{Text: s, Key: s, Next: i,
			Postings: []inverted.Posting{{Page: 0, Code: 24, At: []int32{1}}}})
	}
	return new(inverted.Writer).Part(f)
}

func text(number int, title string) []byte {
	return store.Encode([]store.Page{{Number: number, ID: title, URL: title, Title: title,
		Passages: []store.Passage{{Start: 5, Text: "What " + title + " says."}}}})
}

func handMade() (*shard.Manifest, parts) {
	p := parts{
		"a": terms("apple", "fig"), "b": terms("melon", "pear"),
		"c": text(0, "first"), "d": text(1, "second"),
		"e": shard.Seal(shard.KindWhere, &shard.Sections{1: []byte("blocks")}),
	}
	m := &shard.Manifest{
		Analyzer: analyze.Fingerprint, Pages: 2, Chunks: 2,
		Langs: []shard.Lang{{Tag: "en", Pages: 1}, {Tag: "zh", Pages: 1}},
		Keys:  []string{"", "m"}, Starts: []shard.TextStart{{Page: 0}, {Page: 1}},
	}
	for letter, kind := range map[string]shard.Kind{
		"a": shard.KindTerms, "c": shard.KindText, "e": shard.KindWhere,
	} {
		m.Parts[kind] = append(m.Parts[kind], part(letter, p[letter]))
	}
	m.Parts[shard.KindTerms] = append(m.Parts[shard.KindTerms], part("b", p["b"]))
	m.Parts[shard.KindText] = append(m.Parts[shard.KindText], part("d", p["d"]))
	return m, p
}

func part(letter string, raw []byte) shard.Part {
	return shard.Part{Size: 10, Raw: len(raw), Sum: shard.Sum(bytes.Repeat([]byte(letter), 16))}
}

// name is the file name of a part of handMade.
func name(letter string) string { p := part(letter, nil); return p.Name() }

func open(t *testing.T, m *shard.Manifest, opt index.Options) *index.Index {
	t.Helper()
	x, err := index.Open(m.Encode(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// kindOf says of what type an error is, and insists that it names a file.
func kindOf(t *testing.T, err error, file string) string {
	t.Helper()
	var corrupt *wire.CorruptError
	var version *shard.VersionError
	var foreign *shard.ForeignError
	if err != nil && !strings.HasPrefix(err.Error(), file+": ") {
		t.Errorf("the error does not name %s: %v", file, err)
	}
	switch {
	case err == nil:
		return "fine"
	case errors.As(err, &corrupt) && corrupt.File == file:
		return "corrupt"
	case errors.As(err, &version) && version.File == file:
		return "version"
	case errors.As(err, &foreign) && foreign.File == file:
		return "foreign"
	}
	t.Errorf("an error without a type: %v", err)
	return ""
}

func TestOpenRefusesWhatItCannotRead(t *testing.T) {
	m, _ := handMade()
	good := m.Encode()
	other := *m
	other.Analyzer = "pageside-0"
	next := bytes.Clone(good)
	next[4]++ // the version, after PGSD
	for what, c := range map[string]struct {
		manifest []byte
		want     string
	}{
		"a good one":                  {good, "fine"},
		"nothing":                     {nil, "foreign"},
		"a page of HTML":              {[]byte("<!doctype html><title>404</title>"), "foreign"},
		"a part":                      {text(0, "first"), "foreign"},
		"of the next version":         {next, "version"},
		"analysed by another release": {other.Encode(), "version"},
	} {
		_, err := index.Open(c.manifest, index.Options{})
		if got := kindOf(t, err, shard.ManifestName); got != c.want {
			t.Errorf("%s: %s (%v), want %s", what, got, err, c.want)
		}
	}
	for n := range good {
		x, err := index.Open(good[:n], index.Options{})
		if kind := kindOf(t, err, shard.ManifestName); kind == "fine" && len(x.Langs) > 0 {
			t.Errorf("the first %d bytes of %d opened", n, len(good))
		}
	}
	for bit := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[bit/8] ^= 1 << (bit % 8)
		_, err := index.Open(bad, index.Options{})
		kindOf(t, err, shard.ManifestName)
	}
}

func TestAddRefusesWhatWasNotAskedFor(t *testing.T) {
	m, p := handMade()
	x := open(t, m, index.Options{})
	flipped := bytes.Clone(p["c"])
	flipped[len("PGSD")+3] ^= 0x40 // the length of the first section
	sameSize := bytes.Repeat([]byte("x"), len(p["a"]))
	for what, c := range map[string]struct {
		letter string
		raw    []byte
		want   string
	}{
		"a name that is not of this index": {"z", p["a"], "foreign"},
		"nothing":                          {"a", nil, "foreign"},
		"a byte more":                      {"a", append(bytes.Clone(p["a"]), 0), "foreign"},
		"a byte less":                      {"d", p["d"][1:], "foreign"},
		"another part":                     {"a", p["b"], "foreign"},
		"other bytes of the same size":     {"a", sameSize, "foreign"},
		"a length that is not true":        {"c", flipped, "corrupt"},
		"what was asked for":               {"a", p["a"], "fine"},
		"and once more":                    {"a", p["a"], "fine"},
	} {
		if what == "another part" {
			p["b"] = append(p["b"], 9, 0) // of another size: an unknown section
		}
		if got := kindOf(t, x.Add(name(c.letter), c.raw), name(c.letter)); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
}

// What was refused is not here, and what is here is not replaced by other bytes.
func TestRefusedPartsLeaveNothingBehind(t *testing.T) {
	m, p := handMade()
	x := open(t, m, index.Options{})
	wanted := func() int {
		var w fetch.Wants
		if _, err := x.Terms("fig", &w); err != nil {
			t.Error(err)
		}
		return len(w.Keys())
	}
	bad := bytes.Clone(p["a"])
	bad[0] = 'x'
	if x.Add(name("a"), bad) == nil || wanted() != 1 {
		t.Error("a bad part was taken")
	}
	if err := x.Add(name("a"), p["a"]); err != nil || wanted() != 0 {
		t.Errorf("after a bad one the good one is not taken: %v", err)
	}
	if x.Add(name("a"), bad) == nil || wanted() != 0 {
		t.Error("a bad part was taken for one that is here")
	}
}

func TestWhatIsMissingIsWantedOnce(t *testing.T) {
	m, p := handMade()
	x := open(t, m, index.Options{})
	x.Begin()
	var w fetch.Wants
	block := inverted.Block{Part: 0, From: 1, To: 4}
	for range 2 {
		for _, key := range []string{"fig", "pear"} {
			if part, err := x.Terms(key, &w); part != nil || err != nil {
				t.Errorf("%s: %v, %v", key, part, err)
			}
		}
		if pages, err := x.TextAt(x.TextPart(1, 0), &w); pages != nil || err != nil {
			t.Errorf("text: %v, %v", pages, err)
		}
		if b, err := x.Block(shard.KindWhere, block, &w); b != nil || err != nil {
			t.Errorf("block: %q, %v", b, err)
		}
	}
	var got []string
	for _, k := range w.Keys() {
		got = append(got, x.Part(k).Name())
	}
	if want := []string{name("a"), name("b"), name("d"), name("e")}; !slices.Equal(got, want) {
		t.Fatalf("wanted %v, want %v", got, want)
	}
	for _, letter := range []string{"a", "b", "d", "e"} {
		if err := x.Add(name(letter), p[letter]); err != nil {
			t.Fatal(err)
		}
	}
	w = fetch.Wants{}
	terms, err := x.Terms("pear", &w)
	if err != nil || terms == nil || string(terms.Text(1)) != "pear" {
		t.Errorf("pear: %v, %v", terms, err)
	}
	pages, err := x.TextAt(x.TextPart(1, 7), &w)
	if err != nil || len(pages) != 1 || pages[0].Title != "second" {
		t.Errorf("the second page: %+v, %v", pages, err)
	}
	b, err := x.Block(shard.KindWhere, block, &w)
	if err != nil || string(b) != "loc" || len(w.Keys()) > 0 {
		t.Errorf("block %q, %v, still wanted: %v", b, err, w.Keys())
	}
}

// Two parts with the same bytes are one file, and bringing it brings both.
func TestEqualPartsAreOneFile(t *testing.T) {
	m, p := handMade()
	m.Parts[shard.KindWhere] = append(m.Parts[shard.KindWhere], part("e", p["e"]))
	x := open(t, m, index.Options{})
	x.Begin()
	if err := x.Add(name("e"), p["e"]); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		var w fetch.Wants
		b, err := x.Block(shard.KindWhere, inverted.Block{Part: n, From: 0, To: 6}, &w)
		if string(b) != "blocks" || err != nil {
			t.Errorf("part %d: %q, %v, wanted: %v", n, b, err, w.Keys())
		}
	}
}

// A block that no part holds is an error that names the file, not a panic: its address
// comes from a part that may lie.
func TestBlocksThatAreNotThere(t *testing.T) {
	m, p := handMade()
	x := open(t, m, index.Options{})
	if err := x.Add(name("e"), p["e"]); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		block inverted.Block
		file  string
	}{
		{inverted.Block{Part: 1}, shard.ManifestName},
		{inverted.Block{Part: -1}, shard.ManifestName},
		{inverted.Block{Part: 0, From: 3, To: 7}, name("e")},
		{inverted.Block{Part: 0, From: 4, To: 3}, name("e")},
		{inverted.Block{Part: 0, From: -1, To: 3}, name("e")},
	} {
		var w fetch.Wants
		b, err := x.Block(shard.KindWhere, c.block, &w)
		if b != nil || kindOf(t, err, c.file) != "foreign" {
			t.Errorf("%+v: %q, %v", c.block, b, err)
		}
	}
}

// In a small arena parts make way for others, and what was decoded from them goes too.
func TestPartsMakeWay(t *testing.T) {
	m, p := handMade()
	x := open(t, m, index.Options{Arena: make([]byte, len(p["c"])+len(p["d"])-1)})
	here := func(page int) bool {
		var w fetch.Wants
		pages, err := x.TextAt(x.TextPart(page, 0), &w)
		if err != nil || (pages == nil) != (len(w.Keys()) == 1) {
			t.Errorf("page %d: %v, %v, wanted %v", page, pages, err, w.Keys())
		}
		return pages != nil && pages[0].Number == page
	}
	add := func(letter string) {
		if err := x.Add(name(letter), p[letter]); err != nil {
			t.Fatal(err)
		}
	}
	x.Begin()
	add("c")
	if !here(0) || here(1) {
		t.Error("the first page is not here, or the second is")
	}
	x.Begin()
	add("d")
	if here(0) || !here(1) {
		t.Error("the first page did not make way for the second")
	}
	add("c") // the same search needs both now
	if !here(0) || !here(1) {
		t.Error("what a search uses made way")
	}
}

// A page that nobody wrote a text for is nowhere, and wants nothing.
func TestPagesWithoutText(t *testing.T) {
	m, _ := handMade()
	m.Parts[shard.KindText], m.Starts = nil, nil
	x := open(t, m, index.Options{})
	var w fetch.Wants
	pages, err := x.TextAt(x.TextPart(0, 0), &w)
	if pages != nil || err != nil || len(w.Keys()) > 0 {
		t.Errorf("text: %v, %v, wanted %v", pages, err, w.Keys())
	}
	if got := []string{x.LangOf(0), x.LangOf(1), x.LangOf(2)}; strings.Join(got, ",") != "en,zh," {
		t.Errorf("languages %v", got)
	}
}
