package build_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// sizes are the bytes as served of the parts of one kind.
func sizes(t *testing.T, s *sample.Index, kind shard.Kind) []int {
	t.Helper()
	x, err := index.Open(s.Raw, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, p := range x.Parts[kind] {
		out = append(out, p.Size)
	}
	return out
}

// A fetch of 8 to 16 KB costs the reader little more than its round trip, and every part
// less is a round trip saved. Tails and positions are cut by their inflated bytes, since
// they are read block by block, so they have an upper bound only.
func TestPartsAreWorthTheirRoundTrip(t *testing.T) {
	const smallest, largest = 8 << 10, 16 << 10
	_, s := sample.Large(t)
	for kind := shard.KindTerms; kind <= shard.KindText; kind++ {
		all := sizes(t, s, kind)
		var few, many int
		for _, n := range all[:len(all)-1] { // the last holds what is left
			if n < smallest {
				few++
			}
			if n > largest {
				many++
			}
		}
		cut := kind == shard.KindTerms || kind == shard.KindText
		if many > 0 || cut && few > len(all)/20 || len(all) < 3 {
			t.Errorf("%v: of %d parts %d are below %d bytes and %d above %d", kind, len(all),
				few, smallest, many, largest)
		}
	}
}

// The stats are those of the files.
func TestStatsAddUp(t *testing.T) {
	_, s := sample.Large(t)
	files, bytes := 0, 0
	for _, p := range s.Stats.Parts {
		files += p.Files
		bytes += p.Bytes
	}
	want := 0
	for _, f := range s.Files {
		want += len(f.Bytes)
	}
	said := [3]int{files, bytes, s.Stats.Manifest}
	if are := [3]int{len(s.Files), want, len(s.Manifest.Bytes)}; said != are {
		t.Errorf("stats say files, bytes and manifest %v, they are %v", said, are)
	}
	info := s.Open(t, engine.Options{}).Info()
	if info.Parts != files || info.Bytes != want || info.Pages != 3000 ||
		info.Chunks != s.Stats.Chunks {
		t.Errorf("the manifest says %+v", info)
	}
}

// What start-up reads grows with the number of parts, which are a directory, and with
// nothing else: not with pages, labels, languages.
func TestManifestDoesNotGrowWithPages(t *testing.T) {
	perPart := func(pages int) (bytes, parts float64) {
		s := sample.Build(t, sample.Site(pages), build.Options{})
		return float64(len(s.Raw)), float64(len(s.Files))
	}
	smallBytes, smallParts := perPart(500)
	largeBytes, largeParts := perPart(2000)
	// A part costs its name's 16 bytes, two sizes, and a key or a start.
	const part = 32
	grown := (largeBytes - smallBytes) / (largeParts - smallParts)
	if largeParts < 3*smallParts || grown > part {
		t.Errorf("from %v bytes for %v parts to %v for %v: %.1f bytes a part, want at most %d",
			smallBytes, smallParts, largeBytes, largeParts, grown, part)
	}
	t.Logf("manifest inflated: 500 pages %v bytes, %v parts; 2,000 pages %v bytes, %v parts",
		smallBytes, smallParts, largeBytes, largeParts)
}

// From one file for everything, over a manifest with the dictionary and text parts, to
// parts for all: how a site is laid out is a matter of its size.
func TestSmallSitesAreFewFiles(t *testing.T) {
	golden.Check(t, "testdata/layouts.txt", func(in string) string {
		pages, _, _ := strings.Cut(in, " ")
		n, err := strconv.Atoi(pages)
		if err != nil {
			t.Fatal(err)
		}
		docs, s := sample.Large(t)
		if n != len(docs) {
			s = sample.Build(t, sample.Site(n), build.Options{})
		}
		x, err := index.Open(s.Raw, index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for kind := shard.KindTerms; kind <= shard.KindText; kind++ {
			inside, beside := 0, 0
			for i := range x.Parts[kind] {
				if x.Parts[kind][i].Inline() != nil {
					inside++
				} else {
					beside++
				}
			}
			fmt.Fprintf(&out, "%v: %d inside the manifest, %d beside it\n", kind, inside, beside)
		}
		return out.String()
	})
}

// The limit is that of the option: one byte less, and the dictionary is cut into parts.
func TestWholeBytesIsTheLimit(t *testing.T) {
	docs := sample.Site(30)
	whole := func(limit int) bool {
		s := sample.Build(t, docs, build.Options{WholeBytes: limit})
		return s.Stats.Parts["terms"].Bytes == 0
	}
	// The dictionary of this site takes between a byte and 66 KB.
	low, high := 1, 66<<10
	for low+1 < high {
		if mid := (low + high) / 2; whole(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	if whole(low) || !whole(high) || low < 1000 {
		t.Errorf("whole at %d bytes: %v, at %d: %v", low, whole(low), high, whole(high))
	}
}

// An edit of one page leaves most files as they were, so that a reader who comes back
// fetches little and a host uploads little.
func TestAnEditChangesFewFiles(t *testing.T) {
	docs, before := sample.Large(t)
	edited := append(docs[:0:0], docs...)
	d := &edited[1234]
	d.Text += "一句新加的话 with a word that nobody knows: quizzaciously."
	d.Blocks = append(d.Blocks[:0:0], d.Blocks...)
	d.Blocks[len(d.Blocks)-1].End = len(d.Text)
	after := sample.Build(t, edited, build.Options{})
	kept := 0
	for _, f := range after.Files {
		if _, ok := before.Parts[f.Name]; ok {
			kept++
		}
	}
	t.Logf("%d of %d files keep their names", kept, len(after.Files))
	if kept*2 < len(after.Files) || kept == len(after.Files) {
		t.Errorf("%d of %d files keep their names, want most", kept, len(after.Files))
	}
}

// The same bytes come out on every machine: this runs natively and on js/wasm.
func TestSameBytesOnEveryMachine(t *testing.T) {
	golden.Check(t, "testdata/sums.txt", func(in string) string {
		pages, how, _ := strings.Cut(in, " ")
		n, err := strconv.Atoi(pages)
		if err != nil {
			t.Fatal(err)
		}
		opt := build.Options{}
		if how == "in parts" {
			opt = parted
		}
		s := sample.Build(t, sample.Site(n), opt)
		h := sha256.New()
		h.Write(s.Raw)
		for _, f := range s.Files {
			h.Write(s.Parts[f.Name])
		}
		return hex.EncodeToString(h.Sum(nil)) + "\n"
	})
}

// BenchmarkBuild is a site of 500 pages, packed and stemmed as by the command line.
func BenchmarkBuild(b *testing.B) {
	docs := sample.Site(500)
	size := 0
	for i := range docs {
		size += len(docs[i].Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		sample.Build(b, docs, build.Options{})
	}
}
