package site

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// CheckOptions says how to read a built site. The zero value checks any site served at /.
type CheckOptions struct {
	// BaseURL is where the site will be served; links that start with it are followed too,
	// and its path is the base path of links that start with "/". "" means a site at "/"
	// whose absolute links all lead elsewhere.
	BaseURL string
	// Later lists folders, each with a slash at its end, whose files are written after the
	// check; links into them are not followed.
	Later []string
	// Strict also holds the pages to the rules of this site: one h1, tags nested as HTML asks
	// (end tags that it lets an author leave out may be), no inline script or style, no
	// attribute that HTML has dropped. Without it those things are asked that any site owes
	// its readers: links that hold, a language, a title heading, alt texts, no id twice.
	Strict bool
	// Progress is told how many files have been looked at of how many; a total of 0 means
	// that it is not known. Default: nobody is told.
	Progress func(done, total int)
}

// Problem is one thing that is wrong with a built site.
type Problem struct {
	File string `json:"file"` // relative to the site's root, with slashes
	Line int    `json:"line"` // from 1
	Kind string `json:"kind"` // "link", "anchor", "asset", "html", "lang", "h1", "alt" or "id"
	Text string `json:"text"` // what is wrong, and with what
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// Findings is what Check saw.
type Findings struct {
	Pages    int       `json:"pages"`
	Links    int       `json:"links"` // internal links, anchors and assets that were followed
	Problems []Problem `json:"problems"`
	// Base is the BaseURL with which most links from the root would hold that do not; "" if
	// that is none.
	Base string `json:"base,omitempty"`
}

// maxCheckedBytes bounds one file that the check reads.
const maxCheckedBytes = 32 << 20

// checker holds what is known about the site while it is checked.
type checker struct {
	opt      CheckOptions
	host     string // "https://example.org", or ""
	base     string // "/docs/", decoded
	files    map[string]bool
	pages    map[string]*scan // by file name
	styles   map[string][]ref // what style sheets refer to, by file name
	findings Findings

	rooted int            // links from the root of the host
	under  map[string]int // how many of them lead to nothing, but would hold under this path
}

// Check reads the built site in dir and follows every internal link, anchor and asset. It
// returns an error only if the folder itself cannot be read.
func Check(dir string, opt CheckOptions) (*Findings, error) {
	c := &checker{opt: opt, base: "/", files: map[string]bool{}, pages: map[string]*scan{},
		styles: map[string][]ref{}, under: map[string]int{}}
	if opt.BaseURL != "" {
		b, err := parseBase(opt.BaseURL)
		if err != nil {
			return nil, err
		}
		u, err := url.Parse(b.root)
		if err != nil {
			return nil, err
		}
		c.base, c.host = u.Path, u.Scheme+"://"+u.Host
	}
	if err := c.read(dir); err != nil {
		return nil, err
	}
	if len(c.pages) == 0 {
		return nil, fmt.Errorf("%s: no .html file in it; build the site first", dir)
	}
	for name, p := range c.pages {
		c.findings.Pages++
		c.findings.Problems = append(c.findings.Problems, p.problems...)
		for _, ref := range p.refs {
			c.follow(name, ref)
		}
	}
	for name, refs := range c.styles {
		for _, ref := range refs {
			c.follow(name, ref)
		}
	}
	slices.SortFunc(c.findings.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Text, b.Text))
	})
	c.findings.Base = c.guess()
	return &c.findings, nil
}

// read lists the files of the site and scans those that hold links.
func (c *checker) read(dir string) error {
	return filepath.WalkDir(dir, func(full string, entry fs.DirEntry, err error) error {
		if err == nil && full == dir && !entry.IsDir() {
			err = syscall.ENOTDIR
		}
		if err != nil && full == dir {
			return fmt.Errorf("%s: %w; name the folder of a built site", dir, reason(err))
		}
		if err != nil {
			return fmt.Errorf("checking the site: %w", err)
		}
		if entry.IsDir() {
			return nil
		}
		rel, err := filepath.Rel(dir, full)
		if err != nil {
			return fmt.Errorf("checking the site: %w", err)
		}
		name := filepath.ToSlash(rel)
		c.files[name] = true
		if c.opt.Progress != nil {
			c.opt.Progress(len(c.files), 0)
		}
		kind := path.Ext(name)
		if kind != ".html" && kind != ".css" || c.later(name) {
			return nil
		}
		return c.scan(name, full)
	})
}

