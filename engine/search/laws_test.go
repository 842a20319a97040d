package search_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/search"
	"github.com/pageside/pageside/tools/sample"
)

var (
	plainOnce  sync.Once
	plainIndex *sample.Index
)

// questions makes questions that somebody might ask of a site, well or badly put.
type questions struct {
	rng  *rand.Rand
	docs []doc.Document
}

// some is a stretch of the text of some page: a few characters or words.
func (q *questions) some() string {
	text := []rune(q.docs[q.rng.IntN(len(q.docs))].Text)
	at := q.rng.IntN(len(text))
	n := 1 + q.rng.IntN(6)
	if text[at] < 0x80 {
		n *= 4
	}
	return strings.TrimSpace(string(text[at:min(at+n, len(text))]))
}

// slip is a word with two letters swapped.
func (q *questions) slip() string {
	words := strings.Fields(q.docs[4].Text) // an English page
	w := []rune(words[q.rng.IntN(len(words))])
	if len(w) > 3 {
		w[1], w[2] = w[2], w[1]
	}
	return string(w)
}

func (q *questions) next() engine.Request {
	var parts []string
	for range 1 + q.rng.IntN(3) {
		s := q.some()
		switch q.rng.IntN(8) {
		case 0:
			s = `"` + s + `"`
		case 1:
			s = q.slip()
		case 2:
			if len(parts) > 0 {
				s = "-" + s
			}
		}
		parts = append(parts, s)
	}
	r := engine.Request{Query: strings.Join(parts, " ")}
	if q.rng.IntN(4) == 0 {
		r.Lang = []string{"zh", "en", "fr"}[q.rng.IntN(3)]
	}
	if q.rng.IntN(4) == 0 {
		r.Filter = []doc.Label{{Key: "section", Value: fmt.Sprint("s", q.rng.IntN(8))}}
	}
	r.Limit = q.rng.IntN(30)
	return r
}

// checkMarks holds marks to their laws: in order, apart from each other, on whole
// characters; and in a text that is shown whole, where its words are those that were found:
// exactly there, but for words of a quotation, which are marked in it alone.
func checkMarks(t *testing.T, s string, marks []doc.Span, found map[string]bool, quoted bool) {
	t.Helper()
	end := -1
	for _, m := range marks {
		if m.Start <= end || m.Len() <= 0 || m.End > len(s) {
			t.Errorf("marks %v in a text of %d bytes", marks, len(s))
			return
		}
		end = m.End
		if !utf8.ValidString(m.Of(s)) || strings.TrimSpace(m.Of(s)) != m.Of(s) {
			t.Errorf("a mark covers %q", m.Of(s))
		}
	}
	if found == nil || strings.HasPrefix(s, "…") || strings.HasSuffix(s, "…") {
		return
	}
	inside := make([]bool, len(s)+1)
	for _, m := range marks {
		for i := m.Start; i < m.End; i++ {
			inside[i] = true
		}
	}
	want := make([]bool, len(s)+1)
	analyze.Scan(s, func(tk analyze.Token) {
		for i := tk.Span.Start; i < tk.Span.End && found[string(tk.Form)]; i++ {
			want[i] = true
		}
	})
	if quoted {
		for i := range want {
			want[i] = want[i] && inside[i]
		}
	}
	if !slices.Equal(inside, want) {
		words := slices.Collect(maps.Keys(found))
		t.Errorf("%s is marked, of the words %v", marked(s, marks), words)
	}
}

// formsOf are the forms that words were found as; nil if not all of them are named.
func formsOf(res engine.Response) map[string]bool {
	const maxNamed = 8
	out := map[string]bool{}
	for _, f := range res.Found {
		if len(f.Forms) == maxNamed {
			return nil
		}
		for _, form := range f.Forms {
			out[form] = true
		}
	}
	return out
}

// collapsed is a text with every run of white space as one space.
func collapsed(s string) string { return strings.Join(strings.Fields(s), " ") }

