package search

// order sorts n things by heap: less compares the things at two places, swap exchanges
// them. less must tell any two things apart, since heaps are not stable. One copy of this
// code serves every type; the generic sorts of the standard library cost the page
// 10 KB of code for each.
func order(n int, less func(i, j int) bool, swap func(i, j int)) {
	for root := n/2 - 1; root >= 0; root-- {
		sink(root, n, less, swap)
	}
	for end := n - 1; end > 0; end-- {
		swap(0, end)
		sink(0, end, less, swap)
	}
}

func sink(root, n int, less func(i, j int) bool, swap func(i, j int)) {
	for {
		child := 2*root + 1
		if child >= n {
			return
		}
		if child+1 < n && less(child, child+1) {
			child++
		}
		if !less(root, child) {
			return
		}
		swap(root, child)
		root = child
	}
}

// better orders hits: the reader's language first, then by score, and of equal ones the
// lower page.
func better(a, b Hit) int {
	switch {
	case a.foreign != b.foreign:
		return a.foreign - b.foreign
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	}
	return a.Page - b.Page
}

// sortHits puts hits in the order of better.
func sortHits(hits []Hit) {
	order(len(hits),
		func(i, j int) bool { return better(hits[i], hits[j]) < 0 },
		func(i, j int) { hits[i], hits[j] = hits[j], hits[i] })
}

// sortPages puts hits in the order of their pages.
func sortPages(hits []Hit) {
	order(len(hits),
		func(i, j int) bool { return hits[i].Page < hits[j].Page },
		func(i, j int) { hits[i], hits[j] = hits[j], hits[i] })
}

// topK keeps the k best hits in a heap whose root is the worst.
type topK struct {
	k    int
	hits []Hit
}

func (t *topK) add(h Hit) {
	if len(t.hits) < t.k {
		t.hits = append(t.hits, h)
		for i := len(t.hits) - 1; i > 0; {
			up := (i - 1) / 2
			if better(t.hits[up], t.hits[i]) > 0 {
				break
			}
			t.hits[up], t.hits[i] = t.hits[i], t.hits[up]
			i = up
		}
		return
	}
	if better(h, t.hits[0]) > 0 {
		return
	}
	t.hits[0] = h
	for i := 0; ; {
		worst := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(t.hits); c++ {
			if better(t.hits[c], t.hits[worst]) > 0 {
				worst = c
			}
		}
		if worst == i {
			return
		}
		t.hits[i], t.hits[worst] = t.hits[worst], t.hits[i]
		i = worst
	}
}

func (t *topK) sorted() []Hit {
	sortHits(t.hits)
	return t.hits
}
