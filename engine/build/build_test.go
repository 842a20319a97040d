package build_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/sample"
)

// differs says how two indexes differ, "" if they do not.
func differs(a, b *build.Output) string {
	if !bytes.Equal(a.Manifest.Bytes, b.Manifest.Bytes) {
		return "the manifests differ"
	}
	if len(a.Files) != len(b.Files) {
		return fmt.Sprintf("%d parts and %d", len(a.Files), len(b.Files))
	}
	for i := range a.Files {
		if a.Files[i].Name != b.Files[i].Name || !bytes.Equal(a.Files[i].Bytes, b.Files[i].Bytes) {
			return fmt.Sprintf("%s and %s differ", a.Files[i].Name, b.Files[i].Name)
		}
	}
	return ""
}

// parted makes even a few pages an index with parts.
var parted = build.Options{WholeBytes: -1}

func TestSameBytesInAnyOrderOfTheInput(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages int
		opt   build.Options
	}{
		{"one file", 30, build.Options{}},
		{"parts", 30, parted},
		{"many parts", 500, build.Options{}},
	} {
		docs := sample.Site(c.pages)
		for i := range docs { // labels come in any order too
			docs[i].Labels = append(docs[i].Labels, docs[i].Labels[0])
		}
		want := sample.Build(t, docs, c.opt).Output
		rng := rand.New(rand.NewPCG(1, uint64(c.pages)))
		for range 2 {
			rng.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
			for i := range docs {
				l := docs[i].Labels
				rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
			}
			if d := differs(want, sample.Build(t, docs, c.opt).Output); d != "" {
				t.Errorf("%s: %d pages, shuffled: %s", c.name, c.pages, d)
			}
		}
	}
}

func TestDuplicateIDsAreNamed(t *testing.T) {
	docs := sample.Site(10)
	docs[7].ID = docs[2].ID
	_, err := build.Build(docs, build.Options{})
	var dup *build.DuplicateError
	if !errors.As(err, &dup) || dup.ID != docs[2].ID || !strings.Contains(err.Error(), docs[2].ID) {
		t.Errorf("error %v, want one that names %s", err, docs[2].ID)
	}
	docs[7].Lang = "fr" // pages of different languages do not lie side by side
	if _, err := build.Build(docs, build.Options{}); !errors.As(err, &dup) {
		t.Errorf("in two languages: error %v", err)
	}
}

// The smallest inputs make an index that opens, answers, and wants nothing that is not
// there, whether it is one file or parts.
func TestSmallestInputs(t *testing.T) {
	page := doc.Document{ID: "/a/", Title: "Tide tables", Text: "High water at noon."}
	untitled := page
	untitled.Title = ""
	empty := doc.Document{ID: "/b/"}
	for name, c := range map[string]struct {
		docs  []doc.Document
		query string
		total int
	}{
		"nothing":          {nil, "noon", 0},
		"one page":         {[]doc.Document{page}, "noon tables", 1},
		"without a title":  {[]doc.Document{untitled}, "noon", 1},
		"without anything": {[]doc.Document{empty}, "noon", 0},
		"one of two":       {[]doc.Document{page, empty}, "noon", 1},
	} {
		for _, opt := range []build.Options{{}, parted} {
			x := sample.Build(t, c.docs, opt)
			e := x.Open(t, engine.Options{})
			if info := e.Info(); info.Pages != len(c.docs) || x.Stats.Pages != len(c.docs) {
				t.Errorf("%s: %d pages, stats %d, want %d", name, info.Pages, x.Stats.Pages,
					len(c.docs))
			}
			res, _ := x.Ask(t, e, engine.Request{Query: c.query})
			if res.Total != c.total || len(res.Results) != c.total {
				t.Errorf("%s: found %d of %d, want %d", name, len(res.Results), res.Total, c.total)
			}
			for _, r := range res.Results {
				if r.Shown == nil || r.ID != page.ID || r.URL != page.ID {
					t.Errorf("%s: result %+v", name, r.Shown)
				}
			}
		}
	}
}

// Without a packer everything is inside the manifest, and it answers alike.
func TestWithoutPackTheManifestHoldsEverything(t *testing.T) {
	docs := sample.Site(40)
	out, err := build.Build(docs, build.Options{Stem: host.Stem, WholeBytes: -1})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Files) != 0 {
		t.Errorf("%d files beside the manifest", len(out.Files))
	}
	e, err := engine.Open(out.Manifest.Bytes, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Request{Query: "检索 index"}
	got, err := e.Search(r)
	if err != nil || len(got.Missing) > 0 {
		t.Fatalf("%d parts are missing, error %v", len(got.Missing), err)
	}
	x := sample.Build(t, docs, parted)
	want, _ := x.Ask(t, x.Open(t, engine.Options{}), r)
	if got.Total != want.Total || got.Total == 0 ||
		got.Results[0].Number != want.Results[0].Number {
		t.Errorf("found %d, with a packer %d", got.Total, want.Total)
	}
}

// Whichever part cannot be packed, nothing comes out but the error.
func TestErrorsOfPackComeBack(t *testing.T) {
	broken := errors.New("the disk is full")
	for _, c := range []struct {
		pages int
		opt   build.Options
	}{
		{0, parted}, {30, build.Options{}}, {30, parted},
		{60, build.Options{WholeBytes: -1, TermsBytes: 3 << 10}},
	} {
		docs := sample.Site(c.pages)
		calls, failAt := 0, -1
		c.opt.Pack = func(raw []byte) ([]byte, [32]byte, error) {
			calls++
			if calls-1 == failAt {
				return nil, [32]byte{}, broken
			}
			return host.Pack(raw)
		}
		if _, err := build.Build(docs, c.opt); err != nil || calls == 0 {
			t.Fatalf("%d pages: error %v after %d calls", c.pages, err, calls)
		}
		all := calls
		for failAt = 0; failAt < all; failAt += 1 + all/10 {
			calls = 0
			if out, err := build.Build(docs, c.opt); !errors.Is(err, broken) || out != nil {
				t.Errorf("%d pages, call %d of %d fails: error %v, output %v",
					c.pages, failAt, all, err, out != nil)
			}
		}
	}
}

func TestProgressCountsEveryPage(t *testing.T) {
	var seen []int
	opt := build.Options{Progress: func(done, total int) {
		if total != 12 {
			t.Errorf("%d of %d pages", done, total)
		}
		seen = append(seen, done)
	}}
	sample.Build(t, sample.Site(12), opt)
	if len(seen) != 12 || !slices.IsSorted(seen) || seen[11] != 12 {
		t.Errorf("progress %v", seen)
	}
}
