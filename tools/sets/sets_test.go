package sets

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/eval"
)

// write makes a file of the set that is being tested.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Questions that nobody judged are no part of the set, nor are documents without text.
func TestOpen(t *testing.T) {
	s, err := Open(Files{
		Corpus: write(t, "corpus.jsonl", `{"id":"a","title":"x"}
{"id":"b","title":"","text":""}
`),
		Queries: write(t, "queries.jsonl", `{"id":"q1","text":"one"}`+"\r\n\n"+
			`{"id":"q2","text":"two"}`),
		Qrels: write(t, "qrels.tsv", "q1\ta\t1\nq9\ta\t2\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Documents) != 1 || s.Documents[0].ID != "a" {
		t.Errorf("documents %v", s.Documents)
	}
	if want := []Query{{"q1", "one"}}; !reflect.DeepEqual(s.Queries, want) {
		t.Errorf("queries %v, want %v", s.Queries, want)
	}
	if s.Judged["q1"]["a"] != 1 || s.Judged["q9"]["a"] != 2 {
		t.Errorf("judged %v", s.Judged)
	}
}

// Some editors begin a file with a mark. It belongs neither to the first question nor to its
// judgement, and a line that holds nothing else is blank.
func TestFilesThatBeginWithAMark(t *testing.T) {
	s, err := Open(Files{
		Corpus:  write(t, "corpus.jsonl", byteOrderMark+"\r\n"+`{"id":"a","title":"x"}`),
		Queries: write(t, "queries.jsonl", byteOrderMark+`{"id":"q1","text":"one"}`),
		Qrels:   write(t, "qrels.tsv", byteOrderMark+"q1\ta\t1\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Documents) != 1 || s.Judged["q1"]["a"] != 1 || len(s.Queries) != 1 {
		t.Errorf("%+v", s)
	}
	if _, err := Queries(write(t, "q", "\n"+byteOrderMark+`{"id":"q1","text":"one"}`)); err == nil {
		t.Error("a mark on the second line is no line of JSON")
	}
}

// The forms in which judgements are found: three columns, TREC's four, under a header.
func TestFormsOfJudgements(t *testing.T) {
	want := eval.Judgements{"q1": {"a": 1, "b": 0.5}}
	for name, text := range map[string]string{
		"three columns":  "q1\ta\t1\nq1\tb\t0.5\n",
		"TREC's four":    "q1\t0\ta\t1\nq1\t0\tb\t0.5\n",
		"under a header": "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t0.5\n",
		"of Windows":     "q1\ta\t1\r\nq1\tb\t0.5\r\n",
	} {
		got, err := judgements(write(t, "qrels.tsv", text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// A file that is not what it should be is an error with its line, never a smaller set.
func TestBadFilesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		read func(path string) error
		want string
	}{
		"judgement without a grade": {"q1\td1\n", qrels, "r:1: want query, document and grade"},
		"grade that is no number":   {"q1\td1\t1\nq1\td2\tx\n", qrels, `r:2: the grade "x"`},
		"grade that is not a sum":   {"q1\td1\t1\nq1\td2\tnan\n", qrels, `r:2: the grade "nan"`},
		"no judgement":              {"\n", qrels, "r: no judgement"},
		"a header alone":            {"query\tdocument\tgrade\n", qrels, "r: no judgement"},
		"question that is no JSON":  {"{\n", questions, `r:1: want {"id","text"}: unexpected end`},
		"question without an id":    {`{"text":"x"}`, questions, `r:1: the id ""`},
		"question twice": {`{"id":"a","text":"x"}` + "\n\n" + `{"id":"a","text":"y"}`, questions,
			`r:3: the id "a"`},
		"no question": {"", questions, "r: no question"},
		"line without an end": {"x\n" + strings.Repeat("x", maxLineBytes+1), lines,
			"r:2: bufio.Scanner: token too long"},
		"corpus with a broken line": {`{"id":"a","text":"x"}` + "\n{\n", corpus,
			"r: lines that are no documents: 1; the first: r:2: is not a document in JSON"},
	} {
		err := c.read(write(t, "r", c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func qrels(path string) error     { _, err := judgements(path); return err }
func questions(path string) error { _, err := Queries(path); return err }
func corpus(path string) error    { _, err := Documents(path); return err }
func lines(path string) error     { return Lines(path, func(string) error { return nil }) }

// Files of two sets do not measure anything together.
func TestFilesOfTwoSets(t *testing.T) {
	f := Files{
		Corpus:  write(t, "c.jsonl", `{"id":"a","title":"x"}`),
		Queries: write(t, "q.jsonl", `{"id":"q1","text":"one"}`),
		Qrels:   write(t, "r.tsv", "x\ta\t1\n"),
	}
	_, err := Open(f)
	if err == nil || !strings.Contains(err.Error(), f.Qrels+" judges none of the questions in "+
		f.Queries) {
		t.Error(err)
	}
	for _, gone := range []*string{&f.Qrels, &f.Queries, &f.Corpus} {
		*gone = filepath.Join(t.TempDir(), "gone")
		if _, err := Open(f); err == nil || !strings.Contains(err.Error(), *gone) {
			t.Errorf("%s: %v", *gone, err)
		}
	}
}

func TestIDs(t *testing.T) {
	docs := []doc.Document{{ID: "b", Lang: "zh"}, {ID: "c", Lang: "en"}, {ID: "a", Lang: "zh"}}
	if got := IDs(docs); !reflect.DeepEqual(got, []string{"c", "a", "b"}) {
		t.Errorf("%v", got)
	}
	if docs[0].ID != "b" {
		t.Error("the documents were moved")
	}
}
