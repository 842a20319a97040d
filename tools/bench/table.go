package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// report is what a verb found.
type report struct {
	Verb    string   `json:"verb"`
	Tables  []table  `json:"tables"`
	Bars    []bar    `json:"bars"`
	LeftOut []string `json:"left_out"` // what could not be measured, and why
	Notes   []string `json:"notes"`    // how to read it
}

// table is columns of text under a title; the first column is flush left.
type table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

// bar is a promise about one number.
type bar struct {
	Name string
	Got  float64
	Bar  float64
	Most bool   // the number may not be above the bar; else not below
	Unit string // " KB", or nothing
}

func atLeast(name string, got, least float64) bar { return bar{Name: name, Got: got, Bar: least} }

func atMost(name string, got, most float64, unit string) bar {
	return bar{Name: name, Got: got, Bar: most, Most: true, Unit: unit}
}

// held is false for what is no number, too.
func (b bar) held() bool {
	if b.Most {
		return b.Got <= b.Bar
	}
	return b.Got >= b.Bar
}

// MarshalJSON adds the verdict, and writes what is no number as null.
func (b bar) MarshalJSON() ([]byte, error) {
	out := map[string]any{"name": b.Name, "got": b.Got, "bar": b.Bar, "most": b.Most,
		"unit": strings.TrimSpace(b.Unit), "held": b.held()}
	if math.IsNaN(b.Got) {
		out["got"] = nil
	}
	return json.Marshal(out)
}

// String is the bar and whether it is held, for a column of a table.
func (b bar) String() string {
	sign, by := "≥", b.Bar-b.Got
	if b.Most {
		sign, by = "≤", b.Got-b.Bar
	}
	s := sign + " " + number(b.Bar) + b.Unit
	if b.held() {
		return s + " held"
	}
	return s + " MISSED by " + number(by) + b.Unit
}

// number prints as many digits as a reader needs.
func number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "?"
	case v == float64(int64(v)):
		return strconv.FormatInt(int64(v), 10)
	case v < 2 && v > -2:
		return strconv.FormatFloat(v, 'f', 4, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// oneDigit is for columns of figures that are read beside each other.
func oneDigit(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// missed are the bars that are not held.
func (r *report) missed() (out []bar) {
	for _, b := range r.Bars {
		if !b.held() {
			out = append(out, b)
		}
	}
	return out
}

// check notes a bar and returns its text.
func (r *report) check(b bar) string {
	r.Bars = append(r.Bars, b)
	return b.String()
}

func (r *report) print(w io.Writer) error {
	var out strings.Builder
	for _, t := range r.Tables {
		t.print(&out)
		out.WriteString("\n")
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&out, "%s\n", n)
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(&out, "left out: %s\n", l)
	}
	missed := r.missed()
	fmt.Fprintf(&out, "%s: %d of %d bars held\n", r.Verb, len(r.Bars)-len(missed), len(r.Bars))
	for _, b := range missed {
		fmt.Fprintf(&out, "  %s: %s%s, %s\n", b.Name, number(b.Got), b.Unit, b)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (r *report) printJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(struct {
		*report
		Held bool `json:"held"`
	}{r, len(r.missed()) == 0})
}

// print aligns the columns: the first and the last to the left, numbers to the right.
func (t *table) print(w io.Writer) {
	width := make([]int, len(t.Head))
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	if t.Title != "" {
		fmt.Fprintln(w, t.Title)
	}
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 || i == len(row)-1 {
				line.WriteString("  " + cell + pad)
			} else {
				line.WriteString("  " + pad + cell)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
