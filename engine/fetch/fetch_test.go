package fetch_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/shard"
)

func text(n int) fetch.Key { return fetch.Key{Kind: shard.KindText, Number: n} }

// part is n bytes that no other part has.
func part(k fetch.Key, n int) []byte {
	return bytes.Repeat([]byte{byte(16*int(k.Kind) + k.Number)}, n)
}

// visit is a Resident that keeps a diary of what makes way.
type visit struct {
	fetch.Resident
	dropped []int
}

func newVisit(arena int) *visit {
	v := &visit{}
	v.Arena = make([]byte, arena)
	v.Dropped = func(k fetch.Key) { v.dropped = append(v.dropped, k.Number) }
	return v
}

func (v *visit) put(number, size int) []byte {
	return v.Put(text(number), part(text(number), size))
}

func (v *visit) inArena(b []byte) bool { return inArena(v.Arena, b) }

// inArena reports whether bytes are kept in the arena.
func inArena(arena, b []byte) bool {
	for i := range arena {
		if &arena[i] == &b[0] {
			return true
		}
	}
	return false
}

func TestWantsAreNotedOnceInTheOrderOfNeed(t *testing.T) {
	var w fetch.Wants
	for _, n := range []int{3, 1, 3, 2, 1} {
		w.Add(text(n))
	}
	w.Add(fetch.Key{Kind: shard.KindTerms, Number: 3})
	want := []fetch.Key{text(3), text(1), text(2), {Kind: shard.KindTerms, Number: 3}}
	if !slices.Equal(w.Keys(), want) {
		t.Errorf("%v, want %v", w.Keys(), want)
	}
}

func TestWithoutAnArenaNothingMakesWay(t *testing.T) {
	var r fetch.Resident
	for n := range 100 {
		r.Next()
		r.Put(text(n), part(text(n), 1000))
	}
	for n := range 100 {
		if !bytes.Equal(r.Get(text(n)), part(text(n), 1000)) {
			t.Fatalf("part %d is gone", n)
		}
	}
	if r.Len() != 100 || r.Get(text(100)) != nil {
		t.Errorf("%d parts are here", r.Len())
	}
}

func TestWhatWasPutIsACopy(t *testing.T) {
	for _, v := range []*visit{newVisit(100), newVisit(5), {}} {
		data := []byte("0123456789")
		kept := v.Put(text(1), data)
		data[0] = '?'
		got := v.Get(text(1))
		if string(kept) != "0123456789" || string(got) != "0123456789" || cap(kept) > 16 {
			t.Errorf("arena of %d: kept %q, capacity %d", len(v.Arena), kept, cap(kept))
		}
		again := v.Put(text(1), []byte("other")) // a part's name is its content
		if string(again) != "0123456789" {
			t.Errorf("put twice: %q", again)
		}
	}
}

func TestWhatWasUsedLongestAgoMakesWay(t *testing.T) {
	v := newVisit(30)
	for n := range 3 {
		v.put(n, 10)
	}
	v.Next()
	v.Get(text(0)) // now 1 is the oldest
	v.Next()
	v.put(3, 10)
	v.put(4, 10)
	if !slices.Equal(v.dropped, []int{1, 2}) {
		t.Errorf("dropped %v, want 1, then 2", v.dropped)
	}
	if v.Get(text(1)) != nil || v.Get(text(0)) == nil {
		t.Error("the wrong parts are here")
	}
}

func TestWhatThePresentSearchUsedNeverMakesWay(t *testing.T) {
	v := newVisit(30)
	for n := range 3 {
		v.put(n, 10)
	}
	v.Next()
	for n := range 3 {
		v.Get(text(n))
	}
	if b := v.put(3, 10); v.inArena(b) || len(v.dropped) > 0 {
		t.Errorf("in the arena: %v, dropped %v", v.inArena(b), v.dropped)
	}
	if v.Len() != 4 || !bytes.Equal(v.Get(text(3)), part(text(3), 10)) {
		t.Errorf("%d parts are here", v.Len())
	}
}

