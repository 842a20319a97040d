package main

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/eval"
	"github.com/pageside/pageside/tools/golden"
)

// What each question of the small set finds, so that a reviewer sees ranking move.
func TestSmallSetRanking(t *testing.T) {
	s := smallSet(t)
	x, err := opened(s.Documents)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/small.txt", func(in string) string {
		res, _, err := x.Search(engine.Request{Query: in, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Results) == 0 {
			return fmt.Sprintf("nothing; try %q\n", res.Suggest)
		}
		var out strings.Builder
		for _, hit := range res.Results {
			fmt.Fprintf(&out, "%s %.2f\n", hit.ID, hit.Score)
		}
		return out.String()
	})
}

// What the public sets give, all of it, against the file that `make eval` writes.
func TestRankingOfThePublicSets(t *testing.T) {
	shared := sharedData(t, "data/reference.tsv")
	const file = "testdata/quality.txt"
	now := filepath.Join(t.TempDir(), "quality.txt")
	code, _, errOut := bench(t, "quality", "--shared", shared, "--write", now)
	if code != exitHeld {
		t.Errorf("code %d: %s\n%s", code, errOut, read(t, now))
	}
	if flag.Lookup("update").Value.String() == "true" {
		write(t, read(t, now), file)
	}
	if got, want := read(t, now), read(t, file); got != want {
		t.Errorf("%s: ranking moved; if that is meant, run make golden\ngot:\n%swant:\n%s", file, got,
			want)
	}
}

// shared makes a shared folder whose set limit-small is the small set of this project.
func smallShared(t *testing.T, yard string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"corpus.jsonl", "queries.jsonl", "qrels.tsv"} {
		write(t, read(t, "testdata/small", name), dir, "data", "limit-small", name)
	}
	write(t, referenceHead+yardRow("limit-small", yardEnglish, "1.2", yard), dir, "data",
		"reference.tsv")
	return dir
}

func TestQualityExitCodes(t *testing.T) {
	args := []string{"quality", "--sets", "limit-small", "--shared"}
	code, out, errOut := bench(t, append(args, smallShared(t, "0.8"))...)
	if code != exitHeld || !strings.Contains(out, "≥ 0.7900 held") {
		t.Errorf("an easy bar: code %d\n%s%s", code, out, errOut)
	}
	dir := smallShared(t, "1")
	// A question that nothing answers right keeps the score below 1 less the allowance.
	write(t, read(t, dir, "data/limit-small/qrels.tsv")+"q62\ten/oven\t1\nq63\ten/oven\t1\n"+
		"q64\ten/oven\t1\n", dir, "data/limit-small/qrels.tsv")
	code, out, _ = bench(t, append(args, dir)...)
	if code != exitMissed || !strings.Contains(out, "≥ 0.9900 MISSED by ") {
		t.Errorf("a bar that cannot be held: code %d\n%s", code, out)
	}
	code, out, _ = bench(t, append(args, dir, "--json")...)
	if code != exitMissed || !strings.Contains(out, `"held": false`) {
		t.Errorf("the same in JSON: code %d\n%s", code, out)
	}
	write(t, referenceHead, dir, "data", "reference.tsv")
	code, _, errOut = bench(t, append(args, dir)...)
	if code != exitNeeds || !strings.Contains(errOut, "no row for "+yardEnglish) {
		t.Errorf("without a yardstick: code %d, %s", code, errOut)
	}
}

// The golden file has everything of the table but times.
func TestQualityWritesTheTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "q.txt")
	dir := smallShared(t, "0.8")
	args := []string{"quality", "--sets", "limit-small", "--shared", dir, "--write", file}
	_, out, _ := bench(t, args...)
	first := read(t, file)
	bench(t, args...)
	if second := read(t, file); first != second {
		t.Errorf("two runs wrote\n%s\nand\n%s", first, second)
	}
	for _, line := range strings.Split(strings.TrimSpace(first), "\n")[1:] {
		if !strings.Contains(out, line) {
			t.Errorf("%q is in the file and was not printed", line)
		}
	}
	if !strings.Contains(out, "took ") || strings.Contains(first, "took ") {
		t.Errorf("printed:\n%s\nwrote:\n%s", out, first)
	}
}

// The engine asks for a hundred results to be judged; the first ten are those that a
// reader gets.
func TestDepthDoesNotChangeTheOrder(t *testing.T) {
	s := smallSet(t)
	run, err := ask(s)
	if err != nil {
		t.Fatal(err)
	}
	x, err := opened(s.Documents)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range s.Queries {
		res, _, err := x.Search(engine.Request{Query: q.Text})
		if err != nil {
			t.Fatal(err)
		}
		var ten []string
		for _, hit := range res.Results {
			ten = append(ten, hit.ID)
		}
		if deep := run[q.ID]; !slices.Equal(ten, deep[:min(10, len(deep))]) {
			t.Errorf("%s: %v, at depth %d %v", q.Text, ten, judgedDepth, deep)
		}
	}
}

// Both kinds of bar of a set stand in its row.
func TestQualityReport(t *testing.T) {
	site := setScore{judgedSet: judgedSet{name: "site", tokens: yardUnspaced, least: 0.88},
		yard: yardstick{NDCG10: 0.736}, docs: 3, scores: eval.Scores{Questions: 4, NDCG10: 0.8}}
	only := setScore{judgedSet: judgedSet{name: "only", least: 0.94},
		scores: eval.Scores{NDCG10: 0.95, Empty: 0.125}}
	r := qualityReport([]setScore{site, only})
	var out bytes.Buffer
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"≥ 0.7260 held, ≥ 0.8800 MISSED by 0.0800", "12.5 %",
		"quality: 2 of 3 bars held", "site, titles: 0.8000"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
