package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
	"github.com/pageside/pageside/engine/wire"
	"github.com/pageside/pageside/tools/golden"
)

// script reads pages, a line for each page and each of its passages: words like
// key=value after the word page or passage; _ in a value is a space.
func script(in string) []store.Page {
	var pages []store.Page
	for _, line := range strings.Split(in, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		v := map[string]string{}
		for _, w := range words[1:] {
			key, value, _ := strings.Cut(w, "=")
			v[key] = strings.ReplaceAll(value, "_", " ")
		}
		n := func(key string) int { i, _ := strconv.Atoi(v[key]); return i }
		if words[0] == "page" {
			p := store.Page{
				Number: n("n"), ID: v["id"], URL: v["url"], Title: v["title"], Lang: v["lang"],
			}
			if key, value, ok := strings.Cut(v["label"], ":"); ok {
				p.Labels = []doc.Label{{Key: key, Value: value}}
			}
			pages = append(pages, p)
			continue
		}
		q := store.Passage{
			Start: n("at"), Tokens: n("tokens"), Kind: doc.Kind(n("kind")), Level: n("level"),
			Anchor: v["anchor"], Lang: v["lang"], Head: v["head"], Text: v["text"],
		}
		if v["path"] != "" {
			q.Path = strings.Split(v["path"], ">")
		}
		last := &pages[len(pages)-1]
		last.Passages = append(last.Passages, q)
	}
	return pages
}

// layout prints the bytes of a part, a line a section, so that a change of the format
// reads as prose.
func layout(in string) string {
	data := store.Encode(script(in))
	s, err := shard.Parse("part", shard.KindText, data)
	if err != nil {
		return err.Error() + "\n"
	}
	var out strings.Builder
	for tag, name := range map[int]string{1: "pages", 2: "passages", 3: "text"} {
		s[tag] = fmt.Appendf(nil, "%-8s %q\n", name, s[tag])
	}
	for _, b := range s {
		out.Write(b)
	}
	return out.String()
}

func TestLayout(t *testing.T) { golden.Check(t, "testdata/layout.txt", layout) }

func TestRoundTrip(t *testing.T) {
	for _, in := range golden.Inputs(t, "testdata/layout.txt") {
		roundTrip(t, script(in))
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		roundTrip(t, random(rng))
	}
}

// roundTrip checks that pages come back as they were, but for an address that is the id.
func roundTrip(t *testing.T, pages []store.Page) {
	t.Helper()
	data := store.Encode(pages)
	got, err := store.Decode("part", data)
	if err != nil {
		t.Fatalf("%v\nof %+v", err, pages)
	}
	for i := range pages {
		if pages[i].URL == "" {
			pages[i].URL = pages[i].ID
		}
	}
	same(t, got, pages)
	if again := store.Encode(got); !bytes.Equal(again, data) {
		t.Fatalf("encoded again:\n%x\nwant:\n%x", again, data)
	}
}

// same compares pages as they print: no headings and a list of none are the same.
func same(t *testing.T, got, want []store.Page) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d pages, want %d", len(got), len(want))
	}
	for i := range want {
		if g, w := fmt.Sprintf("%+v", got[i]), fmt.Sprintf("%+v", want[i]); g != w {
			t.Fatalf("page %d\ngot:  %s\nwant: %s", i, g, w)
		}
	}
}

func random(rng *rand.Rand) []store.Page {
	texts := []string{"", "a", "页边", "two words", "<b>&\x00", strings.Repeat("长", 300)}
	text := func() string { return texts[rng.IntN(len(texts))] }
	pages := make([]store.Page, rng.IntN(6))
	number := 0
	for i := range pages {
		number += rng.IntN(200)
		p := store.Page{Number: number, ID: text(), URL: text(), Title: text(), Lang: text()}
		for range rng.IntN(3) {
			p.Labels = append(p.Labels, doc.Label{Key: text(), Value: text()})
		}
		start := 0
		for range rng.IntN(8) {
			start += rng.IntN(500)
			q := store.Passage{
				Start: start, Tokens: rng.IntN(20), Kind: doc.Kind(rng.IntN(5)), Level: rng.IntN(7),
				Anchor: text(), Lang: text(), Head: text(), Text: text(),
			}
			for range rng.IntN(5) {
				q.Path = append(q.Path, text())
			}
			p.Passages = append(p.Passages, q)
		}
		pages[i] = p
	}
	return pages
}

