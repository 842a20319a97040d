package main

import (
	"strings"
	"testing"
)

// What a case demands, on results that are given.
func TestWhatACaseDemands(t *testing.T) {
	results := func(s string) (out []scored) {
		score := 8.0
		for _, id := range strings.Fields(s) { // each half of the one before, "=" keeps the score
			if id != "=" {
				out = append(out, scored{id, score})
				score /= 2
			} else {
				score *= 2
			}
		}
		return out
	}
	for _, c := range []struct {
		demand  reported
		results string
		why     string
	}{
		{reported{Must: []string{"a"}}, "a b", ""},
		{reported{Must: []string{"a"}}, "b", "a is not found"},
		{reported{Must: []string{"a", "c"}}, "a b", "c is not found"},
		{reported{MustNot: []string{"a"}}, "", ""},
		{reported{MustNot: []string{"a"}}, "a", "a is found"},
		{reported{Must: []string{"a"}, MustNot: []string{"b"}}, "a", ""},
		{reported{Must: []string{"a"}, MustNot: []string{"b"}}, "b a", "b stands before a"},
		{reported{Must: []string{"a"}, MustNot: []string{"b"}}, "a b", "b is not clearly below a"},
		{reported{Must: []string{"a"}, MustNot: []string{"b"}}, "a = b", "b is not clearly below a"},
		{reported{Must: []string{"a"}, MustNot: []string{"b"}}, "a x b", ""},
		{reported{Must: []string{"a", "c"}, MustNot: []string{"b"}}, "a x b c", "b stands before c"},
		{reported{First: "a"}, "a b", ""},
		{reported{First: "a"}, "b a", "a is not first"},
		{reported{First: "a"}, "", "a is not first"},
		{reported{First2: []string{"a", "b"}}, "b a c", ""},
		{reported{First2: []string{"a", "b"}}, "a c b", "b is not among the first two"},
		{reported{First2: []string{"a", "b"}}, "a", "b is not among the first two"},
	} {
		if why := c.demand.wrong(results(c.results)); why != c.why {
			t.Errorf("%+v of %q: %q, want %q", c.demand, c.results, why, c.why)
		}
	}
}

const twoCases = `[
{"id":"C1","src":"own","lang":"zh","q":"数据库",
 "docs":{"a":["备份","数据库每天备份。"],"b":["其他","无关。"]},"must":["a"],"mustNot":["b"]},
{"id":"R1","src":"own: beyond any engine","lang":"en","q":"zebra",
 "docs":{"a":["Cats","A cat."]},"must":["a"],"mustNot":[],"soft":true}
]`

func casesFolder(t *testing.T, cases, questions string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, cases, dir, "cases", "cases.json")
	write(t, questions, dir, "cases", "questions.txt")
	return dir
}

// Failures are printed with their results and reason; questions go to the sites that are there.
func TestCases(t *testing.T) {
	dir := casesFolder(t, twoCases, "small\thow long does bread keep\nelsewhere\twhy\n")
	write(t, read(t, "testdata/small/corpus.jsonl"), dir, "data", "site-small-xx", "corpus.jsonl")
	code, out, errOut := bench(t, "cases", "--shared", dir)
	for _, want := range []string{"R1", "zebra", "a is not found (wanted only); own: beyond any",
		"1 of 2 cases hold", "? how long does bread keep", "en/oven  Baking bread › Storing",
		"left out: the questions to elsewhere"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s%s", want, out, errOut)
		}
	}
	if code != exitMissed { // 1 of 2 is less than 33 of 37
		t.Errorf("code %d", code)
	}
	code, out, _ = bench(t, "cases", "--shared", dir, "--only", "C1")
	if code != exitHeld || !strings.Contains(out, "held") {
		t.Errorf("C1 alone: code %d\n%s", code, out)
	}
	if code, _, _ = bench(t, "cases", "--shared", dir, "--only", "C1 R1"); code != exitMissed {
		t.Errorf("R1 too: code %d", code)
	}
	if code, _, _ = bench(t, "cases", "--shared", dir, "--only", "Z9"); code != exitNeeds {
		t.Errorf("a case that is not there: code %d", code)
	}
}

// A Chinese, Japanese or Korean case that does not hold misses a bar however many hold.
func TestACJKCaseMustHold(t *testing.T) {
	dir := casesFolder(t, strings.ReplaceAll(twoCases, `"q":"数据库"`, `"q":"斑马"`), "x\ty\n")
	_, out, _ := bench(t, "cases", "--shared", dir)
	if !strings.Contains(out, "that do not: 1, ≤ 0 MISSED by 1") {
		t.Errorf("printed\n%s", out)
	}
}

func TestBadCases(t *testing.T) {
	for name, c := range map[string]struct{ cases, questions, want string }{
		"no JSON": {"[", "x\ty\n", "unexpected end"},
		"unknown document": {strings.ReplaceAll(twoCases, `["a"]`, `["z"]`), "x\ty\n",
			`"z" that it has not`},
		"no document":       {`[{"id":"C1"}]`, "x\ty\n", "no id or no document"},
		"question, no site": {twoCases, "why\n", "questions.txt:1: want a site"},
	} {
		code, _, errOut := bench(t, "cases", "--shared", casesFolder(t, c.cases, c.questions))
		if code != exitNeeds || !strings.Contains(errOut, c.want) {
			t.Errorf("%s: code %d, %q; want %q", name, code, errOut, c.want)
		}
	}
}

// The public cases, at their bars.
func TestPublicCases(t *testing.T) {
	shared := sharedData(t, "cases/cases.json")
	if code, out, errOut := bench(t, "cases", "--shared", shared); code != exitHeld {
		t.Errorf("code %d\n%s%s", code, out, errOut)
	}
}
