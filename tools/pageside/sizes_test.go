package main

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/host"
)

// A terms part may be as large as the builder makes it when a word comes on top of a full
// one, and no larger; it counts wherever the index lies, and however that is written.
func TestTermsBudget(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	put(t, "public/index.html", "<h1>x</h1>")
	rng := rand.NewChaCha8([32]byte{})
	for name, c := range map[string]struct {
		raw int
		ok  bool
	}{"public/a": {17000, true}, "public/b": {17500, false}, "c": {17000, true},
		"./d": {17500, false}, filepath.Join(root, "public", "e"): {17500, false}} {
		raw := append([]byte("PGSD"), shard.Version, byte(shard.KindTerms))
		noise := make([]byte, c.raw)
		rng.Read(noise)
		packed, _, err := host.Pack(append(raw, noise...))
		if err != nil {
			t.Fatal(err)
		}
		if len(packed) < 17000 {
			t.Fatalf("the part has %d bytes, the test needs more than 17,000", len(packed))
		}
		put(t, filepath.Join(name, "0123456789abcdef.ps"), string(packed))
		rows, err := measure("public", []string{name}, false, new(bar))
		if err != nil {
			t.Fatal(err)
		}
		seen := false
		for _, row := range rows {
			if row.What == "index: terms parts" {
				seen = true
				if row.OK != c.ok || row.Files != 1 {
					t.Errorf("%s: %+v", name, row)
				}
			}
		}
		if !seen {
			t.Errorf("%s: its part was not weighed", name)
		}
	}
}
