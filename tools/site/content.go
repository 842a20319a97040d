package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// homeName is the Markdown file that becomes an edition's front page.
const homeName = "index"

// Bounds on one source file and on the whole folder; far above anything written by hand.
const (
	maxSourceBytes = 4 << 20
	maxSources     = 20_000
)

// library is the content folder, read and checked.
type library struct {
	dir      string                // the content folder, for figures
	articles map[string][]*article // by edition.Dir, in reading order
	homes    map[string]*article   // by edition.Dir
	broken   map[string]bool       // by edition.Dir: its front page is there, but wrong
}

// article is one Markdown file.
type article struct {
	File    string // "zh/bigrams.md", for messages
	Name    string // "bigrams": twins share it
	Edition edition
	front
	source []byte // the Markdown after the front matter
	line   int    // number of the line on which source starts
	date   time.Time
	edited time.Time // equal to date if the article was not revised
	twin   *article  // nil if there is none

	html     string // set by convert
	headings []heading
	minutes  int
	assets   []string // content files that the page refers to
}

// front is the front matter. Every key is listed here; any other is an error.
type front struct {
	Title       string           `yaml:"title"`
	Description string           `yaml:"description"`
	Date        string           `yaml:"date"`    // 2026-11-30; not on a front page
	Updated     string           `yaml:"updated"` // optional
	Order       int              `yaml:"order"`   // optional: place among articles of one date
	Tags        []string         `yaml:"tags"`
	Slug        string           `yaml:"slug"` // "" means the file's name
	settings    `yaml:",inline"` // only on a front page
}

const (
	frontKeys = "title, description, date, updated, order, tags, slug"
	homeKeys  = "title, description, updated, " + settingKeys
)

// keys are those that the front matter of the article may have.
func (a *article) keys() string {
	if a.Name == homeName {
		return homeKeys
	}
	return frontKeys
}

// URL is the name of the article's folder under the site's root: "en/bigrams/".
func (a *article) URL() string {
	if a.Name == homeName {
		return a.Edition.Root
	}
	return a.Edition.Root + a.Slug + "/"
}

// reason is an error without the path that os puts into it.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// load reads and checks the whole content folder. All problems are reported together.
func load(dir string) (*library, error) {
	switch info, err := os.Stat(dir); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w; name the folder with zh/ and en/", dir, reason(err))
	case !info.IsDir():
		return nil, fmt.Errorf("%s: is a file; name the folder with zh/ and en/", dir)
	}
	lib := &library{dir: dir, articles: map[string][]*article{}, homes: map[string]*article{},
		broken: map[string]bool{}}
	var errs []error
	total := 0
	for _, e := range editions {
		names, err := sources(filepath.Join(dir, e.Dir))
		if err != nil {
			return nil, err
		}
		total += len(names)
		for _, name := range names {
			a, err := readArticle(dir, e, name)
			if err != nil {
				errs = append(errs, err)
				lib.broken[e.Dir] = lib.broken[e.Dir] || name == homeName+".md"
				continue
			}
			if a.Name == homeName {
				lib.homes[e.Dir] = a
			} else {
				lib.articles[e.Dir] = append(lib.articles[e.Dir], a)
			}
		}
	}
	if total == 0 {
		return nil, fmt.Errorf("%s: no Markdown; write %s and its twin %s",
			dir, filepath.Join("zh", "NAME.md"), filepath.Join("en", "NAME.md"))
	}
	if err := errors.Join(append(errs, lib.arrange()...)...); err != nil {
		return nil, err
	}
	return lib, nil
}

// sources lists the Markdown files of one edition, sorted. A missing folder has none.
func sources(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && strings.HasSuffix(entry.Name(), ".md") {
			names = append(names, entry.Name())
		}
	}
	if len(names) > maxSources {
		return nil, fmt.Errorf("%s: %d files, at most %d", dir, len(names), maxSources)
	}
	return names, nil
}

func readArticle(dir string, e edition, name string) (*article, error) {
	file := path.Join(e.Dir, name)
	f, err := os.Open(filepath.Join(dir, e.Dir, name))
	if err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxSourceBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	if len(raw) > maxSourceBytes {
		return nil, fmt.Errorf("%s: larger than %d bytes; split the article", file, maxSourceBytes)
	}
	return parseArticle(file, e, raw)
}

// parseArticle reads front matter and body of one file.
func parseArticle(file string, e edition, raw []byte) (*article, error) {
	if !utf8.Valid(raw) {
		return nil, fmt.Errorf("%s: not UTF-8; save the file as UTF-8", file)
	}
	raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	a := &article{
		File: file, Edition: e,
		Name: strings.TrimSuffix(path.Base(file), ".md"),
	}
	head, body, ok := cutFront(raw)
	if !ok {
		return nil, fmt.Errorf("%s: no front matter; start the file with a line '---', "+
			"then %s, then another '---'", file, a.keys())
	}
	decoder := yaml.NewDecoder(bytes.NewReader(head))
	decoder.KnownFields(true)
	if err := decoder.Decode(&a.front); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: front matter: %w (known keys: %s)", file, inWords(err),
			a.keys())
	}
	a.source = body
	a.line = 1 + bytes.Count(raw[:len(raw)-len(body)], []byte("\n"))
	return a, a.check()
}

