package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/tools/assets"
)

// dialog is what lies in an index folder beside the index: trigger, client, dialog, worker and
// engine, as tools/bundle made them. Each script holds the names of the files that it loads, and
// those that start the worker hold its sum; the engine's is in its name.
type dialog struct {
	files map[string][]byte // by name
	wrong func(name, text string)
}

// checkDialog tells wrong what keeps pages from searching although the index is sound: files
// that are gone, empty or changed. own is what this program would write. A folder with none
// of them was written with --data-only.
func checkDialog(folder string, own []assets.File, wrong func(name, text string)) {
	told := map[string]bool{}
	d := dialog{map[string][]byte{}, func(name, text string) {
		if !told[name] { // the first thing that is wrong with a file explains the others
			told[name] = true
			wrong(name, text)
		}
	}}
	d.read(folder)
	if len(d.files) == 0 {
		return
	}
	gone := map[string]string{"pageside.js": "pages load it", "client.js": "pages may load it"}
	for _, name := range d.names() {
		delete(gone, name)
		switch data := d.files[name]; {
		case len(data) == 0:
			d.wrong(name, "is empty; build the index again")
		case path.Ext(name) == ".js":
			d.script(name, gone)
			if like("worker-*.js", name) {
				d.worker(name)
			}
		case path.Ext(name) == ".wasm":
			d.engine(name)
		case path.Ext(name) == ".br" || path.Ext(name) == ".gz":
			d.twin(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		d.wrong(name, "is missing, and "+gone[name]+"; build the index again")
	}
	d.compare(own)
}

// read reads all files of an index folder that are ours and no part of the index.
func (d *dialog) read(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // the manifest was read from it, so this has been said
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !assets.Ours(name) || path.Ext(name) == ".ps" ||
			name == build.ManifestName || name == "_headers" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			d.wrong(name, "cannot be read: "+reason(err).Error())
		}
		d.files[name] = data
	}
}

func (d *dialog) names() []string { return slices.Sorted(maps.Keys(d.files)) }

// loaded are the names of files that a script loads, or leads to for the licences.
var loaded = regexp.MustCompile(`(dialog|worker)-[A-Z0-9]{8}\.js(\.LEGAL\.txt)?` +
	`|engine-[0-9a-f]{8,64}\.wasm`)

// needs are patterns of the files that each kind of script must name.
var needs = []struct{ script, file string }{
	{"pageside.js", "dialog-*.js"}, {"pageside.js", "engine-*.wasm"},
	{"dialog-*.js", "worker-*.js"}, {"dialog-*.js", "engine-*.wasm"},
	{"client.js", "worker-*.js"}, {"client.js", "engine-*.wasm"},
}

// script follows the names in a script. Files that are not there are added to gone, with who
// loads them.
func (d *dialog) script(name string, gone map[string]string) {
	names := map[string]bool{}
	for _, found := range loaded.FindAllString(string(d.files[name]), -1) {
		names[found] = true
		if _, there := d.files[found]; !there && gone[found] == "" {
			gone[found] = name + " names it"
		}
	}
	for _, need := range needs {
		if like(need.script, name) && !slices.ContainsFunc(slices.Collect(maps.Keys(names)),
			func(n string) bool { return like(need.file, n) }) {
			d.wrong(name, "is damaged: it names no "+need.file+"; build the index again")
			return
		}
	}
}

// worker compares a worker with its sum in the scripts that start it. If it is right in one, the
// others are damaged.
func (d *dialog) worker(name string) {
	sum := sha256.Sum256(d.files[name])
	digits := []byte(hex.EncodeToString(sum[:16]))
	var without []string
	right := false
	for _, script := range d.names() {
		text := d.files[script]
		switch {
		case path.Ext(script) != ".js" || !bytes.Contains(text, []byte(name)):
		case bytes.Contains(text, digits):
			right = true
		default:
			without = append(without, script)
		}
	}
	if !right && len(without) > 0 {
		d.wrong(name, "has another SHA-256 than "+without[0]+" says; build the index again")
		return
	}
	for _, script := range without {
		d.wrong(script, "is damaged: it does not hold the SHA-256 of "+name+"; build the index again")
	}
}

func like(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// engine compares an engine with the sum in its name.
func (d *dialog) engine(name string) {
	sum := sha256.Sum256(d.files[name])
	if said := strings.TrimSuffix(strings.TrimPrefix(name, "engine-"), ".wasm"); !strings.HasPrefix(
		hex.EncodeToString(sum[:]), said) {
		d.wrong(name, "has another SHA-256 than its name says; build the index again")
	}
}

// twin compares a packed engine with the plain one, byte by byte.
func (d *dialog) twin(name string) {
	plain, there := d.files[strings.TrimSuffix(name, path.Ext(name))]
	if !there {
		d.wrong(name, "is packed, and the plain file is missing; build the index again")
		return
	}
	raw, err := unpack(name, d.files[name], len(plain)+1)
	switch {
	case err != nil:
		d.wrong(name, fmt.Sprintf("cannot be unpacked: %v; build the index again", err))
	case !bytes.Equal(raw, plain):
		d.wrong(name, "holds something else than "+strings.TrimSuffix(name, path.Ext(name))+
			"; build the index again")
	}
}

// unpack inflates a twin up to a limit.
func unpack(name string, packed []byte, limit int) ([]byte, error) {
	var r io.Reader = brotli.NewReader(bytes.NewReader(packed))
	if path.Ext(name) == ".gz" {
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		r = z
	}
	return io.ReadAll(io.LimitReader(r, int64(limit)))
}

// compare holds files against those of this program. A name with a hash in it has one content;
// and where all these names are the program's, so are the contents of the others. Packed files
// may differ from build to build: they are held against the plain ones.
func (d *dialog) compare(own []assets.File) {
	same := len(own) > 0
	for _, f := range own {
		if _, there := d.files[f.Name]; assets.Hashed(f.Name) && !there {
			same = false
		}
	}
	for _, f := range own {
		data, there := d.files[f.Name]
		if strings.Contains(f.Name, ".wasm.") {
			continue
		}
		if there && len(data) > 0 && (same || assets.Hashed(f.Name)) && !bytes.Equal(data, f.Bytes) {
			d.wrong(f.Name, "is not what this program writes under that name; build the index again")
		}
	}
}
