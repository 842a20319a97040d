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
