package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/host"
)

// fakeSite makes a site as the harness leaves one behind.
func fakeSite(t *testing.T, work, name string, questions []knownItem) {
	t.Helper()
	dir := filepath.Join(work, "sites", name)
	for i, d := range smallSet(t).Documents {
		var body strings.Builder
		for _, line := range strings.Split(d.Text, "\n\n") {
			level := len(line) - len(strings.TrimLeft(line, "#"))
			if level > 0 {
				fmt.Fprintf(&body, "<h%d id=\"s%d\">%s</h%[1]d>\n", level, body.Len(), line[level+1:])
			} else {
				fmt.Fprintf(&body, "<p>%s</p>\n", line)
			}
		}
		write(t, fmt.Sprintf("<!doctype html><html lang=%q><title>%s</title><main>%s</main></html>",
			d.Lang, d.Title, body.String()), dir, "site", fmt.Sprintf("p%d.html", i))
	}
	data, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	write(t, string(data), dir, "queries.json")
	write(t, fmt.Sprintf(`{"name":%q,"dir":"/elsewhere","lang":"en","repo":"a/b",`+
		`"commit":"0123456789abcdef","docs":24,"textBytes":9000}`, name), dir, "info.json")
}

var fakeQuestions = []knownItem{
	{"Baking bread", "title", "/p9.html"}, {"磨刀", "heading", "/p0.html"},
	{"Collimation", "heading", "/p13.html"}, {"slowly enough", "words", "/p15.html"},
	{"Sheet bend", "heading", "/p13.html"}, // wrong on purpose: it is in p12
}

func TestCold(t *testing.T) {
	work := t.TempDir()
	fakeSite(t, work, "vue-zh", fakeQuestions)
	t.Setenv("BENCH_MIRROR", work)
	code, out, errOut := bench(t, "cold", "--work", work, "--sites", "vue-zh", "--no-scale",
		"--shared", work)
	for _, want := range []string{"vue-zh (en, 24 pages", "a/b@0123456789", "manifest      1",
		"known items  4", "0.750\n", "vue-zh, known items, MRR@5: 0.7500, ≥ 0.9200 MISSED by 0.1700",
		"left out: the index of scale-news-zh, as told", "cold: 1 of 2 bars held"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s%s", want, out, errOut)
		}
	}
	if code != exitMissed {
		t.Errorf("code %d", code)
	}
}

// A cold search pays for the manifest, a warm one only for what is new.
func TestTripsAreCounted(t *testing.T) {
	out, err := indexed(smallSet(t).Documents, build.Options{WholeBytes: 1, TermsBytes: 1 << 10,
		TextBytes: 1 << 10})
	if err != nil {
		t.Fatal(err)
	}
	x, err := host.InMemory(out)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{Name: "x", Lang: "en"}
	q := knownItem{"piano", "title", "/en/piano"}
	fresh, err := x.Cold()
	if err != nil {
		t.Fatal(err)
	}
	first, err := travel(fresh, s, q)
	if err != nil || first.rank != 1 || first.Requests < 2 || first.Rounds < 2 || first.Bytes == 0 {
		t.Errorf("cold: %+v, %v", first, err)
	}
	warm, err := session(x, s, []knownItem{q, q, {"bowline", "words", "/en/knots"}})
	if err != nil || len(warm) != 2 || warm[0].Requests != 0 || warm[1].Requests == 0 ||
		warm[1].Bytes >= first.Bytes+warm[1].Requests*2<<10 {
		t.Errorf("warm: %+v, %v", warm, err)
	}
	size, files := indexAlone(x)
	if want := 1 + out.Stats.Parts["terms"].Files + out.Stats.Parts["where"].Files +
		out.Stats.Parts["tail"].Files; int(files) != want || size <= float64(x.Start().Bytes)/kb {
		t.Errorf("the index alone: %g KB in %g files, want %d", size, files, want)
	}
	most, err := rankingRequests(x, s, []trip{{knownItem: q}})
	if err != nil || int(most) > 1+first.Requests || most < 2 {
		t.Errorf("%g requests for a ranking, %v", most, err)
	}
}

func TestTripFigures(t *testing.T) {
	mk := func(kind string, rank, rounds int) trip {
		cost := host.Cost{Bytes: 1024 * rounds, Requests: 2, Rounds: rounds}
		return trip{knownItem{Kind: kind}, cost, rank}
	}
	trips := []trip{mk("title", 1, 2), mk("heading", 2, 3), mk("heading", 0, 4), mk("words", 1, 3)}
	if got := knownMRR(ofKind(trips, "title", "heading")); got != 0.5 {
		t.Errorf("MRR %g", got)
	}
	if n := above(trips, rounds, 3); n != 1 {
		t.Errorf("%d above 3", n)
	}
	if m := quantile(trips, kilobytes, 1); m != 4 {
		t.Errorf("the most is %g KB", m)
	}
	for _, name := range []string{"tidb-zh", "hugo-200", "vue-zh", "other"} {
		x, err := opened(smallSet(t).Documents)
		if err != nil {
			t.Fatal(err)
		}
		r := &report{}
		if err := siteBars(r, &site{Name: name}, x, trips, trips); err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"tidb-zh": 4, "hugo-200": 4, "vue-zh": 2, "other": 1}[name]
		if len(r.Bars) != want {
			t.Errorf("%s: %d bars, want %d", name, len(r.Bars), want)
		}
	}
}

// A site that is broken is an error; one that is not there is left out.
func TestSitesThatAreNotThere(t *testing.T) {
	work := t.TempDir()
	fakeSite(t, work, "vue-zh", fakeQuestions)
	write(t, "[]", work, "sites", "vue-zh", "queries.json")
	code, _, errOut := bench(t, "cold", "--work", work, "--sites", "vue-zh", "--no-scale")
	if code != exitNeeds || !strings.Contains(errOut, "no question in it") {
		t.Errorf("without questions: code %d, %s", code, errOut)
	}
	write(t, "{", work, "sites", "vue-zh", "info.json")
	code, _, errOut = bench(t, "cold", "--work", work, "--sites", "vue-zh", "--no-scale")
	if code != exitNeeds || !strings.Contains(errOut, "site vue-zh") {
		t.Errorf("broken info: code %d, %s", code, errOut)
	}
}

func TestScale(t *testing.T) {
	out, err := indexed(smallSet(t).Documents, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index")
	if err := host.Write(dir, append([]build.File{out.Manifest}, out.Files...)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		peak int64
		bars int
		held bool
	}{{1 << 30, 2, true}, {3 << 30, 2, false}, {0, 1, true}} {
		r := &report{}
		err := scaleReport(r, dir, builtIndex{24, 60, 9000}, c.peak, time.Second)
		if err != nil || len(r.Bars) != c.bars || (len(r.missed()) == 0) != c.held {
			t.Errorf("a peak of %d: %v, %v", c.peak, r.Bars, err)
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if peak, known := peakBytes(cmd.ProcessState); known && (peak < 1<<20 || peak > 4<<30) {
		t.Errorf("a program that does nothing had %d bytes", peak)
	}
}
