package golden

import (
	"strings"
	"testing"
)

// A file with everything in it: comments, empty lines, raw and quoted input, an input
// of two lines, a case that is wrong and one that says nothing yet.
const file = `# A heading.

# Right.
> one
ONE

> "tab\there"
> two
TAB	HERE
TWO

# Wrong.
> three
FOUR

# New.
> "four`

func upper(s string) string { return strings.ToUpper(s) + "\n" }

func TestRewritingChangesTheOutputsAlone(t *testing.T) {
	now, cases, wrong := run(file, upper)
	want := strings.Replace(file, "FOUR", "THREE", 1) + "\n\"FOUR\n"
	if now != want {
		t.Errorf("rewritten:\n%s\nwant:\n%s", now, want)
	}
	if cases != 4 || len(wrong) != 2 {
		t.Errorf("%d cases, %d wrong: %q", cases, len(wrong), wrong)
	}
	if again, _, wrong := run(now, upper); again != now || len(wrong) != 0 {
		t.Errorf("the second time something differs: %q", wrong)
	}
}

func TestTextOutsideACaseIsAnError(t *testing.T) {
	_, cases, wrong := run("stray\n\n> in\nIN\n", upper)
	if cases != 1 || len(wrong) != 1 || !strings.HasPrefix(wrong[0], "1: ") {
		t.Errorf("%d cases, wrong: %q", cases, wrong)
	}
}

func TestALineThatOnlyLooksLikeAGoStringIsTaken(t *testing.T) {
	for line, want := range map[string]string{
		`> "a" b`:   `"a" b`,
		`> "a"`:     `a`,
		`>  "a"`:    ` "a"`,
		`> "\"a\""`: `"a"`,
		`> 'a'`:     `'a'`,
		"> `a`":     "`a`",
		`>`:         ``,
	} {
		if got := unquote(line); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
