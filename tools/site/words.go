package site

import "fmt"

// edition is the site in one language: where its pages live and the words around them.
type edition struct {
	Dir    string // folder under content/, and the key of Report.Alone
	Lang   string // BCP 47, as <html lang> and hreflang say it
	Locale string // as Open Graph says it
	Root   string // prefix of its pages: "" or "en/"
	Words  words
}

// words are all visible and spoken words that do not come from content/.
type words struct {
	Skip                string
	Nav                 string // name of the navigation landmark in the header
	Articles, Tags      string
	Search, SearchBlurb string
	SearchHint          string
	Contents            string
	Updated             string
	Before, After       string
	Between             string // label of the links to the neighbouring articles
	Note, Back          string
	Code                string
	Table, Formula      string
	nth                 string // one of several of a kind, and the heading above it
	Missing, MissingSay string
	Feed                string
	TagsBlurb           string
	Switch              string // the name of the other language, in that language
	minutes             string
}

// Minutes says how long an article takes to read.
func (w words) Minutes(n int) string { return fmt.Sprintf(w.minutes, n) }

// Nth names the nth table or formula of a page, which stands under a heading.
func (w words) Nth(kind string, n int, heading string) string {
	return fmt.Sprintf(w.nth, kind, n, heading)
}

// editions lists the languages; the first is the default one, at the root of the site.
var editions = []edition{
	{Dir: "zh", Lang: "zh-Hans", Locale: "zh_CN", Root: "", Words: words{
		Skip: "跳到正文", Nav: "全站导航",
		Articles: "文章", Tags: "标签",
		Search:      "搜索",
		SearchBlurb: "全站的文章与小节，一页看完。",
		SearchHint:  "搜索在网页里运行，需要 JavaScript；没有它的时候，请看下面的目录。",
		Contents:    "本文目录", Updated: "修订于",
		Before: "上一篇", After: "下一篇", Between: "相邻的文章",
		Note: "注", Back: "回到正文", Code: "代码", Table: "表格", Formula: "公式",
		nth:        "%s %d：%s",
		Missing:    "这一页不在这里",
		MissingSay: "地址可能写错了，也可能文章换了位置。可以搜一搜，或者从下面的文章里找。",
		Feed:       "订阅（Atom）",
		TagsBlurb:  "按标签排列的文章。",
		Switch:     "English", minutes: "约 %d 分钟",
	}},
	{Dir: "en", Lang: "en", Locale: "en_US", Root: "en/", Words: words{
		Skip: "Skip to the text", Nav: "Site",
		Articles: "Articles", Tags: "Tags",
		Search:      "Search",
		SearchBlurb: "Every article and section of this site on one page.",
		SearchHint: "Search runs inside the page and needs JavaScript; " +
			"without it, please use the list below.",
		Contents: "On this page", Updated: "Revised",
		Before: "Previous", After: "Next", Between: "Neighbouring articles",
		Note: "Note", Back: "Back to the text", Code: "Code", Table: "Table", Formula: "Formula",
		nth:     "%s %d: %s",
		Missing: "This page is not here",
		MissingSay: "The address may be mistyped, or the article has moved. " +
			"Search for it, or look through the articles below.",
		Feed:      "Subscribe (Atom)",
		TagsBlurb: "The articles, by tag.",
		Switch:    "中文", minutes: "%d min read",
	}},
}

// other is the edition that is not e.
func (e edition) other() edition {
	if e.Dir == editions[0].Dir {
		return editions[1]
	}
	return editions[0]
}
