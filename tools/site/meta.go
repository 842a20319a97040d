package site

import "time"

// alternate is one line of the list of languages that a page exists in.
type alternate struct{ Lang, URL string }

// Alternates names the page in each language, itself included, and the one to show to a
// reader of neither. A page without a twin names none.
func (p *page) Alternates() []alternate {
	if !p.HasTwin {
		return nil
	}
	own := alternate{p.Edition.Lang, p.Abs(p.URL)}
	twin := alternate{p.Other.Lang, p.Abs(p.Twin)}
	list := []alternate{own, twin}
	if p.Edition.Dir != editions[0].Dir {
		list = []alternate{twin, own}
	}
	return append(list, alternate{"x-default", list[0].URL})
}

// day writes a date for a machine.
func day(t time.Time) string { return t.Format(time.DateOnly) }

// Day and Revised are an article's dates; Revised is "" if it was not revised.
func (a *article) Day() string { return day(a.date) }

func (a *article) Revised() string {
	if a.edited.Equal(a.date) {
		return ""
	}
	return day(a.edited)
}

// Minutes is the reading time in words.
func (a *article) Minutes() string { return a.Edition.Words.Minutes(a.minutes) }

// linkedData describes an article to search engines: schema.org as JSON-LD, which is data in
// a script element and never executed.
type linkedData struct {
	Context string `json:"@context"`
	Graph   []any  `json:"@graph"`
}

type blogPosting struct {
	Type        string   `json:"@type"`
	ID          string   `json:"@id"`
	URL         string   `json:"url"`
	Headline    string   `json:"headline"`
	Description string   `json:"description"`
	Language    string   `json:"inLanguage"`
	Published   string   `json:"datePublished"`
	Modified    string   `json:"dateModified"`
	Keywords    []string `json:"keywords,omitempty"`
	Image       string   `json:"image"`
	Author      named    `json:"author"`
	Publisher   named    `json:"publisher"`
}

type named struct {
	Type string `json:"@type"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

type crumbs struct {
	Type  string  `json:"@type"`
	Items []crumb `json:"itemListElement"`
}

type crumb struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item"`
}

// LinkedData is nil for pages that are not articles.
func (p *page) LinkedData() *linkedData {
	if p.Kind != "article" {
		return nil
	}
	a, self, root := p.Article, p.Abs(p.URL), p.Abs(p.Edition.Root)
	site := named{"Organization", p.Site.Name, root}
	author := site
	if p.Site.Author != "" {
		author = named{"Person", p.Site.Author, root}
	}
	return &linkedData{Context: "https://schema.org", Graph: []any{
		blogPosting{
			Type: "BlogPosting", ID: self, URL: self, Headline: a.Title,
			Description: a.Description, Language: p.Edition.Lang, Published: day(a.date),
			Modified: day(a.edited), Keywords: a.Tags, Image: p.Image,
			Author: author, Publisher: site,
		},
		crumbs{Type: "BreadcrumbList", Items: []crumb{
			{"ListItem", 1, p.Site.Name, root},
			{"ListItem", 2, a.Title, self},
		}},
	}}
}
