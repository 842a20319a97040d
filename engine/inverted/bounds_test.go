package inverted_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// The flags of an entry say one thing about its positions, and nothing that is unknown.
func TestFlagsAreConsistent(t *testing.T) {
	for _, c := range []struct {
		why   string
		flags byte
		apart []byte // of no pages
		opens bool
	}{
		{"positions here", 0, nil, true},
		{"apart", 16, []byte{0, 0}, true},
		{"nowhere", 32, nil, true},
		{"both apart and nowhere", 16 + 32, []byte{0, 0}, false},
		{"cut, and apart", 8 + 16, []byte{0, 0, 0, 0, 0}, true},
		{"cut, and nowhere", 8 + 32, []byte{0, 0, 0}, true},
		{"cut, and positions here", 8, []byte{0, 0, 0}, false},
		{"unknown", 64, nil, false},
		{"unknown beside others", 128 + 16, []byte{0, 0}, false},
	} {
		data := shard.Seal(shard.KindTerms, &shard.Sections{
			1: {c.flags}, 2: {0}, 3: {1}, 4: {'a'}, 7: {0}, 10: c.apart,
		})
		if got := opens(t, data); got != c.opens {
			t.Errorf("%s: opens %v", c.why, got)
		}
	}
}

func TestFormsAreBounded(t *testing.T) {
	for n, want := range map[int]bool{inverted.MaxForm: true, inverted.MaxForm + 1: false} {
		var form wire.Writer
		form.String(strings.Repeat("a", n))
		data := shard.Seal(shard.KindTerms, &shard.Sections{
			1: {1 + 32}, 2: {0}, 3: {1}, 4: {'a'}, 5: form.Bytes(), 7: {0},
		})
		if got := opens(t, data); got != want {
			t.Errorf("a form of %d bytes opens: %v", n, got)
		}
	}
}

// Of a cut list the best pages of all stand in the terms part, and beside them the best 64
// of each language, however bad they are.
func TestACutListKeepsTheBestOfEachLanguage(t *testing.T) {
	w := &inverted.Writer{
		Limits: inverted.Limits{Docs: 100, Heads: 3}, Ranges: []int32{0, 500, 1000, 1100},
	}
	f := inverted.Form{Text: "a", Key: "a"}
	var want []int32
	add := func(page, code int, kept bool) {
		f.Postings = append(f.Postings,
			inverted.Posting{Page: int32(page), Code: byte(code), At: []int32{1}})
		if kept {
			want = append(want, int32(page))
		}
	}
	for page := range 200 { // the first 64 of the best code, and no others
		add(page, 200, page < 64)
	}
	for page := range 100 { // the best stand last
		add(500+page, page, page >= 36)
	}
	for page := range 20 {
		add(1000+page, 1, true)
	}
	p, err := inverted.Open("terms", w.Part([]inverted.Form{f}))
	if err != nil {
		t.Fatal(err)
	}
	var l inverted.List
	if err := p.Docs(0, &l); err != nil || !l.Cut || !slices.Equal(l.Pages, want) {
		t.Errorf("cut %v, %d pages %v, error %v\nwant %d %v", l.Cut, len(l.Pages), l.Pages, err,
			len(want), want)
	}
}
