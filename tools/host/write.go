package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/assets"
)

// Write makes a folder that holds exactly these files. They are written into a folder
// beside it that then takes its place, so that readers see the old index or the new one,
// and an error leaves the old one alone. A folder that holds anything but an index is
// refused.
func Write(dir string, files []build.File) (err error) {
	dir = filepath.Clean(dir)
	if err := replaceable(dir); err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("make folder %s: %w", parent, reason(err))
	}
	sweep(parent)
	aside, err := os.MkdirTemp(parent, ".pageside-new-")
	if err != nil {
		return fmt.Errorf("make a folder in %s: %w", parent, reason(err))
	}
	defer os.RemoveAll(aside) // after the rename there is nothing of that name
	if err := os.Chmod(aside, 0o755); err != nil {
		return fmt.Errorf("make a folder in %s: %w", parent, reason(err))
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(aside, f.Name), f.Bytes, 0o644); err != nil {
			return fmt.Errorf("write %s for %s: %w; nothing was changed", f.Name, dir, reason(err))
		}
	}
	return swap(aside, dir)
}

// sweep removes what a run that was killed left beside the folder, unless it is so young
// that another may be at work on it.
func sweep(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, ".pageside-*-*"))
	for _, path := range left {
		info, err := os.Lstat(path)
		if err == nil && time.Since(info.ModTime()) > abandoned {
			os.RemoveAll(path)
		}
	}
}

// abandoned is the age from which on a folder aside belongs to nobody: no index takes as
// long to write.
const abandoned = time.Hour

// replaceable refuses a folder in which somebody else's files would be lost.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w; name a folder to write the index to", dir, reason(err))
	}
	for _, e := range entries {
		if e.IsDir() || !assets.Ours(e.Name()) {
			return fmt.Errorf("%s holds %s, which is no part of an index; name another folder, "+
				"such as %s", dir, e.Name(), filepath.Join(dir, "_pageside"))
		}
	}
	return nil
}

// swap puts the folder aside in the place of dir: where the system can, both change
// places at once; elsewhere there is a moment between two renames.
func swap(aside, dir string) error {
	if exchange(aside, dir) {
		return nil // what is aside now is the old index, and is removed
	}
	old, err := os.MkdirTemp(filepath.Dir(dir), ".pageside-old-")
	if err != nil {
		return fmt.Errorf("replace %s: %w", dir, reason(err))
	}
	defer os.RemoveAll(old)
	err = os.Rename(dir, filepath.Join(old, "index"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replace %s: %w", dir, linkReason(err))
	}
	if err := os.Rename(aside, dir); err != nil {
		back := os.Rename(filepath.Join(old, "index"), dir)
		return errors.Join(fmt.Errorf("replace %s: %w", dir, linkReason(err)), back)
	}
	return nil
}

func linkReason(err error) error {
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}

// WriteFile writes one file aside and renames it, so that nobody reads half of it.
func WriteFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".pageside-file-")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}
