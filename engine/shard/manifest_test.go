package shard_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
	"github.com/pageside/pageside/tools/golden"
)

func same(t *testing.T, got, want *shard.Manifest) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A manifest with something of everything. It is frozen as testdata/v1-manifest.bin.
func full() *shard.Manifest {
	m := &shard.Manifest{
		Analyzer: "pageside-1", Pages: 300, Chunks: 1234, TitleTokens: 47,
		Langs: []shard.Lang{
			{Tag: "", Pages: 1}, {Tag: "en", Pages: 99}, {Tag: "zh-Hant", Pages: 200},
		},
		Keys:    []string{"", "app", "application", "页", "页边"},
		Starts:  []shard.TextStart{{}, {Page: 0, Pos: 900}, {Page: 17, Pos: 4}},
		Popular: []shard.Popular{{Lang: "zh-Hant", URL: "/zh/", Title: "首頁"}, {URL: "/"}},
		Facets: []shard.Facet{
			{Key: "tag", Values: []shard.FacetValue{
				{Name: "go", Pages: 12}, {Name: "检索", Pages: 3},
			}},
			{Key: "empty"},
		},
	}
	n := 0
	part := func(kind shard.Kind, sizes ...int) {
		for _, size := range sizes {
			p := shard.Part{Size: size, Raw: 3 * size}
			if size == 0 {
				p.Embed([]byte(fmt.Sprint("part ", n)))
			} else {
				for i := range p.Sum {
					p.Sum[i] = byte(n + i)
				}
			}
			m.Parts[kind] = append(m.Parts[kind], p)
			n++
		}
	}
	part(shard.KindTerms, 12000, 0, 11000, 12800, 1)
	part(shard.KindWhere, 8000, 9000)
	part(shard.KindText, 0, 12000, 70000)
	return m
}

func manifests() map[string]*shard.Manifest {
	return map[string]*shard.Manifest{
		"empty": {},
		"full":  full(),
		"one": {Pages: 1, Langs: []shard.Lang{{Tag: "zh", Pages: 1}},
			Facets: []shard.Facet{{Key: "k"}}},
	}
}

func TestManifestRoundTrip(t *testing.T) {
	for name, m := range manifests() {
		got, err := shard.DecodeManifest("manifest.bin", m.Encode())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same(t, got, m)
		if again := got.Encode(); !bytes.Equal(again, m.Encode()) {
			t.Errorf("%s: encoded again it has other bytes", name)
		}
	}
}

// Manifests of version 1 are out in the world: they decode to the same for ever.
func TestFrozenManifest(t *testing.T) {
	data := golden.Frozen(t, "testdata/v1-manifest.bin", full().Encode())
	got, err := shard.DecodeManifest("v1-manifest.bin", data)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, full())
}

func TestTruncationAtEveryByteIsAnError(t *testing.T) {
	for name, m := range manifests() {
		data := m.Encode()
		for n := range data {
			if _, err := shard.DecodeManifest("manifest.bin", data[:n]); err == nil {
				t.Errorf("%s cut at byte %d of %d decodes", name, n, len(data))
			}
		}
	}
}

// A file is verified by its SHA-256 before it is decoded, so a flipped bit must never
// break anything, and need not always be noticed; in the header it is.
func TestBitFlips(t *testing.T) {
	const header = 6
	passed := 0
	data := full().Encode()
	for i := range data {
		for bit := range 8 {
			data[i] ^= 1 << bit
			if decodes(t, data) {
				passed++
				if i < header {
					t.Errorf("bit %d of byte %d is flipped and the manifest decodes", bit, i)
				}
			}
			data[i] ^= 1 << bit
		}
	}
	if passed == 0 || passed == 8*(len(data)-header) {
		t.Errorf("%d flips of %d bytes were not noticed", passed, len(data))
	}
}

