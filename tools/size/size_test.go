package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pageside/pageside/tools/slim/module"
	"github.com/pageside/pageside/tools/wasm/ship"
)

const root = "../.."

// Every module must be within its limits, and where the recorded file says it is.
func TestModulesAreWithinLimitsAndAsRecorded(t *testing.T) {
	if testing.Short() && os.Getenv("CI") == "" {
		t.Skip("LEFT OUT: building and compressing each module in three ways, by -short")
	}
	text, err := os.ReadFile("recorded.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, err := parseRecorded(string(text))
	if err != nil {
		t.Fatal(err)
	}
	mains, err := ship.Mains(root)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range mains {
		// Reading the sources here makes go test run again when they change; the builds are
		// another program's, which it does not see.
		if deps, err := ship.Packages(root, "wasm/"+name); err != nil || len(deps) < 30 {
			t.Fatalf("wasm/%s: %d packages, %v", name, len(deps), err)
		}
		m, err := measure(root, name)
		if err != nil {
			t.Fatal(err)
		}
		t.Log("\n" + m.table())
		for _, r := range m.rows {
			seen++
			if moved := want.moved(name+" "+r.name, r.br11); moved != "" {
				t.Error(moved)
			}
		}
		for _, v := range m.verdicts() {
			t.Log(v.text)
			if v.over {
				t.Error(v.text)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d sizes recorded, %d measured", len(want), seen)
	}
}

func TestSearchHasABudget(t *testing.T) {
	want := budget{target: 300_000, limit: 330_000, slim: 380_000}
	if budgets["search"] != want {
		t.Errorf("%+v", budgets["search"])
	}
}

func TestVerdictsTellTargetFromLimit(t *testing.T) {
	for _, c := range []struct {
		both, slim int
		over       string // of each line: t a miss of the target, L of a limit, . fine
	}{
		{300_000, 380_000, "..."}, {300_001, 380_000, "t.."}, {330_001, 380_000, "tL."},
		{1, 380_001, "..L"},
	} {
		m := &sized{name: "search", rows: []row{{name: withBoth, br11: c.both},
			{name: slimOnly, br11: c.slim}, {name: neither, br11: 1 << 30}}}
		got := ""
		for _, v := range m.verdicts() {
			switch {
			case v.over:
				got += "L"
			case strings.Contains(v.text, "OVER"):
				got += "t"
			default:
				got += "."
			}
		}
		if got != c.over {
			t.Errorf("%d, %d: %q, want %q", c.both, c.slim, got, c.over)
		}
	}
}

func TestRecordedSizesMoveByOnePercentAtMost(t *testing.T) {
	r, err := parseRecorded(recorded{"search slim": 100_000}.String())
	if err != nil {
		t.Fatal(err)
	}
	for now, ok := range map[int]bool{100_000: true, 101_000: true, 99_000: true, 101_001: false,
		98_999: false} {
		if moved := r.moved("search slim", now); (moved == "") != ok {
			t.Errorf("%d: %q", now, moved)
		}
	}
	if r.moved("page slim", 1) == "" {
		t.Error("a module that is not recorded passes")
	}
	for _, bad := range []string{"search slim", "search slim many", "search slim -1", "a b 1 2"} {
		if _, err := parseRecorded(bad); err == nil {
			t.Errorf("%q parses", bad)
		}
	}
}

func TestFunctionsBelongToPackages(t *testing.T) {
	paths := []string{"runtime", "internal/runtime/maps", "slices",
		"github.com/pageside/pageside/engine", "github.com/pageside/pageside/engine/search"}
	for name, want := range map[string]string{
		"runtime.__mheap_.alloc":            "runtime",
		"internal_runtime_maps.__Map_.grow": "internal/runtime/maps",
		"github.com_pageside_pageside_engine_search.Run": "github.com/pageside/pageside/" +
			"engine/search",
		"github.com_pageside_pageside_engine.__Engine_.Search": "github.com/pageside/pageside/" +
			"engine",
		"slices.SortFunc_go.shape.int_": "slices",
		"main.open":                     costMain,
		"type_.eq.runtime.mspan":        costTypes,
		"memchr":                        costOther,
		"runtimex.f":                    costOther,
	} {
		if got := ownersOf([]module.Function{{Name: name}}, paths); got[0] != want {
			t.Errorf("%s belongs to %s, want %s", name, got[0], want)
		}
	}
}

// The table of the README says what is recorded, each figure in its row, and has no other row.
func TestReadmeSaysWhatIsRecorded(t *testing.T) {
	readme, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("recorded.txt")
	if err != nil {
		t.Fatal(err)
	}
	sizes, err := parseRecorded(string(text))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "\n| the engine | KB |\n|---|---:|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	want := ""
	for _, row := range []struct{ says, key string }{
		{"as shipped: built with `tools/overlay`, shrunk by `tools/slim`", "search " + withBoth},
		{"with `tools/slim` alone", "search " + slimOnly},
		{"as Go links it", "search " + neither},
	} {
		want += fmt.Sprintf("| %s | %.0f |\n", row.says, float64(sizes[row.key])/1000)
	}
	if table+"\n" != want {
		t.Errorf("README.md says:\n%s\nrecorded are:\n%s", table, want)
	}
	if len(sizes) != 3 {
		t.Errorf("%d sizes are recorded, the README has three", len(sizes))
	}
}
