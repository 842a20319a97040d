package postlink

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// magic is the first word of pcHeader in Go 1.20 and later.
const magic = 0xfffffff1

// header words of 8 bytes after the magic word: see pcHeader in runtime/symtab.go.
const (
	headerFuncs = 8 * (1 + iota)
	headerFiles
	headerUnused
	headerNames
	headerUnits
	headerFileTab
	headerPCTab
	headerRecords
	headerSize
)

// words of moduledata, each of 8 bytes: see moduledata in runtime/symtab.go.
const (
	wordHeader = 8 * iota
	wordNames
	wordNamesLen
	wordNamesCap
	wordUnits
	wordUnitsLen
	wordUnitsCap
	wordFiles
	wordFilesLen
	wordFilesCap
	wordPCTab
	wordPCTabLen
	wordPCTabCap
	wordRecords
	wordRecordsLen
	wordRecordsCap
	wordFTab
	wordFTabLen
	wordFTabCap
	wordFindFunc

	wordTypes    = 8 * 37
	wordTypesEnd = 8 * 38
	wordFuncData = 8 * 40 // gofunc
	wordEnd      = 8 * 41 // epclntab
)

// span is a run of memory.
type span struct{ addr, size uint64 }

func (s span) end() uint64 { return s.addr + s.size }

// tables says where the parts of pclntab lie, as moduledata has it.
type tables struct {
	names, units, files, pctab, records, funcdata, find span
	types                                               span // type descriptors
	count                                               int  // functions
}

// findTables looks for pcHeader by its magic, then for the moduledata that points at it, and
// holds the one against the other.
func findTables(mem *memory) (*tables, error) {
	head, err := findHeader(mem)
	if err != nil {
		return nil, err
	}
	md, err := findModuleData(mem, head)
	if err != nil {
		return nil, err
	}
	word := func(w uint64) uint64 { return mem.u64(md + w) }
	t := &tables{
		names:   span{word(wordNames), word(wordNamesLen)},
		units:   span{word(wordUnits), 4 * word(wordUnitsLen)},
		files:   span{word(wordFiles), word(wordFilesLen)},
		pctab:   span{word(wordPCTab), word(wordPCTabLen)},
		records: span{word(wordRecords), word(wordRecordsLen)},
		count:   int(mem.u64(head + headerFuncs)),
	}
	t.funcdata.addr, t.find.addr = word(wordFuncData), word(wordFindFunc)
	t.funcdata.size = t.find.addr - t.funcdata.addr
	t.find.size = word(wordEnd) - t.find.addr
	t.types = span{word(wordTypes), word(wordTypesEnd) - word(wordTypes)}
	if mem.err != nil {
		return nil, mem.err
	}
	return t, t.check(mem, head, word(wordFTabLen))
}

// check holds what moduledata says against what pcHeader says.
func (t *tables) check(mem *memory, head, ftabLen uint64) error {
	for _, p := range []struct {
		what string
		at   uint64 // offset in pcHeader
		s    span
	}{
		{"function names", headerNames, t.names}, {"units", headerUnits, t.units},
		{"file names", headerFileTab, t.files}, {"pctab", headerPCTab, t.pctab},
		{"functab", headerRecords, t.records}, {"funcdata", 0, t.funcdata},
		{"look-up table", 0, t.find}, {"types", 0, t.types},
	} {
		if p.at != 0 && head+mem.u64(head+p.at) != p.s.addr {
			return &VersionError{"pcHeader and moduledata disagree on where the " +
				p.what + " are"}
		}
		if p.s.end() < p.s.addr || p.s.end() > mem.end() {
			return &VersionError{"the " + p.what + " lie outside the data"}
		}
	}
	if uint64(t.count)+1 != ftabLen || uint64(t.count) > t.records.size/8 {
		return &VersionError{fmt.Sprintf("pcHeader counts %d functions, functab %d entries",
			t.count, ftabLen)}
	}
	return mem.err
}

// findHeader returns the address of pcHeader. Every magic so far is 0xfffffff0 or above, and is
// followed by two zeros, the instruction size 1 and the pointer size 8.
func findHeader(mem *memory) (uint64, error) {
	var at []uint64
	older := uint32(0)
	for off := (8 - mem.base%8) % 8; off+headerSize <= uint64(len(mem.b)); off += 8 {
		b := mem.b[off:]
		if b[0] < 0xf0 || !bytes.Equal(b[1:8], []byte{0xff, 0xff, 0xff, 0, 0, 1, 8}) {
			continue
		}
		if m := binary.LittleEndian.Uint32(b); m != magic {
			older = m
			continue
		}
		if mem.u64(mem.base+off+headerNames) == headerSize {
			at = append(at, mem.base+off)
		}
	}
	switch {
	case len(at) == 1:
		return at[0], nil
	case len(at) > 1:
		return 0, &VersionError{fmt.Sprintf("%d places look like pcHeader", len(at))}
	case older != 0:
		return 0, &VersionError{fmt.Sprintf("pcHeader has magic %#x, not %#x", older, magic)}
	}
	return 0, &VersionError{fmt.Sprintf("no pcHeader with magic %#x in the data", magic)}
}

// findModuleData returns the address of the only place that points at pcHeader and, in the
// following words, at the tables that pcHeader names.
func findModuleData(mem *memory, head uint64) (uint64, error) {
	var at []uint64
	for a := (mem.base + 7) &^ 7; a+wordEnd+8 <= mem.end(); a += 8 {
		if mem.u64(a) == head &&
			mem.u64(a+wordNames) == head+mem.u64(head+headerNames) &&
			mem.u64(a+wordPCTab) == head+mem.u64(head+headerPCTab) &&
			mem.u64(a+wordFTab) == head+mem.u64(head+headerRecords) {
			at = append(at, a)
		}
	}
	if len(at) != 1 {
		return 0, &VersionError{fmt.Sprintf("%d places look like moduledata, one is needed",
			len(at))}
	}
	return at[0], nil
}

// memory reads and writes the image by address. The first error sticks and reads then give zero.
type memory struct {
	base uint64
	b    []byte
	err  error
}

func (m *memory) end() uint64 { return m.base + uint64(len(m.b)) }

// at is the one place that checks bounds.
func (m *memory) at(addr, size uint64) []byte {
	if m.err == nil && (addr < m.base || addr+size < addr || addr+size > m.end()) {
		m.err = fmt.Errorf("pclntab points at %#x+%d, outside the data %#x…%#x",
			addr, size, m.base, m.end())
	}
	if m.err != nil {
		return make([]byte, min(size, 8))
	}
	return m.b[addr-m.base : addr-m.base+size]
}

func (m *memory) u8(addr uint64) byte    { return m.at(addr, 1)[0] }
func (m *memory) u32(addr uint64) uint32 { return binary.LittleEndian.Uint32(m.at(addr, 4)) }
func (m *memory) u64(addr uint64) uint64 { return binary.LittleEndian.Uint64(m.at(addr, 8)) }

// fill overwrites a span with data, then zeros.
func (m *memory) fill(s span, data []byte) {
	dst := m.at(s.addr, s.size)
	if m.err != nil {
		return
	}
	if len(data) > len(dst) {
		m.err = fmt.Errorf("a table grew from %d to %d bytes", len(dst), len(data))
		return
	}
	clear(dst[copy(dst, data):])
}
