// Package engine answers: how does a host use all this?
//
// It is the front door: plain structs in, plain structs out. Three rungs, each an example:
//
//	e, err := engine.Open(manifest, engine.Options{})         // a site that is one file
//	res, err := e.Search(engine.Request{Query: "倒排索引"})
//
//	for len(res.Missing) > 0 {                                 // a site in parts
//		// bring every part, check its SHA-256, inflate it
//		err = e.Add(name, bytes)
//		res, err = e.Search(…)
//	}
//
//	engine.Options{Arena: …, Weights: …, Meter: …}             // bounds and weights of one's own
//
// The engine does no I/O: a search that lacks parts returns the names of all the parts
// it lacks, at once. Until then its results are provisional.
//
// Before: search. After: the page, the command line, an embedding program.
package engine

import (
	"github.com/pageside/pageside/engine/budget"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/search"
	"github.com/pageside/pageside/engine/shard"
)

// Options for Open. The zero value is the default.
type Options struct {
	Arena   []byte         // fixed memory for parts; nil: the heap, without a limit
	Weights search.Weights // of ranking; zero fields are the defaults
	Meter   *budget.Meter  // bounds each search; nil: no limit
}

// Engine searches one index. It is not safe for concurrent use.
type Engine struct {
	x   *index.Index
	opt Options
}

// Open reads a manifest, inflated.
func Open(manifest []byte, opt Options) (*Engine, error) {
	x, err := index.Open(manifest, index.Options{Arena: opt.Arena})
	if err != nil {
		return nil, err
	}
	return &Engine{x, opt}, nil
}

// Info says what an index holds.
type Info struct {
	Pages, Chunks int
	Langs         []shard.Lang
	Parts         int // files beside the manifest
	Bytes         int // of these, as served
	Facets        []shard.Facet
}

// Info returns what the manifest says of the index.
func (e *Engine) Info() Info {
	out := Info{Pages: e.x.Pages, Chunks: e.x.Chunks, Langs: e.x.Langs, Facets: e.x.Facets}
	for kind := range e.x.Parts {
		for i := range e.x.Parts[kind] {
			if p := &e.x.Parts[kind][i]; p.Size > 0 {
				out.Parts++
				out.Bytes += p.Size
			}
		}
	}
	return out
}

// Part is a file that a search lacks.
type Part struct {
	Name   string // beside the manifest
	Kind   string // terms, where, tail or text
	Size   int    // bytes as served
	SHA256 string // the first 16 bytes of their SHA-256, in hexadecimal
}

// Parts returns every file of the index beside the manifest.
func (e *Engine) Parts() []Part {
	var out []Part
	for kind := range e.x.Parts {
		for i := range e.x.Parts[kind] {
			if e.x.Parts[kind][i].Size > 0 {
				out = append(out, e.part(fetch.Key{Kind: shard.Kind(kind), Number: i}))
			}
		}
	}
	return out
}

func (e *Engine) part(k fetch.Key) Part {
	p := e.x.Part(k)
	return Part{p.Name(), k.Kind.String(), p.Size, p.Sum.Hex()}
}

// Add takes a part that was missing, inflated and verified.
func (e *Engine) Add(name string, raw []byte) error { return e.x.Add(name, raw) }

// Request is one question.
type Request struct {
	Query   string
	Lang    string      // of the reader: hits in it come first; "" by score alone
	Limit   int         // results; 0 means 10
	Show    int         // results with text; 0 means all of them, negative none
	Filter  []doc.Label // of one key any, of different keys all
	Explain bool
}

// Result is one page. Number and Score are always there; the rest is, once its text is.
type Result struct {
	Number  int // of the page in the index
	Score   float64
	Explain *rank.Explanation
	*search.Shown
}

// Response answers a Request.
type Response struct {
	Missing []Part // bring these and ask again; if empty, the answer is final
	Results []Result
	Total   int             // pages that hold what was asked for
	Found   []search.Found  // what the words of the question were taken for
	Suggest []string        // if nothing was found: questions that find something
	Popular []shard.Popular // if nothing was found, or nothing was asked: pages to offer
	Loose   bool            // a quotation stands nowhere; the results hold its words
	// Not all was looked at: too long a question, too frequent a quotation, too small a budget.
	Cut bool
}

// Search answers a question from the parts that are here.
func (e *Engine) Search(r Request) (Response, error) {
	e.x.Begin()
	if m := e.opt.Meter; m != nil { // each search has all of the budget
		*m = budget.Meter{Steps: m.Steps, Yield: m.Yield}
	}
	plan := query.Parse(r.Query)
	wants := &fetch.Wants{}
	opt := search.Options{
		Limit: r.Limit, Show: r.Show, Lang: r.Lang, Filter: r.Filter, Explain: r.Explain,
		Weights: e.opt.Weights, Meter: e.opt.Meter,
	}
	found, err := search.Run(e.x, &plan, opt, wants)
	if err != nil {
		return Response{}, err
	}
	out := Response{Total: found.Total, Found: found.Found, Loose: found.Loose, Cut: found.Cut}
	for _, h := range found.Hits {
		out.Results = append(out.Results, Result{h.Page, h.Score, h.Explain, h.Shown})
	}
	if len(wants.Keys()) == 0 && out.Total == 0 {
		out.Popular = e.x.Popular
		if out.Suggest, err = search.Suggest(e.x, &plan, opt, wants); err != nil {
			return Response{}, err
		}
	}
	for _, k := range wants.Keys() {
		out.Missing = append(out.Missing, e.part(k))
	}
	out.Cut = out.Cut || plan.Cut || !e.opt.Meter.Tick(0)
	return out, nil
}
