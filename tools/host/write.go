package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/aside"
	"github.com/pageside/pageside/tools/assets"
)

// Write makes a folder that holds exactly these files, whole or not at all: readers see
// the old index or the new one. A folder that holds anything but an index is refused; one
// that is replaced keeps its mode.
func Write(dir string, files []build.File) error {
	return WriteContext(context.Background(), dir, files)
}

// WriteContext is Write, which changes nothing once ctx is done.
func WriteContext(ctx context.Context, dir string, files []build.File) error {
	if err := replaceable(dir); err != nil {
		return err
	}
	return aside.Folder(dir, func(empty string) error {
		for _, f := range files {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := os.WriteFile(filepath.Join(empty, f.Name), f.Bytes, 0o644)
			if err != nil {
				return fmt.Errorf("write %s for %s: %w; nothing was changed", f.Name, dir,
					reason(err))
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return keepMode(dir, empty)
	})
}

// keepMode gives the new folder the mode of the one whose place it will take, if there is one:
// who may look into a folder is its owner's to say.
func keepMode(dir, empty string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		const bits = fs.ModePerm | fs.ModeSetgid | fs.ModeSticky
		err = os.Chmod(empty, info.Mode()&bits)
	}
	if err != nil {
		return fmt.Errorf("give a new folder the mode of %s: %w; nothing was changed", dir, reason(err))
	}
	return nil
}

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