// sameLang says whether a reader of one language reads another; a page of no language is
// everybody's.
func sameLang(a, b string) bool {
	a, _, _ = strings.Cut(a, "-")
	b, _, _ = strings.Cut(b, "-")
	return a == "" || b == "" || a == b
}

// quotes open quotations.
const quotes = `"“「『＂`

// maxPassages is how many sections of a page are shown, and secondBest the share of the
// score of the best that another must reach.
const (
	maxPassages = 3
	secondBest  = 0.3
)

// checkResponse holds an answer to what must be true of every answer.
func checkResponse(t *testing.T, r engine.Request, res engine.Response,
	byID map[string]*doc.Document) {
	t.Helper()
	limit := r.Limit
	if limit == 0 {
		limit = 10
	}
	if len(res.Results) > limit || len(res.Results) > res.Total {
		t.Errorf("%q: %d results of %d, limit %d", r.Query, len(res.Results), res.Total, limit)
	}
	if (len(res.Results) == 0) != (res.Total == 0) {
		t.Errorf("%q: %d results of %d", r.Query, len(res.Results), res.Total)
	}
	found := formsOf(res)
	quoted := strings.ContainsAny(r.Query, quotes) && !res.Loose
	foreign, score := false, math.Inf(1)
	seen := map[string]bool{}
	for _, hit := range res.Results {
		d := byID[hit.ID]
		if d == nil || seen[hit.ID] || hit.Title != d.Title || hit.Lang != d.Lang {
			t.Fatalf("%q: result %s %q, again: %v", r.Query, hit.ID, hit.Title, seen[hit.ID])
		}
		seen[hit.ID] = true
		if f := !sameLang(hit.Lang, r.Lang); f != foreign {
			if foreign {
				t.Errorf("%q: a hit in %s after others", r.Query, hit.Lang)
			}
			foreign, score = f, math.Inf(1)
		}
		if !(hit.Score > 0) || hit.Score > score {
			t.Errorf("%q: score %v after %v", r.Query, hit.Score, score)
		}
		score = hit.Score
		checkMarks(t, hit.Title, hit.TitleMarks, found, quoted)
		checkPassages(t, r, d, hit.Passages, found, quoted)
	}
}

func checkPassages(t *testing.T, r engine.Request, d *doc.Document, all []search.Passage,
	found map[string]bool, quoted bool) {
	t.Helper()
	if len(all) == 0 || len(all) > maxPassages {
		t.Errorf("%q: %s has %d passages", r.Query, d.ID, len(all))
	}
	seen := map[string]bool{}
	for _, p := range all {
		if len(all) > 1 && (p.Score < secondBest*all[0].Score || p.Score == 0) {
			t.Errorf("%q: %s: a passage of %v beside %v", r.Query, d.ID, p.Score, all[0].Score)
		}
		where := p.Anchor + strings.Join(p.Path, "/")
		if seen[where] {
			t.Errorf("%q: %s: two passages of %s", r.Query, d.ID, where)
		}
		seen[where] = true
		checkMarks(t, p.Heading, p.HeadingMarks, found, quoted)
		checkMarks(t, p.Excerpt, p.Marks, found, quoted)
		cut := strings.TrimSpace(strings.Trim(p.Excerpt, "…"))
		if !utf8.ValidString(p.Excerpt) || !strings.Contains(collapsed(d.Text), cut) {
			t.Errorf("%q: %s does not say %q", r.Query, d.ID, p.Excerpt)
		}
		anchored := p.Anchor == "" && len(p.Path) == 0
		for _, b := range d.Blocks {
			here := b.Kind == doc.Heading && b.Anchor == p.Anchor && b.Of(d.Text) == p.Heading
			anchored = anchored || here
		}
		if !anchored {
			t.Errorf("%q: %s has no section %s #%s", r.Query, d.ID, p.Heading, p.Anchor)
		}
	}
}

func index(docs []doc.Document) map[string]*doc.Document {
	out := map[string]*doc.Document{}
	for i := range docs {
		out[docs[i].ID] = &docs[i]
	}
	return out
}

