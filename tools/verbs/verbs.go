// Package verbs answers: which verb did a command line mean, and what does a person read who
// typed none, or a wrong one?
//
// A program describes its verbs and flags as a struct for kong. [Program.Read] fills that
// struct. Help is printed where it was asked for ("help VERB" or "VERB --help"), and where
// nothing was asked for at all; --version prints the version. An error is a sentence without
// words of Go, says which help to read, and shows the argument that it is about as it was
// typed.
//
// Limits: values are strings, lists of strings, whole numbers and switches.
//
// Before: os.Args. After: the verb runs.
package verbs

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// Program is a program with verbs. All fields but Version are needed.
type Program struct {
	Name        string
	Description string // stands above the list of verbs
	Version     string // what --version prints; "" is no such flag
	Out, ErrOut io.Writer
}

// exited is what kong's exit is turned into, so that Read can return.
type exited struct{}

// Read reads a command line into grammar, a pointer to a struct with kong's tags. A nil
// verb without an error means that there is nothing left to do: the help was printed. What
// is in bind is handed to the verb's Run.
func (p Program) Read(grammar any, args []string, bind ...any) (verb *kong.Context, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exited); !ok {
				panic(r)
			}
			verb, err = nil, nil
		}
	}()
	parser, err := kong.New(grammar, append(mappers(), kong.Name(p.Name),
		kong.Description(p.Description), kong.Writers(p.Out, p.ErrOut),
		kong.Exit(func(int) { panic(exited{}) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Bind(bind...))...)
	if err != nil {
		panic(err) // the struct itself is wrong
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help":
		args = append(slices.Clone(args[1:]), "--help")
	case args[0] == "--version" && p.Version != "":
		_, err := fmt.Fprintln(p.Out, p.Version)
		return nil, err
	}
	verb, err = parser.Parse(args)
	if err != nil {
		return nil, p.plainly(err, args)
	}
	return verb, nil
}

// plainly says what is wrong with a command line, and which help to read.
func (p Program) plainly(err error, args []string) error {
	var parse *kong.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	says, see := err.Error(), p.Name
	node := parse.Context.Selected()
	if node == nil {
		node = parse.Context.Model.Node
	} else {
		see += " " + node.Name
	}
	if strings.HasPrefix(says, "unknown flag -") {
		if arg := unknownShort(parse.Context.Flags(), args); arg != "" {
			says = "unknown flag " + arg
		}
		if takesWords(node) && !strings.Contains(says, "did you mean") {
			says += "; words that begin with a dash go behind -- or into quotes with others"
		}
	}
	for _, r := range rewritten {
		says = r.kong.ReplaceAllString(says, r.ours)
	}
	return fmt.Errorf("%s; see %s --help", strings.ReplaceAll(says, `","`, ", "), see)
}

// rewritten are kong's messages that read like those of a compiler.
var rewritten = []struct {
	kong *regexp.Regexp
	ours string
}{
	{regexp.MustCompile(`^expected "(.*?)(?: \.\.\.)?"$`), "$1 is missing"},
	{regexp.MustCompile(`^missing flags: ([^,]*)$`), "$1 is missing"},
	{regexp.MustCompile(`^missing flags: (.*)$`), "$1 are missing"},
	{regexp.MustCompile(`, did you mean (?:one of )?(.*)\?$`), " (did you mean $1?)"},
	{regexp.MustCompile(` must be one of "(.*)" but got (".*")$`), " must be one of $1, not $2"},
}

// unknownShort is the first argument that begins with one dash and none of the flags. kong
// names only its first byte.
func unknownShort(flags []*kong.Flag, args []string) string {
	for _, arg := range args {
		if arg == "--" {
			break
		}
		short, _ := utf8.DecodeRuneInString(strings.TrimPrefix(arg, "-"))
		if len(arg) < 2 || arg[0] != '-' || arg[1] == '-' && len(arg) > 3 ||
			slices.ContainsFunc(flags, func(f *kong.Flag) bool { return f.Short == short }) {
			continue
		}
		return arg
	}
	return ""
}

// takesWords tells a verb that takes any number of arguments.
func takesWords(node *kong.Node) bool {
	return slices.ContainsFunc(node.Positional, (*kong.Value).IsCumulative)
}
