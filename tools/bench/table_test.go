package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

func TestBars(t *testing.T) {
	for _, c := range []struct {
		bar  bar
		held bool
		text string
	}{
		{atLeast("a", 0.70, 0.68), true, "≥ 0.6800 held"},
		{atLeast("a", 0.68, 0.68), true, "≥ 0.6800 held"},
		{atLeast("a", 0.67, 0.68), false, "≥ 0.6800 MISSED by 0.0100"},
		{atMost("a", 120, 120, " KB"), true, "≤ 120 KB held"},
		{atMost("a", 131.25, 120, " KB"), false, "≤ 120 KB MISSED by 11.2 KB"},
		{atMost("a", 0, 0, ""), true, "≤ 0 held"},
		{atMost("a", 1, 0, ""), false, "≤ 0 MISSED by 1"},
		{atLeast("a", math.NaN(), 0.5), false, "≥ 0.5000 MISSED by ?"},
		{atMost("a", math.NaN(), 1, ""), false, "≤ 1 MISSED by ?"},
	} {
		if c.bar.held() != c.held || c.bar.String() != c.text {
			t.Errorf("%+v: held %v, %q; want %v, %q", c.bar, c.bar.held(), c.bar, c.held, c.text)
		}
	}
}

func TestTablesAreAligned(t *testing.T) {
	tab := table{Title: "sizes", Head: []string{"site", "KB", "bar"},
		Rows: [][]string{{"a", "1.5", "held"}, {"naïve-zh", "120.0", "≤ 1 MISSED by 2"}}}
	var out bytes.Buffer
	tab.print(&out)
	want := `sizes
  site         KB  bar
  a           1.5  held
  naïve-zh  120.0  ≤ 1 MISSED by 2
`
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

// The exit code is the verdict, as a table and as JSON.
func TestReports(t *testing.T) {
	for _, c := range []struct {
		bars []bar
		code int
		last string
	}{
		{[]bar{atLeast("one", 2, 1)}, exitHeld, "x: 1 of 1 bars held\n"},
		{[]bar{atLeast("one", math.NaN(), 1)}, exitMissed,
			"x: 0 of 1 bars held\n  one: ?, ≥ 1 MISSED by ?\n"},
		{[]bar{atLeast("one", 2, 1), atMost("two", 3, 1, " KB")}, exitMissed,
			"x: 1 of 2 bars held\n  two: 3 KB, ≤ 1 KB MISSED by 2 KB\n"},
	} {
		r := &report{Verb: "x", Bars: c.bars, Notes: []string{"read it so"}, LeftOut: []string{"y"}}
		var out, errOut bytes.Buffer
		code := (&app{out: &out, errOut: &errOut}).tell(r)
		if code != c.code || out.String() != "read it so\nleft out: y\n"+c.last {
			t.Errorf("code %d, want %d; printed %q", code, c.code, out.String())
		}
		out.Reset()
		code = (&app{out: &out, errOut: &errOut, json: true}).tell(r)
		var got struct {
			Verb string
			Held bool
			Bars []bar
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || code != c.code ||
			got.Held != (code == exitHeld) || len(got.Bars) != len(c.bars) || got.Verb != "x" {
			t.Errorf("code %d, %v, %s", code, err, out.String())
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestAReportThatNobodyReadsIsNotHeld(t *testing.T) {
	var errOut bytes.Buffer
	a := &app{out: brokenPipe{}, errOut: &errOut}
	if code := a.tell(&report{Verb: "x"}); code != exitNeeds {
		t.Errorf("code %d", code)
	}
	if !strings.Contains(errOut.String(), "broken pipe") {
		t.Errorf("said %q", errOut.String())
	}
}
