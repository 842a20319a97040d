package aside

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree lists the files below a folder with what is in them.
func tree(t *testing.T, root string) string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.Type()&os.ModeSymlink != 0 {
			to, err := os.Readlink(path)
			out = append(out, filepath.ToSlash(rel)+"->"+to)
			return err
		}
		data, err := os.ReadFile(path)
		out = append(out, filepath.ToSlash(rel)+"="+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, " ")
}

// filled puts one file into a folder.
func filled(name, text string) func(string) error {
	return func(empty string) error {
		return os.WriteFile(filepath.Join(empty, name), []byte(text), 0o644)
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two"} {
		if err := File(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if got := tree(t, dir); got != "a=two" {
		t.Errorf("there is %s", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("a web server must be able to read it: %v, %v", info.Mode(), err)
	}
	gone := filepath.Join(dir, "gone", "x")
	if err := File(gone, nil); err == nil || err.Error() != "write "+gone+
		": no such file or directory" {
		t.Errorf("into a folder that is not there: %v", err)
	}
}

// The old folder stays until the new one is complete; nothing is left beside it.
func TestFolderIsWholeOrNotAtAll(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "site", "index")
	if err := Folder(dir, filled("old", "1")); err != nil {
		t.Fatal(err)
	}
	no := errors.New("no")
	err := Folder(dir, func(empty string) error {
		return errors.Join(filled("new", "2")(empty), no)
	})
	if got := tree(t, root); !errors.Is(err, no) || got != "site/index/old=1" {
		t.Errorf("after %v there is %s", err, got)
	}
	if err := Folder(dir, filled("new", "3")); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, root); got != "site/index/new=3" {
		t.Errorf("there is %s", got)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("a web server must be able to read it: %v, %v", info.Mode(), err)
	}
}

// Where folders cannot change places, two renames do the same.
func TestSwapByRenames(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "index")
	d, err := newDesk(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1", "2"} {
		if err := errors.Join(os.RemoveAll(d.at(oldName)), os.Mkdir(d.at(newName), 0o755),
			filled("a", text)(d.at(newName)), d.rename(dir)); err != nil {
			t.Fatal(err)
		}
		if got := tree(t, dir); got != "a="+text {
			t.Errorf("there is %s", got)
		}
	}
	if err := os.RemoveAll(d.at(oldName)); err != nil {
		t.Fatal(err)
	}
	err = d.rename(dir) // there is nothing new any more
	d.clear()
	if got := tree(t, root); err == nil || got != "index/a=2" {
		t.Errorf("after %v there is %s", err, got)
	}
}

// A link keeps leading where it led.
func TestLinksStay(t *testing.T) {
	root := t.TempDir()
	real, link := filepath.Join(root, "real"), filepath.Join(root, "link")
	if err := errors.Join(Folder(real, filled("a", "1")), os.Symlink("real", link),
		Folder(link, filled("b", "2"))); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, real); got != "b=2" {
		t.Errorf("the folder holds %s", got)
	}
	if err := errors.Join(os.Symlink("later", filepath.Join(root, "ahead")),
		Folder(filepath.Join(root, "ahead"), filled("c", "4"))); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, filepath.Join(root, "later")); got != "c=4" {
		t.Errorf("the folder that a link led to before it was there holds %s", got)
	}
	file := filepath.Join(root, "file")
	if err := errors.Join(os.Symlink(filepath.Join("real", "b"), file),
		File(file, []byte("3"))); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, real); got != "b=3" {
		t.Errorf("the folder holds %s", got)
	}
}

// A file is no folder to replace, and a device is no file.
func TestWhatIsNotReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "photo.jpg")
	if err := File(path, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := Folder(path, filled("a", "1")); err == nil ||
		!strings.Contains(err.Error(), "there is a file of that name") {
		t.Errorf("in the place of a file: %v", err)
	}
	if err := File(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is %v now, %v", os.DevNull, info.Mode(), err)
	}
}
