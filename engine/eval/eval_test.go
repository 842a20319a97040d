package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// Computed by hand from trec_eval's definitions: linear gain, a discount of log2(rank+1),
// and a grade above 0 is relevant.
func TestFiguresByHand(t *testing.T) {
	var d2, d3 = math.Log2(3), 2.0 // discounts at ranks 2 and 3; at rank 1 it is 1
	grades := map[string]float64{"a": 3, "b": 2, "c": 1, "zero": 0, "spam": -2}
	for _, c := range []struct {
		why              string
		ranked           []string
		k                int
		ndcg, rr, recall float64
	}{
		{"best order", []string{"a", "b", "c"}, 10, 1, 1, 1},
		{"first two swapped", []string{"b", "a", "c"}, 10,
			(2 + 3/d2 + 1/d3) / (3 + 2/d2 + 1/d3), 1, 1},
		{"an unjudged page first", []string{"?", "a"}, 10,
			(3 / d2) / (3 + 2/d2 + 1/d3), 0.5, 1. / 3},
		{"grade 0 is not relevant", []string{"zero", "c"}, 10,
			(1 / d2) / (3 + 2/d2 + 1/d3), 0.5, 1. / 3},
		{"a grade below 0 is a gain of 0", []string{"spam", "a"}, 10,
			(3 / d2) / (3 + 2/d2 + 1/d3), 0.5, 1. / 3},
		{"nothing found", nil, 10, 0, 0, 0},
		{"nothing relevant found", []string{"?", "zero"}, 10, 0, 0, 0},
		{"relevant beyond the cut-off", []string{"?", "a"}, 1, 0, 0, 0},
		{"the ideal is cut off too", []string{"a", "?", "b"}, 1, 1, 1, 1. / 3},
		{"two of three at the cut-off", []string{"b", "c", "a"}, 2,
			(2 + 1/d2) / (3 + 2/d2), 1, 2. / 3},
		{"no cut-off, no figure", []string{"a"}, 0, 0, 0, 0},
	} {
		gain := ndcg(c.ranked, grades, c.k)
		rank := reciprocalRank(c.ranked, grades, c.k)
		share := recall(c.ranked, grades, c.k)
		if !near(gain, c.ndcg) || !near(rank, c.rr) || !near(share, c.recall) {
			t.Errorf("%s: nDCG %v, reciprocal rank %v, recall %v; want %v, %v, %v",
				c.why, gain, rank, share, c.ndcg, c.rr, c.recall)
		}
	}
}

func TestQuestionsWithoutARelevantDocument(t *testing.T) {
	for _, grades := range []map[string]float64{nil, {}, {"a": 0}, {"a": -1, "b": 0}} {
		ranked := []string{"a", "b"}
		if ndcg(ranked, grades, 10) != 0 || recall(ranked, grades, 10) != 0 ||
			reciprocalRank(ranked, grades, 10) != 0 {
			t.Errorf("%v: a figure above 0", grades)
		}
	}
}

// More relevant documents than the cut-off: the ideal holds the best k of them.
func TestIdealHoldsTheHighestGrades(t *testing.T) {
	grades := map[string]float64{}
	for i := range 30 {
		grades[fmt.Sprint(i)] = float64(i % 3)
	}
	if got := ndcg([]string{"2", "5", "8"}, grades, 3); !near(got, 1) {
		t.Errorf("three of the best: %v, want 1", got)
	}
	if got := ndcg([]string{"1", "4", "7"}, grades, 3); !near(got, 0.5) {
		t.Errorf("three of half the grade: %v, want 0.5", got)
	}
}

func TestScoreIsTheMeanOverQuestionsThatCanBeAnswered(t *testing.T) {
	judged := Judgements{
		"answered": {"a": 1},
		"second":   {"b": 1, "c": 1},
		"empty":    {"d": 1},
		"missing":  {"e": 1},
		"hopeless": {"f": 0}, // nothing relevant: does not count
	}
	run := Run{
		"answered":  {"a"},
		"second":    {"x", "b"},
		"empty":     {},
		"hopeless":  {"f"},
		"unjudged":  {"a"}, // nor does this
		"unjudged2": {},
	}
	want := Scores{
		Questions: 4,
		NDCG10:    (1 + (1/math.Log2(3))/(1+1/math.Log2(3))) / 4,
		MRR10:     (1 + 0.5) / 4,
		Recall10:  (1 + 0.5) / 4,
		Recall100: (1 + 0.5) / 4,
		Empty:     2. / 4,
	}
	got := Score(run, judged)
	if got.Questions != want.Questions ||
		!near(got.NDCG10, want.NDCG10) || !near(got.MRR10, want.MRR10) ||
		!near(got.Recall10, want.Recall10) || !near(got.Recall100, want.Recall100) ||
		!near(got.Empty, want.Empty) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := Score(nil, nil); got != (Scores{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestRecallAtTenAndAtAHundredDiffer(t *testing.T) {
	ranked := make([]string, 200)
	grades := map[string]float64{}
	for i := range ranked {
		ranked[i] = fmt.Sprint(i)
		if i%20 == 5 { // ranks 6, 26, 46, … 186: ten in all, five in the first hundred
			grades[ranked[i]] = 1
		}
	}
	s := Score(Run{"q": ranked}, Judgements{"q": grades})
	if !near(s.Recall10, 0.1) || !near(s.Recall100, 0.5) || !near(s.MRR10, 1./6) {
		t.Errorf("%+v", s)
	}
}

// A mean is a sum, and a sum of floats depends on its order, which must not be that of
// a map: two runs of one comparison would differ in the last digits.
func TestSameRunSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	judged, run := Judgements{}, Run{}
	for q := range 300 {
		name := fmt.Sprint("question ", q)
		judged[name] = map[string]float64{"a": 1, "b": float64(rng.IntN(3))}
		run[name] = make([]string, 10)
		run[name][rng.IntN(10)] = "a"
		run[name][rng.IntN(10)] = "b"
	}
	first := Score(run, judged)
	for range 20 {
		if again := Score(run, judged); again != first {
			t.Fatalf("first  %+v\nagain  %+v", first, again)
		}
	}
}

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		p, want float64
	}{
		{nil, 0.5, 0},
		{[]float64{7}, 0, 7},
		{[]float64{7}, 1, 7},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 3, 2}, 0.5, 2.5},
		{[]float64{40, 10, 30, 20}, 0.95, 38.5}, // 0.95 × 3 = 2.85: 30 + 0.85 × 10
		{[]float64{40, 10, 30, 20}, 0, 10},
		{[]float64{40, 10, 30, 20}, 1, 40},
	} {
		before := fmt.Sprint(c.values)
		if got := Quantile(c.values, c.p); !near(got, c.want) {
			t.Errorf("%v of %v: %v, want %v", c.p, c.values, got, c.want)
		}
		if fmt.Sprint(c.values) != before {
			t.Errorf("the values were sorted in place: %v", c.values)
		}
	}
}
