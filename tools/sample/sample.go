// Package sample answers: which made-up site is like a real one, and how is it searched?
//
// [Site] makes any number of pages, the same ones every time: mostly Chinese, some
// English, with words as rare and as frequent as words are. [Read] reads pages that were
// written for a test, from a txtar file; [Large] is a site with all that only large ones have.
// [Build] makes an index of pages as the command
// line does, and [Index.Ask] searches it as a page does: it brings what is missing and
// asks again.
//
// It is for tests only. Before: a test that needs an index. After: its answers.
package sample

import (
	"bytes"
	"compress/gzip"
	"io"
	"sync"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/host"
)

// Index is a built index with its files inflated, as an engine wants them.
type Index struct {
	*build.Output
	Raw   []byte            // the manifest
	Parts map[string][]byte // by name
}

// Build makes an index, packed and stemmed as by the command line unless opt says how.
func Build(t testing.TB, docs []doc.Document, opt build.Options) *Index {
	t.Helper()
	if opt.Pack == nil {
		opt.Pack = host.Pack
	}
	if opt.Stem == nil {
		opt.Stem = host.Stem
	}
	out, err := build.Build(docs, opt)
	if err != nil {
		t.Fatal(err)
	}
	x := &Index{Output: out, Raw: inflate(t, out.Manifest.Bytes), Parts: map[string][]byte{}}
	for _, f := range out.Files {
		x.Parts[f.Name] = inflate(t, f.Bytes)
	}
	return x
}

// Large is an index of 3,000 pages, built once for all tests of a package, which only read it.
func Large(t testing.TB) ([]doc.Document, *Index) {
	t.Helper()
	large.Do(func() {
		largeDocs = Site(3000)
		largeIndex = Build(t, largeDocs, build.Options{})
	})
	return largeDocs, largeIndex
}

var (
	large      sync.Once
	largeDocs  []doc.Document
	largeIndex *Index
)

func inflate(t testing.TB, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Open opens the index in an engine that has nothing but the manifest.
func (x *Index) Open(t testing.TB, opt engine.Options) *engine.Engine {
	t.Helper()
	e, err := engine.Open(x.Raw, opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// maxRounds is when a search that asks for more and more is given up.
const maxRounds = 16

// Ask searches until nothing is missing. rounds are the parts that were missing each time.
func (x *Index) Ask(t testing.TB, e *engine.Engine, r engine.Request) (
	res engine.Response, rounds [][]engine.Part) {
	t.Helper()
	for range maxRounds {
		res, err := e.Search(r)
		if err != nil {
			t.Fatalf("%.80q: %v", r.Query, err)
		}
		if len(res.Missing) == 0 {
			return res, rounds
		}
		rounds = append(rounds, res.Missing)
		for _, p := range res.Missing {
			raw, ok := x.Parts[p.Name]
			if !ok {
				t.Fatalf("%.80q wants %s, which was not built", r.Query, p.Name)
			}
			if err := e.Add(p.Name, raw); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Fatalf("%.80q: something is missing after %d rounds", r.Query, maxRounds)
	return res, rounds
}
