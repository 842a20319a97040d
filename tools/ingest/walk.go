package ingest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// The two kinds of page.
const (
	htmlKind     = "HTML"
	markdownKind = "Markdown"
)

// kindOf tells the kind of a file from the ending of its name; "" is neither.
func kindOf(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return htmlKind
	case ".md", ".markdown", ".mdx":
		return markdownKind
	}
	return ""
}

// isIndex tells whether a file stands for its folder.
func isIndex(base string) bool {
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	return stem == "index" ||
		kindOf(base) == markdownKind && (stem == "_index" || stem == "README")
}

// Folder reads a built site, or a folder of Markdown, in the order of the paths. Hidden
// files, node_modules and _pageside folders are no content, but a hidden folder with pages in it
// is a Problem; a folder reached twice through symbolic links is read once.
func Folder(root string, opt Options) ([]doc.Document, []Problem, error) {
	w := walker{seen: map[string]bool{}}
	if err := w.walk(root, ""); err != nil {
		return nil, nil, err
	}
	slices.Sort(w.html)
	slices.Sort(w.markdown)
	names, others, kind, other := w.html, w.markdown, htmlKind, markdownKind
	if !w.isSite() {
		names, others, kind, other = w.markdown, w.html, markdownKind, htmlKind
	}
	if len(names) == 0 {
		hidden := append(w.hiddenPages(root, htmlKind), w.hiddenPages(root, markdownKind)...)
		return nil, append(w.problems, hidden...), fmt.Errorf("%s: no .html and no .md file in this folder; "+
			"build the site first, or name the folder that holds its pages", root)
	}
	pages := readAll(root, names, opt)
	docs, problems := finish(pages)
	problems = append(append(w.problems, w.hiddenPages(root, kind)...), problems...)
	problems = append(problems, sameAddresses(docs)...)
	if p := fileAddresses(docs); p != nil {
		problems = append(problems, *p)
	}
	if len(others) > 0 {
		problems = append(problems, Problem{File: others[0], Kind: OtherKind, Left: true,
			Text: "the folder was read as " + kind + ", and " + thisAnd(len(others)-1) + " " + other,
			Next: "index by themselves what are pages of yours"})
	}
	return docs, problems, nil
}

// fileAddresses says how many pages have the address of their Markdown file, which a
// generator would have given another one; nil if none has.
func fileAddresses(docs []doc.Document) *Problem {
	var names []string
	for _, d := range docs {
		if kindOf(d.URL) == markdownKind {
			names = append(names, d.ID)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &Problem{File: names[0], Kind: FileAddress,
		Text: thisAnd(len(names)-1) + " given an address that ends in " +
			filepath.Ext(names[0]) + ", where most hosts have nothing",
		Next: "index what the generator built, or say url, permalink or slug in the front matter"}
}

// sameAddresses names the pages whose address another has already, such as README.md and
// _index.md of one folder: a result can lead to one of them only.
func sameAddresses(docs []doc.Document) []Problem {
	var problems []Problem
	first := map[string]string{}
	for _, d := range docs {
		if first[d.URL] == "" {
			first[d.URL] = d.ID
			continue
		}
		problems = append(problems, Problem{File: d.ID, Kind: SameAddress,
			Text: "has the address " + d.URL + ", and so has " + first[d.URL],
			Next: "give one of them another url, or leave one out"})
	}
	return problems
}

// thisAnd begins a sentence about a file and n more.
func thisAnd(n int) string {
	if n == 0 {
		return "this is"
	}
	return fmt.Sprintf("this and %d more are", n)
}

// walker collects the files of a folder by kind.
type walker struct {
	html, markdown []string
	seen           map[string]bool // real paths of the folders entered
	hidden         []string        // files and folders whose names begin with a dot
	problems       []Problem
}

// isSite tells a built site from a folder of Markdown: it has an index.html at its root,
// or more HTML than Markdown. Some generators put a .md beside each .html for machines.
func (w *walker) isSite() bool {
	return slices.Contains(w.html, "index.html") || len(w.html) > len(w.markdown)
}

// walk enters the folder root/dir. Only the root itself must be readable; a folder
// below it that is not becomes a Problem.
func (w *walker) walk(root, dir string) error {
	full := filepath.Join(root, filepath.FromSlash(dir))
	real, err := filepath.EvalSymlinks(full)
	if err == nil && w.seen[real] {
		return nil
	}
	w.seen[real] = true
	entries, err := os.ReadDir(full)
	if err != nil && dir == "" {
		return fmt.Errorf("read folder %s: %w", root, reason(err))
	}
	if err != nil {
		w.problems = append(w.problems, unreadable(dir, err))
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			w.hidden = append(w.hidden, joinSlash(dir, e.Name()))
			continue
		}
		w.visit(root, joinSlash(dir, e.Name()), e)
	}
	return nil
}

func (w *walker) visit(root, path string, e fs.DirEntry) {
	mode := e.Type()
	if e.Type()&fs.ModeSymlink != 0 {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			if kindOf(path) != "" {
				w.problems = append(w.problems, unreadable(path, err))
			}
			return // a link to nothing is no content
		}
		mode = info.Mode().Type()
		if !w.within(root, path) {
			if mode.IsDir() || kindOf(path) != "" {
				w.problems = append(w.problems, Problem{File: path, Kind: Outside, Left: true,
					Text: "is a link that leads out of the folder",
					Next: "copy what should be searched into it"})
			}
			return
		}
	}
	switch {
	case !utf8.ValidString(e.Name()):
		if mode.IsDir() || kindOf(path) != "" {
			w.problems = append(w.problems, badName(path))
		}
	case mode.IsDir() && (e.Name() == "node_modules" || e.Name() == "_pageside"):
	case mode.IsDir():
		_ = w.walk(root, path) // its error is for the root only
	case kindOf(path) != "" && !mode.IsRegular():
		w.problems = append(w.problems, Problem{File: path, Kind: NotFile, Left: true,
			Text: "is " + special(mode) + ", not a file"})
	case kindOf(path) == htmlKind:
		w.html = append(w.html, path)
	case kindOf(path) == markdownKind:
		w.markdown = append(w.markdown, path)
	}
}

