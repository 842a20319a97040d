package site

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// What may be wider than its place can be reached by keyboard, and says what it is; tables
// and formulas are landmarks, so that each has a name of its own.
func TestWhatScrollsIsReached(t *testing.T) {
	roles := map[string]string{"table": "region", "code": "group", "math": "region"}
	seen := map[string]int{}
	for name, root := range pagesOfSites(t) {
		regions := map[string]bool{}
		for n := range root.Descendants() {
			a := map[string]string{}
			for _, attr := range n.Attr {
				a[attr.Key] = attr.Val
			}
			role, scrolls := roles[a["class"]]
			if n.Data != "div" && n.Data != "pre" || !scrolls {
				continue
			}
			seen[a["class"]]++
			if a["role"] != role || a["tabindex"] != "0" || a["aria-label"] == "" {
				t.Errorf("%s: %s has %v", name, n.Data, a)
			}
			if role == "region" && regions[a["aria-label"]] {
				t.Errorf("%s: two regions are called %s", name, a["aria-label"])
			}
			regions[a["aria-label"]] = true
		}
	}
	for class := range roles {
		if seen[class] < 4 {
			t.Errorf("%d of .%s seen", seen[class], class)
		}
	}
}

// What scrolls sideways shows at which side there is more, in both schemes; and no line is
// stretched to the full width, which tears Chinese apart beside a long word.
func TestStyleShowsWhatScrolls(t *testing.T) {
	var css string
	for _, name := range []string{"base", "text", "code", "print"} {
		raw, err := os.ReadFile("style/" + name + ".css")
		if err != nil {
			t.Fatal(err)
		}
		css += string(raw)
	}
	rule := regexp.MustCompile(`(?m)^([^{}\n]+) \{([^{}]*)\}`)
	var scroll, shaded []string
	for _, m := range rule.FindAllStringSubmatch(css, -1) {
		names := strings.Split(m[1], ", ")
		if strings.Contains(m[2], "overflow-x: auto") {
			scroll = append(scroll, names...)
		}
		if strings.Contains(m[2], " local") && strings.Contains(m[2], "var(--shade)") {
			shaded = append(shaded, names...)
		}
	}
	slices.Sort(scroll)
	slices.Sort(shaded)
	if len(scroll) < 3 || !slices.Equal(scroll, shaded) {
		t.Errorf("%v scroll, %v show it", scroll, shaded)
	}
	if n := strings.Count(css, "--shade: "); n != 2 {
		t.Errorf("the shade has %d colours, want one for each scheme", n)
	}
	if strings.Contains(css, "text-align: justify") {
		t.Error("text is justified")
	}
}

// pagesOfSites are all pages of the fixture and of the real site, parsed.
func pagesOfSites(t *testing.T) map[string]*html.Node {
	t.Helper()
	pages := map[string]*html.Node{}
	for site, dir := range sites(t) {
		for _, f := range readTree(t, dir) {
			if path.Ext(f.Name) != ".html" {
				continue
			}
			root, err := html.Parse(strings.NewReader(string(f.Data)))
			if err != nil {
				t.Fatal(err)
			}
			pages[site+": "+f.Name] = root
		}
	}
	return pages
}