// sample has something of everything. It is frozen as testdata/v1-text.bin.
func sample(t testing.TB) []store.Page {
	var pages []store.Page
	for _, in := range golden.Inputs(t, "testdata/layout.txt") {
		pages = append(pages, script(in)...)
	}
	for i := range pages {
		pages[i].Number = 100 * i
	}
	return pages
}

func TestFrozenPart(t *testing.T) {
	want := sample(t)
	data := golden.Frozen(t, "testdata/v1-text.bin", store.Encode(want))
	got, err := store.Decode("v1-text.bin", data)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
}

func TestTruncationAtEveryByteIsAnError(t *testing.T) {
	data := store.Encode(sample(t))
	for n := range data {
		if decodes(t, data[:n]) {
			t.Errorf("cut at byte %d of %d it decodes", n, len(data))
		}
	}
}

// A part says all that it holds: what is behind the last page, passage or text is not of it.
func TestBytesLeftOverAreAnError(t *testing.T) {
	for tag := 1; tag <= 3; tag++ {
		s, err := shard.Parse("part", shard.KindText, store.Encode(sample(t)))
		if err != nil {
			t.Fatal(err)
		}
		s[tag] = append(bytes.Clone(s[tag]), 0)
		if decodes(t, shard.Seal(shard.KindText, s)) {
			t.Errorf("a byte behind section %d: it decodes", tag)
		}
	}
}

func TestBitFlipsBreakNothing(t *testing.T) {
	data := store.Encode(sample(t))
	passed := 0
	for i := range data {
		for bit := range 8 {
			data[i] ^= 1 << bit
			if decodes(t, data) {
				passed++
			}
			data[i] ^= 1 << bit
		}
	}
	if passed == 0 || passed == 8*len(data) { // letters of a text, and nothing else, may change
		t.Errorf("%d of %d flips were not noticed", passed, 8*len(data))
	}
}

// A passage may share the headings of the one before and add to them; and so may the
// next. HTML has six levels, so that a path of hundreds is an attack.
func TestPathsDoNotGrowForEver(t *testing.T) {
	p := store.Page{ID: "deep"}
	for range 100 {
		path := []string{"h"}
		if n := len(p.Passages); n > 0 {
			path = append(path, p.Passages[n-1].Path...)
		}
		p.Passages = append(p.Passages, store.Passage{Path: path})
	}
	if decodes(t, store.Encode([]store.Page{p})) {
		t.Error("a path of 100 headings decodes")
	}
}

// decodes checks what must hold of any bytes: an error has a type and names the file,
// what decodes is not larger than what the bytes can mean, and can be encoded again.
func decodes(t *testing.T, data []byte) bool {
	t.Helper()
	pages, err := store.Decode("file", data)
	if err != nil {
		var corrupt *wire.CorruptError
		var version *shard.VersionError
		var foreign *shard.ForeignError
		typed := errors.As(err, &corrupt) || errors.As(err, &version) || errors.As(err, &foreign)
		if pages != nil || !typed || !strings.HasPrefix(err.Error(), "file: ") {
			t.Fatalf("%d pages, error %v", len(pages), err)
		}
		return false
	}
	records, headings, text := 0, 0, 0
	for i := range pages {
		records += 1 + len(pages[i].Labels) + len(pages[i].Passages)
		for _, q := range pages[i].Passages {
			if q.Kind > doc.Item {
				t.Fatalf("a passage of kind %d", q.Kind)
			}
			headings += len(q.Path)
			text += len(q.Head) + len(q.Text)
		}
	}
	if records > len(data) || headings > 32*len(data) || text > len(data) {
		t.Fatalf("%d records, %d headings, %d bytes of text out of %d bytes",
			records, headings, text, len(data))
	}
	again, err := store.Decode("again", store.Encode(pages))
	if err != nil {
		t.Fatal(err)
	}
	same(t, again, pages)
	return true
}

func FuzzDecode(f *testing.F) {
	for _, in := range golden.Inputs(f, "testdata/layout.txt") {
		f.Add(store.Encode(script(in)))
	}
	f.Add(store.Encode(sample(f)))
	f.Add([]byte("PGSD\x01\x05"))
	f.Fuzz(func(t *testing.T, data []byte) { decodes(t, data) })
}
