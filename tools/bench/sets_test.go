package main

import (
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
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
func TestBadFilesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		read func(path string) error
		want string
	}{
		"yardstick without a column": {"set\tsystem\n", yards, `r:1: there is no column "tokens"`},
		"yardstick with a short row": {referenceHead + "csl\tbm25\n", yards, "r:2: 2 columns where"},
		"yardstick without a number": {referenceHead + yardRow("csl", yardUnspaced, "1.2", "high"),
			yards, `r:2: nDCG@10 is "high"`},
		"yardstick in per cent": {referenceHead + yardRow("csl", yardUnspaced, "1.2", "98.1"), yards,
			`r:2: nDCG@10 is "98.1"`},
		"two yardsticks": {referenceHead + yardRow("csl", yardUnspaced, "1.2", "0.9") +
			yardRow("csl", yardUnspaced, "1.2", "0.8"), yards, "r:3: a second row for csl"},
		"judgement without a grade": {"q1\td1\n", qrels, "r:1: want query, document and grade"},
		"grade that is no number":   {"q1\td1\t1\nq1\td2\tx\n", qrels, `r:2: the grade "x"`},
		"no judgement":              {"\n", qrels, "no judgement"},
		"question that is no JSON":  {"{\n", questions, "r:1: unexpected end"},
		"question twice": {`{"id":"a","text":"x"}` + "\n\n" + `{"id":"a","text":"y"}`, questions,
			`r:3: the id "a"`},
		"no question": {"", questions, "no question"},
		"corpus with a broken line": {`{"id":"a","text":"x"}` + "\n{\n", corpus,
			"1 lines are no documents"},
	} {
		err := c.read(write(t, c.text, t.TempDir(), "r"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func yards(path string) error     { _, err := readYardsticks(path, yardTokens); return err }
func qrels(path string) error     { _, err := readQrels(path); return err }
func questions(path string) error { _, err := readQueries(path); return err }
func corpus(path string) error    { _, err := readCorpus(path); return err }

// A document without any text cannot be found; sets that hold some are measured all the same.
func TestEmptyDocumentsAreNoHoles(t *testing.T) {
	docs, err := readCorpus(write(t, `{"id":"a","title":"x"}
{"id":"b","title":"","text":""}
`, t.TempDir(), "corpus.jsonl"))
	if err != nil || len(docs) != 1 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
}

func smallSet(t *testing.T) *set {
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
	x, err := opened(s.docs)
	if err != nil {
		t.Fatal(err)
	}
	names, seen := ids(s.docs), 0
	for _, q := range s.queries {
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
