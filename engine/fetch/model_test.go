package fetch_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/shard"
)

var kinds = []shard.Kind{shard.KindTerms, shard.KindWhere, shard.KindText}

// model is what a Resident is meant to be: a set of parts with the time of their last
// use, and no idea of where they lie.
type model struct {
	t      *testing.T
	r      *fetch.Resident
	parts  map[fetch.Key]*known
	clock  int
	search int
}

type known struct {
	data         []byte
	heap         bool
	used, search int // when, and in which search
}

func newModel(t *testing.T, arena int) *model {
	m := &model{t: t, r: &fetch.Resident{Arena: make([]byte, arena)}, parts: map[fetch.Key]*known{}}
	m.r.Dropped = m.dropped
	return m
}

func (m *model) use(k *known) {
	m.clock++
	k.used, k.search = m.clock, m.search
}

// dropped checks that what makes way is here, is not in use, and that nothing older lies
// in the arena. (Parts on the heap make way in any order, all that are not in use.)
func (m *model) dropped(k fetch.Key) {
	p := m.parts[k]
	switch {
	case p == nil:
		m.t.Fatalf("%v makes way and is not here", k)
	case p.search == m.search:
		m.t.Fatalf("%v makes way and is in use", k)
	}
	for other, o := range m.parts {
		if !p.heap && !o.heap && o.used < p.used {
			m.t.Fatalf("%v makes way and %v is older", k, other)
		}
	}
	delete(m.parts, k)
}

func (m *model) get(k fetch.Key) {
	got, want := m.r.Get(k), m.parts[k]
	if want == nil {
		if got != nil {
			m.t.Fatalf("%v is here and should not be", k)
		}
		return
	}
	if got == nil || !bytes.Equal(got, want.data) {
		m.t.Fatalf("%v: %d bytes, want %d, or other ones", k, len(got), len(want.data))
	}
	m.use(want)
}

func (m *model) put(k fetch.Key, size int) {
	data := part(k, size)
	if old := m.parts[k]; old != nil {
		m.r.Put(k, data)
		m.use(old)
		return
	}
	got := m.r.Put(k, data)
	if !bytes.Equal(got, data) {
		m.t.Fatalf("%v: put %d bytes, kept %d or other ones", k, size, len(got))
	}
	p := &known{data: data, heap: size > 0 && !inArena(m.r.Arena, got)}
	if p.heap {
		m.wasFull(k, size)
	}
	m.use(p)
	m.parts[k] = p
}

// wasFull checks that a part went to the heap because it had to: it is larger than the
// arena, or all that lies there is in use, and what is free may lie in pieces that are
// all too small, one before each part and one after the last.
func (m *model) wasFull(k fetch.Key, size int) {
	if size > len(m.r.Arena) {
		return
	}
	free, pieces := len(m.r.Arena), 1
	for other, p := range m.parts {
		if p.heap {
			continue
		}
		if p.search != m.search {
			m.t.Fatalf("%v went to the heap while %v lay in the arena unused", k, other)
		}
		free -= len(p.data)
		pieces++
	}
	if free > pieces*(size-1) {
		m.t.Fatalf("%v (%d bytes) went to the heap with %d bytes free in %d pieces",
			k, size, free, pieces)
	}
}

// check looks at every part without using it.
func (m *model) check() {
	if m.r.Len() != len(m.parts) {
		m.t.Fatalf("%d parts are here, want %d", m.r.Len(), len(m.parts))
	}
	total := 0
	for _, p := range m.parts {
		if !p.heap {
			total += len(p.data)
		}
	}
	if total > len(m.r.Arena) {
		m.t.Fatalf("%d bytes in an arena of %d", total, len(m.r.Arena))
	}
}

func TestResidentIsWhatTheModelSays(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(7, seed))
		m := newModel(t, 50+rng.IntN(500))
		for range 400 {
			k := fetch.Key{Kind: kinds[rng.IntN(len(kinds))], Number: rng.IntN(15)}
			switch op := rng.IntN(10); {
			case op == 0:
				m.r.Next()
				m.search++
			case op < 5:
				m.get(k)
			default:
				m.put(k, rng.IntN(1+rng.IntN(120)))
			}
			m.check()
		}
		for k := range m.parts { // nothing was written over
			m.get(k)
		}
	}
}
