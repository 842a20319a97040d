// Package verbs answers: which verb did a command line mean, and what does a person read who
// typed none, or a wrong one?
//
// A program describes its verbs and flags as a struct for kong. [Program.Read] fills that
// struct. Help is printed where it was asked for, and where nothing was asked for at all; an
// error says which help to read.
//
// Before: os.Args. After: the verb runs.
package verbs

import (
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

// Program is a program with verbs. All fields are needed.
type Program struct {
	Name        string
	Description string // stands above the list of verbs
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
	parser, err := kong.New(grammar, kong.Name(p.Name), kong.Description(p.Description),
		kong.Writers(p.Out, p.ErrOut), kong.Exit(func(int) { panic(exited{}) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Bind(bind...))
	if err != nil {
		panic(err) // the struct itself is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	verb, err = parser.Parse(args)
	if err != nil {
		return nil, fmt.Errorf("%w; see %s --help", err, p.Name+verbOf(err))
	}
	return verb, nil
}

// verbOf is the verb that was understood before the error, with a space before it.
func verbOf(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context.Selected() != nil {
		return " " + parse.Context.Selected().Name
	}
	return ""
}
