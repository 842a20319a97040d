// Package fetch answers: which bytes are here, and which are missing?
//
// A search that lacks a part does not wait for it: it notes it in [Wants], goes on to
// find out what else it lacks, and returns the list. The host brings all of them at
// once and asks again. What has been brought lives in [Resident]: one arena, from which
// the parts that were used longest ago make way for new ones.
//
// The arena is memory without pointers, so the collector never looks at it, and its
// size is fixed, so that a long visit does not grow the page.
//
// Before: a host that can fetch. After: index opens what is resident.
package fetch

import (
	"cmp"
	"slices"

	"github.com/pageside/pageside/engine/shard"
)

// Key names a part: its kind and its number among the parts of its kind.
type Key struct {
	Kind   shard.Kind
	Number int
}

// Wants collects the parts that a search lacks, each once, in the order of need. They
// are a few dozen: a list is looked through as fast as anything else, and the page is
// spared the code of maps.
type Wants struct{ keys []Key }

// Add notes a part.
func (w *Wants) Add(k Key) {
	if !slices.Contains(w.keys, k) {
		w.keys = append(w.keys, k)
	}
}

// Keys are the parts noted so far.
func (w *Wants) Keys() []Key { return w.keys }

// Resident holds the parts that are here. The zero Resident keeps parts on the heap
// without a limit.
type Resident struct {
	Arena   []byte    // where parts are kept; nil: on the heap, nothing is ever dropped
	Dropped func(Key) // called when a part makes way; nil: nobody needs to know

	parts []resident // by key
	clock int
	epoch int
}

type resident struct {
	key    Key
	bytes  []byte
	at     int // offset in the arena, −1 if on the heap
	used   int // clock of the last use
	pinned int // epoch of the last use
}

// Next begins a new search: what earlier ones used may make way from now on.
func (r *Resident) Next() { r.epoch++ }

// Get returns a part and marks it as used; nil if it is not here.
func (r *Resident) Get(k Key) []byte {
	i, here := r.find(k)
	if !here {
		return nil
	}
	p := &r.parts[i]
	r.clock++
	p.used, p.pinned = r.clock, r.epoch
	return p.bytes
}

// find returns where a part is among parts, or where it belongs.
func (r *Resident) find(k Key) (i int, here bool) {
	return slices.BinarySearchFunc(r.parts, k, func(p resident, k Key) int {
		return cmp.Or(int(p.key.Kind)-int(k.Kind), p.key.Number-k.Number)
	})
}

// Put keeps a copy of a part, marks it as used and returns it. Parts that the present
// search has used never make way: if nothing else can, the new part is kept on the heap,
// until a later search that does not use it brings another.
func (r *Resident) Put(k Key, data []byte) []byte {
	if b := r.Get(k); b != nil {
		return b
	}
	r.sweep()
	r.clock++
	p := resident{key: k, at: r.room(len(data)), used: r.clock, pinned: r.epoch}
	if p.at >= 0 {
		p.bytes = r.Arena[p.at : p.at+len(data) : p.at+len(data)]
		copy(p.bytes, data)
	} else {
		p.bytes = append([]byte{}, data...)
	}
	i, _ := r.find(k)
	r.parts = slices.Insert(r.parts, i, p)
	return p.bytes
}

// sweep drops the parts that had to go to the heap for an earlier search.
func (r *Resident) sweep() {
	for i := len(r.parts) - 1; i >= 0; i-- {
		if p := &r.parts[i]; r.Arena != nil && p.at < 0 && p.pinned != r.epoch {
			r.forget(i)
		}
	}
}

// room finds n free bytes in the arena, dropping parts until there are; −1 if it can't.
func (r *Resident) room(n int) int {
	if r.Arena == nil || n > len(r.Arena) {
		return -1
	}
	for {
		if at := r.gap(n); at >= 0 {
			return at
		}
		if !r.drop() {
			return -1
		}
	}
}

// gap returns the first gap of n bytes between the parts in the arena, or −1. There are
// hundreds of parts at most, so that a scan is cheaper than a structure to maintain.
func (r *Resident) gap(n int) int {
	at := 0
	for {
		end, next := len(r.Arena), -1
		for i := range r.parts {
			p := &r.parts[i]
			if p.at < 0 || p.at+len(p.bytes) <= at {
				continue
			}
			if p.at < end {
				end, next = p.at, p.at+len(p.bytes)
			}
		}
		if end-at >= n {
			return at
		}
		if next < 0 {
			return -1
		}
		at = next
	}
}

// drop lets the part go that was used longest ago and that the present search has not
// used.
func (r *Resident) drop() bool {
	oldest := -1
	for i := range r.parts {
		p := &r.parts[i]
		if p.at >= 0 && p.pinned != r.epoch && (oldest < 0 || p.used < r.parts[oldest].used) {
			oldest = i
		}
	}
	if oldest < 0 {
		return false
	}
	r.forget(oldest)
	return true
}

// Forget lets a part go that turned out to be of no use.
func (r *Resident) Forget(k Key) {
	if i, here := r.find(k); here {
		r.forget(i)
	}
}

func (r *Resident) forget(i int) {
	k := r.parts[i].key
	r.parts = slices.Delete(r.parts, i, i+1)
	if r.Dropped != nil {
		r.Dropped(k)
	}
}
