package module

// sectionCode holds the bodies of functions.
const sectionCode = 10

// Bodies returns the body of each function: its locals, its instructions, the end. They alias the
// module. Function number i of the whole file is body i less the number of imports.
func (m *Module) Bodies() ([][]byte, error) {
	s := m.section(sectionCode)
	if s == nil {
		return nil, nil
	}
	r := &reader{b: s.Body}
	var bodies [][]byte
	for n := r.uint(); n > 0 && r.err == nil; n-- {
		bodies = append(bodies, r.bytes(r.uint()))
	}
	return bodies, r.end()
}

// SetBodies replaces the code section.
func (m *Module) SetBodies(bodies [][]byte) {
	body := appendUint(nil, uint64(len(bodies)))
	for _, b := range bodies {
		body = appendUint(body, uint64(len(b)))
		body = append(body, b...)
	}
	if s := m.section(sectionCode); s != nil {
		s.Body = body
	}
}

// Refs is what a body mentions.
type Refs struct {
	Calls  []uint64 // numbers of functions called directly, imports counted first
	Consts []int64  // integer constants of 64 bits, among which are code addresses
}

// ReadRefs reads the instructions of a body. It knows those of WebAssembly 1.0 and the extensions
// that Go uses: saturating conversions and bulk memory. Others are an error.
func ReadRefs(body []byte) (Refs, error) {
	var refs Refs
	r := &reader{b: body}
	for n := r.uint(); n > 0 && r.err == nil; n-- { // groups of locals
		r.uint()
		r.byte()
	}
	for r.err == nil && r.off < len(body) {
		op := r.byte()
		switch {
		case op == opCall:
			refs.Calls = append(refs.Calls, r.uint())
		case op == opI64Const:
			refs.Consts = append(refs.Consts, r.long())
		case op == opBrTable:
			for n := r.uint() + 1; n > 0 && r.err == nil; n-- {
				r.uint()
			}
		case op == opPrefix:
			r.prefixed()
		default:
			r.immediates(op)
		}
	}
	return refs, r.end()
}

// The opcodes that ReadRefs treats by themselves.
const (
	opBrTable  = 0x0e
	opCall     = 0x10
	opI64Const = 0x42
	opPrefix   = 0xfc
)

// shapes says what follows an opcode, by ranges: n numbers, or raw bytes.
var shapes = []struct {
	from, to byte
	numbers  int
	raw      uint64
}{
	{0x00, 0x01, 0, 0}, // unreachable, nop
	{0x02, 0x04, 1, 0}, // block, loop, if: a type
	{0x05, 0x05, 0, 0}, // else
	{0x0b, 0x0b, 0, 0}, // end
	{0x0c, 0x0d, 1, 0}, // br, br_if
	{0x0f, 0x0f, 0, 0}, // return
	{0x11, 0x11, 2, 0}, // call_indirect: a type and a table
	{0x1a, 0x1b, 0, 0}, // drop, select
	{0x20, 0x24, 1, 0}, // locals and globals
	{0x28, 0x3e, 2, 0}, // loads and stores: alignment and offset
	{0x3f, 0x41, 1, 0}, // memory.size, memory.grow, i32.const
	{0x43, 0x43, 0, 4}, // f32.const
	{0x44, 0x44, 0, 8}, // f64.const
	{0x45, 0xc4, 0, 0}, // numeric
}

func (r *reader) immediates(op byte) {
	for _, s := range shapes {
		if op >= s.from && op <= s.to {
			for range s.numbers {
				r.long()
			}
			r.bytes(s.raw)
			return
		}
	}
	r.fail("instruction %#x is unknown", op)
}

// prefixed reads what follows the prefix byte 0xfc.
func (r *reader) prefixed() {
	switch op := r.uint(); {
	case op <= 7: // saturating conversions
	case op == 10: // memory.copy
		r.bytes(2)
	case op == 11: // memory.fill
		r.bytes(1)
	default:
		r.fail("instruction 0xfc %d is unknown", op)
	}
}
