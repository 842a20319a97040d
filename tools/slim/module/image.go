package module

// maxImage bounds the memory that the data section may describe, in bytes. A Go program's data is
// a few megabytes; a corrupt address must not make us allocate gigabytes.
const maxImage = 256 << 20

// Image is what the data section puts into memory: Bytes start at address Base.
type Image struct {
	Base  uint32
	Bytes []byte
}

// segment is one run of bytes of the data section.
type segment struct {
	addr uint32
	data []byte
}

// Image lays all data segments out in one run of memory, with the zeros between them.
func (m *Module) Image() (*Image, error) {
	segs, err := m.segments()
	if err != nil || len(segs) == 0 {
		return &Image{}, err
	}
	low, high := uint64(segs[0].addr), uint64(0)
	for _, s := range segs {
		low = min(low, uint64(s.addr))
		high = max(high, uint64(s.addr)+uint64(len(s.data)))
	}
	if high-low > maxImage {
		return nil, &CorruptError{What: "data segments lie more than 256 MiB apart"}
	}
	img := &Image{Base: uint32(low), Bytes: make([]byte, high-low)}
	for _, s := range segs {
		copy(img.Bytes[uint64(s.addr)-low:], s.data)
	}
	return img, nil
}

// Segments counts the data segments.
func (m *Module) Segments() (int, error) {
	segs, err := m.segments()
	return len(segs), err
}

func (m *Module) segments() ([]segment, error) {
	s := m.section(sectionData)
	if s == nil {
		return nil, nil
	}
	r := &reader{b: s.Body}
	var segs []segment
	for n := r.uint(); n > 0 && r.err == nil; n-- {
		if kind := r.uint(); kind != 0 {
			r.fail("data segment of kind %d, only active ones of memory 0 are expected", kind)
		}
		if op := r.byte(); op != opI32Const {
			r.fail("data segment at a computed address (opcode %#x)", op)
		}
		addr := uint32(r.int())
		if op := r.byte(); op != opEnd {
			r.fail("data segment address does not end after its constant (opcode %#x)", op)
		}
		segs = append(segs, segment{addr, r.bytes(r.uint())})
	}
	return segs, r.end()
}

const (
	opI32Const = 0x41
	opEnd      = 0x0b
)

// SetImage replaces the data section by one segment that holds img from its first byte that is
// not zero to its last. Memory starts as zeros, so nothing is lost at the ends; the zeros inside
// cost almost nothing once compressed, and less than the segment headers that would skip them.
func (m *Module) SetImage(img *Image) {
	data, base := img.Bytes, img.Base
	for len(data) > 0 && data[0] == 0 {
		data, base = data[1:], base+1
	}
	for len(data) > 0 && data[len(data)-1] == 0 {
		data = data[:len(data)-1]
	}
	body := appendUint(nil, 1)
	body = appendUint(body, 0)
	body = append(body, opI32Const)
	body = appendInt(body, int64(int32(base)))
	body = append(body, opEnd)
	body = appendUint(body, uint64(len(data)))
	body = append(body, data...)
	if s := m.section(sectionData); s != nil {
		s.Body = body
		return
	}
	m.Sections = append(m.Sections, Section{ID: sectionData, Body: body})
}
