// Package aside answers: how does a file, or a folder, appear whole or not at all?
//
// [File] and [Folder] write in a folder of their own beside the place that is meant, and then
// rename. A reader sees what was there before or all of what is new, and an error leaves
// the old as it was. What a run that was killed left behind is swept away by the next one
// beside it, and nothing else is: see sweep.
//
// Limits: where a system cannot let two folders change places, there is a moment between
// two renames in which there is none. Nothing is synced to the disk.
//
// Before: bytes. After: a file that others may read at any time.
package aside

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File makes a file that holds data, in the place of one that may be there; of a link, it is
// the file it leads to that is replaced. A pipe or a device gets the bytes as they come.
func File(path string, data []byte) error {
	place, err := resolved(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	if info, err := os.Stat(place); err == nil && !info.Mode().IsRegular() {
		if err := os.WriteFile(place, data, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", path, reason(err))
		}
		return nil
	}
	d, err := newDesk(filepath.Dir(place))
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	defer d.clear()
	staged := d.at(newName)
	err = os.WriteFile(staged, data, 0o644)
	if err == nil {
		err = os.Chmod(staged, 0o644) // whatever the mask of the process
	}
	if err == nil {
		err = os.Rename(staged, place)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	return nil
}

// Folder makes a folder that holds what fill writes into the empty one that it is given,
// in the place of one that may be there; of a link, it is the folder it leads to that is
// replaced. If fill returns an error, nothing has changed.
func Folder(dir string, fill func(empty string) error) error {
	dir, err := placeOf(dir)
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("make folder %s: %w", parent, reason(err))
	}
	d, err := newDesk(parent)
	if err != nil {
		return fmt.Errorf("make a folder in %s: %w", parent, reason(err))
	}
	defer d.clear()
	staged := d.at(newName)
	err = os.Mkdir(staged, 0o755)
	if err == nil {
		err = os.Chmod(staged, 0o755) // whatever the mask of the process
	}
	if err != nil {
		return fmt.Errorf("make a folder in %s: %w", parent, reason(err))
	}
	if err := fill(staged); err != nil {
		return err
	}
	if exchange(staged, dir) {
		return nil
	}
	return d.rename(dir)
}

// placeOf is where a folder lies, or is to lie.
func placeOf(dir string) (string, error) {
	place, err := filepath.Abs(dir)
	if err == nil {
		place, err = resolved(place)
	}
	if err != nil {
		return "", fmt.Errorf("make folder %s: %w", dir, reason(err))
	}
	if info, err := os.Stat(place); err == nil && !info.IsDir() {
		return "", fmt.Errorf("make folder %s: there is a file of that name", dir)
	}
	return place, nil
}

// maxLinks bounds how many links lead one to the next, as systems do.
const maxLinks = 40

// resolved is the path that a link leads to, there or not; any other stays as it is.
func resolved(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			to = filepath.Join(folder, to)
		}
		path = to
	}
	return "", errors.New("too many links lead one to the next")
}

// rename puts what is new in the place of dir in two steps; if the second fails, the first
// is undone.
func (d *desk) rename(dir string) error {
	err := os.Rename(dir, d.at(oldName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replace %s: %w", dir, reason(err))
	}
	had := err == nil
	if err = os.Rename(d.at(newName), dir); err == nil {
		return nil
	}
	err = fmt.Errorf("replace %s: %w", dir, reason(err))
	if !had {
		return err
	}
	if undo := os.Rename(d.at(oldName), dir); undo != nil {
		d.keep = true
		return fmt.Errorf("%w; what was there is in %s", err, d.at(oldName))
	}
	return err
}

// reason is an error without the paths that os puts into it; ours name the right one.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
