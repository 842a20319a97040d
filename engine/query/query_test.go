package query_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/tools/golden"
)

// dump prints a plan: a line for each word, with its position, span and what it may be
// taken apart into; the indices of phrases; and what must not stand in a page.
func dump(in string) string {
	p := query.Parse(in)
	var out strings.Builder
	for i, w := range p.Words {
		fmt.Fprintf(&out, "%d %s\n", i, word(w))
	}
	for _, phrase := range p.Phrases {
		fmt.Fprintf(&out, "phrase %v\n", phrase)
	}
	for _, group := range p.Without {
		var forms []string
		for _, w := range group {
			forms = append(forms, word(w))
		}
		fmt.Fprintf(&out, "without %s\n", strings.Join(forms, ", "))
	}
	if p.Cut {
		fmt.Fprintf(&out, "cut to %d bytes\n", len(p.Text))
	}
	if out.Len() == 0 {
		return "nothing\n"
	}
	return out.String()
}

func word(w query.Word) string {
	s := fmt.Sprintf("%s @%d %d-%d", w.Form, w.Pos, w.Span.Start, w.Span.End)
	if w.Key != w.Form {
		s += " = " + strings.ReplaceAll(w.Key, string(analyze.Turn), "~")
	}
	if w.Optional {
		s += " (optional)"
	}
	if len(w.Parts) > 0 {
		var parts []string
		for _, q := range w.Parts {
			parts = append(parts, q.Form)
		}
		s += " or " + strings.Join(parts, " ")
	}
	return s
}

func TestPlans(t *testing.T) { golden.Check(t, "testdata/plans.txt", dump) }

func TestLongQuestionsAreCut(t *testing.T) {
	for _, c := range []struct {
		why, in string
		cut     bool
	}{
		{"as long as it may be", strings.Repeat("a", query.MaxBytes), false},
		{"a byte longer", strings.Repeat("a", query.MaxBytes+1), true},
		{"a megabyte without a space", strings.Repeat("a", 1<<20), true},
		{"a megabyte of Chinese", strings.Repeat("页", 1<<20/3), true},
		{"a megabyte of quotes", strings.Repeat(`"`, 1<<20), true},
		{"a megabyte of opening quotes", strings.Repeat(`「`, 1<<20/3), true},
		{"a megabyte of dashes", strings.Repeat(` -a`, 1<<20/3), true},
		{"many words", strings.Repeat("a ", query.MaxWords) + "b", false},
		{"more different words than count", different(query.MaxWords + 1), true},
		{"just as many", different(query.MaxWords), false},
		{"broken, and longer when it is repaired", strings.Repeat("\xff", query.MaxBytes/2), true},
		{"broken, and short enough", strings.Repeat("\xff", query.MaxBytes/3), false},
	} {
		p := query.Parse(c.in)
		check(t, c.in, p)
		if p.Cut != c.cut {
			t.Errorf("%s: %d bytes kept of %d, %d words, cut %v",
				c.why, len(p.Text), len(c.in), len(p.Words), p.Cut)
		}
	}
}

// A question has 256 different words and no more.
func TestMostWords(t *testing.T) {
	for n, want := range map[int]int{255: 255, 256: 256, 257: 256} {
		if p := query.Parse(different(n)); len(p.Words) != want || p.Cut != (n > want) {
			t.Errorf("of %d words %d are kept, cut %v", n, len(p.Words), p.Cut)
		}
	}
}

// different is n words of two letters each.
func different(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "%c%c ", 'a'+i%26, 'a'+i/26)
	}
	return out.String()
}

