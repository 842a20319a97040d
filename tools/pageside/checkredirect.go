package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pageside/pageside/tools/ingest"
	"github.com/pageside/pageside/tools/site"
)

// ofRedirects takes out of problems all that is said of pages that only send their readers
// elsewhere, and says which of these lead to nothing. Nobody reads such a page: it owes its
// readers no heading and no language, only a target.
func (c *checkCmd) ofRedirects(problems []site.Problem) ([]site.Problem, error) {
	to, err := c.redirects()
	if err != nil {
		return nil, fmt.Errorf("look for redirects in %s: %w", c.Public, err)
	}
	problems = slices.DeleteFunc(problems, func(p site.Problem) bool { return to[p.File] != "" })
	for from, target := range to {
		if why := c.leadsNowhere(from, target); why != "" {
			problems = append(problems, site.Problem{File: from, Kind: "link",
				Text: fmt.Sprintf("redirects to %q, %s", target, why)})
		}
	}
	slices.SortStableFunc(problems, func(x, y site.Problem) int {
		return strings.Compare(x.File, y.File)
	})
	return problems, nil
}

// redirects are the pages that index leaves out as such, and where they lead to.
func (c *checkCmd) redirects() (map[string]string, error) {
	to := map[string]string{}
	err := filepath.WalkDir(c.Public, func(full string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(full) != ".html" {
			return err
		}
		name, err := filepath.Rel(c.Public, full)
		if err != nil {
			return err
		}
		src, err := os.ReadFile(full) // site.Check has looked at its size
		if err == nil && bytes.Contains(bytes.ToLower(src), []byte("refresh")) {
			if target := ingest.RedirectOf(src); target != "" {
				to[filepath.ToSlash(name)] = target
			}
		}
		return err
	})
	return to, err
}

// leadsNowhere says what is wrong with the target of a redirect; "" if it is there, or on
// another site.
func (c *checkCmd) leadsNowhere(from, to string) string {
	base, err := url.Parse(strings.TrimSuffix(c.BaseURL, "/") + "/")
	if err != nil {
		return err.Error() // site.Check has refused it
	}
	at, err := base.JoinPath(path.Dir(from), "/").Parse(to)
	if err != nil {
		return "which is not an address; percent-encode it"
	}
	switch {
	case at.Scheme == base.Scheme && at.Host == base.Host:
	case at.Scheme == "http", at.Scheme == "https", at.Scheme == "" && at.Host != "":
		return ""
	default:
		return fmt.Sprintf("and a page may not lead to the scheme %s:", at.Scheme)
	}
	name, inside := strings.CutPrefix(at.Path, base.Path)
	if !inside {
		return "which lies outside the site's base path " + base.Path
	}
	for _, try := range []string{name, name + ".html", path.Join(name, "index.html")} {
		info, err := os.Stat(filepath.Join(c.Public, filepath.FromSlash(try)))
		if err == nil && info.Mode().IsRegular() {
			return ""
		}
	}
	return "which does not exist"
}
