package ingest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Addresses are relative to the root of the site, so that a site may live under a sub-path.
// Only what would change their meaning is percent-encoded: letters of any script are left
// readable.

// urlOf is the address of a file: index files are their folder, with a slash; the root
// itself is "./".
func urlOf(name string) string {
	dir, base := path.Split(name)
	if isIndex(base) {
		base = ""
	}
	return relative(encode(dir+base, unsafe+"%#?"))
}

// relative keeps an address from being taken for something else: "a:b" would be a scheme.
func relative(url string) string {
	first, _, _ := strings.Cut(url, "/")
	if url == "" || strings.Contains(first, ":") {
		return "./" + url
	}
	return url
}

// patterns are names that Jekyll gives to forms of addresses, which only it can fill in.
var patterns = []string{"date", "pretty", "ordinal", "weekdate", "none"}

// wholeURL is the address that front matter gives with url or permalink. "" is none that
// can be followed: a pattern such as /:year/:slug/, or another scheme than the web's.
func wholeURL(given string) string {
	web := strings.HasPrefix(given, "https://") || strings.HasPrefix(given, "http://")
	switch {
	case given == "" || slices.Contains(patterns, given):
		return ""
	case web:
		return encode(given, unsafe)
	case strings.ContainsAny(given, ":{}") || strings.HasPrefix(given, "//"):
		return ""
	}
	return relative(encode(strings.TrimLeft(given, "/"), unsafe))
}

// slugURL is the address of a file whose front matter gives its last element with slug:
// "posts/first.md" becomes "posts/SLUG/", and so does "posts/first/index.md". "" is none: a
// section and the root keep their names, and a slug is one element.
func slugURL(name, slug string) string {
	slug = strings.ToLower(strings.ReplaceAll(strings.Trim(slug, "/"), " ", "-"))
	if strings.Trim(slug, ".") == "" || strings.Contains(slug, "/") {
		return ""
	}
	dir, base := path.Split(name)
	if isIndex(base) {
		if dir == "" || strings.HasPrefix(base, "_") {
			return ""
		}
		dir, _ = path.Split(strings.TrimSuffix(dir, "/"))
	}
	return relative(encode(dir+slug+"/", unsafe+"%#?"))
}

// unsafe are the characters that no address holds as they are.
const unsafe = `"<>\^` + "`{|}"

// encode percent-encodes some ASCII characters, and all that do not show.
func encode(url, chars string) string {
	var b strings.Builder
	for i := 0; i < len(url); i++ {
		c := url[i]
		if c <= ' ' || c == 0x7f || strings.IndexByte(chars, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
