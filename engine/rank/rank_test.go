package rank_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/pageside/pageside/engine/rank"
)

var params = rank.Params{}.Defaults()

// The means of a site of short pages.
var mean = rank.Lengths{Title: 4, Head: 12, Body: 300}

func TestZeroParamsAreTheDocumentedDefaults(t *testing.T) {
	want := rank.Params{K1: 1.2, B: 0.75, Title: 2, InTitle: 3, Head: 2, BTitle: 0.4}
	if params != want {
		t.Errorf("defaults %+v, want %+v", params, want)
	}
	set := rank.Params{K1: 1, B: 0.5, Title: 3, InTitle: 1, Head: 4, BTitle: 0.1}
	if got := set.Defaults(); got != set {
		t.Errorf("what was set %+v became %+v", set, got)
	}
}

// By hand: in a page of mean length a field is worth weight × count; in a body twice as
// long a word is worth 1/(1 − 0.75 + 0.75 × 2) = 1/1.75; in a title half as long
// 2/(1 − 0.4 + 0.4 × 0.5) = 2.5.
func TestFrequencyByHand(t *testing.T) {
	for _, c := range []struct {
		counts rank.Counts
		page   rank.Lengths
		want   float64
	}{
		{rank.Counts{}, mean, 0},
		{rank.Counts{Title: 1, Head: 2, Body: 3}, mean, 2 + 4 + 3},
		{rank.Counts{Body: 1}, rank.Lengths{Title: 4, Head: 12, Body: 600}, 1 / 1.75},
		{rank.Counts{Title: 1}, rank.Lengths{Title: 2}, 2.5},
	} {
		if got := params.TF(c.counts, c.page, mean); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v in %+v: %v, want %v", c.counts, c.page, got, c.want)
		}
	}
	// A field that no page has: every length is the mean.
	if got := params.TF(rank.Counts{Title: 1}, rank.Lengths{Title: 1}, rank.Lengths{}); got != 2 {
		t.Errorf("without a mean: %v, want 2", got)
	}
}

func TestFrequencyRisesWithCountsAndFallsWithLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	some := func() float64 { return float64(1 + rng.IntN(999)) }
	for range 2000 {
		page := rank.Lengths{Title: some(), Head: some(), Body: some()}
		c := rank.Counts{Title: 1 + rng.IntN(9), Head: 1 + rng.IntN(9), Body: 1 + rng.IntN(99)}
		tf := params.TF(c, page, mean)
		for field := range 3 {
			more, longer := c, page
			*[]*int{&more.Title, &more.Head, &more.Body}[field]++
			*[]*float64{&longer.Title, &longer.Head, &longer.Body}[field] += some()
			if params.TF(more, page, mean) <= tf || params.TF(c, longer, mean) >= tf {
				t.Fatalf("%+v in %+v: tf' %v, not monotone in field %d", c, page, tf, field)
			}
		}
	}
}

func TestIDFIsNeverNegativeAndFallsWithFrequency(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1176, 1 << 22} {
		before := math.Inf(1)
		for df := 0; df <= n; df += 1 + n/100 {
			v := rank.IDF(n, df)
			if v < 0 || v >= before {
				t.Fatalf("%d of %d pages: idf %v after %v", df, n, v, before)
			}
			before = v
		}
		if all := rank.IDF(n, n); all <= 0 || rank.IDF(n, 2*n) != all {
			t.Errorf("all of %d pages: %v, twice as many: %v", n, all, rank.IDF(n, 2*n))
		}
	}
	if rank.IDF(0, 0) != 0 || rank.IDF(0, 5) != 0 {
		t.Error("no pages, and yet an idf")
	}
	if got, want := rank.IDF(10, 3), math.Log(1+7.5/3.5); math.Abs(got-want) > 1e-15 {
		t.Errorf("3 of 10 pages: %v, want %v", got, want)
	}
}

