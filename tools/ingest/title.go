package ingest

import (
	"strings"

	"github.com/pageside/pageside/engine/doc"
)

// separators between a page's title and the site's name, as generators write them.
var separators = []string{" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", "｜", "_"}

// maxSuffixes is how many names a title may end in: section, product and company.
const maxSuffixes = 3

// siteSuffix finds what all the <title>s end in, such as " | Example Docs", so that it
// can be cut off where a title must come from there. One page alone has no suffix: its
// title may be all there is.
func siteSuffix(pages []page) string {
	var titles []string
	for _, p := range pages {
		if p.titleTag != "" && !p.left {
			titles = append(titles, p.titleTag)
		}
	}
	suffix := ""
	for range maxSuffixes {
		more := sharedSuffix(titles)
		if more == "" {
			break
		}
		suffix = more + suffix
		cut := titles[:0]
		for _, t := range titles {
			if strings.HasSuffix(t, more) { // a home page that is just the name is done
				cut = append(cut, withoutSuffix(t, more))
			}
		}
		titles = cut
	}
	return suffix
}

// sharedSuffix is the last separator with what follows it, if every title ends so or is
// just that name (as a home page's is), and at least two do.
func sharedSuffix(titles []string) string {
	for _, t := range titles {
		at := -1
		for _, sep := range separators {
			at = max(at, strings.LastIndex(t, sep))
		}
		if at <= 0 {
			continue
		}
		suffix, ends := t[at:], 0
		for _, other := range titles {
			if strings.HasSuffix(other, suffix) {
				ends++
			} else if other != suffixName(suffix) {
				return ""
			}
		}
		if ends >= 2 {
			return suffix
		}
		return ""
	}
	return ""
}

// suffixName is a suffix without its separator.
func suffixName(suffix string) string {
	for _, sep := range separators {
		if rest, ok := strings.CutPrefix(suffix, sep); ok {
			return rest
		}
	}
	return suffix
}

func withoutSuffix(title, suffix string) string {
	if cut := strings.TrimSuffix(title, suffix); cut != "" {
		return strings.TrimSpace(cut)
	}
	return title
}

// dropTitle takes the first heading out of the text if it is the title: some generators
// write chapters that begin with an h2.
func dropTitle(d *doc.Document) {
	if len(d.Blocks) == 0 || d.Blocks[0].Kind != doc.Heading || d.Blocks[0].Of(d.Text) != d.Title {
		return
	}
	d.Blocks = d.Blocks[1:]
	if len(d.Blocks) == 0 {
		d.Text, d.Blocks = "", nil
		return
	}
	cut := d.Blocks[0].Start
	d.Text = d.Text[cut:]
	for i := range d.Blocks {
		d.Blocks[i].Start -= cut
		d.Blocks[i].End -= cut
	}
}
