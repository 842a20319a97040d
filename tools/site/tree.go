package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pageside/pageside/tools/aside"
)

// marker is the file by which Build knows a folder as its own, to be replaced as a whole.
const marker = ".pageside-site"

const markerText = "Written by pageside build. The next build replaces this folder.\n"

// file is one file of the built site; its name is relative to the root, with slashes.
type file struct {
	name  string
	bytes []byte
}

// tree is the built site in memory.
type tree struct {
	files []file
	taken map[string]bool
}

func (t *tree) add(name string, data []byte) error {
	if t.taken == nil {
		t.taken = map[string]bool{}
	}
	if t.taken[name] {
		return fmt.Errorf("two files of the site are called %s; rename a slug", name)
	}
	t.taken[name] = true
	t.files = append(t.files, file{name, data})
	return nil
}

// putAt writes the tree at dir, whole or not at all, once finish is content with it.
func (t *tree) putAt(dir string, finish func(staged string) error) error {
	if err := mayReplace(dir); err != nil {
		return err
	}
	return aside.Folder(dir, func(empty string) error {
		if err := t.write(empty); err != nil {
			return err
		}
		return finish(empty)
	})
}

// mayReplace refuses a folder that holds anything Build did not write.
func mayReplace(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s: cannot be replaced: %w; name a folder", dir, reason(err))
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, marker)); err != nil {
		return fmt.Errorf("%s: not empty and not written by an earlier build; "+
			"choose another folder, or empty this one", dir)
	}
	return nil
}

func (t *tree) write(dir string) error {
	for _, f := range append(t.files, file{marker, []byte(markerText)}) {
		full := filepath.Join(dir, filepath.FromSlash(f.name))
		err := os.MkdirAll(filepath.Dir(full), 0o755)
		if err == nil {
			err = os.WriteFile(full, f.bytes, 0o644)
		}
		if err != nil {
			return fmt.Errorf("write %s of the site: %w; nothing was changed", f.name, reason(err))
		}
	}
	return nil
}
