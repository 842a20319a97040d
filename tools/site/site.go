// Package site answers: how does a folder of Markdown become a site in two languages?
//
// [Build] reads content/zh/NAME.md and content/en/NAME.md, which are twins when NAME is the
// same, and writes one folder that any static host can serve: pages, feeds, a site map, a
// page for addresses that do not exist, and one style sheet. Chinese lives at /, English at
// /en/. A page says which language it is in, names its twin, carries no inline script and no
// inline style, and reads without JavaScript; the search element in its header is an
// enhancement that finds its code under _pageside/, where the indexer puts it.
//
// How it goes: load (front matter, pairs) → convert (Markdown to HTML, headings, notes,
// figures) → lay out (templates) → check (every link, anchor and asset of the result) →
// swap (the new folder takes the place of the old one in one rename). The same content and
// options give the same bytes: no clock is read, and every date comes from front matter.
// The name of the site, its author, its address and what stands at the foot of its pages come
// from the front matter of its front pages (settings.go).
//
// Limits: raw HTML in Markdown is refused rather than dropped; Markdown has no heading of
// level 1, because the title is the page's only one; the whole site is held in memory.
//
// Before: a content folder. After: a folder for tools/pageside index to read.
package site

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// defaultBaseURL is where a site is said to live that says nothing about it.
const defaultBaseURL = "http://localhost:8080/"

// Options says where the site will be served. The zero value is the documented default.
type Options struct {
	// BaseURL is the absolute address of the site's root. Its path is the base path of every
	// link, so "https://example.org/docs/" gives a site that works under /docs/.
	// "" means the address that a front page gives, or else http://localhost:8080/.
	BaseURL string
	// Finish may add to the site before anybody sees it. Default: nothing is added. If it
	// returns an error, nothing has changed.
	Finish func(staged string, r *Report) error
	// Progress is told how many files of the site have been checked. Default: nobody is told.
	Progress func(done, total int)
}

// Report says what Build wrote.
type Report struct {
	Address  string   `json:"address"`  // of the site's root
	Nowhere  bool     `json:"-"`        // nothing said that address
	Pages    int      `json:"pages"`    // HTML files, the pages for missing addresses included
	Articles int      `json:"articles"` // in both languages together
	Langs    []Count  `json:"langs"`    // the same by language, the default one first
	Files    int      `json:"files"`    // of every kind
	Bytes    int64    `json:"bytes"`    // of all files, uncompressed
	Links    int      `json:"links"`    // internal links, anchors and assets that were followed
	Alone    []string `json:"alone"`    // articles that lack a twin, such as "zh/bigrams.md"
}

// Count is how many articles there are in a language.
type Count struct {
	Lang     string `json:"lang"`
	Articles int    `json:"articles"`
}

// Build turns the Markdown under contentDir into a site at outDir. A site that Build wrote
// there before is replaced as a whole; any other folder that is not empty is refused.
// Nothing appears at outDir unless the whole site was built, every link in it holds, and
// what Finish adds is there too.
func Build(contentDir, outDir string, opt Options) (*Report, error) {
	lib, err := load(contentDir)
	if err != nil {
		return nil, err
	}
	address := cmp.Or(opt.BaseURL, lib.address())
	base, err := parseBase(address)
	if err != nil {
		return nil, err
	}
	out := &tree{}
	if err := lay(lib, base, out); err != nil {
		return nil, err
	}
	report := &Report{Address: base.root, Nowhere: address == "", Files: len(out.files),
		Alone: lib.alone()}
	for _, e := range editions {
		n := len(lib.articles[e.Dir])
		report.Articles += n
		report.Langs = append(report.Langs, Count{e.Lang, n})
	}
	for _, f := range out.files {
		report.Bytes += int64(len(f.bytes))
		if strings.HasSuffix(f.name, ".html") {
			report.Pages++
		}
	}
	err = out.putAt(outDir, func(staged string) error {
		found, err := Check(staged, CheckOptions{
			BaseURL: base.root, Later: []string{indexFolder}, Strict: true,
			Progress: opt.Progress,
		})
		if err != nil {
			return err
		}
		report.Links = found.Links
		if err := joinProblems(found.Problems); err != nil || opt.Finish == nil {
			return err
		}
		return opt.Finish(staged, report)
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// indexFolder holds what the indexer writes after the build. Pages refer to it; it is not
// there yet when the build checks its links.
const indexFolder = "_pageside/"

// base knows the absolute address of the site and the path that every link starts with.
type base struct {
	root string // "https://example.org/docs/"
	path string // "/docs/"
}

func parseBase(s string) (base, error) {
	if s == "" {
		s = defaultBaseURL
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return base{}, fmt.Errorf("base URL %q: want an absolute address such as %s",
			s, "https://example.org/docs/")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return base{}, fmt.Errorf("base URL %q: remove the query and the fragment", s)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	return base{root: u.String(), path: u.EscapedPath()}, nil
}

// link is the address of a file or page of the site as a link inside the site.
func (b base) link(name string) string { return b.path + escapePath(name) }

// abs is the same as an absolute address.
func (b base) abs(name string) string { return b.root + escapePath(name) }

func escapePath(name string) string { return (&url.URL{Path: name}).EscapedPath() }

// maxShownProblems bounds how many problems one error spells out.
const maxShownProblems = 20

func joinProblems(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	var errs []error
	for i, p := range problems {
		if i == maxShownProblems {
			errs = append(errs, fmt.Errorf("and %d more", len(problems)-i))
			break
		}
		errs = append(errs, errors.New(p.String()))
	}
	return fmt.Errorf("the site was not written:\n%w", errors.Join(errs...))
}
