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

import "github.com/pageside/pageside/engine/shard"

// Key names a part: its kind and its number among the parts of its kind.
type Key struct {
	Kind   shard.Kind
	Number int
}

// Wants collects the parts that a search lacks, each once, in the order of need.
type Wants struct {
	keys []Key
	seen map[Key]bool
}

// Add notes a part.
func (w *Wants) Add(k Key) {
	if w.seen[k] {
		return
	}
	if w.seen == nil {
		w.seen = map[Key]bool{}
	}
	w.seen[k] = true
	w.keys = append(w.keys, k)
}

// Keys are the parts noted so far.
func (w *Wants) Keys() []Key { return w.keys }

// Resident holds the parts that are here. The zero Resident keeps parts on the heap
// without a limit.
type Resident struct {
	Arena   []byte    // where parts are kept; nil: on the heap, nothing is ever dropped
	Dropped func(Key) // called when a part makes way; nil: nobody needs to know

	parts map[Key]*resident
	clock int
	epoch int
}

type resident struct {
	bytes  []byte
	at     int // offset in the arena, −1 if on the heap
	used   int // clock of the last use
	pinned int // epoch of the last use
}

// Next begins a new search: what earlier ones used may make way from now on.
func (r *Resident) Next() { r.epoch++ }

// Get returns a part and marks it as used; nil if it is not here.
func (r *Resident) Get(k Key) []byte {
	p := r.parts[k]
	if p == nil {
		return nil
	}
	r.clock++
	p.used, p.pinned = r.clock, r.epoch
	return p.bytes
}

// Put keeps a copy of a part, marks it as used and returns it. Parts that the present
// search has used never make way: if nothing else can, the new part is kept on the heap,
// until a later search that does not use it brings another.
func (r *Resident) Put(k Key, data []byte) []byte {
	if b := r.Get(k); b != nil {
		return b
	}
	r.sweep()
	if r.parts == nil {
		r.parts = map[Key]*resident{}
	}
	p := &resident{at: -1}
	r.clock++
	p.used, p.pinned = r.clock, r.epoch
	if at := r.room(len(data)); at >= 0 {
		p.at = at
		p.bytes = r.Arena[at : at+len(data) : at+len(data)]
		copy(p.bytes, data)
	} else {
		p.bytes = append([]byte{}, data...)
	}
	r.parts[k] = p
	return p.bytes
}

// sweep drops the parts that had to go to the heap for an earlier search.
func (r *Resident) sweep() {
	for k, p := range r.parts {
		if r.Arena != nil && p.at < 0 && p.pinned != r.epoch {
			r.forget(k)
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
		for _, p := range r.parts {
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
	var oldest Key
	var found *resident
	for k, p := range r.parts {
		if p.at >= 0 && p.pinned != r.epoch && (found == nil || p.used < found.used) {
			oldest, found = k, p
		}
	}
	if found == nil {
		return false
	}
	r.forget(oldest)
	return true
}

func (r *Resident) forget(k Key) {
	delete(r.parts, k)
	if r.Dropped != nil {
		r.Dropped(k)
	}
}
