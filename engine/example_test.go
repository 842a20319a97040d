package engine_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/budget"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/search"
	"github.com/pageside/pageside/tools/host"
)

var pages = []doc.Document{
	{ID: "/tides/", Title: "潮汐表", Lang: "zh", Text: "# 涨潮 {#high}\n\n正午涨潮，水位最高。"},
	{ID: "/boats/", Title: "Boats", Lang: "en", Text: "Boats leave at high water.",
		Labels: []doc.Label{{Key: "topic", Value: "harbour"}}},
	{ID: "/birds/", Title: "Birds", Lang: "en", Text: "The heron waits for low water."},
}

// An index without a packer is one file, the manifest, and needs nothing else.
func Example() {
	index, err := build.Build(pages, build.Options{})
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.Open(index.Manifest.Bytes, engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	res, err := e.Search(engine.Request{Query: "正午"})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range res.Results {
		p := r.Passages[0]
		fmt.Println(r.URL+"#"+p.Anchor, r.Title, p.Excerpt)
	}
	// Output: /tides/#high 潮汐表 正午涨潮，水位最高。
}

// An index as it is served has parts beside the manifest. A search that lacks some names
// them all at once; the host brings them, checks and inflates them, and asks again.
func ExampleEngine_Add() {
	opt := build.Options{Pack: host.Pack, Stem: host.Stem, WholeBytes: -1}
	index, err := build.Build(pages, opt)
	if err != nil {
		log.Fatal(err)
	}
	folder := map[string][]byte{}
	for _, f := range index.Files {
		folder[f.Name] = f.Bytes
	}
	e, err := engine.Open(inflate(index.Manifest.Bytes), engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	request := engine.Request{Query: "boat"}
	res, err := e.Search(request)
	for err == nil && len(res.Missing) > 0 {
		for _, part := range res.Missing {
			packed := folder[part.Name]
			sum := sha256.Sum256(packed)
			if !strings.HasPrefix(hex.EncodeToString(sum[:]), part.SHA256) {
				log.Fatal(part.Name, " is not what was built")
			}
			fmt.Println("missing:", part.Kind)
			if err := e.Add(part.Name, inflate(packed)); err != nil {
				log.Fatal(err)
			}
		}
		res, err = e.Search(request)
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range res.Results {
		fmt.Println(r.URL, r.Title, res.Found[0].How, res.Found[0].Forms)
	}
	// Output:
	// missing: terms
	// missing: text
	// /boats/ Boats inflected [boats]
}

func inflate(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		log.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		log.Fatal(err)
	}
	return raw
}

// A host that embeds the engine bounds its memory and its work, and may weigh as it likes.
func ExampleOptions() {
	index, err := build.Build(pages, build.Options{})
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.Open(index.Manifest.Bytes, engine.Options{
		Arena:   make([]byte, 1<<20),
		Weights: search.Weights{Proximity: 1},
		Meter:   &budget.Meter{Steps: 1_000_000},
	})
	if err != nil {
		log.Fatal(err)
	}
	res, err := e.Search(engine.Request{
		Query: "water", Lang: "en", Limit: 1, Explain: true,
		Filter: []doc.Label{{Key: "topic", Value: "harbour"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.Total, "of", e.Info().Pages, "pages:", res.Results[0].Title)
	for _, part := range res.Results[0].Explain.Parts {
		fmt.Println(part.Name)
	}
	// Output:
	// 1 of 3 pages: Boats
	// words
	// proximity
	// coverage
}
