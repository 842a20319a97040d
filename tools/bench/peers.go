package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

type peersCmd struct {
	harness
	Engines string   `default:"pageside pagefind minisearch:lang" help:"As the harness names them."`
	Reps    int      `default:"5" help:"Cold runs of each engine on each network (${default})."`
	Judged  []string `sep:" " placeholder:"SET" help:"Also rank these judged sets in the browser."`
	Out     string   `placeholder:"FILE" help:"Also keep the harness's results in JSON."`
}

func (peersCmd) Help() string {
	return `The harness in bench/ builds each engine's index, serves it and opens it in Chromium: size,
bytes, requests and time of a cold first search at 9 Mbit/s with 60 ms a request, engine included,
warm searches, memory, and known items. Its own tables are printed first, ours with the bars last.

Times are compared inside one run only: a cold search of tidb-zh and cpp-2000 may not take longer
than Pagefind's. Round trips in a row may be 5: the harness's page.js, our client.js, then engine
beside manifest, then two.

` + sitesHelp + `

Examples:
  go run ./tools/bench peers --mirror ~/clones
  go run ./tools/bench peers --sites "hugo-200" --engines "pageside pagefind" --reps 3
  go run ./tools/bench peers --sites "hugo-200" --judged "xquad-zh covid-faq"`
}

const (
	us, rival    = "pageside:default", "pagefind:default"
	measuredNet  = "fast4g"
	roundsInARow = 5
)

// peerRow is what the harness found of one engine on one site, as far as it is read.
type peerRow struct {
	Label      string  `json:"label"`
	Site       string  `json:"site"`
	Failed     string  `json:"failed"`
	RoundTrips float64 `json:"roundTrips"`
	Build      struct {
		Seconds   float64 `json:"seconds"`
		PeakRssMB float64 `json:"peakRssMB"`
	} `json:"build"`
	Cold map[string]coldRun `json:"cold"`
	Warm struct {
		Known    float64 `json:"knownItemMRR"`
		WarmP50  float64 `json:"warmP50"`
		WarmP95  float64 `json:"warmP95"`
		MemoryMB float64 `json:"uaMemoryMB"`
	} `json:"warm"`
}

// coldRun is the median of the cold searches on one network.
type coldRun struct {
	Requests float64  `json:"requests"`
	Bytes    float64  `json:"bytes"`
	Index    float64  `json:"index"`
	TotalMS  float64  `json:"totalMs"`
	MinMS    float64  `json:"minMs"`
	MaxMS    float64  `json:"maxMs"`
	Failed   float64  `json:"failed"`
	Errors   []string `json:"errors"`
}

func (c *peersCmd) measure(a *app) (*report, error) {
	r := &report{Verb: "peers"}
	tools, err := c.tools(a)
	if err != nil {
		return nil, err
	}
	sites, err := c.gather(a, r, coldSites, c.makeSite) // cost needs the clones too
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range sites {
		names = append(names, s.Name)
	}
	if len(c.Judged) > 0 {
		err := tools.run(a, "quality", "--engines", c.Engines, "--sets", strings.Join(c.Judged, " "))
		if err != nil {
			return nil, err
		}
	}
	rows, err := c.cost(a, tools, names)
	if err != nil {
		return nil, err
	}
	peersReport(r, rows, names)
	return r, nil
}

// cost has the harness measure the engines on the sites.
func (c *peersCmd) cost(a *app, tools *benchTools, sites []string) ([]peerRow, error) {
	out := c.Out
	if out == "" {
		tmp, err := os.MkdirTemp("", "pageside-bench-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(tmp)
		out = filepath.Join(tmp, "cost.json")
	}
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	err = tools.run(a, "cost", "--engines", c.Engines, "--sites", strings.Join(sites, " "),
		"--reps", fmt.Sprint(c.Reps), "--out", out)
	if err != nil {
		return nil, err
	}
	return readPeers(out)
}

// benchTools is the harness with what it needs.
type benchTools struct {
	node string
	env  []string
	args []string // that every command of it gets
	dir  string
}

func (c *peersCmd) tools(a *app) (*benchTools, error) {
	dir, err := a.folder("bench")
	if err != nil {
		return nil, err
	}
	t := &benchTools{dir: dir}
	if t.node, err = findNode(); err != nil {
		return nil, err
	}
	if t.env, err = pagesideEnv(a); err != nil {
		return nil, err
	}
	browser, err := chromium()
	if err != nil {
		return nil, err
	}
	modules, err := c.modules(a)
	if err != nil {
		return nil, err
	}
	for _, tool := range []string{"git", "openssl", "/usr/bin/time"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, needs(tool+" is not there", "install it (Debian: apt-get install git openssl time)")
		}
	}
	t.args = []string{"--adapter", filepath.Join(a.root, "tools", "bench", "adapter.mjs"),
		"--chromium", browser, "--modules", modules, "--work", c.work(), "--mirror", c.mirror(a),
		"--data", filepath.Join(a.shared, "data")}
	return t, nil
}

