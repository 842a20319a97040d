package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/host"
)

// largeIndex writes an index whose common words have lists of their own.
func largeIndex(t *testing.T) string {
	t.Helper()
	var docs []doc.Document
	for i := range 3000 {
		var words []string
		for j := range 30 {
			words = append(words, fmt.Sprintf("w%xz", (i*7919+j*104729)%20000))
		}
		docs = append(docs, doc.Document{ID: fmt.Sprintf("d%d", i), Title: "Title", Lang: "en",
			Text: "the common word " + strings.Join(words, " the common word ")})
	}
	out, err := build.Build(docs, build.Options{Pack: host.Pack, Stem: host.Stem})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index")
	if err := host.Write(dir, append([]build.File{out.Manifest}, out.Files...)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A sound index passes; one whose manifest promises something else does not, although
// every file has the right sum.
func TestVerifyWalksTheLists(t *testing.T) {
	dir := largeIndex(t)
	for name, c := range map[string]struct {
		harm func(m *shard.Manifest)
		want string
	}{
		"sound":               {func(*shard.Manifest) {}, ""},
		"fewer pages":         {func(m *shard.Manifest) { m.Pages = 1 }, "the index has 1"},
		"no positions at all": {func(m *shard.Manifest) { m.Parts[shard.KindWhere] = nil }, "where part"},
	} {
		t.Run(name, func(t *testing.T) {
			var told []string
			wrong := func(name, text string) { told = append(told, name+": "+text) }
			o := openAll(dir, new(bar), wrong)
			if o == nil {
				t.Fatal(told)
			}
			if len(o.manifest.Parts[shard.KindWhere]) == 0 {
				t.Fatal("the index has no lists apart; this test needs some")
			}
			c.harm(o.manifest)
			o.verify(new(bar), wrong)
			got := strings.Join(told, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("told %.300q, want %q", got, c.want)
			}
		})
	}
}
