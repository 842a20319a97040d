// Command bench answers: how good is it, and what does it cost?
//
// It measures what the project promises, a verb for each kind of promise, prints a table,
// and says of each promise whether it is kept:
//
//	quality   ranking on judged sets, against a BM25 that others can repeat
//	strings   Chinese, Japanese and Korean strings from any place of a corpus
//	slips     titles with a slip of the finger in them
//	cases     small inputs from public bug reports
//	same      the engine of the page against the native one: ranks, scores, bytes
//	cold      what the first search of a reader fetches, on real sites
//	peers     the same sites beside other engines, in a browser
//	warm      how long a search takes in the worker, once everything is there
//
// Data sets, cases and the harness for other engines are no part of the project; --shared
// names the folder that holds them.
//
// Exit codes: 0 every bar is held; 1 one is missed; 2 something that is needed is not
// there, and what it is and how to get it has been said. (`go run` makes 1 of both.)
//
// Limits: times depend on the machine, so no bar is a time; where one is needed it is a
// ratio inside one run.
//
// Before: engine, tools/host, dist/. After: a table, and its exit code.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/pageside/pageside/tools/verbs"
)

// The exit codes.
const (
	exitHeld   = 0
	exitMissed = 1
	exitNeeds  = 2
)

const description = `Measure what the project promises; each verb prints a table with its bars.

  go run ./tools/bench quality --shared ../shared             ranking on judged sets
  go run ./tools/bench quality --shared ../shared --sets csl  one of them
  go run ./tools/bench cold --shared ../shared --json         for a script

Run it in the project's folder. Exit codes: 0 every bar is held, 1 one is missed, 2 something
that is needed is not there; go run itself makes 1 of both.`

// commands are the verbs and what they have in common.
type commands struct {
	Shared string `env:"SHARED" default:"../shared" placeholder:"DIR" help:"Data, cases, harness."`
	JSON   bool   `name:"json" help:"Print JSON."`

	Quality qualityCmd `cmd:"" help:"Ranking on judged sets."`
	Strings stringsCmd `cmd:"" help:"Chinese, Japanese and Korean strings of any place."`
	Slips   slipsCmd   `cmd:"" help:"Titles with a slip of the finger in them."`
	Cases   casesCmd   `cmd:"" help:"Small inputs from public bug reports."`
	Same    sameCmd    `cmd:"" help:"The page's engine against the native one."`
	Cold    coldCmd    `cmd:"" help:"What a first search fetches, on real sites."`
	Peers   peersCmd   `cmd:"" help:"Other engines on the same sites, in a browser."`
	Warm    warmCmd    `cmd:"" help:"How long a search takes in the worker."`
}

// app is what verbs are run with.
type app struct {
	ctx         context.Context
	root        string // of the project
	shared      string
	json        bool // nothing but JSON on out
	out, errOut io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(&app{ctx: ctx, out: os.Stdout, errOut: os.Stderr}, os.Args[1:])
	stop()
	os.Exit(code)
}

// verb is what each of the commands can do.
type verb interface {
	measure(a *app) (*report, error)
}

// run carries out one command line.
func run(a *app, args []string) int {
	var c commands
	program := verbs.Program{Name: "bench", Description: description, Out: a.out, ErrOut: a.errOut}
	parsed, err := program.Read(&c, args)
	if err != nil {
		return a.fail(err)
	}
	if parsed == nil {
		return exitHeld
	}
	if a.root, err = projectRoot(); err != nil {
		return a.fail(err)
	}
	if a.shared, err = filepath.Abs(c.Shared); err != nil {
		return a.fail(err)
	}
	a.json = c.JSON
	r, err := parsed.Selected().Target.Addr().Interface().(verb).measure(a)
	if err != nil {
		return a.fail(err)
	}
	return a.tell(r)
}

// fail says what is wrong; where a file of the shared folder is not there, also how to name
// another folder.
func (a *app) fail(err error) int {
	var at *fs.PathError
	gone := errors.Is(err, fs.ErrNotExist) && errors.As(err, &at)
	if gone && strings.HasPrefix(at.Path, a.shared) {
		err = needs(err.Error(), "name the folder of the data sets with --shared or SHARED")
	}
	fmt.Fprintf(a.errOut, "bench: %v\n", err)
	return exitNeeds
}

// tell prints a report; the exit code is its verdict.
func (a *app) tell(r *report) int {
	write := r.print
	if a.json {
		write = r.printJSON
	}
	if err := write(a.out); err != nil {
		return a.fail(err)
	}
	if len(r.missed()) > 0 {
		return exitMissed
	}
	return exitHeld
}

// say tells a person who waits what is being done.
func (a *app) say(format string, args ...any) { fmt.Fprintf(a.errOut, format+"\n", args...) }

// projectRoot is the nearest folder above that holds go.mod.
func projectRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, "go.mod")) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod in %s or above; run it in the project's folder", start)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// needs says that something is not there and how to get it.
func needs(what, how string) error { return errors.New(what + "; " + how) }
