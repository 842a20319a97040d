package rank_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pageside/pageside/engine/rank"
)

// farthest is what Apart says of words that are too far from each other to matter.
const farthest = 13

// apart is what Apart says, by looking at every pair.
func apart(a, b []int32, want int32) (int, bool) {
	best := farthest
	for _, x := range a {
		for _, y := range b {
			best = min(best, int(max(y-x-want, x+want-y)))
		}
	}
	return best, len(a) > 0 && len(b) > 0
}

func TestApartByHand(t *testing.T) {
	for _, c := range []struct {
		a, b  []int32
		want  int32
		apart int
		found bool
	}{
		{nil, nil, 1, farthest, false},
		{[]int32{1}, nil, 1, farthest, false},
		{nil, []int32{1}, 1, farthest, false},
		{[]int32{5}, []int32{6}, 1, 0, true},           // as they were typed
		{[]int32{5}, []int32{5}, 1, 1, true},           // on top of each other
		{[]int32{6}, []int32{5}, 1, 2, true},           // the other way round
		{[]int32{6}, []int32{5}, -1, 0, true},          // which may be what was typed
		{[]int32{0}, []int32{12}, 0, 12, true},         // as far as it counts
		{[]int32{0}, []int32{13}, 0, farthest, true},   // beyond
		{[]int32{0}, []int32{1000}, 0, farthest, true}, // and no more than that
		{[]int32{1, 50, 99}, []int32{20, 52, 200}, 1, 1, true},
	} {
		got, found := rank.Apart(c.a, c.b, c.want)
		if got != c.apart || found != c.found {
			t.Errorf("%v and %v, want %d: %d %v, want %d %v", c.a, c.b, c.want,
				got, found, c.apart, c.found)
		}
	}
}

func TestApartIsWhatEveryPairSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	list := func(span int) []int32 {
		out := make([]int32, rng.IntN(20))
		for i := range out {
			out[i] = int32(rng.IntN(span))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for i := range 5000 {
		span := 10 << (i % 6)
		a, b, want := list(span), list(span), int32(rng.IntN(9)-4)
		got, found := rank.Apart(a, b, want)
		if brute, ok := apart(a, b, want); got != brute || found != ok {
			t.Fatalf("%v and %v, want %d: %d %v, by every pair %d %v", a, b, want,
				got, found, brute, ok)
		}
	}
}

// Positions come from files that may be hostile: not ascending, or at the borders of
// their type. The answer is then of no use, but it comes.
func TestApartOfNonsenseComesToAnEnd(t *testing.T) {
	wild := []int32{math.MaxInt32, math.MinInt32, 0, -1, math.MaxInt32}
	for _, want := range wild {
		rank.Apart(wild, wild, want)
	}
}

func TestNearnessFallsWithDistance(t *testing.T) {
	before := math.Inf(1)
	for apart := range farthest {
		v := rank.Pair{IDF: 2, Apart: apart}.Near()
		if v >= before || v <= 0 {
			t.Errorf("apart %d: %v after %v", apart, v, before)
		}
		before = v
	}
	if got := (rank.Pair{IDF: 2}).Near(); got != 2 {
		t.Errorf("side by side: %v, want the idf", got)
	}
	if got := (rank.Pair{IDF: 2, Apart: 3}).Near(); got != 0.5 {
		t.Errorf("three apart: %v, want 0.5", got)
	}
	for _, far := range []int{farthest, 1 << 30, -1} {
		if got := (rank.Pair{IDF: 2, Apart: far}).Near(); got != 0 {
			t.Errorf("apart %d: %v, want 0", far, got)
		}
	}
}
