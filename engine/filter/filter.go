// Package filter answers: here is a predicate, which pages pass?
//
// A predicate is a set of labels: of one key any value will do, of different keys all
// must hold. It is compiled to a bit per page before anything is scored, so that what
// does not pass is never ranked, counted or explained.
//
// Filtering is for relevance: whoever has the files of an index can read them.
//
// Before: build filed the pages under their labels. After: search scores what passes.
package filter

import (
	"slices"

	"github.com/pageside/pageside/engine/doc"
)

// Set is a set of pages. The nil Set holds all pages.
type Set struct{ bits []uint64 }

// Has reports whether a page is in the set.
func (s *Set) Has(page int32) bool {
	if s == nil {
		return true
	}
	i := int(page >> 6)
	return i < len(s.bits) && s.bits[i]>>(uint(page)&63)&1 != 0
}

// Add puts a page into the set; s must not be nil.
func (s *Set) Add(page int32) {
	for int(page>>6) >= len(s.bits) {
		s.bits = append(s.bits, 0)
	}
	s.bits[page>>6] |= 1 << (uint(page) & 63)
}

// And returns what is in both sets.
func (s *Set) And(t *Set) *Set {
	if s == nil {
		return t
	}
	if t == nil {
		return s
	}
	out := &Set{bits: make([]uint64, min(len(s.bits), len(t.bits)))}
	for i := range out.bits {
		out.bits[i] = s.bits[i] & t.bits[i]
	}
	return out
}

// Not returns the pages below n that are not in the set.
func (s *Set) Not(n int) *Set {
	out := &Set{}
	for p := int32(0); p < int32(n); p++ {
		if !s.Has(p) {
			out.Add(p)
		}
	}
	return out
}

// Compile returns the pages that pass; nil, which passes all, if there are no labels.
// pages gives the pages with a label.
func Compile(labels []doc.Label, pages func(doc.Label) []int32) *Set {
	var out *Set
	var done []string
	for _, l := range labels {
		if slices.Contains(done, l.Key) {
			continue
		}
		done = append(done, l.Key)
		some := &Set{}
		for _, m := range labels {
			if m.Key != l.Key {
				continue
			}
			for _, p := range pages(m) {
				some.Add(p)
			}
		}
		out = out.And(some)
	}
	return out
}
