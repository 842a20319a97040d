// Package wire answers: how do bytes go in and out, with one sticky error and no way
// out of bounds?
//
// A [Reader] walks a byte slice that may be hostile. Every read is checked in one
// place; the first failure sticks, later reads return zero values, and the caller
// looks at [Reader.Err] once at the end. A [Writer] appends and cannot fail.
// Integers are unsigned varints (7 bits a byte, low bits first, at most 10 bytes);
// strings and byte runs carry their length before them.
//
// Limits: a length never makes the reader allocate; what it returns is a view of the
// input, so a hostile length costs nothing.
//
// Before: bytes from a host. After: shard, inverted and store give them meaning.
package wire

import "strconv"

// CorruptError says where bytes stopped making sense. Offset counts from the start
// of the section.
type CorruptError struct {
	File    string // name of the file, "" until a caller that knows it fills it in
	Section string
	Offset  int
	What    string
}

func (e *CorruptError) Error() string {
	name := e.File
	if name == "" {
		name = "file"
	}
	return name + ": " + e.Section + " at byte " + strconv.Itoa(e.Offset) + ": " + e.What
}

// maxInt bounds every integer that becomes an index or a count.
const maxInt = 1<<31 - 1

// Reader reads from a byte slice. The zero Reader reads an empty section.
type Reader struct {
	data    []byte
	pos     int
	section string
	err     *CorruptError
}

// NewReader returns a reader of data; section names it in errors.
func NewReader(section string, data []byte) Reader {
	return Reader{data: data, section: section}
}

// Err is nil as long as every read was within bounds and well formed.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil // not a nil *CorruptError in an interface
	}
	return r.err
}

// Fail records what is wrong at the current position, unless something already was.
func (r *Reader) Fail(what string) {
	if r.err == nil {
		r.err = &CorruptError{Section: r.section, Offset: r.pos, What: what}
	}
	r.pos = len(r.data)
}

// Len is the number of bytes left to read.
func (r *Reader) Len() int { return len(r.data) - r.pos }

// Pos is the offset of the next byte.
func (r *Reader) Pos() int { return r.pos }

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if r.pos >= len(r.data) {
		r.Fail("ends too early")
		return 0
	}
	b := r.data[r.pos]
	r.pos++
	return b
}

// Uvarint reads an unsigned varint.
func (r *Reader) Uvarint() uint64 {
	if r.pos < len(r.data) && r.data[r.pos] < 0x80 { // the common case, inlined
		r.pos++
		return uint64(r.data[r.pos-1])
	}
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		if r.pos >= len(r.data) {
			r.Fail("ends inside a number")
			return 0
		}
		b := r.data[r.pos]
		r.pos++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	r.Fail("number longer than 64 bits")
	return 0
}

// Int reads a varint that is used as a count, an index or a length.
func (r *Reader) Int() int {
	v := r.Uvarint()
	if v > maxInt {
		r.Fail("number out of range")
		return 0
	}
	return int(v)
}

// Count reads a varint that says how many records of at least size bytes follow.
// A count that the rest of the input cannot hold is corrupt, so that a loop over it
// is bounded by the size of the input.
func (r *Reader) Count(size int) int {
	n := r.Int()
	if n > r.Len()/max(size, 1) {
		r.Fail("count larger than what follows")
		return 0
	}
	return n
}

// Bytes returns the next n bytes as a view.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > r.Len() {
		r.Fail("ends too early")
		return nil
	}
	b := r.data[r.pos : r.pos+n : r.pos+n]
	r.pos += n
	return b
}

// Block returns the bytes whose length stands before them.
func (r *Reader) Block() []byte { return r.Bytes(r.Int()) }

// String is Block as a string; it copies.
func (r *Reader) String() string { return string(r.Block()) }

// Writer appends to a byte slice. The zero Writer is ready to use.
type Writer struct{ buf []byte }

// Bytes returns what was written so far; it stays valid until the next write.
func (w *Writer) Bytes() []byte { return w.buf }

// Len is the number of bytes written.
func (w *Writer) Len() int { return len(w.buf) }

// Byte writes one byte.
func (w *Writer) Byte(b byte) { w.buf = append(w.buf, b) }

// Uvarint writes an unsigned varint.
func (w *Writer) Uvarint(v uint64) {
	for v >= 0x80 {
		w.buf = append(w.buf, byte(v)|0x80)
		v >>= 7
	}
	w.buf = append(w.buf, byte(v))
}

// Int writes a count, an index or a length; it must not be negative.
func (w *Writer) Int(n int) { w.Uvarint(uint64(n)) }

// Raw writes bytes as they are.
func (w *Writer) Raw(b []byte) { w.buf = append(w.buf, b...) }

// Block writes bytes with their length before them.
func (w *Writer) Block(b []byte) {
	w.Int(len(b))
	w.buf = append(w.buf, b...)
}

// String writes a string with its length before it.
func (w *Writer) String(s string) {
	w.Int(len(s))
	w.buf = append(w.buf, s...)
}
