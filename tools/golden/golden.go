// Package golden answers: does it still say what it said?
//
// A golden file is a list of cases that a person can read:
//
//	# Why this case is here, in a sentence or two.
//	> what goes in, a line each
//	> "a line with escapes\x00, written like a Go string"
//	what comes out, a line each
//
// A case ends at an empty line. Input that reads as a Go string is one; a text that
// happens to read like that, such as "a phrase", is quoted once more.
//
// [Check] runs a function over the inputs and compares; with the flag -update it writes
// what came out into the file and leaves the rest of it alone.
//
// A frozen file is a promise to bytes that are out in the world: [Frozen] never rewrites
// one, with or without the flag.
//
// It is for tests only. Before: a test that knows how to print. After: a diff that
// reads as prose.
package golden

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Check runs f over every case of a golden file. f gets the input, lines joined by "\n",
// and returns lines, none of them empty.
func Check(t *testing.T, file string, f func(in string) string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	now, cases, wrong := run(string(old), f)
	if cases == 0 {
		t.Fatalf("%s: no case", file)
	}
	if !*update {
		for _, w := range wrong {
			t.Errorf("%s:%s", file, w)
		}
		return
	}
	if now != string(old) {
		if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Inputs are the inputs of all cases of a golden file, to seed a fuzz target with.
func Inputs(t testing.TB, file string) (in []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if run(string(text), func(s string) string { in = append(in, s); return "" }); len(in) == 0 {
		t.Fatalf("%s: no case", file)
	}
	return in
}

// Frozen returns the bytes of a frozen file, and complains if what is written today
// differs from them. A file that is not there yet is written if the flag -update is set.
func Frozen(t *testing.T, file string, today []byte) []byte {
	t.Helper()
	old, err := os.ReadFile(file)
	if os.IsNotExist(err) && *update {
		if err := os.WriteFile(file, today, 0o644); err != nil {
			t.Fatal(err)
		}
		return today
	}
	if err != nil {
		t.Fatalf("%v; run the test with -update to freeze what is written today", err)
	}
	if !bytes.Equal(old, today) {
		t.Errorf("%s: what is written today differs from byte %d on; a change of the format "+
			"is a new version with a frozen file of its own", file, firstDifference(old, today))
	}
	return old
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// run returns the text with what f says today, the number of cases, and what differs.
func run(text string, f func(string) string) (now string, cases int, wrong []string) {
	var out strings.Builder
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i] + "\n")
		if !strings.HasPrefix(lines[i], ">") {
			if lines[i] != "" && lines[i][0] != '#' {
				wrong = append(wrong, fmt.Sprintf("%d: neither a comment nor a case", i+1))
			}
			continue
		}
		first := i
		in := unquote(lines[i])
		for ; i+1 < len(lines) && strings.HasPrefix(lines[i+1], ">"); i++ {
			in += "\n" + unquote(lines[i+1])
			out.WriteString(lines[i+1] + "\n")
		}
		want := ""
		for ; i+1 < len(lines) && lines[i+1] != ""; i++ {
			want += lines[i+1] + "\n"
		}
		got := f(in)
		cases++
		out.WriteString(got)
		if got != want {
			wrong = append(wrong,
				fmt.Sprintf("%d: %s\ngot:\n%swant:\n%s", first+1, lines[first], got, want))
		}
	}
	return out.String(), cases, wrong
}

// unquote returns the text of a line of input.
func unquote(line string) string {
	s := strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
	if q, err := strconv.Unquote(s); err == nil && s[0] == '"' {
		return q
	}
	return s
}
