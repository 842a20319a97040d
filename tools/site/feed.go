package site

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
)

// addFeeds adds what machines read: a feed per language, the site map, robots.txt, llms.txt,
// and the empty file that tells a host built on Jekyll to leave folders with an underscore be.
func addFeeds(lib *library, fr frame, out *tree) error {
	var files []file
	for _, e := range editions {
		feed, err := marshal(atomOf(lib, e, fr))
		if err != nil {
			return fmt.Errorf("writing the %s feed: %w", e.Lang, err)
		}
		files = append(files, file{e.Root + "atom.xml", feed})
	}
	siteMap, err := marshal(sitemapOf(lib, fr))
	if err != nil {
		return fmt.Errorf("writing the site map: %w", err)
	}
	files = append(files,
		file{"sitemap.xml", siteMap},
		file{"robots.txt", robots(fr)},
		file{"llms.txt", llms(lib, fr)},
		file{".nojekyll", nil},
	)
	for _, f := range files {
		if err := out.add(f.name, f.bytes); err != nil {
			return err
		}
	}
	return nil
}

func marshal(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang     string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle"`
	Updated  string      `xml:"updated"`
	Links    []atomLink  `xml:"link"`
	Author   atomAuthor  `xml:"author"`
	Entries  []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel      string `xml:"rel,attr"`
	Type     string `xml:"type,attr,omitempty"`
	HrefLang string `xml:"hreflang,attr,omitempty"`
	Href     string `xml:"href,attr"`
}

type atomAuthor struct {
	Name string `xml:"name"`
	URI  string `xml:"uri"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      string         `xml:"title"`
	Published  string         `xml:"published"`
	Updated    string         `xml:"updated"`
	Links      []atomLink     `xml:"link"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary"`
	Content    atomContent    `xml:"content"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomContent struct {
	Type string `xml:"type,attr"`
	HTML string `xml:",chardata"`
}

// instant writes a day as the moment at which it begins, in UTC.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func atomOf(lib *library, e edition, fr frame) atomFeed {
	home, root, site := lib.homes[e.Dir], fr.base.abs(e.Root), lib.identity(e)
	feed := atomFeed{
		Lang: e.Lang, ID: root, Title: site.Name, Subtitle: home.Description,
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: fr.base.abs(e.Root + "atom.xml")},
			{Rel: "alternate", Type: "text/html", HrefLang: e.Lang, Href: root},
		},
		Author: atomAuthor{cmp.Or(site.Author, site.Name), root},
	}
	newest := home.edited
	for _, a := range lib.articles[e.Dir] {
		if a.edited.After(newest) {
			newest = a.edited
		}
		self := fr.base.abs(a.URL())
		entry := atomEntry{
			ID: self, Title: a.Title, Published: instant(a.date), Updated: instant(a.edited),
			Links:   []atomLink{{Rel: "alternate", Type: "text/html", Href: self}},
			Summary: a.Description,
			Content: atomContent{"html", absoluteLinks(a.html, fr.base, self)},
		}
		for _, tag := range a.Tags {
			entry.Categories = append(entry.Categories, atomCategory{tag})
		}
		feed.Entries = append(feed.Entries, entry)
	}
	feed.Updated = instant(newest)
	return feed
}

// absoluteLinks makes the links of an article hold outside its page. Convert writes every
// link as an attribute in double quotes that starts with the base path or with "#".
func absoluteLinks(html string, b base, self string) string {
	host := strings.TrimSuffix(b.root, b.path)
	return strings.NewReplacer(
		` href="#`, ` href="`+self+`#`,
		` href="`+b.path, ` href="`+host+b.path,
		` src="`+b.path, ` src="`+host+b.path,
	).Replace(html)
}

type sitemap struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Loc     string        `xml:"loc"`
	LastMod string        `xml:"lastmod,omitempty"`
	Links   []sitemapLink `xml:"xhtml:link"`
}

type sitemapLink struct {
	Rel      string `xml:"rel,attr"`
	HrefLang string `xml:"hreflang,attr"`
	Href     string `xml:"href,attr"`
}

func sitemapOf(lib *library, fr frame) sitemap {
	m := sitemap{XHTML: "http://www.w3.org/1999/xhtml"}
	for _, e := range editions {
		for _, p := range editionPages(lib, e, fr) {
			if p.Lists() {
				continue
			}
			u := sitemapURL{Loc: p.Abs(p.URL)}
			if p.Article != nil && !p.Article.edited.IsZero() {
				u.LastMod = day(p.Article.edited)
			}
			for _, alt := range p.Alternates() {
				u.Links = append(u.Links, sitemapLink{"alternate", alt.Lang, alt.URL})
			}
			m.URLs = append(m.URLs, u)
		}
	}
	return m
}

func robots(fr frame) []byte {
	return fmt.Appendf(nil, "User-agent: *\nAllow: /\n\nSitemap: %s\n", fr.base.abs("sitemap.xml"))
}

// llms is the site in one file of Markdown for a program that reads instead of looking.
func llms(lib *library, fr frame) []byte {
	var b bytes.Buffer
	for i, e := range editions {
		home := lib.homes[e.Dir]
		if i == 0 {
			site := lib.identity(e)
			fmt.Fprintf(&b, "# %s", site.Name)
			if site.Aside != "" {
				fmt.Fprintf(&b, " (%s)", site.Aside)
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "\n> %s\n\n## %s (%s)\n\n", home.Description, e.Words.Articles, e.Lang)
		for _, a := range lib.articles[e.Dir] {
			fmt.Fprintf(&b, "- [%s](%s): %s\n", a.Title, fr.base.abs(a.URL()), a.Description)
		}
	}
	return b.Bytes()
}
