package aside

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// A desk is a folder in which something is made:
//
//	.pageside-new-1234567890/
//	    made-by-pageside       says whose it is; locked as long as its maker lives
//	    new                    what is being made; after an exchange, what was there before
//	    old                    what was there before, where folders cannot be exchanged
//
// The mark comes first and goes last.
type desk struct {
	path string
	mark *os.File // open and locked; nil if the system cannot lock it
	keep bool     // the only copy of something lies here
}

const (
	prefix   = ".pageside-new-"
	markName = "made-by-pageside"
	markText = "pageside makes something here. What a run that was killed left is removed " +
		"by the next one.\n"
	newName = "new"
	oldName = "old"
)

// deskName is what os.MkdirTemp makes of the prefix.
var deskName = regexp.MustCompile(`^\.pageside-new-[0-9]+$`)

// newDesk makes a desk in a folder, and clears away those that dead runs left there.
func newDesk(parent string) (*desk, error) {
	sweep(parent)
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	d := &desk{path: path}
	if err := d.sign(); err != nil {
		os.RemoveAll(path)
		return nil, err
	}
	return d, nil
}

func (d *desk) at(name string) string { return filepath.Join(d.path, name) }

// sign writes the mark. It gets its name once it is locked, so that nobody finds one that
// is not; where nothing can be locked it gets none, and the desk is swept by nobody.
func (d *desk) sign() error {
	f, err := os.CreateTemp(d.path, markName)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(markText); err != nil {
		return errors.Join(err, f.Close())
	}
	if !lock(f) {
		return f.Close()
	}
	d.mark = f
	if err := os.Rename(f.Name(), d.at(markName)); err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

// clear removes the desk with what lies on it.
func (d *desk) clear() {
	if !d.keep {
		remove(d.path)
	}
	if d.mark != nil {
		d.mark.Close() // and only now it is unlocked
	}
}

// remove takes the mark last: what is left of a desk without one would stay for ever.
func remove(path string) {
	if errors.Join(os.RemoveAll(filepath.Join(path, newName)),
		os.RemoveAll(filepath.Join(path, oldName))) == nil {
		os.RemoveAll(path)
	}
}

// sweep removes the desks in a folder that are ours beyond doubt and whose maker is dead.
// That it cannot is no reason to stop.
func sweep(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		path := filepath.Join(parent, e.Name())
		if !e.IsDir() || !deskName.MatchString(e.Name()) || !abandoned(path) {
			continue
		}
		if f, err := os.OpenFile(filepath.Join(path, markName), os.O_RDWR, 0); err == nil {
			if lock(f) {
				remove(path)
			}
			f.Close()
		}
	}
}

// abandoned tells a folder that holds a desk's things and nothing else. Where something new
// lies beside something old, the new has not come to the old one's place: then the old is
// the only copy, and nobody's to remove.
func abandoned(path string) bool {
	info, err := os.Lstat(filepath.Join(path, markName))
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(filepath.Join(path, markName))
	if err != nil || string(text) != markText {
		return false
	}
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		if e.Name() != markName && e.Name() != newName && e.Name() != oldName {
			return false
		}
	}
	return err == nil && !(there(path, newName) && there(path, oldName))
}

func there(folder, name string) bool {
	_, err := os.Lstat(filepath.Join(folder, name))
	return !errors.Is(err, fs.ErrNotExist)
}
