package inverted_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
	"github.com/pageside/pageside/tools/golden"
)

// random makes a Writer with small limits and the forms of a few parts, some of which
// are guests in the next part.
func random(rng *rand.Rand) (*inverted.Writer, [][]inverted.Form) {
	w := &inverted.Writer{Limits: inverted.Limits{
		Where: 1 + rng.IntN(300), Docs: 1 + rng.IntN(600), Heads: 1 + rng.IntN(50),
	}}
	w.Where.Bytes, w.Tail.Bytes = 1+rng.IntN(3000), 1+rng.IntN(3000)
	var parts [][]inverted.Form
	var guests []inverted.Form
	for part := range 1 + rng.IntN(3) {
		forms := randomForms(rng, part)
		for _, g := range guests {
			g.Guest = true
			forms = append(forms, g)
		}
		forms = sorted(forms)
		link(rng, forms)
		parts = append(parts, forms)
		guests = nil
		if len(forms) > 0 && !forms[0].Guest {
			guests = forms[:1]
		}
	}
	return w, parts
}

// randomForms makes forms that are in no other part: their first letter is the part's.
func randomForms(rng *rand.Rand, part int) []inverted.Form {
	var forms []inverted.Form
	letters := []rune("abcé页邊")
	for range rng.IntN(12) {
		s := []rune{letters[part]}
		for range rng.IntN(6) {
			s = append(s, letters[rng.IntN(len(letters))])
		}
		f := inverted.Form{Text: string(s), Key: analyze.Key(string(s))}
		page := int32(0)
		for range 1 + rng.IntN(1+rng.IntN(900)) {
			p := inverted.Posting{Page: page, Code: byte(rng.IntN(256))}
			at := int32(rng.IntN(200))
			for range rng.IntN(4) {
				p.At = append(p.At, at)
				at += 1 + int32(rng.IntN(300))
			}
			f.Postings = append(f.Postings, p)
			page += 1 + int32(rng.IntN(200))
		}
		forms = append(forms, f)
	}
	return forms
}

