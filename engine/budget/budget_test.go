package budget_test

import (
	"testing"

	"github.com/pageside/pageside/engine/budget"
)

func TestMeterStopsAndStaysStopped(t *testing.T) {
	m := &budget.Meter{Steps: 10}
	if !m.Tick(10) {
		t.Fatal("stopped within the budget")
	}
	if m.Tick(1) || m.Tick(0) {
		t.Error("went on past the budget")
	}
	if m.Used() != 11 {
		t.Errorf("used %d, want 11", m.Used())
	}
}

func TestYieldIsAskedNowAndThenAndMayStop(t *testing.T) {
	asked := 0
	m := &budget.Meter{Yield: func() bool { asked++; return asked < 3 }}
	ticks := 0
	for m.Tick(1 << 14) {
		ticks++
		if ticks > 1000 {
			t.Fatal("never stopped")
		}
	}
	if asked != 3 {
		t.Errorf("asked %d times, want 3", asked)
	}
}

func TestNilAndZeroMetersAllowEverything(t *testing.T) {
	var none *budget.Meter
	if !none.Tick(1<<40) || none.Used() != 0 || !new(budget.Meter).Tick(1<<40) {
		t.Error("a meter without limits stopped")
	}
}
