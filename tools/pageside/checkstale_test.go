package main

import (
	"fmt"
	"strings"
	"testing"
)

// A page whose text fills several parts of the index is compared as a whole; of many pages that
// changed the first are named, the others are counted.
func TestCheckComparesWhatPagesSay(t *testing.T) {
	root := t.TempDir()
	page := func(words string) string {
		return "<!doctype html><html lang=en><title>T</title><h1>T</h1>" + words
	}
	var long strings.Builder
	for i := range 300 {
		fmt.Fprintf(&long, "<h2 id=s%d>Section %d</h2><table><tr><th>Name<th>Size", i, i)
		for j := range 40 {
			fmt.Fprintf(&long, "<tr><td>w%xz<td>w%xz", (i*7919+j*104729)%90000, i*j)
		}
		fmt.Fprintf(&long, "</table><pre>\n a%d\n  b </pre>", i)
	}
	put(t, root+"/long.html", page(long.String()))
	for i := range 25 {
		put(t, fmt.Sprintf("%s/%02d.html", root, i), page("<p>old"))
	}
	verb := func(want int, args ...string) string {
		var out, errOut strings.Builder
		a := &app{ctx: t.Context(), out: &out, errOut: &errOut}
		if code := run(a, args); code != want {
			t.Fatalf("%v: exit code %d: %s%s", args, code, out.String(), errOut.String())
		}
		return out.String()
	}
	index := root + "/_pageside"
	verb(exitOK, "index", root, "-o", index, "--data-only")
	if parts := verb(exitOK, "check", root); !strings.Contains(parts, "index: text parts") {
		t.Fatalf("the index has no text parts, the test needs some: %s", parts)
	}
	for i := range 25 {
		put(t, fmt.Sprintf("%s/%02d.html", root, i), page("<p>new"))
	}
	put(t, root+"/long.html", page(strings.Replace(long.String(), "  b </pre>", "  c </pre>", 1)))
	got := verb(exitNo, "check", root)
	const changed = ".html: its text has changed since the index was built; index again: pageside " +
		"index "
	if n := strings.Count(got, changed); n != shownPerKind ||
		!strings.Contains(got, "\n  and 6 more: stale; --json lists them all\n") {
		t.Errorf("%d pages are named: %s", n, got)
	}
	json := verb(exitNo, "check", root, "--json")
	if n := strings.Count(json, `"text":"its text has changed`); n != 26 {
		t.Errorf("%d pages are in the report", n)
	}
}
