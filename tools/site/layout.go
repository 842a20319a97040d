package site

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed templates/*.html
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "templates/*.html"))

// page is everything a template may say.
type page struct {
	Site     identity
	Edition  edition
	Other    edition
	Kind     string // "home", "article", "tags", "search" or "missing"
	Title    string
	Heading  string // what the one <h1> says
	Blurb    string // description
	URL      string // name under the site's root; pages of kind "missing" have none
	Twin     string // the same page in the other language, if HasTwin
	HasTwin  bool
	Root     string // link to the edition's front page
	Switch   string // where the language switch leads
	Article  *article
	Body     template.HTML
	Contents []contents
	Before   *article // in reading order
	After    *article
	Articles []*article
	Tags     []tagged
	frame
}

// frame is what all pages share.
type frame struct {
	base  base
	Style string // link to the style sheet
	Icon  string
	Image string // absolute, for Open Graph
}

// contents is one entry of a page's table of contents, with the entries below it.
type contents struct {
	heading
	Under []heading
}

// tagged is one tag with its articles.
type tagged struct {
	Name, ID string
	Articles []*article
}

// Link, Abs and File are for templates: a link to an article, an absolute address, a link to
// a file of the site.
func (p *page) Link(a *article) string  { return p.base.link(a.URL()) }
func (p *page) Abs(name string) string  { return p.base.abs(name) }
func (p *page) File(name string) string { return p.base.link(name) }

// link is one line of a list of links.
type link struct{ To, Text string }

// Links leads to articles.
func (p *page) Links(articles []*article) []link {
	var out []link
	for _, a := range articles {
		out = append(out, link{p.Link(a), a.Title})
	}
	return out
}

// Sections leads to the headings of level 2 of an article.
func (p *page) Sections(a *article) []link {
	var out []link
	for _, h := range contentsOf(a.headings) {
		out = append(out, link{p.Link(a) + "#" + h.ID, h.Text})
	}
	return out
}

// Asks tells the pages that are about searching: their search box stands in the text.
func (p *page) Asks() bool { return p.Kind == "search" || p.Kind == "missing" }

// Lists tells the pages that say nothing themselves and only lead to others. They are not to be
// found by searching, nor offered as a place to start.
func (p *page) Lists() bool { return p.Asks() || p.Kind == "tags" }

// Clauses cuts the heading behind its commas and colons, so that a line of Chinese, which
// may be broken anywhere, is broken there first.
func (p *page) Clauses() []string {
	var out []string
	rest := p.Heading
	for {
		i := strings.IndexAny(rest, "，：；")
		if i < 0 || i+len("，") == len(rest) {
			return append(out, rest)
		}
		out = append(out, rest[:i+len("，")])
		rest = rest[i+len("，"):]
	}
}

// TagID is the anchor of a tag on the page of tags.
func (p *page) TagID(tag string) string { return slugOf(tag) }

// lay converts every article and adds every file of the site to out.
func lay(lib *library, b base, out *tree) error {
	var errs []error
	for _, e := range editions {
		for _, a := range append([]*article{lib.homes[e.Dir]}, lib.articles[e.Dir]...) {
			errs = append(errs, a.convert(lib, b))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	fr, err := addAssets(lib, b, out)
	if err != nil {
		return err
	}
	for _, e := range editions {
		for _, p := range editionPages(lib, e, fr) {
			if err := p.write(out); err != nil {
				return err
			}
		}
	}
	return addFeeds(lib, fr, out)
}

// addAssets adds the style sheet, the icons and the images that articles show.
func addAssets(lib *library, b base, out *tree) (frame, error) {
	style := styleSheet()
	fr := frame{
		base: b, Style: b.link(style.name),
		Icon: b.link("icon.svg"), Image: b.abs("assets/card.png"),
	}
	files := append(brandFiles(), style)
	seen := map[string]bool{}
	for _, e := range editions {
		for _, a := range lib.articles[e.Dir] {
			for _, name := range a.assets {
				if seen[name] {
					continue
				}
				seen[name] = true
				data, err := os.ReadFile(filepath.Join(lib.dir, filepath.FromSlash(name)))
				if err != nil {
					return fr, fmt.Errorf("%s: %w", a.File, err)
				}
				files = append(files, file{name, data})
			}
		}
	}
	for _, f := range files {
		if err := out.add(f.name, f.bytes); err != nil {
			return fr, err
		}
	}
	return fr, nil
}

// editionPages lists the pages of one language.
func editionPages(lib *library, e edition, fr frame) []*page {
	articles, home := lib.articles[e.Dir], lib.homes[e.Dir]
	blank := page{
		Site: lib.identity(e), Edition: e, Other: e.other(), frame: fr, Root: fr.base.link(e.Root),
		Articles: articles, Tags: tagsOf(articles),
	}
	listing := func(kind, heading, blurb string) *page {
		p := blank
		p.Kind, p.Heading, p.Blurb = kind, heading, blurb
		p.Title = heading + " · " + p.Site.Name
		p.URL, p.Twin, p.HasTwin = e.Root+kind+"/", p.Other.Root+kind+"/", true
		return &p
	}
	missing := listing("missing", e.Words.Missing, e.Words.MissingSay)
	missing.HasTwin = false
	front := listing("home", home.Title, home.Description)
	front.Title, front.URL, front.Twin = home.Title, home.URL(), home.twin.URL()
	front.Article, front.Body = home, template.HTML(home.html)
	pages := []*page{
		front,
		listing("tags", e.Words.Tags, e.Words.TagsBlurb),
		listing("search", e.Words.Search, e.Words.SearchBlurb),
		missing,
	}
	for i, a := range articles {
		pages = append(pages, blank.forArticle(a, articles, i))
	}
	return pages
}

func (p page) forArticle(a *article, all []*article, i int) *page {
	p.Kind, p.Article = "article", a
	p.Title, p.Heading, p.Blurb = a.Title+" · "+p.Site.Name, a.Title, a.Description
	p.URL, p.Body, p.Contents = a.URL(), template.HTML(a.html), contentsOf(a.headings)
	if a.twin != nil {
		p.Twin, p.HasTwin = a.twin.URL(), true
	}
	if i+1 < len(all) {
		p.After = all[i+1]
	}
	if i > 0 {
		p.Before = all[i-1]
	}
	return &p
}

// write renders the page. A page of its own address is its folder's index file.
func (p *page) write(out *tree) error {
	p.Switch = p.base.link(p.Other.Root)
	if p.HasTwin {
		p.Switch = p.base.link(p.Twin)
	}
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "page.html", p); err != nil {
		return fmt.Errorf("laying out %q: %w", p.Title, err)
	}
	name := p.URL + "index.html"
	if p.Kind == "missing" {
		name = p.Edition.Root + "404.html"
	}
	return out.add(name, bind(tidy(b.Bytes())))
}

// tidy drops the blank lines and the indentation that template actions leave behind, outside
// preformatted text.
func tidy(raw []byte) []byte {
	var b bytes.Buffer
	inPre := false
	for line := range strings.Lines(string(raw)) {
		if !inPre {
			line = strings.TrimLeft(line, " \t")
			if strings.TrimSpace(line) == "" {
				continue
			}
		}
		inPre = strings.LastIndex(line, "<pre") > strings.LastIndex(line, "</pre>") ||
			inPre && !strings.Contains(line, "</pre>")
		b.WriteString(line)
	}
	return b.Bytes()
}

// contentsOf arranges headings of levels 2 and 3 into two levels.
func contentsOf(headings []heading) []contents {
	var out []contents
	for _, h := range headings {
		switch {
		case h.Level == 2:
			out = append(out, contents{heading: h})
		case h.Level == 3 && len(out) > 0:
			out[len(out)-1].Under = append(out[len(out)-1].Under, h)
		}
	}
	return out
}

// tagsOf lists tags in the order of their anchors.
func tagsOf(articles []*article) []tagged {
	at := map[string]int{}
	var out []tagged
	for _, a := range articles {
		for _, tag := range a.Tags {
			id := slugOf(tag)
			if _, ok := at[id]; !ok {
				at[id] = len(out)
				out = append(out, tagged{Name: tag, ID: id})
			}
			out[at[id]].Articles = append(out[at[id]].Articles, a)
		}
	}
	slices.SortFunc(out, func(a, b tagged) int { return strings.Compare(a.ID, b.ID) })
	return out
}
