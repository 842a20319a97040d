package site

import (
	"strconv"
	"strings"
	"unicode"
)

// slugOf turns a text into an identifier that a person can read in an address: letters and
// digits of every script are kept (为什么用二元组 stays as it is), Latin is lower-cased, and
// whatever lies between becomes one hyphen. A text without letters or digits gives "".
func slugOf(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// anchors hands out the ids of one page. The same text gets the same id on every build; a
// second heading of the same text gets "-2", which cannot take the place of another's.
type anchors map[string]bool

func (a anchors) take(text string) string {
	slug := slugOf(text)
	if slug == "" {
		slug = "section"
	}
	id := slug
	for n := 2; a[id]; n++ {
		id = slug + "-" + strconv.Itoa(n)
	}
	a[id] = true
	return id
}

// pageIDs are the ids of the page's own frame, which no heading may take.
func pageIDs() anchors { return anchors{"main": true, "top": true, "contents": true} }
