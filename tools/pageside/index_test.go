package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// How a page gets the dialog is said in four places: the same rule and the same tags, in the
// same words, and none of it is what our own server would refuse.
func TestTheDialogIsPutOnAPageInOneWay(t *testing.T) {
	const rule = "pageside-search { display: inline-block; vertical-align: middle; " +
		"inline-size: 10em; block-size: 44px; }"
	const tags = `<script type="module" src="/_pageside/pageside.js"></script> ` +
		`<pageside-search></pageside-search>`
	const english = "put this rule into the style sheet of your site, and the two tags where the " +
		"button should be, in the template or before </body>"
	texts := map[string]string{"index --help": indexCmd{}.Help()}
	for _, name := range []string{"README.md", "content/en/getting-started.md",
		"content/zh/getting-started.md"} {
		raw, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(raw)
	}
	inline := regexp.MustCompile(`</style>|style="`)
	for name, text := range texts {
		said := english
		if strings.Contains(name, "/zh/") {
			said = "把这条样式放进网站的样式表，把两个标签放在按钮该在的地方，模板里或</body>之前"
		}
		flat := strings.Join(strings.Fields(strings.ReplaceAll(text, "`", "")), " ")
		for _, want := range []string{rule, tags, said} {
			if !strings.Contains(flat, want) {
				t.Errorf("%s does not say: %s", name, want)
			}
		}
		if n := strings.Count(flat, "<pageside-search></pageside-search>"); n != 1 {
			t.Errorf("%s shows the tags %d times", name, n)
		}
		if found := inline.FindString(text); found != "" {
			t.Errorf("%s tells people to write %s, which the strict policy blocks", name, found)
		}
	}
}

// A reader who opens the dialog of our own site is offered pages that say something, how to begin
// among them, and no list of other pages.
func TestOurSiteOffersHowToBegin(t *testing.T) {
	folder := t.TempDir() + "/site"
	var offered strings.Builder
	for _, args := range [][]string{{"build", "../../content", "-o", folder},
		{"dump", "--stage", "shard", folder + "/_pageside"}} {
		offered.Reset()
		var errOut strings.Builder
		a := &app{ctx: t.Context(), out: &offered, errOut: &errOut}
		if code := run(a, args); code != exitOK {
			t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
		}
	}
	for _, want := range []string{"popular [zh] start/ ", "popular [en] en/start/ "} {
		if !strings.Contains(offered.String(), "\n"+want) {
			t.Errorf("there is no %s", want)
		}
	}
	lists := regexp.MustCompile(`(?m)^popular \S+ \S*(tags|search|404).*$`)
	if found := lists.FindString(offered.String()); found != "" {
		t.Errorf("a list is offered: %s", found)
	}
}

// What is left out is named, each file of it, until it would be too much to read; then the report
// names it. Where there is no report, all is named.
func TestWhatIsLeftOutIsNamed(t *testing.T) {
	folder := t.TempDir()
	const asks = `<html lang=en><meta name=robots content=noindex><h1>x</h1>`
	for i := range shownLeft + 7 {
		put(t, fmt.Sprintf("%s/asks/%03d.html", folder, i), asks)
	}
	index := func(want int, args ...string) string {
		var out, errOut strings.Builder
		a := &app{ctx: t.Context(), out: &out, errOut: &errOut}
		args = append([]string{"index", folder, "-o", folder + "/_pageside", "--data-only"}, args...)
		if code := run(a, args); code != want {
			t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
		}
		return out.String() + errOut.String()
	}
	const left = "left out: asks/"
	if n := strings.Count(index(exitError), left); n != shownLeft+7 {
		t.Errorf("with no page left, %d files are named", n)
	}
	for i := range 5 {
		put(t, fmt.Sprintf("%s/open/%d.html", folder, i), "<html lang=en><h1>x</h1><script>")
		put(t, fmt.Sprintf("%s/note/%d.html", folder, i), "<html lang=en><p>x")
	}
	said := index(exitNo)
	for what, want := range map[string]int{left: shownLeft, "left out: open/": 5, "\nnote/": shownNotes,
		"\n  and 7 more: noindex; the report of --json names them all\n": 1,
		"\n  and 2 more: no-h1; the report of --json names them all\n":   1} {
		if n := strings.Count(said, what); n != want {
			t.Errorf("%q stands there %d times, not %d: %.2000s", what, n, want, said)
		}
	}
	if n := strings.Count(index(exitNo, "--json"), `"kind":"noindex"`); n != shownLeft+7 {
		t.Errorf("the report names %d files", n)
	}
}
