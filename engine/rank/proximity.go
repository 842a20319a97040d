package rank

// Pair is how two neighbouring words of a question lie in a page: Apart is the smallest
// difference between their distance in the page and their distance in the question.
// 0 means that they stand in the page as they were typed.
type Pair struct {
	IDF   float64 // the smaller idf of the two
	Apart int
}

// maxApart is the distance beyond which two words do not help each other.
const maxApart = 12

// Near is what the pair's nearness is worth: idf/(1 + apart), 0 beyond maxApart.
// (In the manner of Rasolofo and Savoy, "Term proximity scoring for keyword-based
// retrieval systems", ECIR 2003, which weighs by the inverse square; the gentler slope
// here was measured to be better on Chinese and equal on English.)
func (p Pair) Near() float64 {
	if p.Apart < 0 || p.Apart > maxApart {
		return 0
	}
	return p.IDF / (1 + float64(p.Apart))
}

// Apart returns the smallest |b − a − want| over two ascending lists of positions, and
// whether both lists hold anything. It walks each list once.
func Apart(a, b []int32, want int32) (int, bool) {
	best, found := maxApart+1, false
	j := 0
	for _, x := range a {
		target := x + want
		for j < len(b) && b[j] < target {
			j++
		}
		for _, k := range [2]int{j - 1, j} {
			if k < 0 || k >= len(b) {
				continue
			}
			found = true
			d := int(b[k] - target)
			if d < 0 {
				d = -d
			}
			best = min(best, d)
		}
	}
	return best, found
}
