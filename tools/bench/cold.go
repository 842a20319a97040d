package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/eval"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
)

type coldCmd struct {
	harness
	NoScale bool `help:"Leave out the index of 12,551 texts."`
}

func (coldCmd) Help() string {
	return `Each site of the harness is indexed in memory and asked its 100 questions (30 titles, 40
headings, 30 pairs of words), each as a reader's first: bytes, requests, and round trips that wait
for one another, counting the manifest, the parts that rank, and the text of five results; the
engine is apart. Then all questions in a row, by a reader who keeps what came: that is warm.

Known items are titles and headings that one page of the site has: MRR@5 of that page.

The texts of scale-news-zh are indexed by the command line itself, to see its memory.

` + sitesHelp + `

Examples:
  go run ./tools/bench cold --mirror ~/clones
  go run ./tools/bench cold --sites tidb-zh --no-scale`
}

const (
	coldLimit = 10
	coldShown = 5
)

// coldSites are those with bars, and two that are measured if they are there.
var coldSites = []string{"hugo-200", "vue-zh", "cpp-2000", "tidb-zh"}

// trip is what one question cost and gave.
type trip struct {
	knownItem
	host.Cost
	rank int // of the page that was meant, among the shown ones; 0: not there
}

func (c *coldCmd) measure(a *app) (*report, error) {
	r := &report{Verb: "cold"}
	sites, err := c.gather(a, r, coldSites, c.site)
	if err != nil {
		return nil, err
	}
	for i := range sites {
		a.say("%s", sites[i].Name)
		if err := coldSite(r, &sites[i]); err != nil {
			return nil, fmt.Errorf("site %s: %w", sites[i].Name, err)
		}
	}
	if c.NoScale {
		r.LeftOut = append(r.LeftOut, "the index of scale-news-zh, as told")
		return r, nil
	}
	a.say("scale-news-zh")
	return r, measureScale(a, r)
}

// coldSite measures one site.
func coldSite(r *report, s *site) error {
	docs, _, err := ingest.Folder(filepath.Join(s.Dir, "site"), ingest.Options{})
	if err != nil {
		return err
	}
	questions, err := s.questions()
	if err != nil {
		return err
	}
	out, err := indexed(docs, build.Options{})
	if err != nil {
		return err
	}
	x, err := host.InMemory(out)
	if err != nil {
		return err
	}
	var cold []trip
	for _, q := range questions {
		fresh, err := x.Cold()
		if err != nil {
			return err
		}
		t, err := travel(fresh, s, q)
		if err != nil {
			return err
		}
		t.Cost = x.Start().Plus(t.Cost)
		cold = append(cold, t)
	}
	warm, err := session(x, s, questions)
	if err != nil {
		return err
	}
	r.Tables = append(r.Tables, indexTable(s, out), tripTable(cold, warm))
	return siteBars(r, s, x, cold, warm)
}

// travel asks one question.
func travel(x *host.Index, s *site, q knownItem) (trip, error) {
	res, cost, err := x.Search(engine.Request{Query: q.Query, Lang: s.Lang, Limit: coldLimit,
		Show: coldShown})
	t := trip{knownItem: q, Cost: cost}
	for i, hit := range res.Results {
		if hit.Shown != nil && "/"+cmp.Or(hit.URL, hit.ID) == q.Target {
			t.rank = i + 1
		}
	}
	return t, err
}

