package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pageside/pageside/tools/slim/module"
	"github.com/pageside/pageside/tools/wasm/ship"
)

// costsMethod says how the second table is made; it is printed with it.
const costsMethod = `What each package costs in the shipped module.
code:    bytes of its functions; the debug build, which numbers them alike, has the names.
≈ br-11: how much smaller the module gets under brotli 5 when these bytes are zeros, scaled by the
         module's br-11 / br-5. Repetition between packages counts for none of them, so the column
         adds up to less than the whole. Functions inlined elsewhere count where they are inlined.
`

// The rows that are no packages.
const (
	costMain  = "main"
	costTypes = "(generated: equality of types)"
	costOther = "(linker, assembly, exports)"
	costData  = "(data: text, tables, types, pclntab)"
)

// cost is a row of the second table.
type cost struct {
	name     string
	code, br int
}

// costs measures each package by leaving its bytes out.
func (m *sized) costs(root, name string) (string, error) {
	deps, err := ship.Packages(root, "wasm/"+name)
	if err != nil {
		return "", err
	}
	debug, err := module.Parse(m.debug)
	if err != nil {
		return "", err
	}
	fns, err := debug.Functions()
	if err != nil {
		return "", err
	}
	shipped, err := module.Parse(m.shipped)
	if err != nil {
		return "", err
	}
	bodies, err := shipped.Bodies()
	if err != nil || len(bodies) != len(fns) {
		return "", fmt.Errorf("%d functions ship, %d have names (%v)", len(bodies), len(fns), err)
	}
	owners := ownersOf(fns, slices.Collect(maps.Keys(deps)))
	return m.render(shipped, bodies, owners)
}

// render measures and prints, the dearest first.
func (m *sized) render(shipped *module.Module, bodies [][]byte, owners []string) (string, error) {
	byName := map[string]*cost{}
	for i, body := range bodies {
		c := byName[owners[i]]
		if c == nil {
			c = &cost{name: owners[i]}
			byName[owners[i]] = c
		}
		c.code += len(body)
	}
	whole := len(ship.Brotli(m.shipped, 5))
	scale := float64(m.rows[0].br11) / float64(whole)
	marginal := func(less []byte) int {
		return int(float64(whole-len(ship.Brotli(less, 5))) * scale)
	}
	var all []*cost
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		less, err := shipped.WithoutBodies(func(i int) bool { return owners[i] == name })
		if err != nil {
			return "", err
		}
		byName[name].br = marginal(less.Bytes())
		all = append(all, byName[name])
	}
	bare := *shipped
	bare.Sections = slices.Clone(shipped.Sections)
	bare.SetImage(&module.Image{})
	all = append(all, &cost{costData, 0, marginal(bare.Bytes())})
	slices.SortFunc(all, func(a, b *cost) int {
		return cmp.Or(cmp.Compare(b.br, a.br), cmp.Compare(a.name, b.name))
	})
	var out strings.Builder
	fmt.Fprintf(&out, "%swasm/%s, KB of 1000 bytes\n%s%s\n", costsMethod, m.name,
		pad("code", 10), pad("≈ br-11", 12))
	for _, c := range all {
		fmt.Fprintf(&out, "%s%s  %s\n", pad(kb(c.code), 10), pad(kb(c.br), 10), c.name)
	}
	return out.String(), nil
}

// ownersOf finds the package of each function. The linker writes names with every character that
// is no letter, digit, dot or underscore as an underscore, so paths are held against the names in
// that form, the longest first.
func ownersOf(fns []module.Function, paths []string) []string {
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	mangled := make([]string, len(paths))
	for i, p := range paths {
		mangled[i] = mangle(p) + "."
	}
	out := make([]string, len(fns))
	for i, fn := range fns {
		out[i] = costOther
		switch {
		case strings.HasPrefix(fn.Name, "main."):
			out[i] = costMain
		case strings.HasPrefix(fn.Name, "type_."):
			out[i] = costTypes
		}
		if j := slices.IndexFunc(mangled, func(p string) bool {
			return strings.HasPrefix(fn.Name, p)
		}); j >= 0 {
			out[i] = paths[j]
		}
	}
	return out
}

func mangle(path string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_':
			return r
		}
		return '_'
	}, path)
}
