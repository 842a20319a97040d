package filter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/filter"
)

// site files pages under random labels.
type site struct {
	pages  int
	labels []map[doc.Label]bool // of each page
}

func randomSite(rng *rand.Rand, pages int) *site {
	s := &site{pages: pages}
	for range pages {
		of := map[doc.Label]bool{}
		for range rng.IntN(6) {
			of[randomLabel(rng)] = true
		}
		s.labels = append(s.labels, of)
	}
	return s
}

func randomLabel(rng *rand.Rand) doc.Label {
	return doc.Label{
		Key:   []string{"tag", "author", "year"}[rng.IntN(3)],
		Value: []string{"a", "b", "c", "标签"}[rng.IntN(4)],
	}
}

// with is the list of pages under a label, as an index would have it.
func (s *site) with(l doc.Label) (pages []int32) {
	for p, of := range s.labels {
		if of[l] {
			pages = append(pages, int32(p))
		}
	}
	return pages
}

// passes says whether a page passes, straight from the package comment: of one key any
// value will do, of different keys all must hold.
func (s *site) passes(page int, labels []doc.Label) bool {
	for _, want := range labels {
		held := false
		for _, l := range labels {
			held = held || l.Key == want.Key && s.labels[page][l]
		}
		if !held {
			return false
		}
	}
	return true
}

func TestCompileIsWhatBruteForceSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	some, none := 0, 0
	for range 400 {
		s := randomSite(rng, rng.IntN(200))
		labels := make([]doc.Label, rng.IntN(6))
		for i := range labels {
			labels[i] = randomLabel(rng)
		}
		set := filter.Compile(labels, s.with)
		for p := range s.pages {
			want := s.passes(p, labels)
			if set.Has(int32(p)) != want {
				t.Fatalf("page %d with %v, filter %v: passes %v", p, s.labels[p], labels, !want)
			}
			if want {
				some++
			} else {
				none++
			}
		}
	}
	if some < 1000 || none < 1000 {
		t.Errorf("%d pages passed, %d did not: the sites try too little", some, none)
	}
}

func TestNoLabelsLetEverythingPass(t *testing.T) {
	set := filter.Compile(nil, func(doc.Label) []int32 { panic("nothing to ask for") })
	if set != nil || !set.Has(0) || !set.Has(1<<30) {
		t.Error("an empty filter holds something back")
	}
}

func TestLabelThatNoPageHasLetsNothingPass(t *testing.T) {
	labels := []doc.Label{{Key: "tag", Value: "?"}}
	set := filter.Compile(labels, func(doc.Label) []int32 { return nil })
	if set == nil || members(set, 100) != "[]" {
		t.Error("an unknown label lets pages pass")
	}
}

// A label may be asked for twice, and in any order.
func TestRepeatsAndOrderDoNotMatter(t *testing.T) {
	labels := []doc.Label{
		{Key: "tag", Value: "a"}, {Key: "year", Value: "b"}, {Key: "tag", Value: "c"},
	}
	s := randomSite(rand.New(rand.NewPCG(5, 5)), 300)
	want := members(filter.Compile(labels, s.with), s.pages)
	slices.Reverse(labels)
	for _, again := range [][]doc.Label{labels, append(labels, labels...)} {
		if got := members(filter.Compile(again, s.with), s.pages); got != want {
			t.Errorf("%v: %s, want %s", again, got, want)
		}
	}
}

func members(s *filter.Set, pages int) string {
	var out []int
	for p := range pages {
		if s.Has(int32(p)) {
			out = append(out, p)
		}
	}
	return fmt.Sprint(out)
}

// And and Not against a map, over sets whose bits end at different words.
func TestSetsAreSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		n := 1 + rng.IntN(300)
		var sets [2]*filter.Set
		var maps [2]map[int32]bool
		for i := range sets {
			sets[i], maps[i] = &filter.Set{}, map[int32]bool{}
			for range rng.IntN(50) {
				p := int32(rng.IntN(1 + rng.IntN(n)))
				sets[i].Add(p)
				maps[i][p] = true
			}
		}
		both, not := sets[0].And(sets[1]), sets[0].Not(n)
		for p := range int32(n + 70) {
			a, b := maps[0][p], maps[1][p]
			if sets[0].Has(p) != a || both.Has(p) != (a && b) ||
				not.Has(p) != (!a && p < int32(n)) {
				t.Fatalf("page %d of %d: in a %v, in b %v; the sets say %v, both %v, not a %v",
					p, n, a, b, sets[0].Has(p), both.Has(p), not.Has(p))
			}
		}
	}
}

func TestNilIsTheSetOfAll(t *testing.T) {
	var all *filter.Set
	some := &filter.Set{}
	some.Add(70)
	if all.And(some) != some || some.And(all) != some || all.And(nil) != nil {
		t.Error("all and some is not some")
	}
	if got := members(all.Not(100), 200); got != "[]" {
		t.Errorf("not all: %s", got)
	}
	if none := (&filter.Set{}); members(none.Not(65), 200) != members(all, 65) {
		t.Errorf("all of 65: %s", members(none.Not(65), 200))
	}
}
