package search_test

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/budget"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// frequent are the most frequent terms of one kind, which cost a search the most.
func frequent(docs []doc.Document, n int, kinds ...analyze.Kind) []string {
	count := map[string]int{}
	for i := range docs {
		analyze.Scan(docs[i].Text, func(tk analyze.Token) {
			if slices.Contains(kinds, tk.Kind) {
				count[string(tk.Form)]++
			}
		})
	}
	out := make([]string, 0, len(count))
	for w := range count {
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	return out[:min(n, len(out))]
}

// hostile are questions that nobody asks who wants an answer.
func hostile(docs []doc.Document) map[string]string {
	words := frequent(docs, query.MaxWords, analyze.Word)
	chars := frequent(docs, query.MaxWords, analyze.Char, analyze.Single)
	bigrams := frequent(docs, query.MaxWords, analyze.Bigram)
	return map[string]string{
		"a megabyte":           strings.Repeat("检索 index 的 ", 1<<16),
		"a megabyte of a word": strings.Repeat("a", 1<<20),
		"pages of text":        docs[0].Text + docs[4].Text + docs[9].Text,
		"every word":           strings.Join(words, " "),
		"every character":      strings.Join(chars, " "),
		"every bigram":         strings.Join(bigrams, " "),
		"one long phrase":      `"` + strings.Join(words[:100], " ") + `"`,
		"one word, quoted":     `"` + strings.Repeat("die ", 400) + `"`,
		"phrases":              strings.Repeat(`"die index" `, 150),
		"Chinese phrases":      strings.Repeat(`"检索" `, 150),
		"ten thousand quotes":  strings.Repeat(`"`, 10000),
		"quotes of all kinds":  strings.Repeat(`“「『"＂`, 300),
		"not this, not that":   "index -" + strings.Join(words, " -"),
		"nothing but not":      strings.Repeat("-die ", 400),
		"beginnings":           "b ba bab ca cac d da dad i in ind s se sea t to",
		"control characters":   strings.Repeat("\x00\x01\x02\x7f\x1b[31mindex", 1000),
		"half surrogates":      strings.Repeat("\xed\xa0\x80index\xed\xbf\xbf", 1000),
		"broken UTF-8":         strings.Repeat("\xff\xc0\x80\xf8检", 1000),
		"marks on marks":       "e" + strings.Repeat("\u0301", 1000),
		"joined emoji":         strings.Repeat("👩\u200d", 500),
		"right to left":        strings.Repeat("\u202eindex\u2066", 100),
		"white space":          strings.Repeat(" \t\n\u3000\u00a0", 1000),
	}
}

// A hostile question costs no more than a look at the lists of as many words as a question
// may have, is answered like any other, and leaves the engine as it was.
func TestHostileQuestionsAreBounded(t *testing.T) {
	docs, x := sample.Large(t)
	m := &budget.Meter{}
	e := x.Open(t, engine.Options{Meter: m})
	byID := index(docs)
	want, _ := x.Ask(t, e, engine.Request{Query: "检索 index"})
	most := 0
	for name, q := range hostile(docs) {
		r := engine.Request{Query: q, Explain: true}
		res, rounds := x.Ask(t, e, r)
		checkResponse(t, engine.Request{Query: name}, res, byID)
		steps, words := m.Used(), len(res.Found)
		if steps > query.MaxWords*len(docs) || len(rounds) > 4 || words > query.MaxWords {
			t.Errorf("%s: %d steps, %d rounds, %d words", name, steps, len(rounds), words)
		}
		if (len(q) > query.MaxBytes) != res.Cut {
			t.Errorf("%s: %d bytes, cut: %v", name, len(q), res.Cut)
		}
		most = max(most, steps)
	}
	t.Logf("at most %d steps over %d pages", most, len(docs))
	if got, _ := x.Ask(t, e, engine.Request{Query: "检索 index"}); !reflect.DeepEqual(got, want) {
		t.Error("a question is answered in another way after hostile ones")
	}
}

// A megabyte costs what its beginning costs.
func TestLongQuestionsCostTheirBeginning(t *testing.T) {
	docs, x := sample.Large(t)
	long := strings.Repeat(docs[4].Text+docs[0].Text, 2000)
	if len(long) < 1<<20 {
		t.Fatalf("%d bytes are not long", len(long))
	}
	m := &budget.Meter{}
	e := x.Open(t, engine.Options{Meter: m})
	a, _ := x.Ask(t, e, engine.Request{Query: long})
	cost := m.Used()
	b, _ := x.Ask(t, e, engine.Request{Query: long[:query.MaxBytes+4]})
	if !reflect.DeepEqual(a, b) || m.Used() != cost || !a.Cut {
		t.Errorf("%d steps for a megabyte, %d for its beginning; cut: %v", cost, m.Used(), a.Cut)
	}
}

// A budget that is too small ends a search soon, with what it has, and says so; the next
// search has all of it again.
func TestBudgetEndsASearch(t *testing.T) {
	docs, x := sample.Large(t)
	byID := index(docs)
	r := engine.Request{Query: strings.Join(frequent(docs, 40, analyze.Word), " ")}
	m := &budget.Meter{}
	whole, _ := x.Ask(t, x.Open(t, engine.Options{Meter: m}), r)
	need := m.Used()
	if whole.Cut || need < 10*len(docs) {
		t.Fatalf("the question costs %d steps, cut: %v", need, whole.Cut)
	}
	for _, steps := range []int{1, need / 10, need / 2, need - 1, need} {
		m := &budget.Meter{Steps: steps}
		e := x.Open(t, engine.Options{Meter: m})
		for range 2 {
			res, _ := x.Ask(t, e, r)
			checkResponse(t, r, res, byID)
			if m.Used() > steps+len(docs) || res.Cut != (steps < need) {
				t.Errorf("%d steps of %d: %d used, cut: %v", steps, need, m.Used(), res.Cut)
			}
			if steps == need && !reflect.DeepEqual(res, whole) {
				t.Error("with just enough steps the answer differs")
			}
		}
	}
	yields := 0
	m = &budget.Meter{Yield: func() bool { yields++; return false }}
	e := x.Open(t, engine.Options{Meter: m})
	for _, q := range hostile(docs) {
		res, _ := x.Ask(t, e, engine.Request{Query: q})
		checkResponse(t, r, res, byID)
	}
	if yields == 0 {
		t.Error("no question was long enough to come up for air")
	}
}

// FuzzSearch asks a small site, as one file and in parts, whatever there is: answers hold
// their laws, and few pages are ranked alike.
func FuzzSearch(f *testing.F) {
	docs := sample.Read(f, "testdata/pages.txtar")
	for _, more := range []string{"zh", "en", "mixed", "suggest"} {
		for _, d := range sample.Read(f, "testdata/"+more+".txtar") {
			d.ID = "/" + more + d.ID
			docs = append(docs, d)
		}
	}
	for _, file := range []string{
		"ranking-zh", "ranking-en", "ranking-mixed", "passages", "suggest",
	} {
		for _, in := range golden.Inputs(f, "testdata/"+file+".txt") {
			q, _, _ := strings.Cut(in, "\n")
			f.Add(q, "zh", "", "", uint8(0))
			f.Add(q, "", "tag", "ops", uint8(3))
		}
	}
	for _, q := range hostile(sample.Site(20)) {
		f.Add(q[:min(len(q), 1<<12)], "en", "", "", uint8(200))
	}
	byID := index(docs)
	whole := sample.Build(f, docs, whole)
	parts := sample.Build(f, docs, parted)
	inOne, inParts := whole.Open(f, engine.Options{}), parts.Open(f, engine.Options{})
	f.Fuzz(func(t *testing.T, q, lang, key, value string, limit uint8) {
		r := engine.Request{Query: q, Lang: lang, Limit: int(limit), Explain: limit%2 == 1}
		if key != "" {
			r.Filter = []doc.Label{{Key: key, Value: value}}
		}
		a, _ := whole.Ask(t, inOne, r)
		b, rounds := parts.Ask(t, inParts, r)
		checkResponse(t, r, a, byID)
		checkResponse(t, r, b, byID)
		checkSuggestions(t, parts, inParts, r, b)
		if len(rounds) > 3 {
			t.Errorf("%q: %d rounds", q, len(rounds))
		}
		// Of a site in one file the nearness of words is looked at in the first pages only.
		few := a.Total <= 5 && !strings.ContainsAny(q, quotes)
		if few && !reflect.DeepEqual(a, b) {
			t.Errorf("%q: in one file:\n%sin parts:\n%s", q, ranking(a), ranking(b))
		}
	})
}
