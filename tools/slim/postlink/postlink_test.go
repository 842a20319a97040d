package postlink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pageside/pageside/tools/slim/module"
)

// empty builds testdata/empty once, as a page would have it built.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "postlink")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "empty.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", out,
		"./testdata/empty")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=nogreenteagc")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.Join(err, errors.New(string(msg)))
	}
	return os.ReadFile(out)
})

func build(t *testing.T) []byte {
	t.Helper()
	b, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSlimKeepsTheInterfaceAndDropsTheTraceTables(t *testing.T) {
	wasm := build(t)
	small, rep, err := Slim(wasm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before, after := parse(t, wasm), parse(t, small)
	for what, list := range map[string]func(*module.Module) ([]string, error){
		"imports": (*module.Module).Imports, "exports": (*module.Module).Exports,
	} {
		a, err1 := list(before)
		b, err2 := list(after)
		if err1 != nil || err2 != nil || len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s: before %q %v, after %q %v", what, a, err1, b, err2)
		}
	}
	if n, err := after.Segments(); n != 1 || err != nil {
		t.Errorf("%d segments, %v", n, err)
	}
	if rep.Functions < 1000 || rep.Segments < 1000 {
		t.Errorf("only %d functions and %d segments seen", rep.Functions, rep.Segments)
	}
	for what, c := range map[string]struct {
		Change
		percent int // of the table may be left
	}{
		"names": {rep.Names, 1}, "files": {rep.Files, 0}, "pctab": {rep.PCTab, 12},
		"records": {rep.Records, 85}, "funcdata": {rep.FuncData, 15},
	} {
		if c.Before == 0 || c.After*100 > c.Before*c.percent {
			t.Errorf("%s: %d of %d bytes left, at most %d %% expected", what, c.After, c.Before,
				c.percent)
		}
	}
	for _, text := range []string{"runtime.findRunnable", "runtime/proc.go", "main.add"} {
		if !bytes.Contains(image(t, wasm), []byte(text)) || bytes.Contains(image(t, small),
			[]byte(text)) {
			t.Errorf("%q must be in the input and not in the output", text)
		}
	}
}

// Everything outside the tables must stay byte for byte where it was.
func TestSlimTouchesNothingElse(t *testing.T) {
	wasm := build(t)
	small, _, err := Slim(wasm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	mem, tabs := tablesOf(t, wasm)
	now := memoryOf(t, small)
	from, to := tabs.names.addr, tabs.find.end()
	pieces := []span{{now.base, from - now.base}, {to, now.end() - to}}
	for _, p := range pieces {
		if p.size < 1000 || !bytes.Equal(mem.at(p.addr, p.size), now.at(p.addr, p.size)) {
			t.Errorf("%#x+%d changed", p.addr, p.size)
		}
	}
	if mem.err != nil || now.err != nil {
		t.Error(mem.err, now.err)
	}
	old := parse(t, wasm)
	old.DropCustom()
	for i, s := range parse(t, small).Sections {
		if s.ID < 10 && !bytes.Equal(s.Body, old.Sections[i].Body) { // 10 is code, 11 data
			t.Errorf("section %d changed", s.ID)
		}
	}
}

// The shrunk tables must say the same as before for every function: that is what runs.
func TestSlimKeepsWhatRunningNeeds(t *testing.T) {
	wasm := build(t)
	small, _, err := Slim(wasm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before, after := functions(t, wasm), functions(t, small)
	if len(before) != len(after) || len(before) < 1000 {
		t.Fatalf("%d functions before, %d after", len(before), len(after))
	}
	kept := 0
	for i, a := range before {
		b := after[i]
		if a.head != b.head || a.pcsp != b.pcsp {
			t.Fatalf("function %d: %+v became %+v", i, a, b)
		}
		for kind, table := range a.tables {
			if b.tables[kind] != table {
				t.Fatalf("function %d, %s: % x became % x", i, kind, table, b.tables[kind])
			}
			kept++
		}
		if len(b.tables) != len(a.tables) {
			t.Fatalf("function %d has %d tables, had %d", i, len(b.tables), len(a.tables))
		}
	}
	if kept < 2000 {
		t.Errorf("only %d tables compared", kept)
	}
}

// described is what the runtime reads of a function when it runs, by content instead of offset.
type described struct {
	head   [5]uint32 // entry offset, entry, args, deferreturn, id and flag
	pcsp   string
	tables map[string]string
}

func functions(t *testing.T, wasm []byte) []described {
	t.Helper()
	mem, tabs := tablesOf(t, wasm)
	var out []described
	for _, f := range recordsOf(t, mem, tabs) {
		d := described{head: [5]uint32{f.entryOff, f.entry, f.args, f.deferReturn,
			uint32(f.id)<<8 | uint32(f.flag)}, tables: map[string]string{}}
		pc := func(off uint32) string {
			if off == noPC {
				return ""
			}
			entry, _ := pcTable(mem, tabs, off)
			return string(entry)
		}
		d.pcsp = pc(f.pcsp)
		for kind, off := range f.pcdata {
			if kind == pcdataStackMap || kind == pcdataPanicBounds {
				d.put("pc", kind, pc(off))
			}
		}
		for kind, off := range f.funcdata {
			if off != noData && (kind <= funcdataStackObjects || kind == funcdataOpenDefers) {
				addr := tabs.funcdata.addr + uint64(off)
				size, align := funcDataSize(mem, kind, addr)
				if addr%align != 0 {
					t.Errorf("%s: funcdata %d at %#x is not aligned to %d", f.name, kind, addr,
						align)
				}
				d.put("data", kind, string(mem.at(addr, size)))
			}
		}
		out = append(out, d)
	}
	if mem.err != nil {
		t.Fatal(mem.err)
	}
	return out
}

func (d *described) put(what string, kind int, content string) {
	if content != "" {
		d.tables[what+string(rune('0'+kind))] = content
	}
}

func TestMergeOnlyKeepsMemory(t *testing.T) {
	wasm := build(t)
	small, rep, err := Slim(wasm, Options{MergeOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(image(t, wasm), image(t, small)) {
		t.Error("memory differs")
	}
	if rep.Functions != 0 || rep.Segments < 1000 {
		t.Errorf("report %+v", rep)
	}
	again, _, err := Slim(small, Options{MergeOnly: true})
	if err != nil || !bytes.Equal(again, small) {
		t.Errorf("merging twice is not merging once (%v)", err)
	}
}

func TestSameInputSameBytes(t *testing.T) {
	a, _, err1 := Slim(build(t), Options{})
	b, _, err2 := Slim(build(t), Options{})
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("two runs differ: %v %v", err1, err2)
	}
}

// patch returns the program with old replaced by new, once, in a section or in memory.
func patch(t *testing.T, wasm []byte, old, new string) []byte {
	t.Helper()
	m := parse(t, bytes.Clone(wasm))
	for i := range m.Sections {
		s := &m.Sections[i]
		if s.ID == 0 && s.Name == "producers" && bytes.Contains(s.Body, []byte(old)) {
			s.Body = bytes.ReplaceAll(s.Body, []byte(old), []byte(new))
			return m.Bytes()
		}
	}
	img, err := m.Image()
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(img.Bytes, []byte(old))
	if at < 0 {
		t.Fatalf("%q is not there", old)
	}
	copy(img.Bytes[at:], new)
	m.SetImage(img)
	return m.Bytes()
}

func TestUnknownVersionsAreRefused(t *testing.T) {
	wasm := build(t)
	version := parse(t, wasm).GoVersion()
	if !strings.HasPrefix(version, "go1.26") {
		t.Fatalf("this test knows Go 1.26, the toolchain is %q", version)
	}
	small, _, err := Slim(wasm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	header := "\xf1\xff\xff\xff\x00\x00\x01\x08"
	for name, c := range map[string]struct {
		wasm []byte
		want string
	}{
		"next minor":  {patch(t, wasm, "go1.26", "go1.27"), "the file is of go1.27"},
		"odd version": {patch(t, wasm, "go1.26", "tip-42"), "the file is of tip-42"},
		"older magic": {patch(t, wasm, header, "\xf0"), "pcHeader has magic 0xfffffff0, not " +
			"0xfffffff1"},
		"no magic":     {patch(t, wasm, header, "\x00"), "no pcHeader with magic 0xfffffff1"},
		"slim already": {small, "slimmed already"},
		"other numbers": {patch(t, wasm, "runtime.gopanic\x00", "runtime.morestac"),
			"the function names lack those of the runtime"},
	} {
		_, _, err := Slim(c.wasm, Options{})
		var version *VersionError
		if !errors.As(err, &version) || !strings.Contains(err.Error(), c.want) ||
			!strings.HasSuffix(err.Error(), "or use -merge to merge segments only)") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A damaged file is an error or a program, never a crash of the tool.
func TestDamageNeverPanics(t *testing.T) {
	wasm := build(t)
	for n := 0; n < len(wasm); n += len(wasm)/40 + 1 {
		if _, _, err := Slim(wasm[:n], Options{}); err == nil {
			t.Errorf("cut at %d of %d: no error", n, len(wasm))
		}
	}
	version := parse(t, wasm).GoVersion()
	mem, tabs := tablesOf(t, wasm)
	from := int(tabs.names.addr-mem.base) - headerSize
	r := rand.New(rand.NewPCG(1, 2))
	failed := 0
	for i := range 400 {
		at := from + r.IntN(headerSize)
		if i%2 == 1 {
			at = int(tabs.records.addr-mem.base) + r.IntN(int(tabs.records.size))
		}
		broken := &module.Image{Base: uint32(mem.base), Bytes: bytes.Clone(mem.b)}
		broken.Bytes[at] ^= 1 << r.IntN(8)
		if blank(parse(t, wasm), broken, &Report{GoVersion: version}) != nil {
			failed++
		}
	}
	if failed < 100 {
		t.Errorf("only %d of 400 flipped bits were noticed", failed)
	}
}

// FuzzTables gives the readers of variable-length tables bytes of all kinds.
func FuzzTables(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 0}, byte(0))
	f.Add([]byte{2, 0, 0, 0, 9, 0, 0, 0, 1, 2, 3, 4}, byte(1))
	f.Add(binary.LittleEndian.AppendUint64(nil, 1<<60), byte(2))
	f.Add([]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80}, byte(3))
	f.Fuzz(func(t *testing.T, b []byte, kind byte) {
		mem := &memory{base: 1 << 12, b: b}
		tabs := &tables{pctab: span{mem.base, uint64(len(b))}}
		if entry, _ := pcTable(mem, tabs, 0); len(entry) > len(b) {
			t.Errorf("entry of %d bytes out of %d", len(entry), len(b))
		}
		mem.err = nil
		kinds := []int{funcdataArgs, funcdataLocals, funcdataStackObjects, funcdataOpenDefers}
		size, _ := funcDataSize(mem, kinds[kind%4], mem.base)
		if mem.at(mem.base, size); mem.err == nil && size > uint64(len(b)) {
			t.Errorf("funcdata of %d bytes out of %d", size, len(b))
		}
	})
}

func parse(t *testing.T, wasm []byte) *module.Module {
	t.Helper()
	m, err := module.Parse(wasm)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// image is memory up to its last byte that is not zero.
func image(t *testing.T, wasm []byte) []byte {
	t.Helper()
	return bytes.TrimRight(memoryOf(t, wasm).b, "\x00")
}

func memoryOf(t *testing.T, wasm []byte) *memory {
	t.Helper()
	img, err := parse(t, wasm).Image()
	if err != nil {
		t.Fatal(err)
	}
	return &memory{base: uint64(img.Base), b: img.Bytes}
}

func tablesOf(t *testing.T, wasm []byte) (*memory, *tables) {
	t.Helper()
	mem := memoryOf(t, wasm)
	tabs, err := findTables(mem)
	if err != nil {
		t.Fatal(err)
	}
	return mem, tabs
}

func recordsOf(t *testing.T, mem *memory, tabs *tables) []function {
	t.Helper()
	funcs, err := readFuncs(mem, tabs)
	if err != nil {
		t.Fatal(err)
	}
	return funcs
}
