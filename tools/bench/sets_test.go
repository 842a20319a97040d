package main

import (
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/tools/sets"
)

const referenceHead = "set\tsystem\ttokens\tk1\tb\tdocs\tqueries\tnDCG@10\tMRR@10\tR@10\tR@100\n"

func yardRow(set, tokens, k1, ndcg string) string {
	return strings.Join([]string{set, "bm25", tokens, k1, "0.75", "9", "9", ndcg, "0.6", "0.7", "0.8"},
		"\t") + "\n"
}

// Of many rows of a set, the one of the promise counts.
func TestYardsticks(t *testing.T) {
	path := write(t, referenceHead+yardRow("csl", "words", "1.2", "0.1")+
		yardRow("csl", yardUnspaced, "0.9", "0.2")+yardRow("csl", yardUnspaced, "1.2", "0.9814")+
		"\n"+yardRow("scifact", yardUnspaced, "1.2", "0.3")+
		yardRow("scifact", yardEnglish, "1.2", "0.6868")+
		"cranfield\tsome student's run\tlucene\t-\t-\t-\t-\t0.4\t0.4\t0.4\t0.4\n", t.TempDir(), "r.tsv")
	got, err := readYardsticks(path, yardTokens)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]yardstick{
		"csl": {0.9814, 0.6, 0.7, 0.8}, "scifact": {0.6868, 0.6, 0.7, 0.8},
	}
	if len(got) != len(want) || got["csl"] != want["csl"] || got["scifact"] != want["scifact"] {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A file that is not what it should be is an error with its line, never a bar of zero.
func TestBadYardsticksAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"without a column": {"set\tsystem\n", `r:1: there is no column "tokens"`},
		"with a short row": {referenceHead + "csl\tbm25\n", "r:2: 2 columns where"},
		"without a number": {referenceHead + yardRow("csl", yardUnspaced, "1.2", "high"),
			`r:2: nDCG@10 is "high"`},
		"in per cent": {referenceHead + yardRow("csl", yardUnspaced, "1.2", "98.1"),
			`r:2: nDCG@10 is "98.1"`},
		"two yardsticks": {referenceHead + yardRow("csl", yardUnspaced, "1.2", "0.9") +
			yardRow("csl", yardUnspaced, "1.2", "0.8"), "r:3: a second row for csl"},
	} {
		_, err := readYardsticks(write(t, c.text, t.TempDir(), "r"), yardTokens)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func smallSet(t *testing.T) *sets.Set {
	t.Helper()
	s, err := readSet("testdata/small", "queries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Page numbers are turned into ids by the order that build gives them.
func TestIDsOfPages(t *testing.T) {
	s := smallSet(t)
	x, err := opened(s.Documents)
	if err != nil {
		t.Fatal(err)
	}
	names, seen := sets.IDs(s.Documents), 0
	for _, q := range s.Queries {
		res, _, err := x.Search(engine.Request{Query: q.Text})
		if err != nil {
			t.Fatal(err)
		}
		for _, hit := range res.Results {
			seen++
			if names[hit.Number] != hit.ID {
				t.Errorf("page %d is %s, not %s", hit.Number, hit.ID, names[hit.Number])
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d results were looked at", seen)
	}
}