func TestAnswersHoldTheirLaws(t *testing.T) {
	docs, x := sample.Large(t)
	e := x.Open(t, engine.Options{})
	q := questions{rand.New(rand.NewPCG(1, 1)), docs}
	byID := index(docs)
	found, worst := 0, 1.0 // share of the best passage's score that another had
	for range 300 {
		r := q.next()
		res, _ := x.Ask(t, e, r)
		checkResponse(t, r, res, byID)
		if res.Total > 0 {
			found++
		}
		for _, hit := range res.Results {
			if all := hit.Passages; len(all) > 1 {
				worst = min(worst, all[len(all)-1].Score/all[0].Score)
			}
		}
	}
	if worst > secondBest*1.05 {
		t.Errorf("every passage has at least %v of the best one's score: too few to tell", worst)
	}
	if found < 200 {
		t.Errorf("only %d questions of 300 found anything", found)
	}
}

// An answer is a function of the index and the question: not of the questions before,
// of the parts that they left here, or of the memory for parts.
func TestAnswersDoNotDependOnWhatWasAskedBefore(t *testing.T) {
	docs, x := sample.Large(t)
	q := questions{rand.New(rand.NewPCG(2, 2)), docs}
	var asked []engine.Request
	var want []engine.Response
	for range 60 {
		r := q.next()
		res, _ := x.Ask(t, x.Open(t, engine.Options{}), r)
		asked, want = append(asked, r), append(want, res)
	}
	for _, arena := range []int{64 << 10, 256 << 10, 4 << 20, 0} {
		opt := engine.Options{}
		if arena > 0 {
			opt.Arena = make([]byte, arena)
		}
		e := x.Open(t, opt)
		for _, i := range q.rng.Perm(len(asked)) {
			res, _ := x.Ask(t, e, asked[i])
			if !reflect.DeepEqual(res, want[i]) {
				t.Fatalf("arena of %d bytes: %q: %d results, first %s; a fresh one: %d, first %s",
					arena, asked[i].Query, res.Total, first(res), want[i].Total, first(want[i]))
			}
		}
	}
}

func first(res engine.Response) string {
	if len(res.Results) == 0 {
		return "none"
	}
	return fmt.Sprint(res.Results[0].ID, " ", res.Results[0].Score)
}

// What a search lacks it names at once: the parts of the dictionary first, then what its
// candidates need, then the text of those that positions moved up. Few questions take more.
func TestPartsAreNamedAtOnce(t *testing.T) {
	docs, x := sample.Large(t)
	q := questions{rand.New(rand.NewPCG(3, 3)), docs}
	known := map[string]engine.Part{}
	for _, p := range x.Open(t, engine.Options{}).Parts() {
		known[p.Name] = p
	}
	const questions = 200
	times := map[int]int{}
	for range questions {
		r := q.next()
		_, rounds := x.Ask(t, x.Open(t, engine.Options{}), r)
		times[len(rounds)]++
		seen := map[string]bool{}
		for i, round := range rounds {
			for _, p := range round {
				if seen[p.Name] || known[p.Name] != p {
					t.Errorf("%q: round %d: %+v, again: %v", r.Query, i+1, p, seen[p.Name])
				}
				seen[p.Name] = true
				if (p.Kind == "terms") != (i == 0) && !(p.Kind == "tail" && i == 0) {
					t.Errorf("%q: round %d brings %s", r.Query, i+1, p.Kind)
				}
			}
		}
		// A filter, a language and a phrase may each need blocks of a very frequent word
		// before it is known which pages come into question.
		asks := len(r.Filter) > 0 || r.Lang != "" || strings.ContainsAny(r.Query, `"-`)
		if len(rounds) > 4 || len(rounds) > 3 && !asks {
			t.Errorf("%q: %d rounds", r.Query, len(rounds))
		}
	}
	t.Logf("questions by rounds: %v", times)
	if times[2] < questions/2 {
		t.Errorf("questions by rounds: %v, want most to take 2", times)
	}
}

// near allows for sums that were added up in another order.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }

