package wire_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/pageside/pageside/engine/wire"
)

// numbers stand at every border of the varint's length.
var numbers = []uint64{0, 1, 127, 128, 16383, 16384, 1<<31 - 1, 1 << 31, 1<<63 + 5, 1<<64 - 1}

func written() []byte {
	var w wire.Writer
	for _, n := range numbers {
		w.Uvarint(n)
	}
	w.Byte(7)
	w.String("页边")
	w.Block(nil)
	w.Int(300)
	return w.Bytes()
}

func readAll(data []byte) (wire.Reader, []uint64, string) {
	r := wire.NewReader("test", data)
	var got []uint64
	for range numbers {
		got = append(got, r.Uvarint())
	}
	r.Byte()
	s := r.String()
	r.Block()
	r.Int()
	return r, got, s
}

func TestRoundTrip(t *testing.T) {
	r, got, s := readAll(written())
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	for i, n := range numbers {
		if got[i] != n {
			t.Errorf("number %d: got %d, want %d", i, got[i], n)
		}
	}
	if s != "页边" || r.Len() != 0 {
		t.Errorf("string %q, %d bytes left", s, r.Len())
	}
}

func TestTruncationAtEveryByteIsAnError(t *testing.T) {
	data := written()
	for n := range data {
		r, _, _ := readAll(data[:n])
		var corrupt *wire.CorruptError
		if !errors.As(r.Err(), &corrupt) {
			t.Fatalf("cut at %d: error %v, want *CorruptError", n, r.Err())
		}
	}
}

func TestFirstFailureSticks(t *testing.T) {
	r := wire.NewReader("dictionary", []byte{5, 'a'})
	_ = r.String()
	first := r.Err().Error()
	if r.Byte() != 0 || r.Uvarint() != 0 || r.Len() != 0 {
		t.Error("reads after a failure return something")
	}
	r.Fail("another reason")
	if got := r.Err().Error(); got != first {
		t.Errorf("error changed from %q to %q", first, got)
	}
	if want := "file: dictionary at byte 1: ends too early"; first != want {
		t.Errorf("error %q, want %q", first, want)
	}
}

func TestCountsAreBoundedByTheInput(t *testing.T) {
	for _, data := range [][]byte{
		{0xff, 0xff, 0xff, 0xff, 0x07}, {9, 0}, bytes.Repeat([]byte{0xff}, 12),
	} {
		r := wire.NewReader("test", data)
		if n := r.Count(1); n != 0 || r.Err() == nil {
			t.Errorf("%x: count %d, error %v", data, n, r.Err())
		}
	}
	r := wire.NewReader("test", []byte{2, 1, 1, 1, 1})
	if n := r.Count(2); n != 2 || r.Err() != nil {
		t.Errorf("count %d, error %v", n, r.Err())
	}
}

// A number that becomes an index or a length fits into 31 bits, also where int has 32.
func TestIntsAreBounded(t *testing.T) {
	for _, n := range numbers {
		var w wire.Writer
		w.Uvarint(n)
		r := wire.NewReader("test", w.Bytes())
		got, fits := r.Int(), n < 1<<31
		if (r.Err() == nil) != fits || fits && uint64(got) != n || !fits && got != 0 {
			t.Errorf("%d: got %d, error %v", n, got, r.Err())
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(written())
	f.Add([]byte{0x80})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _, _ := readAll(data)
		if r.Pos() > len(data) {
			t.Fatalf("position %d past the end %d", r.Pos(), len(data))
		}
	})
}
