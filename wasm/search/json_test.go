//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/search"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// written is the JSON of one value.
func written(write func(w *jsonWriter)) string {
	w := &jsonWriter{}
	write(w)
	return string(w.out)
}

// random makes strings of what strings may hold: text, marks of JSON, controls, characters
// outside of the basic plane, and bytes that are no UTF-8.
func random(rng *rand.Rand) string {
	pieces := []string{
		"a", "页", "\"", "\\", "/", "\x00", "\x1f", "\n", "\u2028", "🚀", "\u0301", "\xff",
		"\xed\xa0",
	}
	var s strings.Builder
	for range rng.IntN(20) {
		s.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return s.String()
}

// checkString holds a string against encoding/json: what was written reads back, with what
// is not UTF-8 replaced.
func checkString(t *testing.T, s string) {
	t.Helper()
	out := written(func(w *jsonWriter) { w.string(s) })
	var got string
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%q is written as %s: %v", s, out, err)
	}
	if want := string([]rune(s)); got != want || !utf8.ValidString(out) {
		t.Errorf("%q is written as %s and read as %q", s, out, got)
	}
}

// js/wasm has no fuzzing: chance takes its place.
func TestStrings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		checkString(t, random(rng))
	}
}

func FuzzString(f *testing.F) {
	f.Add("页边 \"\\/\x00\x1f\x7f\u2028😀\xff</script>")
	f.Fuzz(checkString)
}

func TestNumbers(t *testing.T) {
	for _, f := range []float64{
		0, 1, 0.00004, 0.00005, 0.99996, 12.3456, 1e-9, 1234567.8901, -2.5, -1e-9,
	} {
		out := written(func(w *jsonWriter) { w.float(f) })
		got, err := strconv.ParseFloat(out, 64)
		if err != nil || math.Abs(got-f) > 0.5001e-4 || !json.Valid([]byte(out)) {
			t.Errorf("%v is written as %s", f, out)
		}
	}
	for _, n := range []int{0, -1, 1, math.MaxInt32, math.MinInt32} {
		if out := written(func(w *jsonWriter) { w.int(n) }); out != strconv.Itoa(n) {
			t.Errorf("%d is written as %s", n, out)
		}
	}
}

// units is the straightforward way to count what JavaScript counts.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// checkMarks cuts a text at some characters and holds the marks against JavaScript's count.
func checkMarks(t *testing.T, s string, cuts []byte) {
	t.Helper()
	var bounds []int // of characters
	for i := range s {
		bounds = append(bounds, i)
	}
	bounds = append(bounds, len(s))
	var spans []doc.Span
	at := 0
	for i := 0; i+1 < len(cuts); i += 2 {
		from := at + int(cuts[i])%8
		to := from + int(cuts[i+1])%8
		if to >= len(bounds) {
			break
		}
		spans = append(spans, doc.Span{Start: bounds[from], End: bounds[to]})
		at = to
	}
	var got [][2]int
	out := written(func(w *jsonWriter) { w.marks(s, spans) })
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got) != len(spans) {
		t.Fatalf("%s: %v", out, err)
	}
	for i, m := range spans {
		if want := [2]int{units(s[:m.Start]), units(s[:m.End])}; got[i] != want {
			t.Errorf("%v of %q is written as %v, want %v", m, s, got[i], want)
		}
	}
}

func TestMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 5000 {
		checkMarks(t, random(rng), []byte{byte(rng.IntN(8)), byte(rng.IntN(4)), 1, 2, 0, 1, 3, 3})
	}
}

func FuzzMarks(f *testing.F) {
	f.Add("页边 is 𠮷 and 🚀!", []byte{1, 3, 4, 2, 9, 1})
	f.Fuzz(checkMarks)
}

// The answers as a reader of JSON sees them.
type (
	info struct {
		Version, Pages, Parts, Bytes int
		Langs                        map[string]int
		Facets                       []struct {
			Key    string
			Values [][2]any
		}
	}
	response struct {
		Missing []struct {
			Name, Kind, SHA256 string
			Size               int
		}
		Total   int
		Cut     bool
		Loose   bool
		Results []result
		Found   []struct {
			Word, How string
			Forms     []string
		}
		Suggest []string
		Popular []struct{ URL, Title, Lang string }
	}
	result struct {
		Page                 int
		Score                float64
		Explain              *explanation
		ID, URL, Title, Lang string
		TitleMarks           [][2]int
		Labels               [][2]string
		Passages             []passage
	}
	passage struct {
		Heading, Anchor, Lang, Excerpt string
		HeadingMarks, Marks            [][2]int
		Path                           []string
	}
	explanation struct {
		Name, Note string
		Value      float64
		Parts      []explanation
	}
	failure struct {
		Error *struct{ Code, File, Text string }
	}
)

