package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/doc"
)

// A slip is one edit, not of the first letter, and makes another word.
func TestSlips(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, word := range []string{"index", "Lists", "aaaab", "SELECT"} {
		for _, kind := range slipKinds {
			seen := map[string]bool{}
			for range 400 {
				made := slip(random, kind, word)
				seen[made] = true
				grown := len(made) - len(word)
				if want := map[string]int{"insertion": 1, "deletion": -1}[kind]; grown != want ||
					made[0] != word[0] || strings.EqualFold(made, word) {
					t.Fatalf("%s of %s: %s", kind, word, made)
				}
				if kind == "swap" {
					x, y := []byte(made), []byte(word)
					slices.Sort(x)
					slices.Sort(y)
					if string(x) != string(y) {
						t.Fatalf("swap of %s: %s", word, made)
					}
				}
			}
			if len(seen) < 2 && word != "aaaab" {
				t.Errorf("%s of %s is always %v", kind, word, seen)
			}
		}
	}
}

// Slips are made in words of five letters, not in identifiers, versions or addresses.
func TestWordsThatMaySlip(t *testing.T) {
	for _, c := range []struct{ title, want string }{
		{"Image processing", "Image processing"},
		{"用 Pageside 搜索", "Pageside"},
		{"Configure markup: goldmark.", "Configure markup goldmark"},
		{"get_params of site.Params", ""},
		{"tidb-server", ""},
		{"Use v1beta2 now", ""},
		{"strings.Index()", ""},
	} {
		var got []string
		for _, at := range longWords(c.title) {
			got = append(got, c.title[at[0]:at[1]])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.title, got, c.want)
		}
	}
}

// Each title is taken once, and the same titles slip in the same way again.
func TestDrawnSlips(t *testing.T) {
	var docs []doc.Document
	for i := range 40 {
		docs = append(docs, doc.Document{ID: fmt.Sprint(i), Title: fmt.Sprintf("Chapter of number %d", i/2)})
	}
	drawn := drawSlips(docs, 15)
	if len(drawn) != 15 {
		t.Fatalf("%d titles", len(drawn))
	}
	seen := map[string]bool{}
	for _, s := range drawn {
		if seen[s.title] || s.query == s.title || !slices.Contains(slipKinds, s.kind) {
			t.Errorf("%+v", s)
		}
		seen[s.title] = true
	}
	if again := drawSlips(docs, 15); !slices.Equal(again, drawn) {
		t.Errorf("drawn again: %v, before: %v", again, drawn)
	}
}

// The verb prints a row for each kind of slip, and titles that were not found.
func TestSlipsOfACorpus(t *testing.T) {
	path := write(t, `{"id":"a","title":"Chocolate fountains","text":"Melted."}
{"id":"b","title":"Submarine gardening","text":"Wet."}
`, t.TempDir(), "pages", "corpus.jsonl")
	code, out, errOut := bench(t, "slips", path, "--worst", "3")
	if code != exitHeld {
		t.Fatalf("exit %d\n%s%s", code, out, errOut)
	}
	for _, want := range append(slipKinds, "all 2 1.0000 2 0") {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
