package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/andybalholm/brotli"

	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/host"
)

// sizeRow is one line of the size table. Sizes are bytes as sent: gzip for what a host
// packs, as stored for what is packed already.
type sizeRow struct {
	What    string `json:"what"`
	Files   int    `json:"files"`
	Bytes   int64  `json:"bytes"`
	Largest int64  `json:"largest"`
	Budget  int64  `json:"budget,omitempty"` // of the largest file; 0: none
	OK      bool   `json:"ok"`

	strict bool // the budget counts only with --strict
	match  func(name string, inIndex bool) bool
	pack   bool // sent as gzip
	br     bool // sent as brotli: the .br beside the file, or packed on the way
}

func (r sizeRow) budgetText() string {
	if r.Budget == 0 {
		return ""
	}
	return "of at most " + size(r.Budget)
}

const kb = 1000

// maxTermsBytes is what a terms part may weigh: the 16 KiB that engine/build fills one up to,
// and some room for a single key that is larger.
const maxTermsBytes = 17 << 10

// The limits of hosts: Cloudflare takes no larger file, and no more of them.
const (
	maxFileBytes = 25 << 20
	maxFiles     = 20000
)

// rows are the size table: which files, and what the largest of them may weigh. The
// budgets of pages are those of our own site and count only with --strict.
func rows() []sizeRow {
	ext := func(ext string) func(string, bool) bool {
		return func(name string, inIndex bool) bool { return path.Ext(name) == ext && !inIndex }
	}
	ours := func(pattern string) func(string, bool) bool {
		return func(name string, inIndex bool) bool {
			ok, err := path.Match(pattern, path.Base(name))
			return ok && err == nil && inIndex
		}
	}
	return []sizeRow{
		{What: "pages", match: ext(".html"), pack: true, Budget: 40 * kb, strict: true},
		{What: "style sheets", match: ext(".css"), pack: true, Budget: 12 * kb, strict: true},
		{What: "scripts", match: ext(".js"), pack: true},
		{What: "trigger (pageside.js)", match: ours("pageside.js"), pack: true, Budget: 3 << 10},
		{What: "search dialog, client inside", match: ours("dialog-*.js"), pack: true,
			Budget: 20 << 10},
		{What: "worker", match: ours("worker-*.js"), pack: true},
		{What: "engine (brotli)", match: ours("engine-*.wasm"), br: true, Budget: 330 * kb},
		{What: "index: manifest", match: ours("manifest.bin"), Budget: 70 * kb},
		{What: "index: terms parts", match: ours("terms"), Budget: maxTermsBytes},
		{What: "index: positions", match: ours("where"), Budget: 20 * kb},
		{What: "index: long lists", match: ours("tail"), Budget: 20 * kb},
		{What: "index: text parts", match: ours("text"), Budget: 48 * kb},
	}
}

// measure fills in the size table for a site, and for indexes that need not lie in it.
func measure(public string, indexes []string, strict bool, bar *bar) ([]sizeRow, error) {
	table := rows()
	all := sizeRow{What: "all files", Budget: maxFileBytes}
	public, err := filepath.Abs(public)
	indexes = slices.Clone(indexes)
	for i := range indexes {
		var e error
		indexes[i], e = filepath.Abs(indexes[i])
		err = errors.Join(err, e)
	}
	if err != nil {
		return nil, err
	}
	weigh := func(folder string, count bool) error {
		return walkFiles(folder, func(name string, info fs.FileInfo) error {
			if count {
				all.add(info.Size())
				bar.set(all.Files, 0)
			}
			full := filepath.Join(folder, filepath.FromSlash(name))
			return addTo(table, full, slices.Contains(indexes, filepath.Dir(full)), info.Size())
		})
	}
	err = weigh(public, true)
	for _, folder := range indexes {
		if rel, e := filepath.Rel(public, folder); e != nil || !filepath.IsLocal(rel) {
			err = errors.Join(err, weigh(folder, false))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", public, err)
	}
	var out []sizeRow
	for _, row := range append(table, all) {
		row.OK = row.Budget == 0 || row.Largest <= row.Budget || row.strict && !strict
		if row.What == all.What {
			row.OK = row.OK && row.Files <= maxFiles
		}
		if row.Files > 0 {
			out = append(out, row)
		}
	}
	return out, nil
}

// addTo adds a file to the rows that it belongs to.
func addTo(table []sizeRow, full string, inIndex bool, stored int64) error {
	as := filepath.Base(full)
	if path.Ext(as) == ".ps" {
		as = partKind(full)
	}
	for i := range table {
		if row := &table[i]; row.match(as, inIndex) {
			sent, err := row.sentSize(full, stored)
			if err != nil {
				return err
			}
			row.add(sent)
		}
	}
	return nil
}

func (r *sizeRow) add(n int64) {
	r.Files++
	r.Bytes += n
	r.Largest = max(r.Largest, n)
}

// partKind is the kind of a part of an index, from its header.
func partKind(path string) string {
	raw, _, err := host.ReadFile(path)
	if err != nil || len(raw) < 6 {
		return "unknown"
	}
	return shard.Kind(raw[5]).String()
}

// sentSize is what a file weighs on its way.
func (r *sizeRow) sentSize(path string, stored int64) (int64, error) {
	if !r.pack && !r.br {
		return stored, nil
	}
	if info, err := os.Stat(path + ".br"); r.br && err == nil {
		return info.Size(), nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	var w io.WriteCloser = brotli.NewWriterLevel(&out, onTheWay)
	if r.pack {
		if w, err = gzip.NewWriterLevel(&out, gzip.BestCompression); err != nil {
			return 0, err
		}
	}
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	return int64(out.Len()), nil
}

// onTheWay is the level of brotli that hosts use for what was not packed beforehand.
const onTheWay = 5
