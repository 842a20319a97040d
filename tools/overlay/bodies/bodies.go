// Package bodies answers: which parts of the Go runtime does a page never use, and how is a
// program built without them, with an untouched toolchain?
//
// go build -overlay lets other files stand in for files of the installed Go. For each known minor
// version there is a list of changes to package runtime (go1.26.txt), of three kinds:
//   - a function gets another, mostly empty body;
//   - a condition that is never true in a page, such as one on a GODEBUG setting, becomes
//     false && (…);
//   - a print statement, which tells developers of the runtime more before a fatal error, becomes
//     if false { … }. What prints the message of a panic or of the fatal error itself is excepted.
//
// Generate parses the installed runtime, splices the changes into copies of its files, turns
// imports that nothing uses any longer into blank ones, and writes the overlay file that names the
// copies. All other text stays as it is, byte for byte.
//
// Nothing may depend on it. A change that does not fit the installed runtime is left out with a
// warning; an unknown minor gives no overlay at all; and tools/wasm builds without one if the
// compiler refuses the result.
//
// Limits: package runtime only, GOOS=js GOARCH=wasm only. Panics print their message but no stack.
// Before: an installed Go. After: go build -overlay, then tools/slim.
package bodies

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// overlayName is the file that go build -overlay takes.
const overlayName = "overlay.json"

// Options says for which Go and where to write. GOROOT, Version and Dir are needed.
type Options struct {
	GOROOT  string
	Version string   // as `go env GOVERSION` says: go1.26.8
	Dir     string   // the copies and overlay.json go here
	Without []string // groups of the list to leave out: tracer, profilers, printing, …
}

// Result is what Generate did.
type Result struct {
	JSON       string // path for -overlay; "" means: build without
	Bodies     int    // functions with other bodies
	Conditions int    // conditions made false
	Prints     int    // print statements switched off
	Files      int
	Warnings   []string
}

// Generate writes the overlay. An error means that something is broken (a folder that cannot be
// written); what Go lacks is a warning.
func Generate(opt Options) (Result, error) {
	var res Result
	list, err := readList(opt.Version, opt.Without)
	if err != nil {
		res.Warnings = []string{err.Error() + "; building without overlay"}
		return res, nil
	}
	files, err := readRuntime(filepath.Join(opt.GOROOT, "src", "runtime"))
	if err != nil {
		return res, err
	}
	warn := func(what, why string) {
		if why != "" {
			res.Warnings = append(res.Warnings, what+" "+why+"; left as it is")
		}
	}
	for _, b := range list.bodies {
		n, why := place(b, files)
		res.Bodies += n
		warn("runtime."+b.key, why)
	}
	for _, s := range files {
		s.change(list, &res)
	}
	for _, cond := range slices.Sorted(maps.Keys(list.never)) {
		if list.never[cond] == 0 {
			warn("condition "+cond, "is not there")
		}
	}
	if res.Bodies+res.Conditions+res.Prints == 0 {
		return res, nil
	}
	return res, write(opt.Dir, files, &res)
}

// write puts the changed files and the overlay file into dir.
func write(dir string, files []*source, res *Result) error {
	replace := map[string]string{}
	for _, s := range files {
		if len(s.edits) == 0 {
			continue
		}
		to := filepath.Join(dir, filepath.Base(s.path))
		if err := os.WriteFile(to, s.spliced(), 0o644); err != nil {
			return fmt.Errorf("overlay: %w", err)
		}
		replace[s.path] = to
	}
	res.Files = len(replace)
	b, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	res.JSON = filepath.Join(dir, overlayName)
	return os.WriteFile(res.JSON, append(b, '\n'), 0o644)
}
