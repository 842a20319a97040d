package inverted_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/golden"
)

// index is what a Writer made of a script: terms parts, and the parts of long lists.
type index struct {
	forms              [][]inverted.Form // of each terms part
	terms, where, tail [][]byte
}

// script reads the forms of terms parts, a line each: the form, options, and postings.
//
//	limits where=8 docs=3 heads=2 block=40     before the forms; those not given are defaults
//	part                                       begins the next terms part
//	run key=run next=1 guest 0:24@3,9 4:30@    ~ in a key is its turn, next is counted from
//	                                           here; a posting has a code and positions
//	the pages=600                              on 600 pages, each code 20 to 26, one position
func script(in string) (w *inverted.Writer, parts [][]inverted.Form) {
	w = &inverted.Writer{}
	parts = [][]inverted.Form{nil}
	for _, line := range strings.Split(in, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "limits":
			for _, o := range words[1:] {
				key, value, _ := strings.Cut(o, "=")
				n, _ := strconv.Atoi(value)
				switch key {
				case "where":
					w.Limits.Where = n
				case "docs":
					w.Limits.Docs = n
				case "heads":
					w.Limits.Heads = n
				case "block":
					w.Where.Bytes, w.Tail.Bytes = n, n
				}
			}
		case words[0] == "part":
			parts = append(parts, nil)
		default:
			last := &parts[len(parts)-1]
			*last = append(*last, form(words, len(*last)))
		}
	}
	return w, parts
}

func form(words []string, at int) inverted.Form {
	f := inverted.Form{Text: words[0], Key: words[0], Next: at}
	for _, o := range words[1:] {
		key, value, _ := strings.Cut(o, "=")
		n, _ := strconv.Atoi(value)
		switch key {
		case "key":
			f.Key = strings.ReplaceAll(value, "~", string(analyze.Turn))
		case "next":
			f.Next = at + n
		case "guest":
			f.Guest = true
		case "pages":
			for page := range n {
				f.Postings = append(f.Postings, inverted.Posting{
					Page: int32(page), Code: byte(20 + page%7), At: []int32{int32(page)},
				})
			}
		default:
			f.Postings = append(f.Postings, posting(o))
		}
	}
	return f
}

// posting reads page:code@position,position.
func posting(s string) (p inverted.Posting) {
	page, s, _ := strings.Cut(s, ":")
	code, at, _ := strings.Cut(s, "@")
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	p.Page, p.Code = int32(number(page)), byte(number(code))
	for _, x := range strings.FieldsFunc(at, func(r rune) bool { return r == ',' }) {
		p.At = append(p.At, int32(number(x)))
	}
	return p
}

func write(w *inverted.Writer, parts [][]inverted.Form) *index {
	x := &index{forms: parts}
	for _, forms := range parts {
		x.terms = append(x.terms, w.Part(forms))
	}
	x.where, x.tail = w.Where.Parts(shard.KindWhere), w.Tail.Parts(shard.KindTail)
	return x
}

func build(in string) *index { return write(script(in)) }

// layout prints the bytes of all parts, a line a section.
func layout(in string) string {
	x := build(in)
	var out strings.Builder
	print := func(name string, kind shard.Kind, parts [][]byte, sections ...string) {
		for i, data := range parts {
			fmt.Fprintf(&out, "%s part %d, %d bytes\n", name, i, len(data))
			s, err := shard.Parse("part", kind, data)
			if err != nil {
				fmt.Fprintln(&out, err)
				return
			}
			for tag, b := range s {
				if len(b) > 0 {
					fmt.Fprintf(&out, "  %-8s %q\n", sections[tag-1], b)
				}
			}
		}
	}
	print("terms", shard.KindTerms, x.terms, "flags", "shared", "lengths", "letters", "forms",
		"links", "pages", "docs", "where", "apart")
	print("where", shard.KindWhere, x.where, "blocks")
	print("tail", shard.KindTail, x.tail, "blocks")
	return out.String()
}

// lists prints what a reader finds: every entry with its postings, and where those stand
// that are not in the terms part.
func lists(in string) string {
	x := build(in)
	var out strings.Builder
	for i, data := range x.terms {
		p, err := inverted.Open("terms", data)
		if err != nil {
			return err.Error() + "\n"
		}
		fmt.Fprintf(&out, "part %d: %d entries\n", i, p.Len())
		for e := range p.Len() {
			x.dumpEntry(&out, p, e)
		}
	}
	return out.String()
}