// run runs the harness. Its tables come before ours, but not between our JSON.
func (t *benchTools) run(a *app, args ...string) error {
	cmd := exec.CommandContext(a.ctx, t.node,
		append(append([]string{filepath.Join(t.dir, "bench.mjs")}, args...), t.args...)...)
	cmd.Env, cmd.Stderr, cmd.Stdout = t.env, a.errOut, a.out
	if a.json {
		cmd.Stdout = a.errOut
	}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("bench.mjs %s: %w", args[0], err)
	}
	return nil
}

func readPeers(path string) ([]peerRow, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out struct {
		Rows []peerRow `json:"rows"`
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out.Rows) == 0 {
		return nil, fmt.Errorf("%s: the harness measured nothing", path)
	}
	return out.Rows, nil
}

// peersReport has a line for every engine on every site, and the bars of ours.
func peersReport(r *report, rows []peerRow, sites []string) {
	for _, site := range sites {
		t := table{Title: site + ", cold at 9 Mbit/s with 60 ms a request, and warm",
			Head: []string{"engine", "KB", "index KB", "requests", "in a row", "ms", "from–to",
				"MRR@5", "warm p95 ms", "memory MB", "build s", "peak MB", "to " + rival}}
		theirs := find(rows, site, rival)
		for _, row := range rows {
			if row.Site == site {
				t.Rows = append(t.Rows, peerCells(row, theirs))
			}
		}
		r.Tables = append(r.Tables, t)
		peerBars(r, find(rows, site, us), theirs, site)
	}
}

func find(rows []peerRow, site, label string) *peerRow {
	for i := range rows {
		if rows[i].Site == site && rows[i].Label == label {
			return &rows[i]
		}
	}
	return nil
}

func peerCells(row peerRow, theirs *peerRow) []string {
	if row.Failed != "" {
		first, _, _ := strings.Cut(row.Failed, "\n")
		return []string{row.Label, "", "", "", "", "", "", "", "", "", "", "", "failed: " + first}
	}
	c := row.Cold[measuredNet]
	ratio := "–"
	if theirs != nil && theirs.Cold[measuredNet].TotalMS > 0 {
		ratio = fmt.Sprintf("%.2f × its time", c.TotalMS/theirs.Cold[measuredNet].TotalMS)
	}
	return []string{row.Label, oneDigit(c.Bytes / kb), oneDigit(c.Index / kb), number(c.Requests),
		number(row.RoundTrips), fmt.Sprintf("%.0f", c.TotalMS),
		fmt.Sprintf("%.0f–%.0f", c.MinMS, c.MaxMS), fmt.Sprintf("%.3f", row.Warm.Known),
		oneDigit(row.Warm.WarmP95), oneDigit(row.Warm.MemoryMB), oneDigit(row.Build.Seconds),
		fmt.Sprintf("%.0f", row.Build.PeakRssMB), ratio}
}

// peerBars holds our figures on a site against what is promised of it.
func peerBars(r *report, ours, theirs *peerRow, site string) {
	if ours == nil {
		return // it was not among the engines that were asked for
	}
	c, ran := ours.Cold[measuredNet]
	broken := c.Failed + float64(len(c.Errors))
	if !ran || c.TotalMS <= 0 || ours.Failed != "" {
		broken++ // a run that did not come to an end is no fast one
	}
	r.check(atMost(site+", failed requests and errors", broken, 0, ""))
	trips := ours.RoundTrips
	if trips <= 0 {
		trips = math.NaN() // the harness could not count them
	}
	r.check(atMost(site+", round trips in a row", trips, roundsInARow, ""))
	switch site {
	case "tidb-zh", "cpp-2000":
		if theirs == nil || theirs.Failed != "" {
			r.LeftOut = append(r.LeftOut, site+", time against "+rival+": it did not run")
			return
		}
		r.check(atMost(site+", cold, ratio to "+rival, c.TotalMS/theirs.Cold[measuredNet].TotalMS,
			1, ""))
	case "hugo-200", "vue-zh":
		r.check(atLeast(site+", known items, MRR@5", ours.Warm.Known, leastKnown))
	}
}
