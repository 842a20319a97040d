package build_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/tools/golden"
	"github.com/pageside/pageside/tools/sample"
)

// listed prints what the manifest says of pages that are given a line each, in words like
// key=value: id, lang, title and url; any other key is a label. _ in a value is a space.
func listed(t *testing.T) func(in string) string {
	return func(in string) string {
		var docs []doc.Document
		for _, line := range strings.Split(in, "\n") {
			var d doc.Document
			for _, word := range strings.Fields(line) {
				key, value, _ := strings.Cut(word, "=")
				value = strings.ReplaceAll(value, "_", " ")
				switch key {
				case "id":
					d.ID = value
				case "lang":
					d.Lang = value
				case "title":
					d.Title = value
				case "url":
					d.URL = value
				default:
					d.Labels = append(d.Labels, doc.Label{Key: key, Value: value})
				}
			}
			docs = append(docs, d)
		}
		x, err := index.Open(sample.Build(t, docs, build.Options{Lang: "xx"}).Raw, index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		first := 0
		for _, l := range x.Langs {
			fmt.Fprintf(&out, "lang %s pages %d-%d\n", l.Tag, first, first+l.Pages-1)
			first += l.Pages
		}
		for _, p := range x.Popular {
			fmt.Fprintf(&out, "popular %s %s %q\n", p.Lang, p.URL, p.Title)
		}
		for _, f := range x.Facets {
			fmt.Fprintf(&out, "facet %s", f.Key)
			for _, v := range f.Values {
				fmt.Fprintf(&out, " %q:%d", v.Name, v.Pages)
			}
			out.WriteByte('\n')
		}
		return out.String()
	}
}

func TestManifestListsWhatAReaderMayChoose(t *testing.T) {
	golden.Check(t, "testdata/lists.txt", listed(t))
}

// A page's language is found by its number alone, and every page is in its language's range.
func TestLanguagesAreRangesOfPages(t *testing.T) {
	docs := sample.Site(50)
	docs[3].Lang, docs[9].Lang = "ja", ""
	s := sample.Build(t, docs, build.Options{Lang: "fr"})
	x, err := index.Open(s.Raw, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, d := range docs {
		want[d.ID] = d.Lang
	}
	want[docs[9].ID] = "fr"
	var langs []string
	for _, p := range everyPage(t, x, s) {
		if got := x.LangOf(p.Number); got != want[p.ID] || p.Lang != got {
			t.Errorf("page %d, %s: %q, in its text %q, want %q", p.Number, p.ID, got, p.Lang,
				want[p.ID])
		}
		langs = append(langs, p.Lang)
	}
	if len(langs) != len(docs) || !slices.IsSorted(langs) {
		t.Errorf("%d pages, languages in the order %v", len(langs), slices.Compact(langs))
	}
	if got := x.LangOf(len(docs)); got != "" {
		t.Errorf("a page that is not there is in %q", got)
	}
}

// Of a key with very many values the manifest keeps the most frequent ones.
func TestFacetsHaveABound(t *testing.T) {
	var docs []doc.Document
	for i := range 400 {
		docs = append(docs, doc.Document{ID: fmt.Sprint(i), Labels: []doc.Label{
			{Key: "tag", Value: fmt.Sprintf("t%02d", i%100)},
			{Key: "often", Value: fmt.Sprint(i % 2)},
			{Key: "once", Value: fmt.Sprint(i)},
		}})
	}
	for i := range 5 {
		docs[i].Labels = append(docs[i].Labels, doc.Label{Key: "tag", Value: "t99"})
	}
	x, err := index.Open(sample.Build(t, docs, build.Options{}).Raw, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Facets) != 2 || x.Facets[0].Key != "often" || x.Facets[1].Key != "tag" {
		t.Fatalf("facets %+v", x.Facets)
	}
	if tags := x.Facets[1].Values; len(tags) != 64 || tags[0].Name != "t99" || tags[0].Pages != 9 {
		t.Errorf("%d tags, first %+v", len(tags), tags[0])
	}
}
