package site

import (
	"bytes"
	"regexp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// measured finds a number with a unit behind it. Go's \b looks at ASCII only, so that a Chinese
// character may follow the unit.
var measured = regexp.MustCompile(`([0-9])[ \n]+((?:[kKMGT]i?B|[kMGT]?bit(?:/s)?|[kMGT]?Hz|B|` +
	`[mµμn]?s|min|h|[kcm]?m|[kKm]?g|px|r?em)\b|%|°C|分钟)`)

// verbatim are the elements whose text is shown, or read by a program, as it was written.
var verbatim = map[atom.Atom]bool{
	atom.Code: true, atom.Pre: true, atom.Kbd: true, atom.Samp: true, atom.Math: true,
	atom.Script: true, atom.Style: true, atom.Textarea: true, atom.Title: true,
}

// bind keeps numbers and their units on one line: the space between them becomes one that does
// not break, wherever the number came from. Searching takes it for any other space.
func bind(page []byte) []byte {
	var b bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(page))
	within := 0 // elements of verbatim that are open
	for {
		kind := z.Next()
		raw := z.Raw()
		switch kind {
		case html.ErrorToken:
			b.Write(raw)
			return b.Bytes()
		case html.StartTagToken, html.EndTagToken:
			b.Write(raw)
			name, _ := z.TagName()
			switch {
			case !verbatim[atom.Lookup(name)]:
			case kind == html.StartTagToken:
				within++
			default:
				within--
			}
		case html.TextToken:
			if within == 0 {
				raw = measured.ReplaceAll(raw, []byte("$1\u00a0$2"))
			}
			b.Write(raw)
		default:
			b.Write(raw)
		}
	}
}
