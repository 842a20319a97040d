package module

import "fmt"

// reader reads numbers and names from b. The first error sticks, and from then on everything reads
// as zero, so callers check once, at the end.
type reader struct {
	b    []byte
	off  int
	base int // offset of b in the file, for messages
	err  error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &CorruptError{Offset: r.base + r.off, What: fmt.Sprintf(format, args...)}
	}
}

// adopt takes over the error of a reader of a part.
func (r *reader) adopt(part *reader) {
	if r.err == nil {
		r.err = part.err
	}
}

// end reports the sticky error, or bytes that nobody read.
func (r *reader) end() error {
	if r.err == nil && r.off != len(r.b) {
		r.fail("%d bytes left over", len(r.b)-r.off)
	}
	return r.err
}

// bytes is the one place that checks bounds.
func (r *reader) bytes(n uint64) []byte {
	if r.err != nil {
		return nil
	}
	if n > uint64(len(r.b)-r.off) {
		r.fail("%d bytes wanted, %d left", n, len(r.b)-r.off)
		return nil
	}
	s := r.b[r.off : r.off+int(n) : r.off+int(n)]
	r.off += int(n)
	return s
}

func (r *reader) byte() byte {
	if s := r.bytes(1); len(s) == 1 {
		return s[0]
	}
	return 0
}

// uint reads an unsigned LEB128 number of at most 32 bits.
func (r *reader) uint() uint64 {
	v, _ := r.digits(5)
	return v
}

// int reads a signed LEB128 number of at most 32 bits.
func (r *reader) int() int64 { return signed(r.digits(5)) }

// long reads a LEB128 number of at most 64 bits, as a signed one. Unsigned numbers may be skipped
// with it.
func (r *reader) long() int64 { return signed(r.digits(10)) }

// digits reads a number of at most so many bytes, seven bits each, lowest first, and says how many
// bits it has.
func (r *reader) digits(most int) (v uint64, bits int) {
	for range most {
		b := r.byte()
		v |= uint64(b&0x7f) << bits
		bits += 7
		if b < 0x80 {
			return v, bits
		}
	}
	r.fail("a number is longer than %d bytes", most)
	return 0, 0
}

// signed takes the highest of the bits for a sign.
func signed(v uint64, bits int) int64 {
	unused := max(0, 64-bits)
	return int64(v<<unused) >> unused
}

func (r *reader) name() string { return string(r.bytes(r.uint())) }

func appendUint(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func appendInt(b []byte, v int64) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

func appendName(b []byte, name string) []byte {
	return append(appendUint(b, uint64(len(name))), name...)
}