// parts of an explanation, by name.
func parts(e *rank.Explanation, name string) []*rank.Explanation {
	var out []*rank.Explanation
	for _, p := range e.Parts {
		if p.Name == name {
			out = append(out, p)
		}
	}
	return out
}

func one(t *testing.T, e *rank.Explanation, name string) *rank.Explanation {
	t.Helper()
	p := parts(e, name)
	if len(p) != 1 {
		t.Fatalf("%s has %d parts %q", e.Name, len(p), name)
	}
	return p[0]
}

// checkExplanation does the sums again.
func checkExplanation(t *testing.T, r engine.Request, score float64, e *rank.Explanation) {
	t.Helper()
	params := search.Weights{}.Params.Defaults()
	words := one(t, e, "words")
	sum := 0.0
	for _, w := range parts(words, "word") {
		tf, share := 0.0, 0.0
		for _, f := range parts(w, "form") {
			weight := one(t, f, "weight").Value
			if !near(f.Value, weight*one(t, f, "frequency").Value) {
				t.Errorf("%q: form %+v", r.Query, f)
			}
			tf += f.Value
			for _, title := range parts(f, "title") {
				share = max(share, weight*title.Value)
			}
		}
		idf := one(t, w, "idf").Value
		got := idf * (params.Saturate(tf) + params.InTitle*share)
		if share == 0 && !near(got, w.Value) {
			t.Errorf("%q: %s is worth %v, its parts %v", r.Query, w.Note, w.Value, got)
		}
		sum += w.Value
	}
	proximity, pairs := one(t, e, "proximity"), 0.0
	for _, p := range append(parts(proximity, "pair"), parts(proximity, "as typed")...) {
		pairs += p.Value
	}
	factor := one(t, one(t, e, "coverage"), "factor").Value
	if !near(sum, words.Value) || !near(pairs, proximity.Value) {
		t.Errorf("%q: words %v of %v, pairs %v of %v", r.Query, sum, words.Value, pairs,
			proximity.Value)
	}
	if e.Value != score || !near((words.Value+proximity.Value)*factor, score) {
		t.Errorf("%q: score %v, explained %v: (%v + %v) × %v", r.Query, score, e.Value, words.Value,
			proximity.Value, factor)
	}
}

func TestExplanationsSumUpAndChangeNothing(t *testing.T) {
	docs, x := sample.Large(t)
	e := x.Open(t, engine.Options{})
	q := questions{rand.New(rand.NewPCG(4, 4)), docs}
	explained, paired, whole := 0, 0, 0
	for range 100 {
		r := q.next()
		plain, _ := x.Ask(t, e, r)
		r.Explain = true
		res, _ := x.Ask(t, e, r)
		for i := range res.Results {
			hit := &res.Results[i]
			if hit.Explain == nil {
				t.Fatalf("%q: result %d is not explained", r.Query, i)
			}
			checkExplanation(t, r, hit.Score, hit.Explain)
			explained++
			together := one(t, hit.Explain, "proximity")
			paired += len(together.Parts)
			whole += len(parts(together, "as typed"))
			hit.Explain = nil
		}
		if !reflect.DeepEqual(plain, res) {
			t.Errorf("%q: the explanation changes the answer", r.Query)
		}
	}
	if explained < 300 || paired < 50 || whole < 5 {
		t.Errorf("%d results explained, with %d pairs, %d as typed", explained, paired, whole)
	}
}

// BenchmarkWarm is a search of 3,000 pages whose parts are all here: keywords, a phrase, and
// a sentence.
func BenchmarkWarm(b *testing.B) {
	docs, x := sample.Large(b)
	for name, q := range map[string]string{
		"keywords": "检索 索引", "phrase": `"检索 索引"`, "sentence": docs[0].Title,
	} {
		b.Run(name, func(b *testing.B) {
			e := x.Open(b, engine.Options{})
			x.Ask(b, e, engine.Request{Query: q})
			b.ReportAllocs()
			for b.Loop() {
				x.Ask(b, e, engine.Request{Query: q})
			}
		})
	}
}
