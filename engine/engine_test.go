package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/build"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
	"github.com/pageside/pageside/tools/sample"
)

// inParts is a small site with parts of every kind but tails.
func inParts(t testing.TB) *sample.Index {
	t.Helper()
	x := sample.Build(t, sample.Site(400), build.Options{WholeBytes: -1})
	kinds := map[string]int{}
	for _, p := range x.Open(t, engine.Options{}).Parts() {
		kinds[p.Kind]++
	}
	if kinds["terms"] < 3 || kinds["text"] < 3 || kinds["where"] < 1 {
		t.Fatalf("the site has parts %v", kinds)
	}
	return x
}

// typed returns the type of an error and the file that it names.
func typed(err error) (kind, file string) {
	var corrupt *wire.CorruptError
	var version *shard.VersionError
	var foreign *shard.ForeignError
	switch {
	case err == nil:
		return "fine", ""
	case errors.As(err, &corrupt):
		return "corrupt", corrupt.File
	case errors.As(err, &version):
		return "version", version.File
	case errors.As(err, &foreign):
		return "foreign", foreign.File
	}
	return "without a type", err.Error()
}

// Whatever is wrong with a file, the error says which file it is, and nothing but.
func TestWrongFilesAreRefusedByName(t *testing.T) {
	x := inParts(t)
	e := x.Open(t, engine.Options{})
	all := e.Parts()
	other := sample.Build(t, sample.Site(401), build.Options{WholeBytes: -1})
	for _, p := range all {
		raw := x.Parts[p.Name]
		wrong := map[string][]byte{
			"nothing":       nil,
			"a byte more":   append(bytes.Clone(raw), 0),
			"other bytes":   bytes.Repeat([]byte("<html>"), len(raw))[:len(raw)],
			"the manifest":  x.Raw,
			"still packed":  x.Files[0].Bytes,
			"another magic": append([]byte("GZIP"), raw[4:]...),
		}
		for what, b := range wrong {
			kind, file := typed(e.Add(p.Name, b))
			if kind != "foreign" || file != p.Name {
				t.Errorf("%s as %s %s: %s error of %q", what, p.Kind, p.Name, kind, file)
			}
		}
	}
	for name, raw := range other.Parts {
		if _, ok := x.Parts[name]; ok {
			continue
		}
		if kind, file := typed(e.Add(name, raw)); kind != "foreign" || file != name {
			t.Errorf("a part of another index: %s error of %q", kind, file)
		}
	}
	res, _ := x.Ask(t, e, engine.Request{Query: "检索"})
	if res.Total == 0 {
		t.Error("the engine finds nothing after what it refused")
	}
}

// An index is read by the release that wrote it.
func TestManifestsOfOtherReleasesAreRefused(t *testing.T) {
	x := sample.Build(t, sample.Site(5), build.Options{})
	next := bytes.Clone(x.Raw)
	next[len("PGSD")]++
	m, err := shard.DecodeManifest("manifest.bin", x.Raw)
	if err != nil {
		t.Fatal(err)
	}
	m.Analyzer += ".1"
	for what, manifest := range map[string][]byte{
		"of the next version of the format": next, "of another analysis": m.Encode(),
	} {
		_, err := engine.Open(manifest, engine.Options{})
		if kind, file := typed(err); kind != "version" || file != "manifest.bin" {
			t.Errorf("a manifest %s: %v", what, err)
		}
	}
}

// A part is refused wherever it ends too early.
func TestTruncatedPartsAreRefused(t *testing.T) {
	x := inParts(t)
	e := x.Open(t, engine.Options{})
	seen := map[string]bool{}
	for _, p := range e.Parts() {
		if seen[p.Kind] {
			continue
		}
		seen[p.Kind] = true
		raw := x.Parts[p.Name]
		for n := range raw {
			if kind, file := typed(e.Add(p.Name, raw[:n])); kind != "foreign" || file != p.Name {
				t.Fatalf("%s, %d bytes of %d: %s error of %q", p.Kind, n, len(raw), kind, file)
			}
		}
	}
	for n := range x.Raw {
		_, err := engine.Open(x.Raw[:n], engine.Options{})
		kind, file := typed(err)
		if kind == "without a type" || kind != "fine" && file != "manifest.bin" {
			t.Fatalf("manifest, %d bytes of %d: %s error of %q", n, len(x.Raw), kind, file)
		}
	}
}

// A manifest may end after a section, since those of another version may be missing; it
// opens an index without what was cut off. Nothing may then be worse than missing.
func TestTruncatedManifestsDoNoHarm(t *testing.T) {
	x := sample.Build(t, sample.Site(20), build.Options{})
	opened := 0
	for n := range x.Raw {
		e, err := engine.Open(x.Raw[:n], engine.Options{})
		if err != nil {
			continue
		}
		opened++
		for _, q := range []string{"检索", "index 的", `"倒排 索引"`, "qqq"} {
			if _, err := e.Search(engine.Request{Query: q, Explain: true}); err != nil {
				if kind, file := typed(err); kind == "without a type" || file == "" {
					t.Errorf("%d bytes: %q: %v", n, q, err)
				}
			}
		}
	}
	if opened > 16 {
		t.Errorf("%d of %d truncations opened; there are fewer sections", opened, len(x.Raw))
	}
}

