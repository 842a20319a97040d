package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
)

// built is an index that is large enough to have parts.
func built(t testing.TB) *build.Output {
	t.Helper()
	var docs []doc.Document
	for i := range 300 {
		var words []string
		for j := range 60 {
			words = append(words, fmt.Sprintf("w%xz", (i*7919+j*104729)%4000))
		}
		docs = append(docs, doc.Document{
			ID: fmt.Sprintf("d%d", i), Title: fmt.Sprintf("Title %d", i), Lang: "en",
			Text: strings.Join(words, " ") + " walking",
		})
	}
	out, err := build.Build(docs, build.Options{Pack: Pack, Stem: Stem, WholeBytes: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Files) < 2 {
		t.Fatalf("the index has %d parts, the tests need some", len(out.Files))
	}
	return out
}

func files(out *build.Output) []build.File {
	return append([]build.File{out.Manifest}, out.Files...)
}

func onDisk(t testing.TB, out *build.Output) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	if err := Write(dir, files(out)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// An index on disk and the same one in memory answer alike, at the same cost; what is
// here already costs nothing, and a cold copy pays again.
func TestSearch(t *testing.T) {
	out := built(t)
	disk, err := Open(onDisk(t, out))
	if err != nil {
		t.Fatal(err)
	}
	memory, err := InMemory(out)
	if err != nil {
		t.Fatal(err)
	}
	req := engine.Request{Query: "w10z walk", Limit: 5}
	a, costA, errA := disk.Search(req)
	b, costB, errB := memory.Search(req)
	if errA != nil || errB != nil || !reflect.DeepEqual(a, b) || costA != costB {
		t.Fatalf("%v %v\n%v %v\n%v\n%v", errA, errB, costA, costB, a, b)
	}
	if len(a.Results) != 5 || costA.Requests == 0 || costA.Rounds == 0 || costA.Bytes == 0 {
		t.Errorf("%d results for %+v", len(a.Results), costA)
	}
	again, cost, err := disk.Search(req)
	if err != nil || cost != (Cost{}) || !reflect.DeepEqual(again, a) {
		t.Errorf("the second time it cost %+v, %v", cost, err)
	}
	cold, err := disk.Cold()
	if err != nil {
		t.Fatal(err)
	}
	if _, cost, err := cold.Search(req); err != nil || cost != costA {
		t.Errorf("cold it cost %+v, not %+v; %v", cost, costA, err)
	}
	if s := disk.Start(); s.Requests != 1 || s.Rounds != 1 || s.Bytes != len(out.Manifest.Bytes) {
		t.Errorf("the start cost %+v", s)
	}
}

func TestColdCopiesSearchTogether(t *testing.T) {
	x, err := InMemory(built(t))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			cold, err := x.Cold()
			if err == nil {
				_, _, err = cold.Search(engine.Request{Query: fmt.Sprintf("w%xz", i*100)})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Whatever is done to the files, the answer is an error that names the file.
func TestDamage(t *testing.T) {
	out := built(t)
	part := func(dir string) string { // a part that the search needs
		x, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		res, err := x.engine.Search(engine.Request{Query: "walking"})
		if err != nil || len(res.Missing) == 0 {
			t.Fatal("the search lacks nothing", err)
		}
		return filepath.Join(dir, res.Missing[0].Name)
	}
	manifest := func(dir string) string { return filepath.Join(dir, build.ManifestName) }
	change := func(f func([]byte) []byte) func(string) error {
		return func(path string) error {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, f(data), 0o644)
		}
	}
	packed := func(raw string) func(string) error {
		return change(func([]byte) []byte {
			b, _, err := Pack([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			return b
		})
	}
	empty := change(func([]byte) []byte { return nil })
	cut := change(func(b []byte) []byte { return b[:len(b)/2] })
	flip := change(func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
	for name, c := range map[string]struct {
		file func(dir string) string
		harm func(path string) error
		want string
	}{
		"part removed":      {part, os.Remove, "cannot be read: no such file"},
		"part cut":          {part, cut, "the manifest says"},
		"part flipped":      {part, flip, "another SHA-256"},
		"manifest removed":  {manifest, os.Remove, "there is no manifest.bin in it"},
		"manifest cut":      {manifest, cut, "gzip is damaged"},
		"manifest flipped":  {manifest, flip, "gzip is damaged"},
		"manifest empty":    {manifest, empty, "is not gzip inside"},
		"manifest foreign":  {manifest, packed("hello, I am no manifest"), "not a Pageside file"},
		"manifest of later": {manifest, packed("PGSD\x63\x01"), "version 99"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := onDisk(t, out)
			file := c.file(dir)
			if err := c.harm(file); err != nil {
				t.Fatal(err)
			}
			x, err := Open(dir)
			if err == nil {
				_, _, err = x.Search(engine.Request{Query: "walking"})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) ||
				!strings.Contains(err.Error(), filepath.Base(file)) {
				t.Errorf("%v, want %q about %s", err, c.want, filepath.Base(file))
			}
		})
	}
}

// A file that inflates without an end is refused when it passes what it may hold: the manifest
// what the page takes, a part what the manifest says. Nor is a file read that is too large, or
// that has no end.
func TestWhatInflatesTooFarIsRefused(t *testing.T) {
	pack := func(raw []byte) ([]byte, [32]byte) {
		packed, sum, err := Pack(raw)
		if err != nil {
			t.Fatal(err)
		}
		return packed, sum
	}
	zeros := make([]byte, 2*maxFile)
	manifest, _ := pack(zeros)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := InMemory(&build.Output{Manifest: build.File{Bytes: manifest}})
	runtime.ReadMemStats(&after)
	want := fmt.Sprintf("inflates to more than the %d bytes that it may have", maxFile)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a manifest: %v, want %q", err, want)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 8*maxFile {
		t.Errorf("it took %d MB to refuse the manifest", took>>20)
	}

	out := built(t)
	raw, err := inflate(out.Manifest.Bytes, maxFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := shard.DecodeManifest("", raw)
	if err != nil {
		t.Fatal(err)
	}
	packed, sum := pack(zeros[:m.Parts[shard.KindTerms][0].Raw+1])
	for i := range m.Parts[shard.KindTerms] {
		p := &m.Parts[shard.KindTerms][i]
		p.Size = len(packed)
		copy(p.Sum[:], sum[:])
	}
	out.Manifest.Bytes, _ = pack(m.Encode())
	out.Files = append(out.Files, build.File{Name: m.Parts[shard.KindTerms][0].Name(), Bytes: packed})
	x, err := InMemory(out)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = x.Search(engine.Request{Query: "walking"})
	if err == nil || !strings.Contains(err.Error(), "bytes that it may have") {
		t.Errorf("a part: %v", err)
	}

	dir := t.TempDir()
	large := filepath.Join(dir, build.ManifestName)
	if err := os.WriteFile(large, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 1<<40); err != nil { // sparse: takes no space
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "larger than 64 MB") {
		t.Errorf("a large file: %v", err)
	}
	if _, _, err := ReadFile(large); err == nil || !strings.Contains(err.Error(), "larger than 64 MB") {
		t.Errorf("a large file, read by itself: %v", err)
	}
}

// A file that nobody may read is not mended by a new index, one that is gone is.
func TestUnreadable(t *testing.T) {
	out := built(t)
	deny := func(denied func(name string) bool, with error) error {
		x, err := open("here", func(name string) ([]byte, error) {
			if denied(name) {
				return nil, &fs.PathError{Op: "open", Path: name, Err: with}
			}
			return out.Manifest.Bytes, nil
		})
		if err == nil {
			_, _, err = x.Search(engine.Request{Query: "walking"})
		}
		return err
	}
	manifest := func(name string) bool { return name == build.ManifestName }
	part := func(name string) bool { return name != build.ManifestName }
	for _, c := range []struct {
		denied func(name string) bool
		with   error
		again  bool
	}{{manifest, fs.ErrPermission, false}, {part, fs.ErrPermission, false},
		{part, fs.ErrNotExist, true}} {
		err := deny(c.denied, c.with)
		if err == nil || strings.Contains(err.Error(), "build the index again") != c.again ||
			!strings.Contains(err.Error(), "cannot be read: "+c.with.Error()) {
			t.Errorf("%v", err)
		}
	}
}

// A new index has nothing of the old one; an index that cannot be written changes nothing.
func TestWriteIsWholeOrNotAtAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site", "_pageside")
	names := func() (out []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			out = append(out, e.Name())
		}
		return out
	}
	write := func(names ...string) error {
		var files []build.File
		for _, name := range names {
			files = append(files, build.File{Name: name})
		}
		return Write(dir, files)
	}
	if err := write("manifest.bin", "0123456789abcdef.ps"); err != nil {
		t.Fatal(err)
	}
	err := write("manifest.bin", "no/such/folder.ps")
	if err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("a file that cannot be written: %v", err)
	}
	if got := names(); !slices.Equal(got, []string{"0123456789abcdef.ps", "manifest.bin"}) {
		t.Errorf("after the error there is %s", got)
	}
	if err := write("manifest.bin"); err != nil {
		t.Fatal(err)
	}
	if got := names(); !slices.Equal(got, []string{"manifest.bin"}) {
		t.Errorf("after the second index there is %s", got)
	}
}

// A folder that was there keeps its mode, empty or with an index in it, also if a link leads
// to it; a new one may be read by all, as a server needs.
func TestWriteKeepsTheModeOfAFolder(t *testing.T) {
	root := t.TempDir()
	write := func(name string, want fs.FileMode) {
		t.Helper()
		dir := filepath.Join(root, name)
		if err := Write(dir, []build.File{{Name: "manifest.bin"}}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(dir)
		if err != nil || info.Mode() != fs.ModeDir|want {
			t.Errorf("%s has the mode %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
	write("new", 0o755)
	for name, mode := range map[string]fs.FileMode{
		"mine": 0o700, "group": 0o770, "inherits": 0o750 | fs.ModeSetgid,
	} {
		dir := filepath.Join(root, name)
		if err := errors.Join(os.Mkdir(dir, 0o755), os.Chmod(dir, mode)); err != nil {
			t.Fatal(err)
		}
		write(name, mode)
		write(name, mode)
	}
	if err := os.Symlink("mine", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	write("link", 0o700)
}

// Who stops before the end keeps what was there.
func TestWriteStops(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	if err := Write(dir, []build.File{{Name: "manifest.bin", Bytes: []byte("old")}}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, files := range [][]build.File{{{Name: "manifest.bin"}}, nil} {
		if err := WriteContext(ctx, dir, files); !errors.Is(err, context.Canceled) {
			t.Errorf("%d files: %v", len(files), err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "manifest.bin"))
		if err != nil || string(got) != "old" {
			t.Errorf("%d files: there is %q, %v", len(files), got, err)
		}
	}
}

func TestWriteRefusesForeignFolders(t *testing.T) {
	for _, name := range []string{"photo.jpg", "index.html", "sub/x"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		err := Write(dir, []build.File{{Name: "manifest.bin"}})
		if err == nil || !strings.Contains(err.Error(), "no part of an index") {
			t.Errorf("a folder with %s: %v", name, err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s was lost", name)
		}
	}
}

func TestPack(t *testing.T) {
	raw := []byte(strings.Repeat("the same bytes ", 1000))
	first, sum, err := Pack(raw)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			again, sum2, err := Pack(raw)
			if err != nil || !bytes.Equal(again, first) || sum2 != sum {
				t.Error("packed differently", err)
			}
		})
	}
	wg.Wait()
	back, err := inflate(first, maxFile)
	if err != nil || !bytes.Equal(back, raw) || len(first) > len(raw)/10 {
		t.Errorf("%d bytes from %d, %v", len(first), len(back), err)
	}
	if first[4]|first[5]|first[6]|first[7] != 0 {
		t.Error("the header holds a time")
	}
}

func TestStem(t *testing.T) {
	for _, c := range [][3]string{ // word, language, stem
		{"running", "en", "run"},
		{"running", "en-US", "run"},
		{"running", "zh", "run"},
		{"running", "zh-Hant", "run"},
		{"running", "", "run"},
		{"naïve", "", "naïve"},
		{"数据", "zh", "数据"},
		{"laufen", "de", "laufen"},
		{"running", "de", "running"},
		{"continuellement", "fr", "continuel"},
		{"книгами", "ru", "книг"},
		{"husarna", "sv", "hus"},
		{"bilene", "nb", "bil"},
		{"bilene", "no", "bil"},
		{"casas", "es", "cas"},
		{"házak", "hu", "ház"},
	} {
		if got := Stem(c[0], c[1]); got != c[2] {
			t.Errorf("Stem(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
