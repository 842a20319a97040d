package ingest

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
)

// ofTools are hidden folders that belong to programs. What lies in them is nobody's page.
var ofTools = []string{".git", ".hg", ".svn", ".bzr", ".jj", ".github", ".gitlab", ".vscode",
	".idea", ".cache", ".venv", ".DS_Store"}

// maxHidden bounds how many files of one hidden folder are looked at. With more it is a store of
// some program.
const maxHidden = 10_000

// hiddenPages names each hidden folder that holds pages of the kind that was read, and each such
// page whose own name is hidden, but for what belongs to tools. They are left out, since hosts
// rarely serve them; their author may not know.
func (w *walker) hiddenPages(root, kind string) []Problem {
	slices.Sort(w.hidden)
	var problems []Problem
	for _, name := range w.hidden {
		p := Problem{File: name, Kind: Hidden, Left: true,
			Text: "its name begins with a dot", Next: "rename it if it should be found"}
		pages, isFolder := pagesUnder(filepath.Join(root, filepath.FromSlash(name)), kind)
		switch {
		case pages == 0:
			continue
		case isFolder:
			p.Text = fmt.Sprintf("is a folder whose name begins with a dot; pages in it: %d", pages)
			p.Next = "rename it if they should be found"
		}
		problems = append(problems, p)
	}
	return problems
}

// pagesUnder counts the pages of a kind in a hidden folder, or tells whether a hidden file is
// one. What cannot be read, and links, count for nothing.
func pagesUnder(root, kind string) (pages int, isFolder bool) {
	if slices.Contains(ofTools, path.Base(filepath.ToSlash(root))) {
		return 0, true
	}
	looked := 0
	_ = filepath.WalkDir(root, func(full string, e fs.DirEntry, err error) error {
		if looked++; looked > maxHidden {
			pages = 0
			return fs.SkipAll
		}
		if err != nil {
			return nil
		}
		isFolder = isFolder || e.IsDir()
		if e.Type().IsRegular() && kindOf(full) == kind {
			pages++
		}
		return nil
	})
	return pages, isFolder
}
