package aside

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// leave makes what a killed run leaves.
func leave(t *testing.T, path string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Join(path, newName), 0o755),
		filled(markName, markText)(path), filled("a", "1")(filepath.Join(path, newName)),
	); err != nil {
		t.Fatal(err)
	}
}

// Each case is what a killed run leaves but for one thing, and only the first is swept away.
func TestSweepTakesOnlyItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		name string
		harm func(path string) error
		goes bool
	}{
		"left by a killed run":  {prefix + "1", nil, true},
		"its maker still lives": {prefix + "1", hold, false},
		"a name of a user's":    {prefix + "my-notes", nil, false},
		"longer than our name":  {prefix + "1.bak", nil, false},
		"shorter than our name": {"x" + prefix + "1", nil, false},
		"no mark":               {prefix + "1", unmark, false},
		"a mark of other text":  {prefix + "1", filled(markName, "mine"), false},
		"a mark that is a link": {prefix + "1", linkMark, false},
		"a file of a user's":    {prefix + "1", filled("notes.txt", "x"), false},
		"the only copy":         {prefix + "1", filled(oldName, "x"), false},
		"a file, no folder":     {prefix + "1", toFile, false},
		"a link to a folder":    {prefix + "1", toLink, false},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			path := filepath.Join(root, c.name)
			leave(t, path)
			if c.harm != nil {
				if err := c.harm(path); err != nil {
					t.Fatal(err)
				}
			}
			past := time.Now().Add(-48 * time.Hour) // age proves nothing
			if err := os.Chtimes(path, past, past); err != nil {
				t.Fatal(err)
			}
			before := tree(t, root)
			if err := Folder(filepath.Join(root, "z"), filled("b", "2")); err != nil {
				t.Fatal(err)
			}
			want := strings.TrimSpace(before + " z/b=2")
			if c.goes {
				want = "z/b=2"
			}
			got := strings.Fields(tree(t, root))
			if strings.Join(got, " ") != strings.Join(strings.Fields(want), " ") {
				t.Errorf("left is\n%s, want\n%s", got, want)
			}
		})
	}
}

func unmark(path string) error { return os.Remove(filepath.Join(path, markName)) }

// held are the marks that tests keep locked.
var held []*os.File

func hold(path string) error {
	f, err := os.OpenFile(filepath.Join(path, markName), os.O_RDWR, 0)
	if err == nil && !lock(f) {
		err = errors.New("cannot be locked")
	}
	held = append(held, f)
	return err
}

func linkMark(path string) error {
	mark := filepath.Join(path, markName)
	return errors.Join(os.Rename(mark, path+"-mark"), os.Symlink(path+"-mark", mark))
}

func toFile(path string) error {
	return errors.Join(os.RemoveAll(path), os.WriteFile(path, []byte(markText), 0o644))
}

func toLink(path string) error {
	return errors.Join(os.Rename(path, path+"x"), os.Symlink(path+"x", path))
}

// A neighbour that is at work beside keeps its desk, and both come to their end.
func TestTwoAtOnce(t *testing.T) {
	root := t.TempDir()
	err := Folder(filepath.Join(root, "a"), func(empty string) error {
		return errors.Join(filled("x", "1")(empty),
			Folder(filepath.Join(root, "b"), filled("y", "2")),
			File(filepath.Join(root, "c"), []byte("3")))
	})
	if got := tree(t, root); err != nil || got != "a/x=1 b/y=2 c=3" {
		t.Errorf("there is %s, %v", got, err)
	}
}

// What was there before is kept when it can be brought back to no place.
func TestKeepsTheOnlyCopy(t *testing.T) {
	root := t.TempDir()
	d, err := newDesk(root)
	if err != nil {
		t.Fatal(err)
	}
	d.keep = true
	if err := filled(oldName, "x")(d.path); err != nil {
		t.Fatal(err)
	}
	d.clear()
	if got := tree(t, root); !strings.Contains(got, oldName+"=x") {
		t.Errorf("left is %s", got)
	}
}
