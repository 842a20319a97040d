// Package ingest answers: what does this file say, as a document?
//
// Three kinds of input become [doc.Document]s: a folder of HTML (the output of any
// site generator), a folder of Markdown with front matter, and a corpus.jsonl with one
// document a line. Markdown is rendered first and then read by the same reader as HTML,
// so there is one opinion about what a paragraph is.
//
// The HTML reader keeps what a person came to read: the element marked with
// data-pageside-body or data-pagefind-body, else <main>, else the page's one <article>,
// else the body without its navigation, header, footer and asides. The text is laid out
// in reading order, white space collapsed as a browser does, and every block is a span
// of that text. The first h1 becomes the Title and is not repeated in the text. Readings of
// ruby are left out, since they would stand inside the words.
//
// Nothing is dropped in silence. A file that cannot be read, a redirect, a draft or a
// page that asks not to be indexed comes back as a [Problem] that names the file, the
// reason and the next step; the other files are read all the same.
//
// Limits: [maxFileBytes] a file, 512 nested elements a page (x/net/html's own) and
// [maxNesting] quotes and lists of Markdown, UTF-8 or a charset that the page declares.
// Scripts do not run: what a page draws in the browser is not seen.
//
// Before: a path. After: engine/build makes an index of the Documents.
package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// What one input may cost. A page that passes a limit is a Problem, not a crash.
const (
	maxFileBytes  = 32 << 20 // one HTML or Markdown file; the longest real page seen has 4 MB
	maxLineBytes  = 64 << 20 // one line of a corpus
	maxFrontBytes = 1 << 20  // front matter
	maxLabels     = 64       // labels a page
	maxLabelBytes = 200      // one label's value; longer ones are prose, not facets
)

// Options says how to read. The zero value is right for a site that declares its
// languages.
type Options struct {
	// Lang is the language (BCP 47) of pages that do not say theirs. Default: unknown,
	// which costs stemming.
	Lang string
	// Progress is told how many of how many files are read. Default: nobody is told.
	Progress func(done, total int)
}

// Why a file is mentioned. Each is one word, so that scripts can count them.
const (
	Unreadable  = "unreadable"   // it could not be opened or parsed
	TooLarge    = "too-large"    // over maxFileBytes
	Encoding    = "encoding"     // it or its name is neither UTF-8 nor in a charset it declares
	FrontMatter = "front-matter" // its front matter does not parse
	BadLine     = "bad-line"     // a corpus line that is no document
	NoIndex     = "noindex"      // it asks not to be indexed
	Redirect    = "redirect"     // it sends the reader elsewhere
	Draft       = "draft"        // its front matter says draft
	ErrorPage   = "error-page"   // 404.html
	NotMarked   = "not-marked"   // other pages mark their body, this one does not
	NoText      = "no-text"      // nothing to index
	Hidden      = "hidden"       // its name, or that of its folder, begins with a dot
	Outside     = "outside"      // a link that leads out of the folder
	NotFile     = "not-a-file"   // a pipe, a socket or a device under the name of a page
	OtherKind   = "other-kind"   // Markdown beside a built site, or the reverse
	Unclosed    = "unclosed"     // an element never closes
	DuplicateID = "duplicate-id" // one id on two elements
	NoHeading   = "no-h1"        // the page has no h1
	NoLang      = "no-lang"      // nothing says the language
	SameAddress = "same-address" // another page has its address
	FileAddress = "file-address" // its address is that of the Markdown file
)

// Problem is one thing worth telling the author about one file.
type Problem struct {
	File string `json:"file"`           // path under the root, with slashes
	Line int    `json:"line,omitempty"` // 1 is the first; 0 means the whole file
	Kind string `json:"kind"`           // one of the constants above
	Text string `json:"text"`           // what is wrong
	Next string `json:"next,omitempty"` // what to do about it
	Left bool   `json:"left"`           // the file is not among the documents
}

// Lost tells whether something is left out that its author meant to be found. The others of
// what is left out ask for it, or nothing could find them.
func (p Problem) Lost() bool {
	switch p.Kind {
	case Unreadable, TooLarge, Encoding, FrontMatter, BadLine, Unclosed:
		return p.Left
	}
	return false
}

