package main

import (
	"bytes"
	"strings"
	"testing"
)

// costFile is what the harness writes, as far as it is read.
const costFile = `{"command":"cost","rows":[
{"label":"pageside:default","site":"tidb-zh","roundTrips":5,"build":{"seconds":6,"peakRssMB":400},
 "cold":{"fast4g":{"requests":14,"bytes":450560,"index":110592,
 "totalMs":1500,"minMs":1400,"maxMs":1600,"failed":0,"errors":[]}},
 "warm":{"knownItemMRR":0.85,"warmP95":12,"uaMemoryMB":20}},
{"label":"pagefind:default","site":"tidb-zh","roundTrips":7,"build":{"seconds":13,"peakRssMB":796},
 "cold":{"fast4g":{"requests":15,"bytes":380000,"index":290000,
 "totalMs":2000,"minMs":1900,"maxMs":2100,"failed":0,"errors":[]}},
 "warm":{"knownItemMRR":0.735,"warmP95":750,"uaMemoryMB":18}},
{"label":"minisearch:lang","site":"tidb-zh","failed":"Error: out of memory\nat x","cold":{}}
]}`

func reportOf(t *testing.T, cost string, sites ...string) (*report, string) {
	t.Helper()
	rows, err := readPeers(write(t, cost, t.TempDir(), "cost.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := &report{Verb: "peers"}
	peersReport(r, rows, sites)
	var out bytes.Buffer
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	return r, out.String()
}

func TestPeersReport(t *testing.T) {
	r, out := reportOf(t, costFile, "tidb-zh")
	for _, want := range []string{"440.0", "1400–1600", "0.75 × its time", "1.00 × its time",
		"failed: Error: out of memory\n", "peers: 3 of 3 bars held"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if len(r.LeftOut) != 0 {
		t.Errorf("left out: %v", r.LeftOut)
	}
}

// Whatever goes wrong with ours misses a bar; without the rival the ratio is left out, aloud.
func TestPeersBars(t *testing.T) {
	for name, c := range map[string]struct {
		from, to string
		missed   string // in the name of the one bar
	}{
		"slower":     {`"totalMs":1500`, `"totalMs":2100`, "cold, ratio to pagefind:default"},
		"404":        {`"failed":0`, `"failed":1`, "failed requests and errors"},
		"page error": {`"errors":[]`, `"errors":["TypeError"]`, "failed requests and errors"},
		"more trips": {`"roundTrips":5`, `"roundTrips":6`, "round trips in a row"},
		"no trips":   {`"roundTrips":5,`, ``, "round trips in a row"},
		"other site": {"tidb-zh", "vue-zh", "known items"},
		"no time":    {`"totalMs":1500,`, ``, "failed requests and errors"},
		"no net":     {"fast4g", "loopback", "failed requests and errors"},
	} {
		site := "tidb-zh"
		cost := strings.Replace(costFile, c.from, c.to, 1)
		if c.to == "vue-zh" {
			cost, site = strings.ReplaceAll(costFile, c.from, c.to), c.to
		}
		r, out := reportOf(t, cost, site)
		if missed := r.missed(); len(missed) != 1 || !strings.Contains(missed[0].Name, c.missed) {
			t.Errorf("%s: want %q missed\n%s", name, c.missed, out)
		}
	}
	r, _ := reportOf(t, strings.ReplaceAll(costFile, "pagefind:", "other:"), "tidb-zh")
	if len(r.LeftOut) != 1 || !strings.Contains(r.LeftOut[0], "did not run") {
		t.Errorf("without the rival: %v", r.LeftOut)
	}
	r, _ = reportOf(t, strings.ReplaceAll(costFile, "pageside:", "other:"), "tidb-zh")
	if len(r.Bars) != 0 {
		t.Errorf("bars of an engine that did not run: %v", r.Bars)
	}
}

func TestBadCostFiles(t *testing.T) {
	for _, text := range []string{"", "{}", `{"rows":[]}`, `{"rows":3}`} {
		if _, err := readPeers(write(t, text, t.TempDir(), "cost.json")); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
