// Package assets answers: which files does every index need besides its own data?
//
// They are the engine and the search dialog, built by `make build` into dist/ and embedded
// into the program, so that one binary can set up search on a site.
//
// Before: tools/bundle fills dist/. After: `pageside index` writes the files beside the
// index.
package assets

import (
	"embed"
	"errors"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed all:dist
var dist embed.FS

// ErrEmpty says that this program was compiled before the files were built.
var ErrEmpty = errors.New("this program was compiled without the search dialog and the " +
	"engine; run `make build` and use dist/pageside, or say --data-only")

// File is one file as it is served.
type File struct {
	Name  string
	Bytes []byte
}

// Files returns all of them in the order of their names.
func Files() ([]File, error) { return read(dist) }

func read(from fs.FS) ([]File, error) {
	entries, err := fs.ReadDir(from, "dist")
	if err != nil {
		return nil, err
	}
	var files []File
	for _, e := range entries {
		if e.IsDir() || e.Name() == "README" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		data, err := fs.ReadFile(from, "dist/"+e.Name())
		if err != nil {
			return nil, err
		}
		files = append(files, File{e.Name(), data})
	}
	if len(files) == 0 {
		return nil, ErrEmpty
	}
	return files, nil
}

// hashed matches the names that carry a hash of their content: parts of an index, and
// what tools/bundle names so.
var hashed = regexp.MustCompile(`^([0-9a-f]{16}\.ps` +
	`|engine-[0-9a-f]{8,}\.wasm(\.br|\.gz)?` +
	`|(dialog|worker)-[A-Z0-9]{8}\.js(\.LEGAL\.txt)?)$`)

// Hashed tells whether a file of an index folder may be cached for ever: another content
// would have another name.
func Hashed(name string) bool { return hashed.MatchString(name) }

// stable are the names of an index folder that stay from build to build.
var stable = regexp.MustCompile(`^(manifest\.bin|(pageside|client)\.js(\.LEGAL\.txt)?|_headers)$`)

// Ours tells whether a file name is one that `pageside index` writes.
func Ours(name string) bool { return Hashed(name) || stable.MatchString(name) }