// A host may bring a part twice. The second time is a use like any other.
func TestPutOfWhatIsHereIsAUse(t *testing.T) {
	v := newVisit(20)
	v.put(0, 10)
	v.put(1, 10)
	v.Next()
	v.put(0, 10)
	v.put(2, 10)
	if !slices.Equal(v.dropped, []int{1}) {
		t.Errorf("dropped %v, want 1", v.dropped)
	}
}

// A long visit does not grow the page: what had to go to the heap because the arena was
// in use makes way as soon as a later search brings something else.
func TestPartsOnTheHeapMakeWayForTheNextSearch(t *testing.T) {
	v := newVisit(10)
	for n := range 50 {
		v.Next()
		v.put(2*n, 10)
		v.put(2*n+1, 8)
		v.put(1000+n, 100) // larger than the arena
		if v.Len() > 3 {
			t.Fatalf("search %d: %d parts are here, it used three", n, v.Len())
		}
	}
}

func TestLargerThanTheArenaDropsNothing(t *testing.T) {
	v := newVisit(10)
	v.put(0, 10)
	v.Next()
	if b := v.put(1, 11); v.inArena(b) || len(v.dropped) > 0 {
		t.Errorf("in the arena: %v, dropped %v", v.inArena(b), v.dropped)
	}
}

func TestGapsAreUsedAgain(t *testing.T) {
	v := newVisit(40)
	for n := range 4 {
		v.put(n, 10)
	}
	v.Next()
	for _, n := range []int{0, 2, 3} {
		v.Get(text(n))
	}
	if v.put(4, 6); !slices.Equal(v.dropped, []int{1}) {
		t.Fatalf("dropped %v, want 1", v.dropped)
	}
	for n, size := range []int{3, 1} { // the rest of the gap
		if b := v.put(5+n, size); !v.inArena(b) {
			t.Errorf("%d bytes do not fit into the gap", size)
		}
	}
	if b := v.put(7, 1); v.inArena(b) {
		t.Error("a full arena took one more byte")
	}
	for n, size := range map[int]int{0: 10, 2: 10, 3: 10, 4: 6, 5: 3, 6: 1, 7: 1} {
		if !bytes.Equal(v.Get(text(n)), part(text(n), size)) {
			t.Errorf("part %d was written over", n)
		}
	}
}

// Neighbouring gaps grow together when enough old parts have made way.
func TestOldPartsMakeWayUntilThereIsRoom(t *testing.T) {
	v := newVisit(40)
	for n := range 4 {
		v.put(n, 10)
	}
	v.Next()
	if b := v.put(4, 25); !v.inArena(b) || !slices.Equal(v.dropped, []int{0, 1, 2}) {
		t.Errorf("in the arena: %v, dropped %v, want 0, 1, 2", v.inArena(b), v.dropped)
	}
}

// What is forgotten leaves its room to others, even of the same search.
func TestForgottenPartsAreGone(t *testing.T) {
	v := newVisit(20)
	v.put(0, 10)
	v.put(1, 10)
	v.Forget(text(0))
	v.Forget(text(0))
	if v.Get(text(0)) != nil || v.Len() != 1 || !slices.Equal(v.dropped, []int{0}) {
		t.Errorf("%d parts are here, dropped %v", v.Len(), v.dropped)
	}
	if b := v.put(2, 10); !v.inArena(b) {
		t.Error("its room in the arena is not free")
	}
}

func TestEmptyPartsAreParts(t *testing.T) {
	for _, v := range []*visit{newVisit(10), {}} {
		v.put(0, 0)
		v.put(1, 10)
		v.put(2, 0)
		for n := range 3 {
			if v.Get(text(n)) == nil {
				t.Errorf("arena of %d: part %d is missing", len(v.Arena), n)
			}
		}
	}
}

func Example() {
	r := fetch.Resident{Arena: make([]byte, 1<<20)}
	for range 2 {
		r.Next() // a search begins
		var wants fetch.Wants
		k := fetch.Key{Kind: shard.KindTerms, Number: 7}
		if b := r.Get(k); b == nil {
			wants.Add(k)
		} else {
			fmt.Printf("search %s\n", b)
		}
		for _, k := range wants.Keys() { // the host brings what is missing
			fmt.Println("fetch", k.Kind, k.Number)
			r.Put(k, []byte("postings"))
		}
	}
	// Output:
	// fetch terms 7
	// search postings
}
