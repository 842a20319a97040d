package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/assets"
	"github.com/pageside/pageside/tools/host"
)

// opened is an index with every part in memory.
type opened struct {
	manifest *shard.Manifest
	raw      map[string][]byte // parts by name, verified and inflated
}

// openAll reads every part of an index. What is wrong with a file is told to wrong, and
// nil is returned.
func openAll(folder string, bar *bar, wrong func(name, text string)) *opened {
	x, err := host.Open(folder)
	if err != nil {
		wrong(build.ManifestName, err.Error())
		return nil
	}
	raw, _, err := host.ReadFile(filepath.Join(folder, build.ManifestName))
	if err != nil {
		wrong(build.ManifestName, err.Error())
		return nil
	}
	o := &opened{raw: map[string][]byte{}}
	if o.manifest, err = shard.DecodeManifest(build.ManifestName, raw); err != nil {
		wrong(build.ManifestName, err.Error())
		return nil
	}
	sound := true
	parts := x.Parts()
	for i, p := range parts {
		bar.set(i, len(parts))
		raw, err := x.Part(p)
		if err == nil {
			err = x.Add(p.Name, raw)
		}
		if err != nil {
			wrong(p.Name, err.Error())
			sound = false
		}
		o.raw[p.Name] = raw
	}
	if !sound {
		return nil
	}
	return o
}

// part is the name and the bytes of a part, wherever they are.
func (o *opened) part(kind shard.Kind, i int) (string, []byte) {
	p := &o.manifest.Parts[kind][i]
	if in := p.Inline(); in != nil || p.Size == 0 {
		return build.ManifestName, in
	}
	return p.Name(), o.raw[p.Name()]
}

// orphans are the files of an index folder that nothing leads to.
func (o *opened) orphans(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // the manifest was read from it, so this has been said
	}
	var out []string
	for _, e := range entries {
		_, named := o.raw[e.Name()]
		if path.Ext(e.Name()) == ".ps" && !named || !assets.Ours(e.Name()) {
			out = append(out, e.Name())
		}
	}
	return out
}

// verify walks every list of every terms part: what a search would read one day must be
// readable now.
func (o *opened) verify(bar *bar, wrong func(name, text string)) {
	parts := o.manifest.Parts[shard.KindTerms]
	for i := range parts {
		bar.set(i, len(parts))
		name, raw := o.part(shard.KindTerms, i)
		p, err := inverted.Open(name, raw)
		if err != nil {
			wrong(name, err.Error())
			continue
		}
		for e := range p.Len() {
			if err := o.verifyEntry(p, e); err != nil {
				wrong(name, fmt.Sprintf("the form %q: %v", p.Text(e), err))
				break
			}
		}
	}
}

// verifyEntry walks the postings of one form, and its positions.
func (o *opened) verifyEntry(p *inverted.Part, e int) error {
	var l inverted.List
	if err := p.Docs(e, &l); err != nil {
		return err
	}
	for _, page := range l.Pages {
		if int(page) >= o.manifest.Pages {
			return fmt.Errorf("names page %d, the index has %d", page, o.manifest.Pages)
		}
	}
	if !p.Apart(e) && !p.Nowhere(e) {
		at := p.Where(e)
		for range l.Pages {
			at.Next(nil)
		}
		return at.Err()
	}
	where, tail := p.Addresses(e)
	if err := o.verifyBlocks(shard.KindWhere, where); err != nil {
		return err
	}
	return o.verifyBlocks(shard.KindTail, tail)
}

// verifyBlocks looks whether each address leads to bytes.
func (o *opened) verifyBlocks(kind shard.Kind, blocks []inverted.Block) error {
	for _, b := range blocks {
		if b.Part < 0 || b.Part >= len(o.manifest.Parts[kind]) {
			return fmt.Errorf("points to %s part %d, there are %d", kind, b.Part,
				len(o.manifest.Parts[kind]))
		}
		name, raw := o.part(kind, b.Part)
		all, err := inverted.OpenBlocks(name, kind, raw)
		if err != nil {
			return err
		}
		if b.Of(all) == nil {
			return fmt.Errorf("points past the end of %s", name)
		}
	}
	return nil
}
