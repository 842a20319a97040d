package module

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// example is the smallest module with all that this package looks into, spelt by hand.
var example = slices.Concat(
	[]byte("\x00asm\x01\x00\x00\x00"),
	[]byte{1, 4, 1, 0x60, 0, 0},                               // type 0: () -> ()
	[]byte{2, 9, 1, 3, 'e', 'n', 'v', 1, 'f', 0, 0},           // import env.f of type 0
	[]byte{3, 3, 2, 0, 0},                                     // two functions of type 0
	[]byte{5, 3, 1, 0, 1},                                     // one memory of a page
	[]byte{7, 5, 1, 1, 'm', 2, 0},                             // export it as m
	[]byte{10, 8, 2, 2, 0, 0x0b, 3, 0, 1, 0x0b},               // bodies: end; nop end
	[]byte{11, 18, 2, 0, 0x41, 0x80, 0x08, 0x0b, 2, 'a', 'b'}, // data: at 1024 "ab"
	[]byte{0, 0x41, 0x8a, 0x08, 0x0b, 3, 0, 'c', 0},           // and at 1034 "\0c\0"
	[]byte{0, 31, 9}, []byte("producers"), []byte{1, 12},      // custom: producers
	[]byte("processed-by"), []byte{1, 2, 'G', 'o', 2, 'g', 'o'}, // Go "go"
	[]byte{0, 16, 4}, []byte("name"), []byte{1, 9, 2, 1, 2, 'f', '1'}, // custom: names of 1
	[]byte{2, 2, 'f', '2'}, // and 2
)

func TestExampleIsReadAsItIsSpelt(t *testing.T) {
	m := parse(t, example)
	if got := must(m.Imports()); !slices.Equal(got, []string{"env.f"}) {
		t.Errorf("imports %q", got)
	}
	if got := must(m.Exports()); !slices.Equal(got, []string{"m"}) {
		t.Errorf("exports %q", got)
	}
	if got := must(m.Segments()); got != 2 {
		t.Errorf("%d segments", got)
	}
	img := must(m.Image())
	if want := "ab\x00\x00\x00\x00\x00\x00\x00\x00\x00c\x00"; img.Base != 1024 ||
		string(img.Bytes) != want {
		t.Errorf("image at %d is %q", img.Base, img.Bytes)
	}
	if got := m.GoVersion(); got != "go" {
		t.Errorf("version %q", got)
	}
	want := []Function{{"f1", 2}, {"f2", 3}}
	if got := must(m.Functions()); !slices.Equal(got, want) {
		t.Errorf("functions %v", got)
	}
	if got := m.Bytes(); !bytes.Equal(got, example) {
		t.Errorf("written back:\n% x\n% x", got, example)
	}
}

func TestMergedImageSpansFirstToLastByte(t *testing.T) {
	m := parse(t, example)
	m.SetImage(must(m.Image()))
	m.DropCustom()
	again := parse(t, m.Bytes())
	if n := must(again.Segments()); n != 1 {
		t.Errorf("%d segments", n)
	}
	img := must(again.Image())
	if img.Base != 1024 || string(img.Bytes) != "ab"+"\x00\x00\x00\x00\x00\x00\x00\x00\x00c" {
		t.Errorf("image at %d is %q", img.Base, img.Bytes)
	}
	if again.GoVersion() != "" {
		t.Error("the producers section is still there")
	}
}

// A cut file is an error, unless it is cut between two sections, where it is a shorter module.
func TestTruncationAtEveryByte(t *testing.T) {
	whole := len(parse(t, example).Sections)
	clean := 0
	for n := range example {
		m, err := Parse(example[:n])
		if err == nil {
			if clean++; len(m.Sections) >= whole {
				t.Errorf("cut at %d still has %d sections", n, len(m.Sections))
			}
			continue
		}
		var corrupt *CorruptError
		if !errors.Is(err, errNotWasm) && !errors.As(err, &corrupt) {
			t.Errorf("cut at %d: %v", n, err)
		}
	}
	if clean != whole {
		t.Errorf("%d cuts gave a module, there are %d sections", clean, whole)
	}
}

func TestWrongDataSegmentsAreNamed(t *testing.T) {
	for _, c := range []struct {
		body []byte
		want string
	}{
		{[]byte{1, 1}, "wasm: byte 2: data segment of kind 1, only active ones of memory 0 " +
			"are expected"},
		{[]byte{1, 0, 0x23}, "wasm: byte 3: data segment at a computed address (opcode 0x23)"},
		{[]byte{1, 0, 0x41, 0, 0x0b, 9}, "wasm: byte 6: 9 bytes wanted, 0 left"},
		{[]byte{0, 0}, "wasm: byte 1: 1 bytes left over"},
		{[]byte{2, 0, 0x41, 0, 0x0b, 0, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 4, 0x0b, 1, 7},
			"wasm: byte 0: data segments lie more than 256 MiB apart"},
	} {
		m := &Module{Sections: []Section{{ID: sectionData, Body: c.body}}}
		if _, err := m.Image(); err == nil || err.Error() != c.want {
			t.Errorf("% x: %v", c.body, err)
		}
	}
}