// within tells whether what a link leads to lies in the folder that is read.
func (w *walker) within(root, path string) bool {
	base, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(base, real)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func joinSlash(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// badName is the problem of a name in another encoding. No address could be made of it that
// a page may hold, and JSON has no form for it.
func badName(path string) Problem {
	return Problem{File: strings.ToValidUTF8(path, "\uFFFD"), Kind: Encoding, Left: true,
		Text: fmt.Sprintf("its name is not UTF-8: %+q", filepath.Base(path)),
		Next: "rename it"}
}

func unreadable(file string, err error) Problem {
	return Problem{File: file, Kind: Unreadable, Left: true,
		Text: "cannot be read: " + reason(err).Error(), Next: "check that it exists and its mode"}
}

// readAll reads the files on all processors; the answer is in the order of the names.
func readAll(root string, names []string, opt Options) []page {
	pages := make([]page, len(names))
	var next, done atomic.Int64
	var tell sync.Mutex
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(names) {
					return
				}
				pages[i] = readFile(root, names[i], opt)
				if opt.Progress != nil {
					tell.Lock()
					opt.Progress(int(done.Add(1)), len(names))
					tell.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return pages
}

// readFile reads one page of a folder from disk.
func readFile(root, name string, opt Options) page {
	src, err := readLimited(filepath.Join(root, filepath.FromSlash(name)))
	if err == nil {
		return readPage(name, src, opt)
	}
	p := newPage(name)
	if errors.Is(err, errTooLarge) {
		p.leave(TooLarge, fmt.Sprintf("larger than %d MB, no page is", maxFileBytes>>20),
			"split it, or move it out of the folder")
		return p
	}
	p.left = true
	p.problems = append(p.problems, unreadable(name, err))
	return p
}

var errTooLarge = errors.New("file too large")

func readLimited(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err == nil && len(src) > maxFileBytes {
		return nil, errTooLarge
	}
	return src, err
}

func newPage(name string) page {
	return page{doc: doc.Document{ID: name, URL: urlOf(name)}, html: kindOf(name) == htmlKind}
}

// readPage reads one page from memory.
func readPage(name string, src []byte, opt Options) page {
	p := newPage(name)
	if kindOf(name) == markdownKind {
		readMarkdown(&p, src, opt)
	} else {
		readHTML(&p, src, opt)
	}
	return p
}