// decodes checks what must hold of any bytes: an error has a type and names the file;
// what decodes can be used, and encoded and decoded again.
func decodes(t *testing.T, data []byte) bool {
	t.Helper()
	m, err := shard.DecodeManifest("file", data)
	if err != nil {
		var corrupt *wire.CorruptError
		var version *shard.VersionError
		var foreign *shard.ForeignError
		typed := errors.As(err, &corrupt) || errors.As(err, &version) || errors.As(err, &foreign)
		if m != nil || !typed || !strings.HasPrefix(err.Error(), "file: ") {
			t.Fatalf("manifest %v, error %v", m, err)
		}
		return false
	}
	keys := 0
	for _, k := range m.Keys {
		keys += len(k)
	}
	if keys > 1024*len(data) {
		t.Fatalf("%d bytes of keys out of a file of %d", keys, len(data))
	}
	if p := m.TermsPart("页边"); p >= len(m.Parts[shard.KindTerms]) {
		t.Fatalf("terms part %d of %d", p, len(m.Parts[shard.KindTerms]))
	}
	if p := m.TextPart(m.Pages, 0); p >= len(m.Parts[shard.KindText]) {
		t.Fatalf("text part %d of %d", p, len(m.Parts[shard.KindText]))
	}
	once := m.Encode()
	again, err := shard.DecodeManifest("again", once)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Encode(), once) {
		t.Fatalf("encoded, decoded and encoded:\n%x\nbefore:\n%x", again.Encode(), once)
	}
	return true
}

// Front coding lets each key be as long as the one before and a byte more. If that had
// no bound, a file of half a megabyte would become keys of gigabytes.
func TestHostileKeysStayWithinBounds(t *testing.T) {
	const n = 5000
	var parts, keys wire.Writer
	parts.Int(n)
	for range n {
		parts.Raw([]byte{0, 0})
	}
	parts.Raw([]byte{0, 0, 0})
	for i := range n {
		keys.Int(i)
		keys.String("a")
	}
	good, err := shard.Parse("", shard.KindManifest, (&shard.Manifest{}).Encode())
	if err != nil {
		t.Fatal(err)
	}
	s := *good
	s[2], s[3], s[5] = parts.Bytes(), keys.Bytes(), make([]byte, n)
	if decodes(t, shard.Seal(shard.KindManifest, &s)) {
		t.Errorf("a manifest with keys of %d bytes decodes", n)
	}
}

func TestTermsPartIsTheLastThatBeginsBefore(t *testing.T) {
	m := full()
	for _, c := range []struct {
		key  string
		want int
	}{
		{"", 0}, {"a", 0}, {"apo", 0}, {"app", 1}, {"apple", 1}, {"application", 2},
		{"applications", 2}, {"zebra", 2}, {"页", 3}, {"页面", 4}, {"页边", 4}, {"鲸", 4},
	} {
		if got := m.TermsPart(c.key); got != c.want {
			t.Errorf("%q: part %d, want %d", c.key, got, c.want)
		}
	}
	if got := new(shard.Manifest).TermsPart("a"); got != -1 {
		t.Errorf("without parts: %d", got)
	}
}

func TestTextPartIsTheLastThatBeginsBefore(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		m := &shard.Manifest{}
		var s shard.TextStart
		for range rng.IntN(20) {
			m.Starts = append(m.Starts, s)
			if rng.IntN(2) == 0 {
				s.Page, s.Pos = s.Page+1+rng.IntN(3), 0
			}
			s.Pos += rng.IntN(30)
		}
		for range 50 {
			page, pos := rng.IntN(40), rng.IntN(100)
			want := -1
			for i, s := range m.Starts {
				if s.Page < page || s.Page == page && s.Pos <= pos {
					want = i
				}
			}
			if got := m.TextPart(page, pos); got != want {
				t.Fatalf("page %d position %d in %v: part %d, want %d",
					page, pos, m.Starts, got, want)
			}
		}
	}
}

func FuzzManifest(f *testing.F) {
	for _, m := range manifests() {
		f.Add(m.Encode())
	}
	f.Add(example(f))
	f.Fuzz(func(t *testing.T, data []byte) { decodes(t, data) })
}