// Every shape of instruction, spelt by hand.
func TestRefsAreReadFromCode(t *testing.T) {
	body := slices.Concat(
		[]byte{1, 2, 0x7e},                         // two locals of 64 bits
		[]byte{0x03, 0x40, 0x02, 0x40},             // loop, block without results
		[]byte{0x10, 0x85, 0x01},                   // call 133
		[]byte{0x41, 0x7f},                         // i32.const -1
		[]byte{0x42, 0x80, 0x80, 0x80, 0x80, 0x01}, // i64.const 0x10000000
		[]byte{0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f}, // the least
		[]byte{0x43, 1, 2, 3, 4, 0x44, 1, 2, 3, 4, 5, 6, 7, 8},                   // floats
		[]byte{0x20, 0, 0x28, 2, 0x10, 0x6a, 0x1a},                               // get, load, add, drop
		[]byte{0x0e, 2, 0, 1, 0},                                                 // br_table
		[]byte{0x11, 3, 0, 0x3f, 0},                                              // indirect, size
		[]byte{0xfc, 2, 0xfc, 10, 0, 0, 0xfc, 11, 0},                             // convert, copy, fill
		[]byte{0x10, 7, 0x0b, 0x0b, 0x0f, 0x0b},                                  // call 7, …
	)
	refs, err := ReadRefs(body)
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint64{133, 7}; !slices.Equal(refs.Calls, want) {
		t.Errorf("calls %d", refs.Calls)
	}
	if want := []int64{0x10000000, -1 << 63}; !slices.Equal(refs.Consts, want) {
		t.Errorf("constants %#x", refs.Consts)
	}
	for n := 1; n < len(body)-6; n++ {
		if cut, err := ReadRefs(body[:n]); err == nil && len(cut.Calls) > 1 {
			t.Errorf("cut at %d: %d calls", n, len(cut.Calls))
		}
	}
	for _, bad := range [][]byte{{0, 0xfd, 0}, {0, 0xfc, 20}, {0, 0x06}, {0, 0x10}} {
		if _, err := ReadRefs(bad); err == nil {
			t.Errorf("% x is read", bad)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(example)
	for n := 8; n < len(example); n += 7 {
		f.Add(example[:n])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Parse(b)
		if err != nil {
			return
		}
		m.Imports()
		m.Exports()
		m.Functions()
		m.GoVersion()
		m.Segments()
		m.ExportedFunctions()
		bodies, _ := m.Bodies()
		for _, b := range bodies {
			ReadRefs(b)
		}
		again, err := Parse(m.Bytes())
		if err != nil {
			t.Fatalf("written back, it does not parse: %v", err)
		}
		if len(again.Sections) != len(m.Sections) {
			t.Fatalf("%d sections, written back %d", len(m.Sections), len(again.Sections))
		}
	})
}

func parse(t *testing.T, b []byte) *Module {
	t.Helper()
	m, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Numbers at the edges of their sizes, written and read back; one byte too many is an error.
func TestNumbers(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 63, 64, -64, -65, 1<<31 - 1, -1 << 31, 1<<62 - 1, 1 << 62,
		1<<63 - 1, -1 << 63} {
		b := appendInt(nil, v)
		r := &reader{b: b}
		if got := r.long(); got != v || r.end() != nil {
			t.Errorf("%d: long reads %d from % x, %v", v, got, b, r.end())
		}
		if v < -1<<31 || v >= 1<<31 {
			continue
		}
		r = &reader{b: b}
		if got := r.int(); got != v || r.end() != nil {
			t.Errorf("%d: int reads %d from % x, %v", v, got, b, r.end())
		}
		r = &reader{b: appendUint(nil, uint64(uint32(v)))}
		if got := r.uint(); got != uint64(uint32(v)) || r.end() != nil {
			t.Errorf("%d: uint reads %d, %v", uint32(v), got, r.end())
		}
	}
	tooLong := bytes.Repeat([]byte{0x80}, 11)
	for most, read := range map[int]func(r *reader){
		5: func(r *reader) { r.uint(); r.int() }, 10: func(r *reader) { r.long() },
	} {
		r := &reader{b: tooLong}
		if read(r); r.err == nil || r.off != most {
			t.Errorf("%d bytes are read of a number that never ends, want %d; %v", r.off, most, r.err)
		}
	}
}
