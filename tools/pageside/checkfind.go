package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/tools/assets"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
)

// indexFolders are the folders of the indexes to check: the one that was named, or all of
// the site.
func (c *checkCmd) indexFolders() ([]string, error) {
	if c.Index != "" {
		return []string{c.Index}, nil
	}
	var found []string
	if usual := filepath.Join(c.Public, indexFolder); exists(usual) {
		found = append(found, usual) // although its manifest may be missing
	}
	err := walkFiles(c.Public, func(name string, _ fs.FileInfo) error {
		folder := filepath.Join(c.Public, filepath.FromSlash(path.Dir(name)))
		if path.Base(name) == build.ManifestName && !slices.Contains(found, folder) &&
			isIndex(folder) {
			found = append(found, folder)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for an index in %s: %w", c.Public, err)
	}
	return found, nil
}

// isIndex tells an index with a manifest, though it may be damaged, from a folder with another
// file of that name.
func isIndex(folder string) bool {
	if filepath.Base(folder) == indexFolder {
		return true
	}
	if parts, err := filepath.Glob(filepath.Join(folder, "*.ps")); err == nil && len(parts) > 0 {
		return true
	}
	raw, _, err := host.ReadFile(filepath.Join(folder, build.ManifestName))
	if err == nil {
		return bytes.HasPrefix(raw, []byte("PGSD"))
	}
	entries, err := os.ReadDir(folder)
	return err == nil && exists(filepath.Join(folder, "_headers")) &&
		!slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !assets.Ours(e.Name()) })
}

// pagesOf reads the pages that an index was made from: those of the site, or of a folder of
// it that the index lies in. It is the one of which the index holds the most pages. Nil if
// there is none: then the index is one of something else.
func (c *checkCmd) pagesOf(folder string, indexed map[string]*said, bar *bar) (
	best []doc.Document, from string, err error) {
	most := 0
	for at := filepath.Dir(folder); ; at = filepath.Dir(at) {
		root := filepath.Clean(at) == filepath.Clean(c.Public)
		docs, _, err := ingest.Folder(at, ingest.Options{Progress: bar.set})
		if err != nil && root && best == nil {
			return nil, "", err
		}
		held := 0
		for _, d := range docs {
			if indexed[d.ID] != nil {
				held++
			}
		}
		if root && filepath.Base(folder) == indexFolder && best == nil {
			held = max(held, 1) // it is the site's, however old it is
		}
		if err == nil && held > most {
			best, from, most = docs, at, held
		}
		if root || at == filepath.Dir(at) {
			return best, from, nil
		}
	}
}
