package verbs

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
)

// grammar is a program with one verb.
type grammar struct {
	Cut cutCmd `cmd:"" help:"Cut something."`
}

type cutCmd struct {
	File string   `arg:"" help:"What to cut."`
	Size int      `help:"How small."`
	With string   `short:"w" placeholder:"TOOL" help:"What to cut with."`
	Neat bool     `help:"Along the line."`
	Mind []string `help:"What to leave whole."`
	Way  string   `default:"along" enum:"along,across" help:"One of ${enum}."`
}

// words is a program whose verb takes any number of words, and flags that are needed.
type words struct {
	Say sayCmd `cmd:"" help:"Say something."`
	Sew sewCmd `cmd:"" help:"Sew something."`
}

type sayCmd struct {
	What []string `arg:"" help:"What to say."`
}

type sewCmd struct {
	Thread string `required:"" placeholder:"COLOUR" help:"With what."`
	Needle string `short:"n" required:"" placeholder:"SIZE" help:"With what else."`
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
	for _, args := range [][]string{{}, {"--help"}, {"cut", "--help"}, {"help"}, {"help", "cut"}} {
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
		"help paste":           "unexpected argument paste; see scissors --help",
		"cute paper":           "unexpected argument cute (did you mean \"cut\"?); see scissors --help",
		"--size 3":             "unknown flag --size; see scissors --help",
		"--version":            "unknown flag --version; see scissors --help",
		"cut":                  "<file> is missing; see scissors cut --help",
		"cut paper --colour x": "unknown flag --colour; see scissors cut --help",
		"cut paper --sise 3": "unknown flag --sise (did you mean \"--size\"?); " +
			"see scissors cut --help",
		"cut paper -酸":      "unknown flag -酸; see scissors cut --help",
		"cut paper -nx":     "unknown flag -nx; see scissors cut --help",
		"cut paper --way x": `--way must be one of along, across, not "x"; see scissors cut --help`,
		"cut paper --neat=so": `--neat: needs no value; if it has one, it is true or false, not "so"; ` +
			"see scissors cut --help",
	} {
		refuses(t, line, want)
	}
}

// What a flag wants is said in words, whichever kind of value it has.
func TestFlagsWantTheirValues(t *testing.T) {
	for line, want := range map[string]string{
		"cut paper --size":                      "--size: a value is missing behind it",
		"cut paper --with":                      "--with: a value is missing behind it",
		"cut paper --mind":                      "--mind: a value is missing behind it",
		"cut paper --way":                       "--way: a value is missing behind it",
		"cut paper --size x":                    `--size: wants a whole number, not "x"`,
		"cut paper --size=":                     `--size: wants a whole number, not ""`,
		"cut paper --size 1.5":                  `--size: wants a whole number, not "1.5"`,
		"cut paper --size --neat":               "--size: wants a whole number, and --neat is a flag",
		"cut paper --size 99999999999999999999": "--size: 99999999999999999999 is too large",
		"cut paper -w --neat": "--with: a value is missing behind it, since --neat is a flag; " +
			"write --with=--neat if it is the value",
		"cut paper --mind --neat": "--mind: a value is missing behind it, since --neat is a flag; " +
			"write --mind=--neat if it is the value",
	} {
		refuses(t, line, want+"; see scissors cut --help")
	}
}

func refuses(t *testing.T, line, want string) {
	t.Helper()
	out, cut, err := read(strings.Fields(line)...)
	if err == nil || err.Error() != want || out != "" || len(cut) > 0 {
		t.Errorf("%s: %v\nwant %s", line, err, want)
	}
}

// Values are read: negative numbers, lists, = behind a short flag.
func TestValues(t *testing.T) {
	var g grammar
	p := Program{Name: "scissors", Description: "Cuts.", Out: io.Discard, ErrOut: io.Discard}
	args := strings.Fields("cut paper --size -3 -w=shears --mind a,b --mind c --neat=false")
	if _, err := p.Read(&g, args, new([]string)); err != nil {
		t.Fatal(err)
	}
	want := cutCmd{"paper", -3, "shears", false, []string{"a", "b", "c"}, "along"}
	if !reflect.DeepEqual(g.Cut, want) {
		t.Errorf("read %+v, want %+v", g.Cut, want)
	}
}

// Where a verb takes words, an unknown flag may be one of them; what is missing is counted.
func TestWordsAndNeeds(t *testing.T) {
	p := Program{Name: "tailor", Description: "Sews.", Out: io.Discard, ErrOut: io.Discard}
	for line, want := range map[string]string{
		"say 咖啡 -酸": "unknown flag -酸; words that begin with a dash go behind -- or into quotes " +
			"with others; see tailor say --help",
		"say":                  "<what> is missing; see tailor say --help",
		"sew -n 3":             "--thread=COLOUR is missing; see tailor sew --help",
		"sew":                  "--needle=SIZE, --thread=COLOUR are missing; see tailor sew --help",
		"sew --thread= -n 3":   "--thread: its value is empty; see tailor sew --help",
		"say -- 咖啡 -酸":         "",
		"sew --thread red -n3": "",
	} {
		_, err := p.Read(&words{}, strings.Fields(line))
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v\nwant %s", line, err, want)
		}
	}
}

func TestVersion(t *testing.T) {
	var b bytes.Buffer
	p := Program{Name: "scissors", Description: "Cuts.", Version: "scissors 2", Out: &b, ErrOut: &b}
	verb, err := p.Read(&grammar{}, []string{"--version"})
	if verb != nil || err != nil || b.String() != "scissors 2\n" {
		t.Errorf("%v, printed %q", err, b.String())
	}
}
