// Package aside answers: how does a file, or a folder, appear whole or not at all?
//
// [File] and [Folder] write beside the place that is meant, under a hidden name, and then
// rename. A reader sees what was there before or all of what is new, and an error leaves
// the old as it was. What a run that was killed left behind is swept away by a later one
// beside it.
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
	"time"
)

// All names aside begin so; sweep looks for them.
const (
	newFile   = ".pageside-file-"
	newFolder = ".pageside-new-"
	oldFolder = ".pageside-old-"
	allNames  = ".pageside-*-*"
)

// abandoned is the age from which on what lies aside belongs to nobody: nothing that we
// write takes as long.
const abandoned = time.Hour

// File makes a file that holds data, in the place of one that may be there; of a link, it is
// the file it leads to that is replaced. A pipe or a device gets the bytes as they come.
func File(path string, data []byte) error {
	place := resolved(path)
	if info, err := os.Stat(place); err == nil && !info.Mode().IsRegular() {
		if err := os.WriteFile(place, data, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", path, reason(err))
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(place), newFile)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	defer os.Remove(f.Name()) // after the rename there is nothing of that name
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), place)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	return nil
}

// resolved is the path that a link leads to; any other stays as it is.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
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
	sweep(parent)
	staged, err := os.MkdirTemp(parent, newFolder)
	if err != nil {
		return fmt.Errorf("make a folder in %s: %w", parent, reason(err))
	}
	defer os.RemoveAll(staged) // after the swap it is the old folder, or nothing
	if err := os.Chmod(staged, 0o755); err != nil {
		return fmt.Errorf("make a folder in %s: %w", parent, reason(err))
	}
	if err := fill(staged); err != nil {
		return err
	}
	return swap(staged, dir)
}

// placeOf is where a folder lies, or is to lie.
func placeOf(dir string) (string, error) {
	place, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("make folder %s: %w", dir, err)
	}
	place = resolved(place)
	if info, err := os.Stat(place); err == nil && !info.IsDir() {
		return "", fmt.Errorf("make folder %s: there is a file of that name", dir)
	}
	return place, nil
}

// sweep removes what lies abandoned in a folder. That it cannot is no reason to stop.
func sweep(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, allNames))
	for _, path := range left {
		info, err := os.Lstat(path)
		if err == nil && time.Since(info.ModTime()) > abandoned {
			os.RemoveAll(path)
		}
	}
}

// swap puts staged in the place of dir: where the system can, both change places at once.
func swap(staged, dir string) error {
	if exchange(staged, dir) {
		return nil
	}
	return rename(staged, dir)
}

// rename is swap in two steps; if the second fails, the first is undone.
func rename(staged, dir string) error {
	old, err := os.MkdirTemp(filepath.Dir(dir), oldFolder)
	if err != nil {
		return fmt.Errorf("replace %s: %w", dir, reason(err))
	}
	defer os.RemoveAll(old)
	was := filepath.Join(old, "was")
	err = os.Rename(dir, was)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replace %s: %w", dir, reason(err))
	}
	had := err == nil
	if err = os.Rename(staged, dir); err != nil {
		err = fmt.Errorf("replace %s: %w", dir, reason(err))
		if had {
			err = errors.Join(err, os.Rename(was, dir))
		}
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
