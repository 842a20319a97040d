// Package host answers: how does a program with files and a clock run the engine?
//
// The engine does no I/O: it names the parts it lacks. An [Index] brings them from a
// folder or from memory, checks the SHA-256 of the bytes as they lie there, inflates
// them and asks again, as the page does over the network. It counts what that took.
//
//	x, err := host.Open("public/_pageside")
//	res, cost, err := x.Search(engine.Request{Query: "倒排索引"})
//
// In the other direction, [Pack] and [Stem] are what engine/build is given to compress
// and to stem with, and [Write] puts a built index on disk, whole or not at all.
//
// Limits: parts stay in memory once they are read; maxFile a file.
//
// Before: build.Output, or a folder. After: answers for the command line and for tests.
package host

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/shard"
)

// maxFile bounds a file of an index, as it lies there and inflated: a few kilobytes of gzip can
// hold gigabytes. It is the page's own bound for a manifest (web/src/parts.ts); what a part
// inflates to, the manifest says.
const maxFile = 64 << 20

// maxRounds bounds how often one search may come back for more. An honest index needs
// four.
const maxRounds = 32

// Index is an index that can be searched.
type Index struct {
	engine   *engine.Engine
	where    string // of its files, for errors
	read     func(name string) ([]byte, error)
	manifest []byte
	packed   int            // bytes of the manifest as served
	raw      map[string]int // bytes of each part, inflated
	parts    *sync.Map      // name → bytes of a part, verified and inflated
}

// Cost is what bringing files took.
type Cost struct {
	Bytes    int `json:"bytes"`    // as served
	Requests int `json:"requests"` // files
	Rounds   int `json:"-"`        // that had to wait for one another
}

// Open opens the index in a folder.
func Open(dir string) (*Index, error) {
	read := func(name string) ([]byte, error) { return readFile(filepath.Join(dir, name)) }
	return open(dir, read)
}

// InMemory opens an index that was just built.
func InMemory(out *build.Output) (*Index, error) {
	files := map[string][]byte{build.ManifestName: out.Manifest.Bytes}
	for _, f := range out.Files {
		files[f.Name] = f.Bytes
	}
	return open("", func(name string) ([]byte, error) {
		if b, ok := files[name]; ok {
			return b, nil
		}
		return nil, fs.ErrNotExist
	})
}

func open(where string, read func(string) ([]byte, error)) (*Index, error) {
	x := &Index{where: where, read: read, parts: new(sync.Map), raw: map[string]int{}}
	packed, err := read(build.ManifestName)
	if info, e := os.Stat(where); err != nil && e == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: is a file; name the folder that `pageside index` wrote", where)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no %s in it; name the folder that `pageside index` "+
			"wrote", where, build.ManifestName)
	}
	if err != nil {
		return nil, x.unread(build.ManifestName, err)
	}
	x.packed = len(packed)
	if x.manifest, err = inflate(packed, maxFile); err != nil {
		return nil, x.failed(build.ManifestName, err)
	}
	if x.engine, err = engine.Open(x.manifest, engine.Options{}); err != nil {
		return nil, x.failed("", err)
	}
	m, err := shard.DecodeManifest(build.ManifestName, x.manifest)
	if err != nil {
		return nil, x.failed("", err)
	}
	for kind := range m.Parts {
		for i := range m.Parts[kind] {
			p := &m.Parts[kind][i]
			x.raw[p.Name()] = p.Raw
		}
	}
	return x, nil
}

// failed names the file, what is wrong with it, and what to do.
func (x *Index) failed(name string, err error) error {
	at := filepath.Join(x.where, name)
	return fmt.Errorf("%s: %w; build the index again", at, err)
}

// unread names a file that cannot be read. A new index helps where it is gone.
func (x *Index) unread(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return x.failed(name, fmt.Errorf("cannot be read: %w", reason(err)))
	}
	return fmt.Errorf("%s: cannot be read: %w", filepath.Join(x.where, name), reason(err))
}

