package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/store"
	"github.com/pageside/pageside/tools/host"
)

// dumpFile prints one file of an index: which kind it is, and what it holds.
func dumpFile(w io.Writer, path string) error {
	raw, served, err := host.ReadFile(path)
	if err != nil {
		return err
	}
	name := filepath.Base(path)
	fmt.Fprintf(w, "=== %s: %s as served, %d inflated\n", name, plural(served, "byte"), len(raw))
	kind := shard.KindManifest
	if len(raw) > 5 {
		kind = shard.Kind(raw[5])
	}
	switch kind {
	case shard.KindTerms:
		return dumpTermsPart(w, name, raw)
	case shard.KindText:
		return dumpTextPart(w, name, raw)
	case shard.KindWhere, shard.KindTail:
		blocks, err := inverted.OpenBlocks(name, kind, raw)
		if err == nil {
			fmt.Fprintf(w, "%s part: %s of blocks, which terms parts point into\n", kind,
				plural(len(blocks), "byte"))
		}
		return err
	}
	m, err := shard.DecodeManifest(name, raw)
	if err != nil {
		return err
	}
	return dumpManifest(w, m)
}

func dumpManifest(w io.Writer, m *shard.Manifest) error {
	fmt.Fprintf(w, "format %d, analysis %s\npages %d, passages %d\n", shard.Version, m.Analyzer,
		m.Pages, m.Chunks)
	for _, l := range m.Langs {
		fmt.Fprintf(w, "language %q: %s\n", l.Tag, plural(l.Pages, "page"))
	}
	for _, f := range m.Facets {
		fmt.Fprintf(w, "facet %s:", f.Key)
		for _, v := range f.Values {
			fmt.Fprintf(w, " %s (%d)", v.Name, v.Pages)
		}
		fmt.Fprintln(w)
	}
	for _, p := range m.Popular {
		fmt.Fprintf(w, "popular [%s] %s %s\n", p.Lang, p.URL, p.Title)
	}
	for kind := range m.Parts {
		for i := range m.Parts[kind] {
			dumpPart(w, m, shard.Kind(kind), i)
		}
	}
	for i := range m.Parts[shard.KindTerms] {
		if in := m.Parts[shard.KindTerms][i].Inline(); in != nil {
			if err := dumpTermsPart(w, "inside the manifest", in); err != nil {
				return err
			}
		}
	}
	for i := range m.Parts[shard.KindText] {
		if in := m.Parts[shard.KindText][i].Inline(); in != nil {
			if err := dumpTextPart(w, "inside the manifest", in); err != nil {
				return err
			}
		}
	}
	return nil
}

func dumpPart(w io.Writer, m *shard.Manifest, kind shard.Kind, i int) {
	p := &m.Parts[kind][i]
	where := p.Name()
	if p.Size == 0 {
		where = "inside"
	}
	fmt.Fprintf(w, "%s %d: %s, %s, %d inflated", kind, i, where, plural(p.Size, "byte"), p.Raw)
	switch {
	case kind == shard.KindTerms && i < len(m.Keys):
		fmt.Fprintf(w, ", from %q", keyText(m.Keys[i]))
	case kind == shard.KindText && i < len(m.Starts):
		fmt.Fprintf(w, ", from page %d at %d", m.Starts[i].Page, m.Starts[i].Pos)
	}
	fmt.Fprintln(w)
}

// dumpTermsPart prints each form with its pages; "=" gives its key, "~" the next form of
// the same stem.
func dumpTermsPart(w io.Writer, name string, raw []byte) error {
	p, err := inverted.Open(name, raw)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "terms part: %s\n", plural(p.Len(), "form"))
	var l inverted.List
	for i := range p.Len() {
		fmt.Fprintf(w, "  %s", keyText(string(p.Text(i))))
		if string(p.Key(i)) != string(p.Text(i)) {
			fmt.Fprintf(w, " = %s", keyText(string(p.Key(i))))
		}
		if next := p.Next(i); next != i {
			fmt.Fprintf(w, " ~ %s", keyText(string(p.Text(next))))
		}
		if p.Guest(i) {
			fmt.Fprint(w, " (guest)")
		}
		if err := p.Docs(i, &l); err != nil {
			return err
		}
		fmt.Fprintf(w, ": %s%s\n", plural(p.Pages(i), "page"), pageList(p, i, &l))
	}
	return nil
}

// maxListed is how many pages of a list are printed.
const maxListed = 12

func pageList(p *inverted.Part, i int, l *inverted.List) string {
	var b strings.Builder
	if p.Cut(i) {
		fmt.Fprintf(&b, ", the best %d of them here", len(l.Pages))
	}
	var at inverted.Positions
	if !p.Nowhere(i) && !p.Apart(i) {
		at = p.Where(i)
	}
	for j, page := range l.Pages[:min(maxListed, len(l.Pages))] {
		fmt.Fprintf(&b, " %d", page)
		if !p.Nowhere(i) && !p.Apart(i) {
			fmt.Fprintf(&b, "%v", at.Next(nil))
		}
		if j == maxListed-1 && len(l.Pages) > maxListed {
			b.WriteString(" …")
		}
	}
	return b.String()
}

func dumpTextPart(w io.Writer, name string, raw []byte) error {
	pages, err := store.Decode(name, raw)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "text part: %s\n", plural(len(pages), "page"))
	for _, p := range pages {
		fmt.Fprintf(w, "  page %d %s %s [%s] %s\n", p.Number, oneLine(p.ID), oneLine(p.URL),
			p.Lang, oneLine(p.Title))
		for _, l := range p.Labels {
			fmt.Fprintf(w, "    label %s=%s\n", l.Key, l.Value)
		}
		for _, q := range p.Passages {
			fmt.Fprintf(w, "    at %d, %s", q.Start, kindNames[q.Kind])
			if len(q.Path) > 0 {
				fmt.Fprintf(w, ", %s", strings.Join(q.Path, " › "))
			}
			if q.Anchor != "" {
				fmt.Fprintf(w, " #%s", q.Anchor)
			}
			fmt.Fprintf(w, ": %q\n", q.Head+q.Text)
		}
	}
	return nil
}
