package verbs

import (
	"bytes"
	"strings"
	"testing"
)

// grammar is a program with one verb.
type grammar struct {
	Cut cutCmd `cmd:"" help:"Cut something."`
}

type cutCmd struct {
	File string `arg:"" help:"What to cut."`
	Size int    `help:"How small."`
}

func (c *cutCmd) Run(cut *[]string) error {
	*cut = append(*cut, c.File)
	return nil
}

func read(args ...string) (out string, cut []string, err error) {
	var b bytes.Buffer
	p := Program{Name: "scissors", Description: "Cuts.", Out: &b, ErrOut: &b}
	verb, err := p.Read(&grammar{}, args, &cut)
	if err == nil && verb != nil {
		err = verb.Run()
	}
	return b.String(), cut, err
}

func TestAVerbIsReadAndRuns(t *testing.T) {
	out, cut, err := read("cut", "paper", "--size", "3")
	if out != "" || err != nil || len(cut) != 1 || cut[0] != "paper" {
		t.Errorf("printed %q, cut %q, %v", out, cut, err)
	}
}

// Asked for help, or for nothing, it prints help and there is nothing to run.
func TestHelpIsAnAnswer(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"cut", "--help"}} {
		out, cut, err := read(args...)
		if err != nil || len(cut) > 0 || !strings.Contains(out, "Cut") {
			t.Errorf("%q: printed %q, cut %q, %v", args, out, cut, err)
		}
	}
}

// An error says what is wrong and which help to read: the verb's, if there was a verb.
func TestErrorsNameTheHelp(t *testing.T) {
	for line, want := range map[string]string{
		"paste":                "unexpected argument paste; see scissors --help",
		"--size 3":             "see scissors --help",
		"cut":                  "see scissors cut --help",
		"cut paper --colour x": "unknown flag --colour; see scissors cut --help",
		"cut paper --size x":   "see scissors cut --help",
	} {
		out, cut, err := read(strings.Fields(line)...)
		if err == nil || !strings.HasSuffix(err.Error(), want) || out != "" || len(cut) > 0 {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