func (x *index) dumpEntry(out *strings.Builder, p *inverted.Part, e int) {
	fmt.Fprintf(out, "%d %s", e, p.Text(e))
	if key := string(p.Key(e)); key != string(p.Text(e)) {
		fmt.Fprintf(out, " = %s", strings.ReplaceAll(key, string(analyze.Turn), "~"))
	}
	if next := p.Next(e); next != e {
		fmt.Fprintf(out, " -> %d", next)
	}
	if p.Guest(e) {
		out.WriteString(" (guest)")
	}
	fmt.Fprintf(out, ", pages %d\n", p.Pages(e))
	var l inverted.List
	if err := p.Docs(e, &l); err != nil {
		fmt.Fprintln(out, err)
		return
	}
	name := "docs "
	if l.Cut {
		name = "heads"
	}
	fmt.Fprintf(out, "  %s %s\n", name, postings(&l))
	if !p.Apart(e) && !p.Nowhere(e) {
		fmt.Fprintf(out, "  where %s\n", positions(p.Where(e), p.Pages(e)))
	}
	where, tail := p.Addresses(e)
	for i, b := range where {
		fmt.Fprintf(out, "  where part %d, bytes %d to %d: %s\n", b.Part, b.From, b.To,
			positions(inverted.WhereOf(x.block(shard.KindWhere, b)), blockLen(i, p.Pages(e))))
	}
	for i, b := range tail {
		err := inverted.DocsOf(x.block(shard.KindTail, b), blockLen(i, p.Pages(e)), &l)
		fmt.Fprintf(out, "  tail part %d, bytes %d to %d, from page %d: %s\n",
			b.Part, b.From, b.To, b.Page, postings(&l))
		if err != nil {
			fmt.Fprintln(out, err)
		}
	}
}

// blockLen is the number of postings in block i of a list of n.
func blockLen(i, n int) int { return min(inverted.BlockPages, n-i*inverted.BlockPages) }

// block returns the bytes of a block of a long list, nil if it is not where it should be.
func (x *index) block(kind shard.Kind, b inverted.Block) []byte {
	parts := x.where
	if kind == shard.KindTail {
		parts = x.tail
	}
	if b.Part < 0 || b.Part >= len(parts) {
		return nil
	}
	blocks, err := inverted.OpenBlocks("blocks", kind, parts[b.Part])
	if err != nil {
		return nil
	}
	return b.Of(blocks)
}

// shown is how many postings are printed of a list.
const shown = 8

func postings(l *inverted.List) string {
	var out strings.Builder
	for i := range l.Pages[:min(shown, len(l.Pages))] {
		fmt.Fprintf(&out, "%d:%d ", l.Pages[i], l.Codes[i])
	}
	if n := len(l.Pages) - shown; n > 0 {
		fmt.Fprintf(&out, "and %d more", n)
	}
	return strings.TrimSpace(out.String())
}

func positions(p inverted.Positions, pages int) string {
	var out []string
	for i := range pages {
		at := p.Next(nil)
		if i < shown {
			out = append(out, strings.Trim(fmt.Sprint(at), "[]"))
		}
	}
	if pages > shown {
		out = append(out, fmt.Sprintf("and %d more", pages-shown))
	}
	if p.Err() != nil {
		out = append(out, p.Err().Error())
	}
	return strings.Join(out, " | ")
}

func TestLayout(t *testing.T) { golden.Check(t, "testdata/layout.txt", layout) }
func TestLists(t *testing.T)  { golden.Check(t, "testdata/lists.txt", lists) }

// frozen has something of everything.
const frozen = `limits where=12 docs=300 heads=2 block=650
and pages=20
cafe next=1 0:24@1
cafés key=cafes next=-1 guest 0:24@2 7:154@0,300
the pages=301
检索 key=索~检 3:24@1
索引 0:24@2`

// Parts of version 1 are out in the world: they say the same for ever.
func TestFrozenParts(t *testing.T) {
	x := build(frozen)
	freeze := func(name string, parts [][]byte) {
		for i := range parts {
			file := fmt.Sprintf("testdata/v1-%s%d.bin", name, i)
			parts[i] = golden.Frozen(t, file, parts[i])
		}
	}
	freeze("terms", x.terms)
	freeze("where", x.where)
	freeze("tail", x.tail)
	w, parts := script(frozen)
	p, err := inverted.Open("v1-terms0.bin", x.terms[0])
	if err != nil || p.Len() != len(parts[0]) {
		t.Fatal(err)
	}
	for e := range parts[0] {
		x.compare(t, p, e, &parts[0][e], w.Limits)
	}
}