// String is the problem as one line for a terminal.
func (p Problem) String() string {
	at := p.File
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, p.Line)
	}
	if p.Next == "" {
		return at + ": " + p.Text
	}
	return at + ": " + p.Text + "; " + p.Next
}

// Open reads whatever path is: a folder, a corpus.jsonl, or one page.
func Open(path string, opt Options) ([]doc.Document, []Problem, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("open %s: %w; give a folder of HTML or Markdown, "+
			"or a corpus.jsonl", path, reason(err))
	case info.IsDir():
		return Folder(path, opt)
	case !info.Mode().IsRegular():
		return nil, nil, notFile(path, info.Mode())
	case strings.EqualFold(filepath.Ext(path), ".jsonl"):
		return Corpus(path, opt)
	}
	return readOne(path, opt)
}

// readOne reads one page, HTML or Markdown by its ending. Its ID is the base name.
func readOne(path string, opt Options) ([]doc.Document, []Problem, error) {
	if kindOf(path) == "" {
		return nil, nil, fmt.Errorf("%s: not a kind of file that can be read; "+
			"give .html, .md or .jsonl", path)
	}
	name := filepath.Base(path)
	if !utf8.ValidString(name) {
		return nil, nil, errors.New(badName(path).String())
	}
	docs, problems := finish([]page{readFile(filepath.Dir(path), name, opt)})
	return docs, problems, nil
}

// page is a document on its way, with what only the whole folder can decide about.
type page struct {
	doc      doc.Document
	problems []Problem
	left     bool   // not to be indexed
	marked   bool   // it has a data-pageside-body of its own
	titleTag string // the text of <title>, which may end in the site's name
	titled   bool   // doc.Title needs nothing from titleTag
	html     bool
}

// leave says that the page is not to be indexed, and why.
func (p *page) leave(kind, text, next string) {
	p.left = true
	p.problems = append(p.problems, Problem{p.doc.ID, 0, kind, text, next, true})
}

// note mentions something about a page that is indexed all the same.
func (p *page) note(kind, text, next string) {
	p.problems = append(p.problems, Problem{p.doc.ID, 0, kind, text, next, false})
}

// finish settles what depends on all pages together: marked bodies and the site's name
// in the titles.
func finish(pages []page) ([]doc.Document, []Problem) {
	leaveUnmarked(pages)
	cut := siteSuffix(pages)
	var docs []doc.Document
	var problems []Problem
	for i := range pages {
		p := &pages[i]
		if !p.titled {
			p.doc.Title = withoutSuffix(p.titleTag, cut)
			dropTitle(&p.doc)
		}
		if p.doc.Title == "" {
			p.doc.Title = nameOf(p.doc.ID)
		}
		if !p.left {
			docs = append(docs, p.doc)
		}
		problems = append(problems, p.problems...)
	}
	return docs, problems
}

// leaveUnmarked leaves out pages without a marked body when any page has one: marking
// is how an author of a large site says which pages count.
func leaveUnmarked(pages []page) {
	any := false
	for _, p := range pages {
		any = any || p.marked
	}
	for i := range pages {
		if p := &pages[i]; any && p.html && !p.marked && !p.left {
			p.leave(NotMarked, "no element has data-pageside-body, but other pages have one",
				"mark the page's content too if it should be found")
		}
	}
}

// nameOf makes a title of last resort from a path: "guide/first-steps.md" is "first-steps".
func nameOf(id string) string {
	dir, base := path.Split(id)
	if isIndex(base) && dir != "" {
		return path.Base(dir)
	}
	return strings.TrimSuffix(base, path.Ext(base))
}

// notFile says that a path leads to nothing with an end. Merely to open a pipe waits for
// somebody who writes into it.
func notFile(path string, mode fs.FileMode) error {
	return fmt.Errorf("%s: is %s, not a file; write what comes out of it into one", path,
		special(mode))
}

// special names what is neither a file nor a folder.
func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// reason strips the path and the operation that os puts before an error, since we name
// the file ourselves.
func reason(err error) error {
	if pe, ok := err.(*os.PathError); ok {
		return pe.Err
	}
	return err
}
