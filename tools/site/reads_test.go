package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"
)

// contentDir is the site's own content, which is tested like the fixture and read closer.
const contentDir = "../../content"

// ownAddress is what the front pages of both give as theirs.
const ownAddress = "https://pageside.example/"

// sites are the fixture and the real site, built.
func sites(t *testing.T) map[string]string {
	t.Helper()
	fixture, _ := build(t, unpack(t), "")
	real, _ := build(t, contentDir, "")
	return map[string]string{"fixture": fixture, "content": real}
}

// pageFacts is what the head of a page says about it.
type pageFacts struct {
	lang       string
	canonical  string
	alternates map[string]string
	props      map[string]string // meta by name or property
	data       []string          // JSON-LD
}

func factsOf(t *testing.T, data []byte) (f pageFacts) {
	t.Helper()
	f.alternates, f.props = map[string]string{}, map[string]string{}
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		a := map[string]string{}
		for _, attr := range n.Attr {
			a[attr.Key] = attr.Val
		}
		switch n.Data {
		case "html":
			f.lang = a["lang"]
		case "link":
			if a["rel"] == "canonical" {
				f.canonical = a["href"]
			}
			if a["rel"] == "alternate" && a["hreflang"] != "" {
				f.alternates[a["hreflang"]] = a["href"]
			}
		case "meta":
			f.props[a["name"]+a["property"]] = a["content"]
		case "script":
			if a["type"] == "application/ld+json" {
				f.data = append(f.data, n.FirstChild.Data)
			}
		}
	}
	return f
}

// pagesOf reads the heads of all pages that have an address, by that address.
func pagesOf(t *testing.T, dir string) map[string]pageFacts {
	t.Helper()
	pages := map[string]pageFacts{}
	for _, f := range readTree(t, dir) {
		if path.Base(f.Name) == "index.html" {
			pages[ownAddress+escapePath(strings.TrimSuffix(f.Name, "index.html"))] =
				factsOf(t, f.Data)
		}
	}
	if len(pages) == 0 {
		t.Fatal("no pages")
	}
	return pages
}

// A page names itself among its languages, and the page it names names it back.
func TestLanguagesAreReciprocal(t *testing.T) {
	for name, dir := range sites(t) {
		pages := pagesOf(t, dir)
		paired := 0
		for address, p := range pages {
			if p.canonical != address {
				t.Errorf("%s: %s says that it is %s", name, address, p.canonical)
			}
			if len(p.alternates) == 0 {
				continue
			}
			paired++
			if p.alternates[p.lang] != address {
				t.Errorf("%s: %s does not name itself", name, address)
			}
			if p.alternates["x-default"] != p.alternates["zh-Hans"] {
				t.Errorf("%s: %s has another default: %v", name, address, p.alternates)
			}
			for lang, to := range p.alternates {
				back, ok := pages[to]
				if !ok || back.alternates[p.lang] != address {
					t.Errorf("%s: %s names %s as %s, which does not name it back",
						name, address, to, lang)
				}
				if lang != "x-default" && back.lang != lang {
					t.Errorf("%s: %s is said to be %s and is %s", name, to, lang, back.lang)
				}
			}
		}
		if paired < 8 {
			t.Errorf("%s: only %d pages have a twin", name, paired)
		}
	}
}

func TestHeadIsComplete(t *testing.T) {
	for name, dir := range sites(t) {
		for address, p := range pagesOf(t, dir) {
			for _, key := range []string{"viewport", "description", "color-scheme", "og:type",
				"og:title", "og:description", "og:url", "og:locale", "og:image"} {
				if p.props[key] == "" {
					t.Errorf("%s: %s lacks %s", name, address, key)
				}
			}
			if p.props["og:url"] != address {
				t.Errorf("%s: %s has og:url %s", name, address, p.props["og:url"])
			}
			if p.props["og:type"] != "article" {
				continue
			}
			if len(p.data) != 1 {
				t.Errorf("%s: %s has %d pieces of linked data", name, address, len(p.data))
				continue
			}
			var v struct {
				Graph []map[string]any `json:"@graph"`
			}
			if err := json.Unmarshal([]byte(p.data[0]), &v); err != nil {
				t.Errorf("%s: %s: linked data: %v", name, address, err)
			} else if len(v.Graph) != 2 || v.Graph[0]["url"] != address {
				t.Errorf("%s: %s: linked data is about %v", name, address, v.Graph)
			}
		}
	}
}

