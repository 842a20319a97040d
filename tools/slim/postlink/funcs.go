package postlink

import (
	"bytes"
	"fmt"
)

// The record of a function: words of 4 bytes, then pcdata, then funcdata. See _func in
// runtime/runtime2.go.
const (
	recEntry       = 0
	recName        = 4
	recArgs        = 8
	recDeferReturn = 12
	recPCSP        = 16
	recPCFile      = 20
	recPCLine      = 24
	recPCDataLen   = 28
	recUnit        = 32
	recStartLine   = 36
	recID          = 40
	recFlag        = 41
	recFuncDataLen = 43
	recSize        = 44
)

// Numbers of pcdata and funcdata tables: see internal/abi/symtab.go.
const (
	pcdataStackMap    = 1
	pcdataInlTree     = 2
	pcdataPanicBounds = 4

	funcdataArgs         = 0
	funcdataLocals       = 1
	funcdataStackObjects = 2
	funcdataInlTree      = 3
	funcdataOpenDefers   = 4
)

// The offsets of an absent table.
const (
	noPC   = 0
	noData = ^uint32(0)
)

// maxPerFunc bounds the tables of one function; Go 1.26 has 5 and 8 kinds.
const maxPerFunc = 32

// function is one record, read.
type function struct {
	entryOff          uint32 // entry in functab's first half
	name              string
	entry             uint32
	args, deferReturn uint32
	pcsp              uint32
	id, flag          byte
	pcdata, funcdata  []uint32
}

// readFuncs reads all records.
func readFuncs(mem *memory, t *tables) ([]function, error) {
	funcs := make([]function, t.count)
	for i := range funcs {
		at := t.records.addr + uint64(8*i)
		rec := t.records.addr + uint64(mem.u32(at+4))
		f := &funcs[i]
		*f = function{
			entryOff:    mem.u32(at),
			entry:       mem.u32(rec + recEntry),
			args:        mem.u32(rec + recArgs),
			deferReturn: mem.u32(rec + recDeferReturn),
			pcsp:        mem.u32(rec + recPCSP),
			id:          mem.u8(rec + recID),
			flag:        mem.u8(rec + recFlag),
			name:        nameAt(mem, t, mem.u32(rec+recName)),
		}
		npc, nfd := mem.u32(rec+recPCDataLen), uint32(mem.u8(rec+recFuncDataLen))
		if npc > maxPerFunc || nfd > maxPerFunc {
			return nil, &VersionError{fmt.Sprintf("function %d (%s) claims %d pcdata and %d "+
				"funcdata tables", i, f.name, npc, nfd)}
		}
		f.pcdata = words(mem, rec+recSize, npc)
		f.funcdata = words(mem, rec+recSize+4*uint64(npc), nfd)
		if mem.err != nil {
			return nil, mem.err
		}
	}
	return funcs, nil
}

func words(mem *memory, addr uint64, n uint32) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = mem.u32(addr + 4*uint64(i))
	}
	return out
}

// nameAt reads the name at an offset of the name table.
func nameAt(mem *memory, t *tables, off uint32) string {
	if uint64(off) >= t.names.size {
		if mem.err == nil {
			mem.err = fmt.Errorf("a function name lies at %d of %d bytes", off, t.names.size)
		}
		return ""
	}
	rest := mem.at(t.names.addr+uint64(off), t.names.size-uint64(off))
	if end := bytes.IndexByte(rest, 0); end >= 0 {
		return string(rest[:end])
	}
	return string(rest)
}

// pcTable returns the bytes of the pctab entry at off and the largest value in it. An entry is
// pairs of a zigzag value delta and a position delta, both varints; a zero value delta ends it,
// except in the first pair.
func pcTable(mem *memory, t *tables, off uint32) (entry []byte, most int32) {
	if uint64(off) >= t.pctab.size {
		if mem.err == nil {
			mem.err = fmt.Errorf("a pctab entry lies at %d of %d bytes", off, t.pctab.size)
		}
		return nil, 0
	}
	all := mem.at(t.pctab.addr+uint64(off), t.pctab.size-uint64(off))
	at, value := 0, int32(-1)
	most = -1
	for first := true; ; first = false {
		d, n := uvarint(all[min(at, len(all)):])
		if n > 0 && d == 0 && !first {
			return all[:at+1], most
		}
		_, n2 := uvarint(all[min(at+n, len(all)):])
		if n == 0 || n2 == 0 {
			if mem.err == nil {
				mem.err = fmt.Errorf("the pctab entry at %d does not end", off)
			}
			return nil, 0
		}
		value += int32(-(d & 1) ^ (d >> 1))
		most = max(most, value)
		at += n + n2
	}
}

// uvarint reads a varint of at most 32 bits; n is 0 where there is none.
func uvarint(b []byte) (v uint32, n int) {
	for n < len(b) && n < 5 {
		c := b[n]
		v |= uint32(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			return v, n
		}
	}
	return 0, 0
}

// funcDataSize returns how long the funcdata of a kind is at addr, and how it must be aligned.
func funcDataSize(mem *memory, kind int, addr uint64) (size, align uint64) {
	switch kind {
	case funcdataArgs, funcdataLocals: // count, bits, then count bitmaps
		n, bits := uint64(mem.u32(addr)), uint64(mem.u32(addr+4))
		return 8 + n*((bits+7)/8), 4
	case funcdataStackObjects: // count, then 16 bytes each
		return 8 + 16*min(mem.u64(addr), 1<<32), 8
	case funcdataOpenDefers: // two varints
		b := mem.at(addr, min(10, mem.end()-min(addr, mem.end())))
		_, n := uvarint(b)
		_, n2 := uvarint(b[n:])
		return uint64(n + n2), 1
	}
	panic("unreachable: kind is one that shrink keeps")
}
