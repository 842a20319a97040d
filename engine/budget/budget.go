// Package budget answers: may I spend this, and where do long loops come up for air?
//
// A [Meter] counts steps. Loops over data that somebody else wrote tick it; when it
// says no, the loop returns what it has. The engine has no clock and no context: the
// host that knows about time hands in [Meter.Yield].
//
// Before: nothing. After: search ticks it for the postings that it adds up.
package budget

// Meter bounds a piece of work. The zero Meter allows everything; a nil one too.
type Meter struct {
	Steps int         // allowed steps; 0 means unlimited
	Yield func() bool // called every yieldEvery steps; false stops; nil never stops

	used, sinceYield int
	stopped          bool
}

// yieldEvery is how many steps pass between two calls of Yield: about a millisecond
// of scoring, so that a page can cancel within a frame.
const yieldEvery = 1 << 16

// Tick spends n steps and reports whether the work may go on.
func (m *Meter) Tick(n int) bool {
	if m == nil {
		return true
	}
	if m.stopped {
		return false
	}
	m.used += n
	m.sinceYield += n
	if m.Steps > 0 && m.used > m.Steps {
		m.stopped = true
	}
	if m.Yield != nil && m.sinceYield >= yieldEvery {
		m.sinceYield = 0
		m.stopped = m.stopped || !m.Yield()
	}
	return !m.stopped
}

// Used is the number of steps spent.
func (m *Meter) Used() int {
	if m == nil {
		return 0
	}
	return m.used
}
