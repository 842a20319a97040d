package site

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// settings are the keys of a front page that hold for all pages of its language.
type settings struct {
	SiteName string    `yaml:"name"`    // "" means the front page's title
	Author   string    `yaml:"author"`  // "" means the site itself
	Address  string    `yaml:"address"` // where it will be served, for both languages
	Footer   string    `yaml:"footer"`  // a line at the end of each page
	Report   string    `yaml:"report"`  // where readers say that nothing was found
	Links    []outward `yaml:"links"`   // beside the one to the feed
}

const settingKeys = "name, author, address, footer, report, links"

// outward is a link of the author's choice.
type outward struct {
	Text string `yaml:"text"`
	URL  string `yaml:"url"`
}

// check says what is wrong with the settings of a file.
func (s *settings) check(home bool) (errs []error) {
	if !home && !reflect.ValueOf(*s).IsZero() {
		return []error{fmt.Errorf("%s belong to the front page, %s.md", settingKeys, homeName)}
	}
	if s.Address != "" {
		if _, err := parseBase(s.Address); err != nil {
			errs = append(errs, fmt.Errorf("address: %w", err))
		}
	}
	if s.Report != "" && !outside(s.Report) {
		errs = append(errs, fmt.Errorf("report %q: want an address that begins with http, https "+
			"or mailto; {query} in it becomes the question", s.Report))
	}
	for _, l := range s.Links {
		if strings.TrimSpace(l.Text) == "" || !outside(l.URL) {
			errs = append(errs, fmt.Errorf("links: want a text, and a url that begins with http, "+
				"https or mailto, not text %q and url %q", l.Text, l.URL))
		}
	}
	return errs
}

// outside tells an address that leads to another site, or to a person.
func outside(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") ||
		u.Scheme == "mailto" && u.Opaque != "")
}

// identity is what the pages of one language say of the site.
type identity struct {
	settings
	Name             string
	Aside, AsideLang string // its name in the other language, "" if it is the same
}

func (lib *library) identity(e edition) identity {
	own, other := lib.name(e), lib.name(e.other())
	id := identity{settings: lib.homes[e.Dir].settings, Name: own}
	if other != own {
		id.Aside, id.AsideLang = other, e.other().Lang
	}
	return id
}

func (lib *library) name(e edition) string {
	home := lib.homes[e.Dir]
	return cmp.Or(home.SiteName, home.Title)
}

// address is where the front pages say that the site will be served; "" if neither does.
func (lib *library) address() string {
	var found string
	for _, e := range editions {
		found = cmp.Or(found, lib.homes[e.Dir].Address)
	}
	return found
}

// sameAddress makes sure that the front pages do not name two addresses.
func (lib *library) sameAddress() error {
	a, b := lib.homes[editions[0].Dir], lib.homes[editions[1].Dir]
	if a == nil || b == nil || a.Address == "" || b.Address == "" || a.Address == b.Address {
		return nil
	}
	return fmt.Errorf("%s: front matter: address %s; %s says %s, and a site has one", b.File,
		b.Address, a.File, a.Address)
}

// yamlWords are what the errors of the YAML reader become: it speaks of Go's types.
var yamlWords = []struct {
	yaml *regexp.Regexp
	ours string
}{
	{regexp.MustCompile(`field (\S+) not found in type \S+`), "there is no key $1"},
	{regexp.MustCompile(`mapping key "(.*)" already defined at line \d+`), "the key $1 stands twice"},
	{regexp.MustCompile("cannot unmarshal !!\\w+ (`.*`) into int"), "want a whole number, not $1"},
	{regexp.MustCompile("cannot unmarshal !!\\w+ (`.*`) into \\[\\]string"), "want a list, not $1"},
	{regexp.MustCompile("cannot unmarshal !!\\w+ (`.*`) into \\S+"), "want something else than $1"},
	{regexp.MustCompile(`cannot unmarshal !!seq into \S+`), "want one value, not a list"},
	{regexp.MustCompile(`cannot unmarshal !!map into \S+`), "want one value, not keys"},
}

// inWords says what is wrong with front matter.
func inWords(err error) error {
	lines := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	var all *yaml.TypeError
	if errors.As(err, &all) {
		lines = all.Errors
	}
	said := strings.Join(lines, "; ")
	for _, w := range yamlWords {
		said = w.yaml.ReplaceAllString(said, w.ours)
	}
	return errors.New(said)
}