func TestSaturationRisesFromNothingToItsBound(t *testing.T) {
	if params.Saturate(0) != 0 || params.Saturate(1) != 1 {
		t.Errorf("of 0: %v, of 1: %v", params.Saturate(0), params.Saturate(1))
	}
	before := 0.0
	for tf := 0.01; tf < 1e6; tf *= 1.3 {
		v := params.Saturate(tf)
		if v <= before || v >= params.K1+1 {
			t.Fatalf("of %v: %v after %v, bound %v", tf, v, before, params.K1+1)
		}
		before = v
	}
}

func TestWorthRisesWithEachOfItsParts(t *testing.T) {
	base := params.Worth(2, 1, 0)
	if base != 2 {
		t.Errorf("an average mention is worth its idf: %v, want 2", base)
	}
	for name, more := range map[string]float64{
		"idf":   params.Worth(2.1, 1, 0),
		"tf":    params.Worth(2, 1.1, 0),
		"title": params.Worth(2, 1, 0.8),
	} {
		if more <= base {
			t.Errorf("more %s is worth %v, not more than %v", name, more, base)
		}
	}
}

// What a byte holds is within 6 % from 1/16 to 2^6.5, and clamped outside.
func TestDecodedFrequencyIsWithinSixPercent(t *testing.T) {
	low, high := 1.0/16, math.Exp2(6.5)
	before := 0.0
	for tf := low; tf <= high; tf *= 1.001 {
		b := rank.Encode(tf, 0)
		if got := rank.Decode(b); math.Abs(got-tf) > 0.06*tf {
			t.Fatalf("%v decoded as %v", tf, got)
		}
		if rank.Decode(b) < before {
			t.Fatalf("%v is decoded as %v, less was as %v", tf, rank.Decode(b), before)
		}
		before = rank.Decode(b)
	}
	for _, tf := range []float64{0, 1e-9, math.Inf(1), 1e9} {
		if got := rank.Decode(rank.Encode(tf, 0)); got < low-1e-6 || got > high*1.001 {
			t.Errorf("%v decoded as %v, outside %v to %v", tf, got, low, high)
		}
	}
}

func TestEveryLevelEncodesToItself(t *testing.T) {
	for level := range byte(64) {
		tf := rank.Decode(level)
		if b := rank.Encode(tf, 0); b != level {
			t.Errorf("level %d means %v, which is level %d", level, tf, b)
		}
		if level > 0 && tf <= rank.Decode(level-1) {
			t.Errorf("level %d is not above the one before", level)
		}
	}
}

func TestShareOfTheTitleStandsBesideTheLevel(t *testing.T) {
	for _, c := range []struct{ title, want float64 }{
		{0, 0}, {3, 0.8}, {1.51, 0.8}, {1.5, 1}, {1, 1}, {0.68, 1}, {0.67, 1.1}, {0.1, 1.1},
	} {
		b := rank.Encode(1, c.title)
		if got := rank.TitleShare(b); got != c.want {
			t.Errorf("title of %v of the mean: share %v, want %v", c.title, got, c.want)
		}
		bare := rank.Encode(1, 0)
		if rank.Decode(b) != rank.Decode(bare) {
			t.Errorf("title of %v of the mean changes the level", c.title)
		}
	}
}

func TestLongTitlesAreWorthLess(t *testing.T) {
	before := 1.0
	for _, c := range []struct{ mean, want float64 }{
		{0, 1}, {4, 1}, {7, 1}, {14, 0.25}, {70, 0.01},
	} {
		got := rank.TitleScale(c.mean)
		if math.Abs(got-c.want) > 1e-12 || got > before {
			t.Errorf("titles of %v tokens: %v, want %v", c.mean, got, c.want)
		}
		before = got
	}
}

func TestExplainingNothingCostsNothing(t *testing.T) {
	var none *rank.Explanation
	add := func() { none.Add("idf", "word", 1).Add("tf", "", 2) }
	if n := testing.AllocsPerRun(100, add); n != 0 {
		t.Errorf("%v allocations", n)
	}
	sum := &rank.Explanation{Name: "score", Value: 3}
	sum.Add("a", "note", 1).Add("b", "", 0.5)
	sum.Add("c", "", 2)
	if len(sum.Parts) != 2 || sum.Parts[0].Note != "note" || sum.Parts[0].Parts[0].Name != "b" {
		t.Errorf("explanation %+v", sum)
	}
}