// cutFront separates the YAML between two lines of three hyphens from what follows.
func cutFront(raw []byte) (head, body []byte, ok bool) {
	rest, found := bytes.CutPrefix(raw, []byte("---\n"))
	if !found {
		return nil, nil, false
	}
	if body, found = bytes.CutPrefix(rest, []byte("---\n")); found {
		return nil, body, true
	}
	if head, body, found = bytes.Cut(rest, []byte("\n---\n")); found {
		return head, body, true
	}
	head, found = bytes.CutSuffix(rest, []byte("\n---"))
	return head, nil, found
}

// check fills in what the front matter implies and says what it lacks.
func (a *article) check() error {
	lacks := func(format string, args ...any) error {
		return fmt.Errorf("%s: front matter: %w", a.File, fmt.Errorf(format, args...))
	}
	var errs []error
	for _, err := range a.settings.check(a.Name == homeName) {
		errs = append(errs, lacks("%w", err))
	}
	if strings.TrimSpace(a.Title) == "" {
		errs = append(errs, lacks("title is missing"))
	}
	if strings.TrimSpace(a.Description) == "" {
		errs = append(errs, lacks("description is missing; search engines and feeds show it"))
	}
	if a.Slug == "" {
		a.Slug = a.Name
	}
	if a.Name != homeName && (a.Slug != slugOf(a.Slug) || reservedSlugs[a.Slug]) {
		errs = append(errs, lacks("slug %q: want lower-case letters, digits and hyphens, "+
			"and none of the site's own folders", a.Slug))
	}
	if a.Date != "" || a.Name != homeName {
		var err error
		if a.date, err = time.Parse(time.DateOnly, a.Date); err != nil {
			errs = append(errs, lacks("date %q: want a day such as 2026-11-30", a.Date))
		}
	}
	a.edited = a.date
	if a.Updated != "" {
		var err error
		if a.edited, err = time.Parse(time.DateOnly, a.Updated); err != nil {
			errs = append(errs, lacks("updated %q: want a day such as 2026-11-30", a.Updated))
		} else if a.edited.Before(a.date) {
			errs = append(errs, lacks("updated %s lies before date %s", a.Updated, a.Date))
		}
	}
	return errors.Join(errs...)
}

// reservedSlugs are the folders that the site itself writes.
var reservedSlugs = map[string]bool{
	"zh": true, "en": true, "assets": true, "tags": true, "search": true,
	"404": true, "index": true, "figures": true,
}

// arrange finds twins and brings articles into reading order: newest first, articles of one
// day by order and then by name.
func (lib *library) arrange() []error {
	errs := []error{lib.sameAddress()}
	byName := map[string]*article{}
	for _, e := range editions {
		taken := map[string]string{}
		for _, a := range lib.articles[e.Dir] {
			if first, dup := taken[a.Slug]; dup {
				errs = append(errs, fmt.Errorf("%s: slug %q is taken by %s", a.File, a.Slug, first))
			}
			taken[a.Slug] = a.File
			byName[e.Dir+"/"+a.Name] = a
		}
		if lib.homes[e.Dir] == nil && !lib.broken[e.Dir] {
			errs = append(errs, fmt.Errorf("%s/%s.md: missing; it is the %s front page, with a "+
				"title and a description in its front matter and a greeting below",
				e.Dir, homeName, e.Lang))
		}
		slices.SortFunc(lib.articles[e.Dir], readingOrder)
	}
	for _, e := range editions {
		for _, a := range lib.articles[e.Dir] {
			a.twin = byName[e.other().Dir+"/"+a.Name]
		}
		if home := lib.homes[e.Dir]; home != nil {
			home.twin = lib.homes[e.other().Dir]
		}
	}
	return errs
}

func readingOrder(a, b *article) int {
	if c := b.date.Compare(a.date); c != 0 {
		return c
	}
	if a.Order != b.Order {
		return a.Order - b.Order
	}
	return strings.Compare(a.Name, b.Name)
}

// alone lists the articles without a twin.
func (lib *library) alone() []string {
	out := []string{}
	for _, e := range editions {
		for _, a := range lib.articles[e.Dir] {
			if a.twin == nil {
				out = append(out, a.File)
			}
		}
	}
	return out
}

// find returns the article that a Markdown link such as "bigrams.md" or "../en/bigrams.md"
// in a file of edition e means, or nil.
func (lib *library) find(e edition, target string) *article {
	full := path.Join(e.Dir, target)
	dir, name := path.Dir(full), strings.TrimSuffix(path.Base(full), ".md")
	if home := lib.homes[dir]; home != nil && name == homeName {
		return home
	}
	for _, a := range lib.articles[dir] {
		if a.Name == name {
			return a
		}
	}
	return nil
}