// parsedFeed is a feed as a reader program sees it.
type parsedFeed struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string   `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Links   []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Content string `xml:"content"`
	} `xml:"entry"`
}

func TestFeeds(t *testing.T) {
	for name, dir := range sites(t) {
		pages := pagesOf(t, dir)
		feeds := 0
		for _, f := range readTree(t, dir) {
			if path.Base(f.Name) != "atom.xml" {
				continue
			}
			feeds++
			var feed parsedFeed
			if err := xml.Unmarshal(f.Data, &feed); err != nil {
				t.Fatalf("%s: %s: %v", name, f.Name, err)
			}
			if len(feed.Entries) == 0 || feed.Lang != pages[feed.ID].lang {
				t.Errorf("%s: %s has %d entries, language %q, id %s", name, f.Name,
					len(feed.Entries), feed.Lang, feed.ID)
			}
			newest := ""
			for _, e := range feed.Entries {
				newest = max(newest, e.Updated)
				if _, ok := pages[e.ID]; !ok {
					t.Errorf("%s: %s: no page at %s", name, f.Name, e.ID)
				}
				if _, err := time.Parse(time.RFC3339, e.Updated); err != nil {
					t.Errorf("%s: %s: %v", name, f.Name, err)
				}
				if regexp.MustCompile(`(?:href|src)="[/#]`).MatchString(e.Content) {
					t.Errorf("%s: %s: %q links to something inside its page", name, f.Name, e.Title)
				}
			}
			if feed.Updated != newest {
				t.Errorf("%s: %s was updated %s, its newest entry %s", name, f.Name,
					feed.Updated, newest)
			}
		}
		if feeds != len(editions) {
			t.Errorf("%s: %d feeds", name, feeds)
		}
	}
}

// The site map lists exactly the pages that want to be found, each with its languages.
func TestSiteMap(t *testing.T) {
	for name, dir := range sites(t) {
		pages := pagesOf(t, dir)
		var m struct {
			XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
			URLs    []struct {
				Loc   string `xml:"loc"`
				Links []struct {
					Lang string `xml:"hreflang,attr"`
					Href string `xml:"href,attr"`
				} `xml:"http://www.w3.org/1999/xhtml link"`
			} `xml:"url"`
		}
		files := readTree(t, dir)
		i := slices.IndexFunc(files, func(f txtar.File) bool { return f.Name == "sitemap.xml" })
		if err := xml.Unmarshal(files[i].Data, &m); err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{}
		for _, u := range m.URLs {
			listed[u.Loc] = true
			p, ok := pages[u.Loc]
			if !ok {
				t.Errorf("%s: the site map lists %s, which is not there", name, u.Loc)
			}
			if len(u.Links) != len(p.alternates) {
				t.Errorf("%s: %s has %d languages in the site map and %d in its head",
					name, u.Loc, len(u.Links), len(p.alternates))
			}
			for _, l := range u.Links {
				if p.alternates[l.Lang] != l.Href {
					t.Errorf("%s: %s: %s is %s in the site map", name, u.Loc, l.Lang, l.Href)
				}
			}
		}
		for address, p := range pages {
			if listed[address] == strings.Contains(p.props["robots"], "noindex") {
				t.Errorf("%s: %s: listed %v, robots %q", name, address, listed[address],
					p.props["robots"])
			}
		}
	}
}

// What a page costs before anybody searches, compressed as a host would send it.
func TestPagesAreLight(t *testing.T) {
	const maxHTML, maxCSS = 40 << 10, 12 << 10
	for name, dir := range sites(t) {
		for _, f := range readTree(t, dir) {
			limit := map[string]int{".html": maxHTML, ".css": maxCSS}[path.Ext(f.Name)]
			if n := gzipped(f.Data); limit > 0 && n > limit {
				t.Errorf("%s: %s is %d bytes, at most %d", name, f.Name, n, limit)
			}
			if regexp.MustCompile(`(?i)@import|@font-face|woff`).Match(f.Data) &&
				path.Ext(f.Name) == ".css" {
				t.Errorf("%s: %s fetches a font or another sheet", name, f.Name)
			}
		}
	}
}

func gzipped(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.Copy(w, bytes.NewReader(data))
	_ = w.Close()
	return b.Len()
}
