package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// harness is where the side-by-side harness finds things; the flags that cold, peers and
// warm share. Its own variables count too.
type harness struct {
	Sites   []string `sep:" " placeholder:"SITE" help:"Only these sites of bench/sites.json."`
	Work    string   `env:"BENCH_WORK" placeholder:"DIR" help:"The harness's scratch folder."`
	Mirror  string   `env:"BENCH_MIRROR" placeholder:"DIR" help:"Git clones, DIR/OWNER+NAME/repo."`
	Modules string   `env:"BENCH_MODULES" placeholder:"DIR" help:"node_modules with the peers."`
}

const sitesHelp = `Sites are made by the harness from git clones. Clone what bench/sites.json names
into DIR/OWNER+NAME/repo and say --mirror DIR; a site that was made before needs no clone. A site
that cannot be made is left out, and that is said. Defaults: --mirror is the folder mirror beside
the harness; --work, where sites/ is, is search-bench in the temporary folder; --modules is
dist/bench/node_modules, where npm installs the other engines when they are not there.`

// site is a real site, made by the harness.
type site struct {
	Missing string `json:"missing"` // why it is not there
	Name    string `json:"name"`
	Dir     string `json:"dir"`
	Lang    string `json:"lang"`
	Repo    string `json:"repo"`
	Commit  string `json:"commit"`
	Docs    int    `json:"docs"`
	Text    int    `json:"textBytes"`
}

func (s *site) title() string {
	return fmt.Sprintf("%s (%s, %d pages, %.1f MB of text, %s@%.10s)", s.Name, s.Lang, s.Docs,
		float64(s.Text)/(1<<20), s.Repo, s.Commit)
}

func (h *harness) work() string {
	return cmp.Or(h.Work, filepath.Join(os.TempDir(), "search-bench"))
}

func (h *harness) mirror(a *app) string {
	return cmp.Or(h.Mirror, filepath.Join(a.shared, "bench", "mirror"))
}

// gather finds the chosen sites, each by find. Those that are not there are left out;
// without any, something is needed.
func (h *harness) gather(a *app, r *report, usual []string,
	find func(a *app, name string) (*site, error)) ([]site, error) {
	names := usual
	if len(h.Sites) > 0 {
		names = h.Sites
	}
	var out []site
	for _, name := range names {
		s, err := find(a, name)
		if err != nil {
			return nil, err
		}
		if s.Missing != "" {
			r.LeftOut = append(r.LeftOut, s.Missing)
			continue
		}
		out = append(out, *s)
	}
	if len(out) == 0 {
		return nil, needs("none of the sites is there:\n  "+strings.Join(r.LeftOut, "\n  "),
			"clone a repository that bench/sites.json names, and say --mirror DIR")
	}
	return out, nil
}

// site reads a site that was made, or has it made.
func (h *harness) site(a *app, name string) (*site, error) {
	dir, err := filepath.Abs(filepath.Join(h.work(), "sites", name))
	if err != nil {
		return nil, err
	}
	var s *site
	info, err := os.ReadFile(filepath.Join(dir, "info.json"))
	if err == nil {
		s, err = siteOf(name, info)
	} else {
		s, err = h.makeSite(a, name)
	}
	if err != nil {
		return nil, err
	}
	if s.Missing == "" {
		s.Dir = dir
	}
	return s, nil
}

// siteOf reads what the harness says of a site.
func siteOf(name string, info []byte) (*site, error) {
	s := &site{Name: name}
	if err := json.Unmarshal(info, s); err != nil {
		return nil, fmt.Errorf("site %s: %w", name, err)
	}
	return s, nil
}

// makeSite has the harness make a site, if there is a clone of it.
func (h *harness) makeSite(a *app, name string) (*site, error) {
	bench, err := a.folder("bench")
	if err != nil {
		return nil, err
	}
	if mirror := h.mirror(a); !exists(mirror) { // before npm installs what nothing would use
		return &site{Missing: name + ": there are no clones in " + mirror}, nil
	}
	node, err := findNode()
	if err != nil {
		return nil, err
	}
	modules, err := h.modules(a)
	if err != nil {
		return nil, err
	}
	job, err := json.Marshal(map[string]string{"bench": bench, "modules": modules,
		"work": h.work(), "mirror": h.mirror(a), "site": name})
	if err != nil {
		return nil, err
	}
	a.say("making site %s", name)
	info, err := output(a.ctx, a.root, os.Environ(), job, node,
		filepath.Join(a.root, "tools", "bench", "node", "prepare.mjs"))
	if err != nil {
		return nil, err
	}
	return siteOf(name, info)
}

// modules is the node_modules of the harness. Without one it is installed into
// dist/bench, so that the shared folder stays as it is.
func (h *harness) modules(a *app) (string, error) {
	if h.Modules != "" {
		if !exists(h.Modules) {
			return "", needs(h.Modules+" is not there",
				"run npm install --ignore-scripts in its parent folder, or leave --modules out")
		}
		return filepath.Abs(h.Modules)
	}
	dir := filepath.Join(a.root, "dist", "bench")
	wanted, err := os.ReadFile(filepath.Join(a.shared, "bench", "package.json"))
	if err != nil {
		return "", needs(err.Error(), "name the folder that holds bench with --shared or SHARED")
	}
	modules := filepath.Join(dir, "node_modules")
	there, err := os.ReadFile(filepath.Join(dir, "package.json"))
	complete := exists(filepath.Join(modules, ".package-lock.json")) // npm writes it last
	if err == nil && string(there) == string(wanted) && complete {
		return modules, nil
	}
	npm, err := program("NPM", "npm", "install it with Node (Debian: apt-get install npm) or set NPM")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), wanted, 0o644); err != nil {
		return "", err
	}
	a.say("installing the other engines into %s", modules)
	_, err = output(a.ctx, dir, os.Environ(), nil, npm, "install", "--ignore-scripts", "--no-audit",
		"--no-fund")
	return modules, err
}

// chromium finds the browser; the Makefile's target installs Debian's.
func chromium() (string, error) {
	usual := []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"}
	for _, name := range usual {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", needs("there is no Chromium",
		"run make browser, or say where it is: CHROMIUM=/path/to/chrome")
}

// knownItem is one question of a site: a title, a heading, or two words of a page.
type knownItem struct {
	Query  string `json:"q"`
	Kind   string `json:"kind"`
	Target string `json:"target"` // address of the page, with a slash before it
}

func (s *site) questions() ([]knownItem, error) {
	path := filepath.Join(s.Dir, "queries.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []knownItem
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, errors.New(path + ": no question in it")
	}
	return out, nil
}