// reason is an error without the path that os puts into it.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Cold returns the index as a reader opens it who has nothing but its manifest. Several
// of them may search at the same time.
func (x *Index) Cold() (*Index, error) {
	c := *x
	e, err := engine.Open(x.manifest, engine.Options{})
	if err != nil {
		return nil, x.failed("", err)
	}
	c.engine = e
	return &c, nil
}

// Start is the cost of the manifest, which every reader pays first.
func (x *Index) Start() Cost { return Cost{Bytes: x.packed, Requests: 1, Rounds: 1} }

// Info is what the manifest says of the index.
func (x *Index) Info() engine.Info { return x.engine.Info() }

// Search answers a question. The cost is that of the parts that had to be brought; the
// manifest is not in it.
func (x *Index) Search(r engine.Request) (engine.Response, Cost, error) {
	var cost Cost
	for range maxRounds {
		res, err := x.engine.Search(r)
		if err != nil {
			return res, cost, x.failed("", err)
		}
		if len(res.Missing) == 0 {
			return res, cost, nil
		}
		cost.Rounds++
		for _, p := range res.Missing {
			raw, err := x.Part(p)
			if err != nil {
				return res, cost, err
			}
			cost.Bytes += p.Size
			cost.Requests++
			if err := x.engine.Add(p.Name, raw); err != nil {
				return res, cost, x.failed("", err)
			}
		}
	}
	return engine.Response{}, cost, x.failed("", fmt.Errorf(
		"the search asked for parts %d times without coming to an end", maxRounds))
}

// Parts are all files of the index beside the manifest.
func (x *Index) Parts() []engine.Part { return x.engine.Parts() }

// Add gives the engine a part, as Search does when it is missing.
func (x *Index) Add(name string, raw []byte) error {
	if err := x.engine.Add(name, raw); err != nil {
		return x.failed("", err)
	}
	return nil
}

// Part reads one part, verifies it and inflates it.
func (x *Index) Part(p engine.Part) ([]byte, error) {
	if raw, ok := x.parts.Load(p.Name); ok {
		return raw.([]byte), nil
	}
	packed, err := x.read(p.Name)
	if err != nil {
		return nil, x.unread(p.Name, err)
	}
	if len(packed) != p.Size {
		return nil, x.failed(p.Name, fmt.Errorf("its size in bytes is %d, the manifest says %d",
			len(packed), p.Size))
	}
	sum := sha256.Sum256(packed)
	if !strings.HasPrefix(hex.EncodeToString(sum[:]), p.SHA256) {
		return nil, x.failed(p.Name, errors.New("has another SHA-256 than the manifest says"))
	}
	raw, err := inflate(packed, min(x.raw[p.Name], maxFile))
	if err != nil {
		return nil, x.failed(p.Name, err)
	}
	x.parts.Store(p.Name, raw)
	return raw, nil
}

// errLarge says that a file is none of an index.
var errLarge = fmt.Errorf("is larger than %d MB, which no file of an index is", maxFile>>20)

// readFile reads a file that is there as a whole: to read a pipe would wait for its writer.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.Size() > maxFile:
		return nil, errLarge
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, errors.New("is not a file")
	}
	return os.ReadFile(path)
}

// inflate stops as soon as there is more than there may be.
func inflate(packed []byte, limit int) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("is not gzip inside: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(z, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("its gzip is damaged: %w", err)
	}
	if len(raw) > limit {
		return nil, fmt.Errorf("inflates to more than the %d bytes that it may have", limit)
	}
	return raw, nil
}

// Plus is one cost after another: what is asked for later waits.
func (c Cost) Plus(d Cost) Cost {
	return Cost{c.Bytes + d.Bytes, c.Requests + d.Requests, c.Rounds + d.Rounds}
}

// ReadFile reads one file of an index, inflated; served is its size as it lies there.
func ReadFile(path string) (raw []byte, served int, err error) {
	packed, err := readFile(path)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, reason(err))
	}
	raw, err = inflate(packed, maxFile)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w; name a manifest.bin or a .ps file", path, err)
	}
	return raw, len(packed), nil
}