// Bits flip on bad disks, and the host may fail to notice: a search over damaged parts ends
// with an answer or an error that names a file. It never panics and always ends.
func TestFlippedBitsDoNoHarm(t *testing.T) {
	small := build.Options{WholeBytes: -1, TermsBytes: 2 << 10, TextBytes: 2 << 10}
	x := sample.Build(t, sample.Site(40), small)
	rng := rand.New(rand.NewPCG(7, 7))
	questions := strings.Split("检索 索引,index die,\"的 检\",search -die,serach,begin,倒,zzz", ",")
	outcome := map[string]int{}
	for range 400 {
		e := x.Open(t, engine.Options{})
		r := engine.Request{Query: questions[rng.IntN(len(questions))], Lang: "zh", Explain: true}
		if rng.IntN(3) == 0 {
			r.Filter = []doc.Label{{Key: "section", Value: "s1"}}
		}
		outcome[searchDamaged(t, x, e, r, rng)]++
	}
	if outcome["answered"] < 20 || outcome["refused"] < 20 {
		t.Errorf("outcomes %v: too few to tell", outcome)
	}
	t.Logf("outcomes %v", outcome)
}

// searchDamaged searches with one bit flipped in each part that is fetched.
func searchDamaged(t *testing.T, x *sample.Index, e *engine.Engine, r engine.Request,
	rng *rand.Rand) string {
	t.Helper()
	for range 8 {
		res, err := e.Search(r)
		if err != nil {
			if kind, file := typed(err); kind == "without a type" || file == "" {
				t.Errorf("%q: %v", r.Query, err)
			}
			return "failed"
		}
		if len(res.Missing) == 0 {
			return "answered"
		}
		for _, p := range res.Missing {
			bad := bytes.Clone(x.Parts[p.Name])
			bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
			if err := e.Add(p.Name, bad); err != nil {
				if kind, file := typed(err); kind == "without a type" || file != p.Name {
					t.Errorf("%s: %v", p.Name, err)
				}
				return "refused"
			}
		}
	}
	return "endless"
}

// A small site that is one file, with any bit of it flipped, opens or does not.
func TestFlippedBitsInAManifestDoNoHarm(t *testing.T) {
	x := sample.Build(t, sample.Site(12), build.Options{})
	rng := rand.New(rand.NewPCG(8, 8))
	opened, refused := 0, 0
	for range 300 {
		bad := bytes.Clone(x.Raw)
		bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		e, err := engine.Open(bad, engine.Options{})
		if err != nil {
			if kind, file := typed(err); kind == "without a type" || file != "manifest.bin" {
				t.Errorf("open: %v", err)
			}
			refused++
			continue
		}
		opened++
		for _, q := range []string{"检索 index", "die", "serach"} {
			if _, err := e.Search(engine.Request{Query: q, Lang: "en", Explain: true}); err != nil {
				if kind, file := typed(err); kind == "without a type" || file == "" {
					t.Errorf("%q: %v", q, err)
				}
			}
		}
	}
	if opened < 100 || refused < 1 {
		t.Errorf("%d opened, %d refused: too few to tell", opened, refused)
	}
}

// FuzzAdd gives an engine any bytes for a part that it lacks, and searches.
func FuzzAdd(f *testing.F) {
	x := sample.Build(f, sample.Site(10), build.Options{WholeBytes: -1})
	parts := x.Open(f, engine.Options{}).Parts()
	for i, p := range parts {
		f.Add(uint8(i), x.Parts[p.Name])
	}
	f.Fuzz(func(t *testing.T, which uint8, raw []byte) {
		p := parts[int(which)%len(parts)]
		m, err := shard.DecodeManifest("manifest.bin", x.Raw)
		if err != nil {
			t.Fatal(err)
		}
		for kind := range m.Parts {
			for i := range m.Parts[kind] {
				if part := &m.Parts[kind][i]; part.Name() == p.Name {
					part.Raw = len(raw)
				}
			}
		}
		e, err := engine.Open(m.Encode(), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for name, good := range x.Parts {
			if name == p.Name {
				good = raw
			}
			if err := e.Add(name, good); err != nil {
				if kind, file := typed(err); kind == "without a type" || file != p.Name {
					t.Fatalf("%s: %v", name, err)
				}
				return
			}
		}
		for _, q := range []string{"检索 index", `"的 检索"`, "die -lying", "serach"} {
			res, err := e.Search(engine.Request{Query: q, Explain: true})
			if kind, _ := typed(err); kind == "without a type" || len(res.Missing) > 0 {
				t.Fatalf("%q: %v, missing %v", q, err, res.Missing)
			}
		}
	})
}

// Info and Parts say what there is before anything is fetched.
func TestInfoIsKnownFromTheManifest(t *testing.T) {
	x := inParts(t)
	e := x.Open(t, engine.Options{})
	info, parts := e.Info(), e.Parts()
	bytes := 0
	for _, p := range parts {
		bytes += p.Size
		_, ok := x.Parts[p.Name]
		if !ok || len(p.SHA256) != 32 || !strings.HasPrefix(p.SHA256, p.Name[:16]) {
			t.Errorf("part %+v", p)
		}
	}
	if info.Parts != len(parts) || len(parts) != len(x.Files) || info.Bytes != bytes ||
		info.Pages != 400 {
		t.Errorf("info %+v, %d parts of %d bytes, %d files", info, len(parts), bytes, len(x.Files))
	}
	if got := fmt.Sprint(info.Langs); got != "[{en 80} {zh 320}]" {
		t.Errorf("languages %v", got)
	}
	for _, f := range info.Facets {
		if f.Key != "section" && f.Key != "tag" && f.Key != "year" {
			t.Errorf("facet %+v", f)
		}
	}
}