// read decodes JSON and refuses keys that its type does not know.
func read[T any](t *testing.T, out string) T {
	t.Helper()
	var v T
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	if d.More() {
		t.Fatalf("%s: more than one value", out)
	}
	return v
}

func TestResponseSaysEverything(t *testing.T) {
	res := engine.Response{
		Missing: []engine.Part{{Name: "0f.ps", Kind: "terms", Size: 9, SHA256: "0f"}, {}},
		Total:   2,
		Results: []engine.Result{
			{Number: 7, Score: 1.25, Explain: &rank.Explanation{
				Name: "score", Value: 1.25,
				Parts: []*rank.Explanation{{Name: "idf", Note: "页", Value: 1}},
			}, Shown: &search.Shown{
				ID: "id", URL: "/页/", Title: "🚀 页边", Lang: "zh",
				Labels:     []doc.Label{{Key: "tag", Value: "a\"b"}, {Key: "tag", Value: "c"}},
				TitleMarks: []doc.Span{{Start: 5, End: 8}},
				Passages: []search.Passage{
					{
						Heading: "头", HeadingMarks: []doc.Span{{Start: 0, End: 3}},
						Path: []string{"上", "头"}, Anchor: "a b", Lang: "en",
						Excerpt: "x页", Marks: []doc.Span{{Start: 1, End: 4}},
					},
					{},
				},
			}},
			{Number: 8, Score: 0.5},
		},
		Found: []search.Found{
			{Word: "页边", Forms: []string{"页边", "頁邊"}, How: search.Respelt}, {},
		},
		Cut:     true,
		Loose:   true,
		Suggest: []string{"a", "b"},
		Popular: []shard.Popular{{Lang: "zh", URL: "/", Title: "首页"}},
	}
	got := read[response](t, written(func(w *jsonWriter) { writeResponse(w, &res) }))
	if len(got.Missing) != 2 || got.Missing[0].Name != "0f.ps" || got.Missing[0].Kind != "terms" ||
		got.Missing[0].Size != 9 || got.Missing[0].SHA256 != "0f" {
		t.Errorf("missing %+v", got.Missing)
	}
	if got.Total != 2 || !got.Cut || !got.Loose || !reflect.DeepEqual(got.Suggest, res.Suggest) ||
		got.Popular[0].Title != "首页" {
		t.Errorf("total %d, suggest %v, popular %v", got.Total, got.Suggest, got.Popular)
	}
	if f := got.Found; len(f) != 2 || f[0].How != "respelt" || len(f[0].Forms) != 2 {
		t.Errorf("found %+v", f)
	}
	want := []result{
		{
			Page: 7, Score: 1.25, ID: "id", URL: "/页/", Title: "🚀 页边", Lang: "zh",
			Explain: &explanation{Name: "score", Value: 1.25,
				Parts: []explanation{{Name: "idf", Note: "页", Value: 1}}},
			TitleMarks: [][2]int{{3, 4}}, Labels: [][2]string{{"tag", "a\"b"}, {"tag", "c"}},
			Passages: []passage{
				{
					Heading: "头", HeadingMarks: [][2]int{{0, 1}}, Path: []string{"上", "头"},
					Anchor: "a b", Lang: "en", Excerpt: "x页", Marks: [][2]int{{1, 2}},
				},
				{HeadingMarks: [][2]int{}, Path: []string{}, Marks: [][2]int{}},
			},
		},
		{Page: 8, Score: 0.5},
	}
	if !reflect.DeepEqual(got.Results, want) {
		t.Errorf("results\n%+v, want\n%+v", got.Results, want)
	}
}

// Nothing found is lists without anything in them, not null: a page loops over them.
func TestEmptyResponseHasEmptyLists(t *testing.T) {
	out := written(func(w *jsonWriter) { writeResponse(w, &engine.Response{}) })
	want := `{"missing":[],"total":0,"cut":false,"loose":false,"results":[],"found":[],` +
		`"suggest":[],"popular":[]}`
	if out != want {
		t.Errorf("%s, want %s", out, want)
	}
}

func TestErrorsHaveACodeAndAFile(t *testing.T) {
	for _, c := range []struct {
		err        error
		code, file string
	}{
		{&wire.CorruptError{File: "a.ps", What: "ends too early"}, "corrupt", "a.ps"},
		{&shard.VersionError{File: "manifest.bin", What: "of tomorrow"}, "version", "manifest.bin"},
		{&shard.ForeignError{File: "b.ps", What: "not \"ours\""}, "foreign", "b.ps"},
		{errClosed, "closed", ""},
		{errors.New("who knows"), "internal", ""},
	} {
		got := read[failure](t, written(func(w *jsonWriter) { writeError(w, c.err) })).Error
		if got == nil || got.Code != c.code || got.File != c.file || got.Text != c.err.Error() {
			t.Errorf("%v is written as %+v", c.err, got)
		}
	}
}
