package serve

import (
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// tellBlocked looks for what the policy blocks in a page that is about to be sent, until one
// such page was found.
func (h visit) tellBlocked(f *os.File, name string) {
	if h.opt.Blocked == nil || h.opt.AnyScript || h.told.Load() ||
		!strings.HasPrefix(typeOf(name), "text/html") {
		return
	}
	what := blocked(io.NewSectionReader(f, 0, maxPacked))
	if len(what) > 0 && h.told.CompareAndSwap(false, true) {
		h.opt.Blocked(name, strings.Join(what, ", "))
	}
}

// blocked lists what a page holds that the policy does not let a browser run or load, each
// kind once, in the order of the page.
func blocked(page io.Reader) (what []string) {
	z := html.NewTokenizer(page)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return what
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, w := range blockedTag(z.Token()) {
				if !slices.Contains(what, w) {
					what = append(what, w)
				}
			}
		}
	}
}

// loads are the attributes by which elements load what they show, or run.
var loads = map[string]string{"script": "src", "img": "src", "source": "src", "link": "href"}

// unloadable are elements for which the policy allows no source at all.
var unloadable = []string{"iframe", "frame", "object", "embed", "video", "audio"}

func blockedTag(t html.Token) (what []string) {
	value := map[string]string{}
	for _, a := range t.Attr {
		value[a.Key] = a.Val
		if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
			what = append(what, a.Key+"=\"…\"")
		}
	}
	_, outside := value["src"]
	switch {
	case t.Data == "style", slices.Contains(unloadable, t.Data),
		t.Data == "script" && !outside && runs(value["type"]):
		what = append(what, "<"+t.Data+">")
	case t.Data == "link" && !strings.Contains(value["rel"], "stylesheet"):
	default:
		if host := hostOf(value[loads[t.Data]]); host != "" {
			what = append(what, "<"+t.Data+"> from "+host)
		}
	}
	return what
}

// runs tells a script from data in a script element.
func runs(kind string) bool {
	switch kind = strings.ToLower(strings.TrimSpace(kind)); kind {
	case "", "module", "importmap", "speculationrules":
		return true
	}
	return strings.HasSuffix(kind, "/javascript") || strings.HasSuffix(kind, "/ecmascript")
}

// hostOf is the host that an address names; "" is the site itself, or data in the page.
func hostOf(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return ""
	}
	return u.Host
}