// sorted orders forms by key and then text, each text once.
func sorted(forms []inverted.Form) []inverted.Form {
	slices.SortStableFunc(forms, func(a, b inverted.Form) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(forms, func(a, b inverted.Form) bool { return a.Text == b.Text })
}

// link joins some of the forms in one ring.
func link(rng *rand.Rand, forms []inverted.Form) {
	first, last := -1, -1
	for i := range forms {
		forms[i].Next = i
		if rng.IntN(3) > 0 {
			continue
		}
		if first < 0 {
			first = i
		} else {
			forms[last].Next = i
		}
		forms[i].Next = first
		last = i
	}
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	cut, apart, blocks := 0, 0, 0
	for range 150 {
		w, parts := random(rng)
		x := write(w, parts)
		for i, forms := range parts {
			p, err := inverted.Open("terms", x.terms[i])
			if err != nil {
				t.Fatal(err)
			}
			if p.Len() != len(forms) {
				t.Fatalf("%d entries, want %d", p.Len(), len(forms))
			}
			walk(t, p, x.terms[i])
			for e := range forms {
				x.compare(t, p, e, &forms[e], w.Limits)
				where, _ := p.Addresses(e)
				blocks = max(blocks, len(where))
				if p.Cut(e) {
					cut++
				} else if p.Apart(e) {
					apart++
				}
			}
		}
	}
	if cut < 50 || apart < 50 || blocks < 3 {
		t.Errorf("%d lists cut, %d apart, %d blocks at most: too little was tried",
			cut, apart, blocks)
	}
}

// compare holds an entry against the form that it was written from.
func (x *index) compare(t *testing.T, p *inverted.Part, e int, f *inverted.Form,
	lim inverted.Limits) {
	t.Helper()
	if string(p.Text(e)) != f.Text || string(p.Key(e)) != f.Key || p.Guest(e) != f.Guest ||
		p.Next(e) != f.Next || p.Pages(e) != len(f.Postings) {
		t.Fatalf("entry %d: %s = %s, next %d, guest %v, %d pages; want %+v",
			e, p.Text(e), p.Key(e), p.Next(e), p.Guest(e), p.Pages(e), f)
	}
	if p.Cut(e) != (len(f.Postings) > lim.Docs) {
		t.Fatalf("%s: cut %v with %d postings, limit %d",
			f.Text, p.Cut(e), len(f.Postings), lim.Docs)
	}
	var l inverted.List
	if err := p.Docs(e, &l); err != nil || l.Cut != p.Cut(e) {
		t.Fatalf("%s: cut %v, error %v", f.Text, l.Cut, err)
	}
	want := f.Postings
	if l.Cut {
		want = heads(want, lim.Heads)
	}
	samePostings(t, f.Text, &l, want)
	at := slices.ContainsFunc(f.Postings, func(p inverted.Posting) bool { return len(p.At) > 0 })
	if p.Nowhere(e) == at {
		t.Fatalf("%s: nowhere %v, and it has positions: %v", f.Text, p.Nowhere(e), at)
	}
	if at {
		x.samePositions(t, p, e, f)
	}
	_, tail := p.Addresses(e)
	for i, b := range tail {
		n := blockLen(i, len(f.Postings))
		want := f.Postings[i*inverted.BlockPages:][:n]
		if err := inverted.DocsOf(x.block(shard.KindTail, b), n, &l); err != nil {
			t.Fatal(err)
		}
		samePostings(t, f.Text, &l, want)
		if b.Page != want[0].Page {
			t.Fatalf("%s: block %d %+v, want page %d", f.Text, i, b, want[0].Page)
		}
	}
}

func (x *index) samePositions(t *testing.T, p *inverted.Part, e int, f *inverted.Form) {
	t.Helper()
	where, _ := p.Addresses(e)
	here := p.Where(e)
	var at []int32
	for i := range f.Postings {
		if p.Apart(e) && i%inverted.BlockPages == 0 {
			here = inverted.WhereOf(x.block(shard.KindWhere, where[i/inverted.BlockPages]))
		}
		if at = here.Next(at[:0]); !slices.Equal(at, f.Postings[i].At) {
			t.Fatalf("%s: posting %d stands at %v, want %v", f.Text, i, at, f.Postings[i].At)
		}
	}
}

// heads are the n postings with the highest codes, by page; of equal ones the first.
func heads(postings []inverted.Posting, n int) []inverted.Posting {
	var out []inverted.Posting
	for code := 255; code >= 0; code-- {
		for _, p := range postings {
			if len(out) < n && p.Code == byte(code) {
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b inverted.Posting) int { return int(a.Page - b.Page) })
	return out
}

func samePostings(t *testing.T, name string, l *inverted.List, want []inverted.Posting) {
	t.Helper()
	if len(l.Pages) != len(want) || len(l.Codes) != len(want) {
		t.Fatalf("%s: %d pages, %d codes, want %d", name, len(l.Pages), len(l.Codes), len(want))
	}
	for i, p := range want {
		if l.Pages[i] != p.Page || l.Codes[i] != p.Code {
			t.Fatalf("%s: posting %d is %d:%d, want %d:%d",
				name, i, l.Pages[i], l.Codes[i], p.Page, p.Code)
		}
	}
}

func TestFindAndSeekAreWhatALoopFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for range 50 {
		w, parts := random(rng)
		p, err := inverted.Open("terms", write(w, parts[:1]).terms[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"", "a", "ab", "b", "c", "e", "ea", "页", "边", "边a", "\xff"} {
			seek, from, to := p.Len(), -1, -1
			for e := p.Len() - 1; e >= 0; e-- {
				if k := string(p.Key(e)); k >= key {
					seek = e
				}
				if string(p.Key(e)) == key {
					from, to = e, max(to, e+1)
				}
			}
			if from < 0 {
				from, to = seek, seek
			}
			if f, u := p.Find(key); p.Seek(key) != seek || f != from || u != to {
				t.Fatalf("%q: seek %d, find %d to %d; want %d, %d to %d",
					key, p.Seek(key), f, u, seek, from, to)
			}
		}
	}
}

// opens checks what must hold of any bytes: an error has a type and names the file; what
// opens can be walked.
func opens(t *testing.T, data []byte) bool {
	t.Helper()
	p, err := inverted.Open("file", data)
	if err == nil {
		walk(t, p, data)
		return true
	}
	var corrupt *wire.CorruptError
	var version *shard.VersionError
	var foreign *shard.ForeignError
	typed := errors.As(err, &corrupt) || errors.As(err, &version) || errors.As(err, &foreign)
	if p != nil || !typed || !strings.HasPrefix(err.Error(), "file: ") {
		t.Fatalf("part %v, error %v", p != nil, err)
	}
	return false
}

// walk looks at everything in a part: it comes to an end, after no more steps than the
// part has bytes, and what it returns has the shape that callers rely on.
func walk(t *testing.T, p *inverted.Part, data []byte) {
	t.Helper()
	steps, letters := 0, 0
	linked := make([]bool, p.Len())
	var l inverted.List
	var at []int32
	for e := range p.Len() {
		letters += len(p.Text(e)) + len(p.Key(e))
		if from, to := p.Find(string(p.Key(e))); e < from || e >= to {
			t.Fatalf("entry %d is not among those of its key, %d to %d", e, from, to)
		}
		if next := p.Next(e); linked[next] {
			t.Fatalf("two entries are followed by %d: a walk of the ring might never end", next)
		} else {
			linked[next] = true
		}
		if p.Docs(e, &l) == nil {
			ascending(t, &l, p.Pages(e))
		}
		steps += len(l.Pages)
		if !p.Apart(e) && !p.Nowhere(e) {
			for here, i := p.Where(e), 0; i < p.Pages(e); i++ {
				at = here.Next(at[:0])
				steps += 1 + len(at)
				if here.Err() != nil {
					t.Fatalf("positions of entry %d: %v", e, here.Err())
				}
			}
		}
		where, tail := p.Addresses(e)
		blocks := (p.Pages(e) + inverted.BlockPages - 1) / inverted.BlockPages
		if p.Apart(e) && len(where) != blocks || p.Cut(e) && len(tail) != blocks {
			t.Fatalf("entry %d: %d pages, %d and %d blocks", e, p.Pages(e), len(where), len(tail))
		}
		steps += len(where) + len(tail)
		for _, b := range append(where, tail...) {
			if b.Of(data) != nil && len(b.Of(data)) != b.To-b.From || b.Part < 0 {
				t.Fatalf("entry %d: block %+v", e, b)
			}
		}
	}
	if steps > len(data) || letters > 2<<10*len(data) {
		t.Fatalf("%d steps and %d letters in %d bytes", steps, letters, len(data))
	}
}

// maxPage bounds page numbers, so that a set of them has a bound too.
const maxPage = 4 << 20

func ascending(t *testing.T, l *inverted.List, pages int) {
	t.Helper()
	before := int32(-1)
	for _, p := range l.Pages {
		if p <= before || p >= maxPage {
			t.Fatalf("page %d after %d", p, before)
		}
		before = p
	}
	if len(l.Codes) != len(l.Pages) || len(l.Pages) > pages {
		t.Fatalf("%d pages with %d codes, %d announced", len(l.Pages), len(l.Codes), pages)
	}
}

// samples are scripts of one terms part each, from the golden files.
func samples(t testing.TB) (parts [][]byte) {
	for _, file := range []string{"testdata/layout.txt", "testdata/lists.txt"} {
		for _, in := range golden.Inputs(t, file) {
			parts = append(parts, build(in).terms[0])
		}
	}
	return parts
}

// A file is verified by its SHA-256, so that a cut is a matter of never breaking down. Yet
// what is cut does not open, but where sections end without which a part makes sense: it
// has no positions, or no entries.
func TestTruncationAtEveryByteIsAnError(t *testing.T) {
	const where, apart = 9, 10
	bare := shard.Seal(shard.KindTerms, &shard.Sections{})
	for _, data := range samples(t) {
		s, err := shard.Parse("part", shard.KindTerms, data)
		if err != nil {
			t.Fatal(err)
		}
		s[where], s[apart] = nil, nil
		unplaced := shard.Seal(shard.KindTerms, s)
		for n := range data {
			meant := bytes.Equal(data[:n], bare) || bytes.Equal(data[:n], unplaced)
			if opens(t, data[:n]) && !meant {
				t.Errorf("cut at byte %d of %d it opens", n, len(data))
			}
		}
	}
}

// A key may share all of the key before, so that three bytes make an entry of a thousand.
// If that had no bound, a file of a megabyte would become keys of hundreds.
func TestHostileKeysStayWithinBounds(t *testing.T) {
	hostile := func(entries, first, more int) []byte {
		var shared, lengths wire.Writer
		for i := range entries {
			switch {
			case i == 0:
				shared.Int(0)
				lengths.Int(first)
			default:
				shared.Int(first + (i-1)*more)
				lengths.Int(more)
			}
		}
		zeros := make([]byte, entries)
		return shard.Seal(shard.KindTerms, &shard.Sections{
			1: zeros, 2: shared.Bytes(), 3: lengths.Bytes(),
			4: bytes.Repeat([]byte("a"), first+more*entries), 7: zeros,
		})
	}
	for _, c := range []struct {
		why                  string
		entries, first, more int
		opens                bool
	}{
		{"a few long keys", 100, 1000, 0, true},
		{"a key longer than a key can be", 1, 1025, 0, false},
		{"keys that grow by a byte each", 2000, 1, 1, false},
		{"thousands of long keys that are all the same", 40000, 1000, 0, false},
	} {
		if got := opens(t, hostile(c.entries, c.first, c.more)); got != c.opens {
			t.Errorf("%s: opens %v, want %v", c.why, got, c.opens)
		}
	}
}

func TestPagesAscendWithinTheirRange(t *testing.T) {
	for _, c := range []struct {
		gaps []int
		ok   bool
	}{
		{[]int{0}, true}, {[]int{maxPage - 1}, true}, {[]int{0, 1, maxPage - 2}, true},
		{[]int{maxPage}, false}, {[]int{5, 0}, false}, {[]int{1, maxPage - 1}, false},
		{[]int{1<<31 - 1}, false}, {[]int{1<<31 - 1, 1<<31 - 1}, false}, {[]int{1 << 31}, false},
	} {
		var w wire.Writer
		for _, g := range c.gaps {
			w.Int(g)
		}
		w.Raw(make([]byte, len(c.gaps)))
		var l inverted.List
		err := inverted.DocsOf(w.Bytes(), len(c.gaps), &l)
		if (err == nil) != c.ok || err != nil && len(l.Pages) > 0 {
			t.Errorf("gaps %v: pages %v, error %v", c.gaps, l.Pages, err)
		}
	}
}

func TestBitFlipsBreakNothing(t *testing.T) {
	opened, refused := 0, 0
	for _, data := range samples(t) {
		for i := 0; i < len(data); i += 1 + len(data)/400 { // of long parts, a sample
			for bit := range 8 {
				data[i] ^= 1 << bit
				if opens(t, data) {
					opened++
				} else {
					refused++
				}
				data[i] ^= 1 << bit
			}
		}
	}
	if opened == 0 || refused == 0 {
		t.Errorf("%d flips passed, %d were noticed", opened, refused)
	}
}

func FuzzOpen(f *testing.F) {
	for _, data := range samples(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { opens(t, data) })
}

// FuzzDocs reads blocks of long lists: n is what the terms part says of them.
func FuzzDocs(f *testing.F) {
	for _, file := range []string{"testdata/layout.txt", "testdata/lists.txt"} {
		for _, in := range golden.Inputs(f, file) {
			x := build(in)
			for _, data := range append(x.tail, x.where...) {
				f.Add(data[8:], 3)
				f.Add(data[8:], inverted.BlockPages)
			}
		}
	}
	f.Fuzz(func(t *testing.T, block []byte, n int) {
		n = max(0, min(n, inverted.BlockPages))
		var l inverted.List
		if err := inverted.DocsOf(block, n, &l); err == nil {
			ascending(t, &l, n)
		} else if len(l.Pages)+len(l.Codes) > 0 {
			t.Fatalf("%d pages beside the error %v", len(l.Pages), err)
		}
		p, total := inverted.WhereOf(block), 0
		for range n {
			total += len(p.Next(nil))
		}
		if total > len(block) {
			t.Fatalf("%d positions in %d bytes", total, len(block))
		}
		for q := range 3 {
			skipped := inverted.WhereOf(block)
			skipped.Skip(q)
			walked := inverted.WhereOf(block)
			for range q {
				walked.Next(nil)
			}
			a, b := fmt.Sprint(skipped.Next(nil)), fmt.Sprint(walked.Next(nil))
			if a != b || (skipped.Err() == nil) != (walked.Err() == nil) {
				t.Fatalf("page %d stands at %s; after a skip at %s", q, b, a)
			}
		}
	})
}