// check holds a plan to what is promised of every plan.
func check(t *testing.T, in string, p query.Plan) {
	t.Helper()
	bad := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%.200q: %s", in, fmt.Sprintf(format, args...))
	}
	control := func(r rune) bool { return r < ' ' || r == 0x7f }
	if len(p.Text) > query.MaxBytes || !utf8.ValidString(p.Text) ||
		strings.ContainsFunc(p.Text, control) {
		bad("the text %.200q is too long or holds what it must not", p.Text)
	}
	if len(p.Words) > query.MaxWords || len(p.Words) == 0 && len(p.Without) > 0 {
		bad("%d words, %d groups without", len(p.Words), len(p.Without))
	}
	total := len(p.Words)
	checkWords(bad, p.Text, p.Words)
	for _, group := range p.Without {
		if len(group) == 0 {
			bad("an empty group must not stand in a page, which is any page")
		}
		checkWords(bad, p.Text, group)
		if slices.ContainsFunc(group, func(w query.Word) bool { return w.Optional }) {
			bad("an optional word in %+v: a page that lacks it would not be excluded", group)
		}
		total += len(group)
	}
	if total > len(p.Text) {
		bad("%d words in %d bytes", total, len(p.Text))
	}
	quoted := map[int]bool{}
	for _, phrase := range p.Phrases {
		if len(phrase) < 2 {
			bad("phrase %v is none", phrase)
		}
		for i, w := range phrase {
			if w < 0 || w >= len(p.Words) || p.Words[w].Optional || i > 0 && w <= phrase[i-1] {
				bad("phrase %v of %d words", phrase, len(p.Words))
			}
			quoted[w] = true
		}
	}
	again := query.Parse(p.Text)
	again.Cut = p.Cut
	if !reflect.DeepEqual(again, p) {
		bad("the text of the plan makes another plan:\n%+v\nnot\n%+v", again, p)
	}
	if p.Cut && len(p.Words) < query.MaxWords && 3*len(in) <= query.MaxBytes {
		bad("it is short and was cut")
	}
}

func checkWords(bad func(string, ...any), text string, words []query.Word) {
	pos, start := -1, -1
	for _, w := range words {
		checkWord(bad, text, w)
		if w.Optional {
			continue
		}
		if w.Pos < pos || w.Span.Start < start {
			bad("word %+v after position %d, byte %d", w, pos, start)
		}
		pos, start = w.Pos, w.Span.Start
		for _, q := range w.Parts {
			checkWord(bad, text, q)
			if len(q.Parts) > 0 || q.Span.Start < w.Span.Start || q.Span.End > w.Span.End {
				bad("part %+v of word %+v", q, w)
			}
		}
	}
}

func checkWord(bad func(string, ...any), text string, w query.Word) {
	if w.Form == "" || w.Key != analyze.Key(w.Form) || w.Pos < 0 || w.Pos > len(text) {
		bad("word %+v", w)
	}
	s, e := w.Span.Start, w.Span.End
	if s < 0 || s >= e || e > len(text) || !utf8.ValidString(text[s:e]) {
		bad("word %+v: its span is not one of %d bytes", w, len(text))
	}
}

func FuzzParse(f *testing.F) {
	for _, in := range golden.Inputs(f, "testdata/plans.txt") {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) { check(t, in, query.Parse(in)) })
}

func TestLawsHoldForTheGoldenQuestions(t *testing.T) {
	for _, in := range golden.Inputs(t, "testdata/plans.txt") {
		check(t, in, query.Parse(in))
	}
}

func Example() {
	p := query.Parse(`TiDB "分布式事务" -mysql`)
	for _, w := range p.Words {
		fmt.Println(w.Form, p.Text[w.Span.Start:w.Span.End])
	}
	fmt.Println(p.Phrases, p.Without[0][0].Form)
	// Output:
	// tidb TiDB
	// 分布 分布
	// 布式 布式
	// 式事 式事
	// 事务 事务
	// [[1 2 3 4]] mysql
}

// Function words ask and join; names of things do not, nor do parts of them.
func TestFunctionWords(t *testing.T) {
	for word, want := range map[string]bool{
		"how": true, "the": true, "is": true, "of": true, "their": true,
		"search": false, "go": false, "it's": false, "thesis": false, "的": false, "": false,
	} {
		if got := query.IsFunctionWord(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}