// session asks all questions of one reader. The first is cold and is left out.
func session(x *host.Index, s *site, questions []knownItem) (out []trip, err error) {
	reader, err := x.Cold()
	if err != nil {
		return nil, err
	}
	for i, q := range questions {
		t, err := travel(reader, s, q)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

const kb = 1 << 10

func indexTable(s *site, out *build.Output) table {
	t := table{Title: s.title(),
		Head: []string{"index", "files", "KB", "mean KB", "largest KB"}}
	size := float64(len(out.Manifest.Bytes)) / kb
	t.Rows = append(t.Rows, []string{"manifest", "1", oneDigit(size), oneDigit(size), oneDigit(size)})
	for _, kind := range []string{"terms", "where", "tail", "text"} {
		p := out.Stats.Parts[kind]
		if p.Bytes == 0 {
			continue
		}
		bytes := float64(p.Bytes) / kb
		t.Rows = append(t.Rows, []string{kind, fmt.Sprint(p.Files), oneDigit(bytes),
			oneDigit(bytes / float64(p.Files)), oneDigit(float64(p.Largest) / kb)})
	}
	return t
}

// tripTable has a line for each kind of question.
func tripTable(cold, warm []trip) table {
	t := table{Head: []string{"questions", "n", "KB p50", "p95", "requests p50", "p95",
		"round trips p50", "most", "MRR@5"}}
	add := func(name string, trips []trip) {
		if len(trips) == 0 {
			return
		}
		mrr := "–"
		if known := ofKind(trips, "title", "heading"); len(known) == len(trips) {
			mrr = fmt.Sprintf("%.3f", knownMRR(known))
		}
		t.Rows = append(t.Rows, []string{name, fmt.Sprint(len(trips)),
			oneDigit(quantile(trips, kilobytes, .5)), oneDigit(quantile(trips, kilobytes, .95)),
			oneDigit(quantile(trips, requests, .5)), oneDigit(quantile(trips, requests, .95)),
			oneDigit(quantile(trips, rounds, .5)), oneDigit(quantile(trips, rounds, 1)), mrr})
	}
	add("cold", cold)
	add("  title", ofKind(cold, "title"))
	add("  heading", ofKind(cold, "heading"))
	add("  words", ofKind(cold, "words"))
	add("  known items", ofKind(cold, "title", "heading"))
	add("warm", warm)
	return t
}

func ofKind(trips []trip, kinds ...string) (out []trip) {
	for _, t := range trips {
		if slices.Contains(kinds, t.Kind) {
			out = append(out, t)
		}
	}
	return out
}

// knownMRR is the mean of 1/rank among the shown results.
func knownMRR(trips []trip) float64 {
	var sum float64
	for _, t := range trips {
		if t.rank > 0 {
			sum += 1 / float64(t.rank)
		}
	}
	return sum / float64(max(1, len(trips)))
}

func kilobytes(t trip) float64 { return float64(t.Bytes) / kb }
func requests(t trip) float64  { return float64(t.Requests) }
func rounds(t trip) float64    { return float64(t.Rounds) }

// above counts questions whose figure is more than most.
func above(trips []trip, of func(trip) float64, most float64) (n int) {
	for _, t := range trips {
		if of(t) > most {
			n++
		}
	}
	return n
}

func quantile(trips []trip, of func(trip) float64, p float64) float64 {
	var values []float64
	for _, t := range trips {
		values = append(values, of(t))
	}
	return eval.Quantile(values, p)
}

// What is promised of sites.
const (
	coldKB, coldRequests, coldRounds = 120, 10, 3
	wholeKB                          = 70
	warmKB                           = 60
	leastKnown                       = 0.92
)

// siteBars holds the figures against what is promised of this site.
func siteBars(r *report, s *site, x *host.Index, cold, warm []trip) error {
	known := knownMRR(ofKind(cold, "title", "heading"))
	switch s.Name {
	case "tidb-zh":
		r.check(atMost(s.Name+", cold, median", quantile(cold, kilobytes, .5), coldKB, " KB"))
		r.check(atMost(s.Name+", cold, requests, median", quantile(cold, requests, .5),
			coldRequests, ""))
		r.check(atMost(s.Name+", cold, round trips, the most", quantile(cold, rounds, 1),
			coldRounds, ""))
		r.Notes = append(r.Notes, fmt.Sprintf("%s: %d of %d questions need more than %d round trips",
			s.Name, above(cold, rounds, coldRounds), len(cold), coldRounds))
	case "hugo-200":
		whole, files := indexAlone(x)
		r.check(atMost(s.Name+", index, text apart", whole, wholeKB, " KB"))
		r.check(atMost(s.Name+", files of it", files, 1, ""))
		ranking, err := rankingRequests(x, s, cold)
		if err != nil {
			return err
		}
		r.Notes = append(r.Notes, fmt.Sprintf("%s: up to %.0f requests before pages are in order, "+
			"for text that decides between near ones", s.Name, ranking))
		r.check(atLeast(s.Name+", known items, MRR@5", known, leastKnown))
	case "vue-zh":
		r.check(atLeast(s.Name+", known items, MRR@5", known, leastKnown))
	}
	r.check(atMost(s.Name+", warm, median", quantile(warm, kilobytes, .5), warmKB, " KB"))
	return nil
}

// indexAlone is the size and the number of all files but the text.
func indexAlone(x *host.Index) (kilobytes, files float64) {
	bytes, n := x.Start().Bytes, 1
	for _, p := range x.Parts() {
		if p.Kind != "text" {
			bytes += p.Size
			n++
		}
	}
	return float64(bytes) / kb, float64(n)
}

// rankingRequests is the most that any question needs before its pages are in order, text
// apart: 1 is the manifest alone.
func rankingRequests(x *host.Index, s *site, trips []trip) (most float64, err error) {
	for _, t := range trips {
		fresh, err := x.Cold()
		if err != nil {
			return 0, err
		}
		_, cost, err := fresh.Search(engine.Request{Query: t.Query, Lang: s.Lang,
			Limit: coldLimit, Show: -1})
		if err != nil {
			return 0, err
		}
		most = max(most, float64(x.Start().Plus(cost).Requests))
	}
	return most, nil
}
