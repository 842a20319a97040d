package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/pageside/pageside/tools/wasm/ship"
)

// The three ways to build, by what can be missing.
const (
	withBoth = "overlay+slim"
	slimOnly = "slim"
	neither  = "neither"
)

// budget is what a module may weigh after brotli 11, in bytes. Zero means no bound.
type budget struct {
	target int // with overlay and slim; above it the table says so
	limit  int // with overlay and slim; above it the test fails
	slim   int // with slim alone: the installed Go may not take the overlay
}

// budgets are the promises to those who load the page. Changing one is a decision, not a fix.
var budgets = map[string]budget{
	"search": {target: 300_000, limit: 330_000, slim: 380_000},
}

// sized is a module built in all ways.
type sized struct {
	name    string
	rows    []row
	shipped []byte // with overlay and slim
	debug   []byte // the same code with names
}

// row is one way to build a module: bytes as served under each encoding.
type row struct {
	name                      string
	raw, br11, br5, br4, gzip int
}

// measure builds wasm/NAME in three ways and compresses each.
func measure(root, name string) (*sized, error) {
	b, err := ship.NewBuilder(root)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	pkg := "./wasm/" + name
	m := &sized{name: name}
	stock, err := b.Build(pkg, ship.Variant{})
	if err != nil {
		return nil, err
	}
	overlaid, err := b.Build(pkg, ship.Variant{Overlay: true})
	if err != nil {
		return nil, err
	}
	if m.debug, err = b.Build(pkg, ship.Variant{Overlay: true, Names: true}); err != nil {
		return nil, err
	}
	slimmed, _, err := ship.Slim(stock, &b.Warnings)
	if err != nil {
		return nil, err
	}
	if m.shipped, _, err = ship.Slim(overlaid, &b.Warnings); err != nil {
		return nil, err
	}
	if len(b.Warnings) > 0 {
		return nil, fmt.Errorf("wasm/%s is not built as it ships: %s", name,
			strings.Join(b.Warnings, "; "))
	}
	m.rows = []row{{name: withBoth}, {name: slimOnly}, {name: neither}}
	var wg sync.WaitGroup
	for i, wasm := range [][]byte{m.shipped, slimmed, stock} {
		wg.Go(func() { m.rows[i].compress(wasm) })
	}
	wg.Wait()
	return m, nil
}

func (r *row) compress(wasm []byte) {
	r.raw = len(wasm)
	r.br11 = len(ship.Brotli(wasm, 11))
	r.br5 = len(ship.Brotli(wasm, 5))
	r.br4 = len(ship.Brotli(wasm, 4))
	r.gzip = len(ship.Gzip(wasm))
}

// table shows the rows in KB.
func (m *sized) table() string {
	var out strings.Builder
	fmt.Fprintf(&out, "wasm/%s, KB of 1000 bytes\n%-14s", m.name, "")
	for _, head := range []string{"raw", "br-11", "br-5", "br-4", "gzip-9"} {
		out.WriteString(pad(head, 10))
	}
	for _, r := range m.rows {
		fmt.Fprintf(&out, "\n%-14s", r.name)
		for _, n := range []int{r.raw, r.br11, r.br5, r.br4, r.gzip} {
			out.WriteString(pad(kb(n), 10))
		}
	}
	out.WriteString("\n")
	return out.String()
}

// verdict is a line on one bound.
type verdict struct {
	text string
	over bool // the limit, not only the target
}

func (m *sized) verdicts() []verdict {
	b := budgets[m.name]
	var out []verdict
	say := func(r row, bound int, what string, hard bool) {
		if bound == 0 {
			return
		}
		word := "within"
		if r.br11 > bound {
			word = "OVER"
		}
		out = append(out, verdict{fmt.Sprintf("%s %s, br-11: %s KB, %s the %s of %s KB", m.name,
			r.name, kb(r.br11), word, what, kb(bound)), hard && r.br11 > bound})
	}
	for _, r := range m.rows {
		switch r.name {
		case withBoth:
			say(r, b.target, "target", false)
			say(r, b.limit, "limit", true)
		case slimOnly:
			say(r, b.slim, "limit", true)
		}
	}
	return out
}
