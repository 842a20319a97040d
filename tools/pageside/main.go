// Command pageside answers: what can be done with all this from a terminal?
//
// It is the one command line of the project, a file per verb. A verb reads its flags,
// calls the packages that do the work, and prints either lines for people or, with
// --json, one value for programs. Nothing else lives here.
//
// Exit codes: 0 it went well; 1 the answer is no (nothing found, a check failed, a broken
// page left out of an index); 2 it could not be done (wrong use, unreadable input, a damaged
// index).
//
// Progress is drawn on standard error when that is a terminal and the work takes longer
// than a second.
//
// Before: flags and files. After: output, files, and an exit code.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/verbs"
)

// The exit codes.
const (
	exitOK    = 0
	exitNo    = 1
	exitError = 2

	exitStopped = 130 // by a signal, as shells have it
)

// errNo ends a verb whose answer is no; what there was to say has been said.
var errNo = errors.New("no")

const description = `Search inside the page: index a site, then search it without a server.

  hugo && pageside index public -o public/_pageside     index what a generator built
  pageside serve public                                 look at it
  pageside search -i public/_pageside 倒排索引           search from the terminal

Exit codes: 0 it went well, 1 the answer is no (nothing found, a check failed, a broken page
left out), 2 it could not be done.

'pageside help VERB' explains a verb with examples; --version says which build this is.`

// commands are the verbs.
type commands struct {
	Index  indexCmd  `cmd:"" help:"Index a site, a folder of Markdown, or a corpus."`
	Search searchCmd `cmd:"" help:"Search an index."`
	Serve  serveCmd  `cmd:"" help:"Serve a built site with the right headers."`
	Build  buildCmd  `cmd:"" help:"Build a site in two languages from Markdown, and index it."`
	Check  checkCmd  `cmd:"" help:"Check a built site: links, anchors, languages, sizes, index."`
	Eval   evalCmd   `cmd:"" help:"Measure retrieval against judgements."`
	Chunk  chunkCmd  `cmd:"" help:"Cut one file into passages."`
	Dump   dumpCmd   `cmd:"" help:"Print a stage of the engine as text."`
}

// app is what verbs are run with.
type app struct {
	ctx         context.Context
	in          io.Reader
	out, errOut io.Writer
	json        io.Writer   // where out leads to; run sets it
	terminal    io.Writer   // for progress; nil if errOut is none
	toTerminal  bool        // out is one
	winds       atomic.Bool // the verb winds down by itself when ctx is done

	writing sync.Mutex // held while something is being written
	wrote   []string   // what has been
	stopped sync.Once  // that it was interrupted has been said
}

func main() {
	a := &app{ctx: context.Background(), in: os.Stdin, out: os.Stdout, errOut: os.Stderr}
	stop := a.catch()
	code := run(a, os.Args[1:])
	a.winds.Store(true) // it is done: stop ends ctx too
	stop()
	os.Exit(code)
}

// version is what the build knows of itself, and which indexes it writes and reads.
func version() string {
	of := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		of = info.Main.Version
	}
	return fmt.Sprintf("pageside %s, index format %d, %s", of, shard.Version, runtime.Version())
}

// run carries out one command line.
func run(a *app, args []string) int {
	end := &sink{w: a.out}
	a.terminal, a.toTerminal, a.json = terminalOf(a.errOut), terminalOf(a.out) != nil, end
	a.out, a.errOut = plain{end}, plain{a.errOut}
	err := a.carryOut(args)
	if end.err != nil {
		err = fmt.Errorf("print: %w; %s", reason(end.err), a.done())
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, context.Canceled):
		a.sayStopped()
		return exitStopped
	}
	fmt.Fprintf(a.errOut, "pageside: %v\n", err)
	return exitError
}

// carryOut reads one command line and runs its verb.
func (a *app) carryOut(args []string) error {
	var c commands
	program := verbs.Program{Name: "pageside", Description: description, Version: version(),
		Out: a.out, ErrOut: a.errOut}
	verb, err := program.Read(&c, args, a)
	if err == nil && verb != nil {
		err = verb.Run()
	}
	return err
}

// reason is an error without the path that os puts into it.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
