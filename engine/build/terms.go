package build

import (
	"cmp"
	"slices"

	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
)

// terms writes the dictionary and its postings.
func (b *builder) terms() error {
	slices.SortFunc(b.forms, func(x, y *formDraft) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.text, y.text))
	})
	groups := b.relate()
	if done, err := b.whole(groups); done || err != nil {
		return err
	}
	w := &inverted.Writer{
		Where: inverted.Blocks{Bytes: b.opt.TermsBytes * 3 / 2}, // positions pack by a third,
		Tail:  inverted.Blocks{Bytes: b.opt.TermsBytes * 2},     // postings by half
	}
	first := 0
	for _, l := range b.langs {
		w.Ranges = append(w.Ranges, int32(first))
		first += l.Pages
	}
	t := termsCutter{b: b, w: w, groups: groups, raw: 2 * b.opt.TermsBytes}
	t.cross = crossings(groups, len(b.forms))
	prev := ""
	for from := 0; from < len(b.forms); {
		part, to, err := t.cut(from)
		if err != nil {
			return err
		}
		if err := b.addPart(shard.KindTerms, part, false); err != nil {
			return err
		}
		b.manifest.Keys = append(b.manifest.Keys, separator(prev, b.forms[from].key, from))
		prev = b.forms[to-1].key
		from = to
	}
	if len(b.forms) == 0 {
		b.manifest.Keys = append(b.manifest.Keys, "")
		return b.addPart(shard.KindTerms, w.Part(nil), true)
	}
	return b.addBlocks(w)
}

// separator is the shortest string that is after prev and not after key.
func separator(prev, key string, from int) string {
	if from == 0 {
		return ""
	}
	return key[:min(len(key), shard.Shared(prev, key)+1)]
}

// relate joins the forms of one stem and returns the groups, each in order. A form is
// stemmed in the language of the blocks that it stands in, or of most of them; its kin may
// be more frequent in another, as English words in Chinese pages are, so that stems are
// compared whatever the language.
func (b *builder) relate() [][]int32 {
	if b.opt.Stem == nil {
		return nil
	}
	byStem := map[string]int32{}
	var groups [][]int32
	for i, f := range b.forms {
		if !f.stem || f.pages == 0 {
			continue
		}
		s := b.opt.Stem(f.key, b.tags[f.lang])
		g, ok := byStem[s]
		if !ok {
			g = int32(len(groups))
			byStem[s] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], int32(i))
		f.group = g
	}
	for g, members := range groups {
		if len(members) == 1 {
			b.forms[members[0]].group = -1
			groups[g] = nil
		}
	}
	return groups
}

// crossings counts, for each place between two forms, the groups that it would cut.
func crossings(groups [][]int32, n int) []int32 {
	cross := make([]int32, n+1)
	for _, g := range groups {
		if len(g) > 1 {
			cross[g[0]+1]++
			cross[g[len(g)-1]+1]--
		}
	}
	for i := 1; i <= n; i++ {
		cross[i] += cross[i-1]
	}
	return cross
}

// wholeLimits leave out positions, and cut nothing: every reader of a small site fetches
// its dictionary, and its text is near enough to look into.
var wholeLimits = inverted.Limits{Where: -1}

// whole puts the dictionary into the manifest if it is small enough there.
func (b *builder) whole(groups [][]int32) (bool, error) {
	estimate := 0
	for _, f := range b.forms {
		estimate += len(f.text)/2 + 5 + 2*int(f.pages)
	}
	if estimate > 4*b.opt.WholeBytes {
		return false, nil
	}
	w := &inverted.Writer{Limits: wholeLimits}
	raw := w.Part(b.part(groups, 0, len(b.forms)))
	size, err := b.packedSize(raw)
	if err != nil || size > b.opt.WholeBytes {
		return false, err
	}
	b.wholeSize = size
	b.manifest.Keys = []string{""}
	if err := b.addPart(shard.KindTerms, raw, true); err != nil {
		return false, err
	}
	return true, b.addBlocks(w)
}

// largestTerms is what a terms part takes at most as served, unless one key alone does:
// beyond it a fetch of one part costs more than a round trip.
const largestTerms = 16 << 10

// maxTries bounds how often a part is cut again to come near its size.
const maxTries = 5