// scan reads the links of one page or style sheet.
func (c *checker) scan(name, full string) error {
	info, err := os.Stat(full)
	if err != nil {
		return fmt.Errorf("checking the site: %w", err)
	}
	if info.Size() > maxCheckedBytes {
		return fmt.Errorf("%s: %d bytes, at most %d; split it, or leave it out of the site",
			name, info.Size(), maxCheckedBytes)
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return fmt.Errorf("checking the site: %w", err)
	}
	if path.Ext(name) == ".html" {
		c.pages[name] = scanPage(name, data, c.opt.Strict)
		return nil
	}
	for _, m := range cssURL.FindAllSubmatch(data, -1) {
		c.styles[name] = append(c.styles[name], ref{link: string(m[1]), line: 1, kind: "asset"})
	}
	return nil
}

// cssURL finds what a style sheet refers to.
var cssURL = regexp.MustCompile(`url\(\s*['"]?([^'")\s]+)`)

func (c *checker) later(name string) bool {
	return slices.ContainsFunc(c.opt.Later, func(folder string) bool {
		return strings.HasPrefix(name, folder)
	})
}

// errElsewhere says that a link leaves the site.
var errElsewhere = errors.New("elsewhere")

// follow checks that one reference of a file leads to something.
func (c *checker) follow(from string, r ref) {
	target, fragment, err := c.resolve(from, r.link)
	if errors.Is(err, errElsewhere) {
		return
	}
	c.findings.Links++
	if strings.HasPrefix(r.link, "/") {
		c.rooted++
	}
	fail := func(kind, format string, args ...any) {
		c.findings.Problems = append(c.findings.Problems,
			Problem{from, r.line, kind, fmt.Sprintf(format, args...)})
	}
	if err != nil {
		c.elsewhere(r.link)
		fail(r.kind, "link %q: %v", r.link, err)
		return
	}
	if c.later(target) {
		return
	}
	file, ok := c.served(target)
	if !ok {
		c.elsewhere(r.link)
		if target == "" {
			target = "the front page, index.html"
		}
		fail(r.kind, "link %q leads to %s, which does not exist", r.link, target)
		return
	}
	page := c.pages[file]
	if fragment == "" || fragment == "top" || page == nil {
		return
	}
	if !page.ids[fragment] {
		fail("anchor", "link %q: %s has no element with the id %q", r.link, file, fragment)
	}
}

// resolve turns a link in a file into the name of what it leads to, and its anchor.
func (c *checker) resolve(from, link string) (target, fragment string, err error) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil {
		return "", "", errors.New("not an address; percent-encode it")
	}
	if u.Scheme+"://"+u.Host == c.host && strings.HasPrefix(u.Path, c.base) {
		u.Scheme, u.Host = "", ""
	}
	switch u.Scheme {
	case "":
	case "http", "https", "mailto", "tel", "data":
		return "", "", errElsewhere
	default:
		return "", "", fmt.Errorf("the scheme %s: is not allowed in a page", u.Scheme)
	}
	if u.Host != "" {
		return "", "", errElsewhere
	}
	fragment, _, _ = strings.Cut(u.Fragment, ":~:")
	at := c.base + path.Dir(from) + "/"
	if u.Path == "" {
		return from, fragment, nil
	}
	full := u.Path
	if !strings.HasPrefix(full, "/") {
		full = at + full
	}
	slash := strings.HasSuffix(full, "/")
	full = path.Clean(full)
	if slash && full != "/" {
		full += "/"
	}
	target, inside := strings.CutPrefix(full, c.base)
	if !inside {
		return "", "", fmt.Errorf("it leads outside the site's base path %s", c.base)
	}
	return target, fragment, nil
}

// served names the file that a static host sends for a name.
func (c *checker) served(name string) (string, bool) {
	for _, try := range []string{name, name + ".html", path.Join(name, "index.html")} {
		if c.files[try] {
			return try, true
		}
	}
	return "", false
}
