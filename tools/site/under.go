package site

import (
	"cmp"
	"net/url"
	"strings"
)

// maxBaseParts bounds how deep the path is under which a site is guessed to be served.
const maxBaseParts = 3

// elsewhere counts a link that leads to nothing by the path under which the site would have to
// be served for it to lead to a file: "/docs/guide/" does under "/docs/" if there is guide/.
func (c *checker) elsewhere(link string) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil || !strings.HasPrefix(link, "/") {
		return
	}
	for n := 1; n <= maxBaseParts; n++ {
		if prefix, ok := c.prefix(u.Path, n); ok {
			c.under[prefix]++
			return
		}
	}
}

// prefix is the first n parts of a path, if what follows them is served.
func (c *checker) prefix(path string, n int) (string, bool) {
	at := 1
	for range n {
		i := strings.IndexByte(path[at:], '/')
		if i < 0 {
			return "", false
		}
		at += i + 1
	}
	_, ok := c.served(strings.TrimSuffix(path[at:], "/"))
	return path[:at], ok
}

// guess is the base URL under which most links from the root would hold; "" if that is the
// one that was given, or none. Its host is the one that the pages name in absolute links of
// that path.
func (c *checker) guess() string {
	prefix, links := most(c.under)
	if 2*links <= c.rooted {
		return ""
	}
	hosts := map[string]int{}
	for _, p := range c.pages {
		for _, r := range p.refs {
			u, err := url.Parse(r.link)
			web := err == nil && u.Scheme != "" && u.Host != ""
			if !web || !strings.HasPrefix(u.Path, prefix) {
				continue
			}
			if _, ok := c.served(strings.Trim(u.Path[len(prefix):], "/")); ok {
				hosts[u.Scheme+"://"+u.Host]++
			}
		}
	}
	host, _ := most(hosts)
	return cmp.Or(host, "https://HOST") + (&url.URL{Path: prefix}).EscapedPath()
}

// most is the key that was counted most often, the first in order of those.
func most(counts map[string]int) (key string, n int) {
	for k, v := range counts {
		if v > n || v == n && k < key {
			key, n = k, v
		}
	}
	return key, n
}