// termsCutter cuts the sorted forms into parts.
type termsCutter struct {
	b      *builder
	w      *inverted.Writer
	groups [][]int32
	cross  []int32 // for each place between two forms, the groups that a cut there parts
	raw    int     // estimated bytes that fill a part; learns from the parts before
}

// cut makes the part that begins with form from: as many forms as make about TermsBytes
// as served. If no try comes near, it is the largest part that is not too large.
func (t *termsCutter) cut(from int) (part []byte, to int, err error) {
	var small []byte
	var smallTo, smallSize int
	for try := 1; ; try++ {
		to = t.boundary(from)
		part = t.w.Part(t.b.part(t.groups, from, to))
		size, err := t.b.packedSize(part)
		if err != nil || t.fits(size, from, to) {
			return part, to, err
		}
		aim := t.b.opt.TermsBytes
		if size <= aim && size > smallSize {
			small, smallTo, smallSize = part, to, size
		}
		if try == maxTries {
			if small != nil {
				return small, smallTo, nil
			}
			return part, to, nil
		}
		next := int(int64(t.raw) * int64(aim) / int64(max(size, 1)))
		t.raw = min(max(next, t.raw/4, 256), t.raw*4)
	}
}

// fits reports whether a part of forms from to to is near enough to its size, or is one
// key, which is never cut, or all that is left.
func (t *termsCutter) fits(size, from, to int) bool {
	aim, forms := t.b.opt.TermsBytes, t.b.forms
	tooLarge := size > min(aim*5/4, largestTerms)
	tooSmall := size < aim*8/9 && to < len(forms)
	oneKey := forms[from].key == forms[to-1].key
	return !tooLarge && !tooSmall || size > aim && oneKey
}

// boundary finds where to end a part of about raw bytes: between two keys, where the
// fewest groups are cut among the last fifth.
func (t *termsCutter) boundary(from int) int {
	forms, raw := t.b.forms, t.raw
	limit := inverted.Limits{}.Defaults()
	size, best, fewest := 0, -1, int32(0)
	for i := from; i < len(forms); i++ {
		size += forms[i].bytes(limit)
		end := i + 1
		if end == len(forms) {
			if size <= raw || best < 0 {
				return end
			}
			break
		}
		if size > raw && best >= 0 {
			break
		}
		if forms[end].key == forms[i].key {
			continue
		}
		if size >= raw*4/5 && (best < 0 || t.cross[end] <= fewest) || size > raw {
			best, fewest = end, t.cross[end]
		}
		if size > raw {
			break
		}
	}
	if best < 0 {
		return len(forms)
	}
	return best
}

// bytes estimates what a form takes in a terms part.
func (f *formDraft) bytes(limit inverted.Limits) int {
	docs := 2 * int(f.pages)
	where := f.size - docs
	if int(f.pages) > limit.Docs {
		docs = 2 * limit.Heads
	}
	if where > limit.Where {
		where = 2 + int(f.pages)/inverted.BlockPages
	}
	return docs + where
}

// part returns the forms of a part with the guests that close it: every member of a
// group that has one form in the range.
func (b *builder) part(groups [][]int32, from, to int) []inverted.Form {
	members := make([]int32, 0, to-from)
	for i := from; i < to; i++ {
		members = append(members, int32(i))
	}
	for i := from; i < to; i++ {
		g := b.forms[i].group
		if g < 0 {
			continue
		}
		for _, m := range groups[g] {
			if int(m) < from || int(m) >= to {
				members = append(members, m)
			}
		}
	}
	slices.Sort(members)
	members = slices.Compact(members)
	out := make([]inverted.Form, len(members))
	last, first := map[int32]int{}, map[int32]int{}
	for i, m := range members {
		f := b.forms[m]
		out[i] = inverted.Form{
			Text: f.text, Key: f.key, Next: i,
			Guest:    int(m) < from || int(m) >= to,
			Postings: b.decode(f, nil),
		}
		if f.group < 0 {
			continue
		}
		if before, ok := last[f.group]; ok {
			out[before].Next = i
		} else {
			first[f.group] = i
		}
		last[f.group] = i
		out[i].Next = first[f.group]
	}
	return out
}
