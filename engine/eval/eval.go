// Package eval answers: how good was it?
//
// A run (question → documents, best first) is scored against judgements (question →
// document → grade). The definitions are trec_eval's: nDCG with linear gain and a
// log2 discount; a grade above 0 is relevant, any other is a gain of 0; and every figure
// is the mean over the questions that have a relevant document.
//
// Before: search ranks. After: a table that says whether a change was one.
package eval

import (
	"maps"
	"math"
	"slices"
)

// Judgements maps a question to its documents' grades.
type Judgements map[string]map[string]float64

// Run maps a question to document ids, best first, each once. Judged questions that are missing
// from it count as answered with nothing.
type Run map[string][]string

// Scores are means over the judged questions.
type Scores struct {
	Questions int
	NDCG10    float64
	MRR10     float64
	Recall10  float64
	Recall100 float64
	Empty     float64 // share of questions without a single result
}

// Score compares a run with the judgements.
func Score(run Run, judged Judgements) Scores {
	var s Scores
	for _, q := range slices.Sorted(maps.Keys(judged)) { // sums depend on their order
		grades := judged[q]
		if positives(grades) == 0 {
			continue
		}
		ranked := run[q]
		s.Questions++
		s.NDCG10 += ndcg(ranked, grades, 10)
		s.MRR10 += reciprocalRank(ranked, grades, 10)
		s.Recall10 += recall(ranked, grades, 10)
		s.Recall100 += recall(ranked, grades, 100)
		if len(ranked) == 0 {
			s.Empty++
		}
	}
	if s.Questions > 0 {
		n := float64(s.Questions)
		for _, v := range []*float64{&s.NDCG10, &s.MRR10, &s.Recall10, &s.Recall100, &s.Empty} {
			*v /= n
		}
	}
	return s
}

// ndcg is the discounted gain of the first k over the best possible.
func ndcg(ranked []string, grades map[string]float64, k int) float64 {
	var got, best float64
	for i := 0; i < min(k, len(ranked)); i++ {
		got += max(0, grades[ranked[i]]) / math.Log2(float64(i)+2)
	}
	for i, g := range topGrades(grades, k) {
		best += g / math.Log2(float64(i)+2)
	}
	if best == 0 {
		return 0
	}
	return got / best
}

// reciprocalRank is 1/rank of the first relevant document among the first k, else 0.
func reciprocalRank(ranked []string, grades map[string]float64, k int) float64 {
	for i := 0; i < min(k, len(ranked)); i++ {
		if grades[ranked[i]] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// recall is the share of the relevant documents that stand among the first k.
func recall(ranked []string, grades map[string]float64, k int) float64 {
	total, hit := positives(grades), 0
	if total == 0 {
		return 0
	}
	for i := 0; i < min(k, len(ranked)); i++ {
		if grades[ranked[i]] > 0 {
			hit++
		}
	}
	return float64(hit) / float64(total)
}

func positives(grades map[string]float64) int {
	n := 0
	for _, g := range grades {
		if g > 0 {
			n++
		}
	}
	return n
}

// topGrades returns the k largest positive grades, largest first.
func topGrades(grades map[string]float64, k int) []float64 {
	var top []float64
	for _, g := range grades {
		if g <= 0 {
			continue
		}
		at := len(top)
		for at > 0 && top[at-1] < g {
			at--
		}
		if at < k {
			top = append(top, 0)
			copy(top[at+1:], top[at:])
			top[at] = g
			top = top[:min(k, len(top))]
		}
	}
	return top
}

// Quantile returns the value below which the share p (0 to 1) of the values lies,
// between neighbours by straight line. It sorts a copy; no values give 0.
func Quantile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	v := slices.Sorted(slices.Values(values))
	at := p * float64(len(v)-1)
	lo := int(at)
	hi := min(lo+1, len(v)-1)
	return v[lo] + float64((v[hi]-v[lo])*(at-float64(lo)))
}
