package postlink

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// The names that stay. The empty name is offset 0 by the runtime's rule.
const (
	nameRuntime        = "runtime."
	nameWrapper        = "go.(*value).method"
	nameRuntimeWrapper = "runtime.(*value).method"
	nameMakeFunc       = "reflect.makeFuncStub"
	nameMethodValue    = "reflect.methodValueCall"
)

// findStep coarsens the table that finds a function by position: the runtime scans forward from
// the entry it gives, so an entry may be early, here by at most 15 functions. The table of 320
// bytes a function then compresses to almost nothing (2.6 KB less), for some ten nanoseconds a
// look-up.
const findStep = 16

// findBucket is the size of an entry of that table, in bytes; its first word is a function number.
const findBucket = 20

// shrinker collects what is kept, each distinct piece once, and then writes it back. Until write,
// the offsets in the functions are numbers of pieces.
type shrinker struct {
	mem         *memory
	t           *tables
	lay         layout
	names       []byte
	nameOffs    map[string]uint32
	pctab, data pool
	err         error
}

func newShrinker(mem *memory, t *tables, lay layout) *shrinker {
	return &shrinker{mem: mem, t: t, lay: lay, names: []byte{0},
		nameOffs: map[string]uint32{"": 0}}
}

func (s *shrinker) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// shrink drops from f what only traces use and notes what stays.
func (s *shrinker) shrink(f *function) {
	wrapper := f.id == s.lay.wrapper
	f.name = sharedName(f.name, wrapper)
	f.pcsp = s.keepPC(f.pcsp)
	inlined := uint64(0)
	for i, off := range f.pcdata {
		switch {
		case off == noPC:
		case i == pcdataStackMap, i == pcdataPanicBounds:
			f.pcdata[i] = s.keepPC(off)
		case i == pcdataInlTree && wrapper:
			_, most := pcTable(s.mem, s.t, off)
			inlined = uint64(most + 1)
			f.pcdata[i] = s.keepPC(off)
		default:
			f.pcdata[i] = noPC
		}
	}
	for i, off := range f.funcdata {
		switch {
		case off == noData:
		case i <= funcdataStackObjects, i == funcdataOpenDefers:
			size, align := funcDataSize(s.mem, i, s.t.funcdata.addr+uint64(off))
			f.funcdata[i] = s.keepData(off, size, align)
		case i == funcdataInlTree && inlined > 0:
			f.funcdata[i] = s.keepTree(off, inlined)
		default:
			f.funcdata[i] = noData
		}
	}
	f.pcdata = trimEnd(f.pcdata, noPC)
	f.funcdata = trimEnd(f.funcdata, noData)
}

// trimEnd drops absent tables from the end: a table beyond the count is absent as well.
func trimEnd(w []uint32, absent uint32) []uint32 {
	for len(w) > 0 && w[len(w)-1] == absent {
		w = w[:len(w)-1]
	}
	return w
}

// sharedName maps a function name to the one of the few shared names that keeps what the runtime
// reads from it.
func sharedName(name string, wrapper bool) string {
	method := wrapper && strings.Contains(name, ".(*") && strings.Contains(name, ").")
	system := strings.HasPrefix(name, nameRuntime)
	switch {
	case name == nameMakeFunc, name == nameMethodValue:
		return name
	case method && system:
		return nameRuntimeWrapper
	case method:
		return nameWrapper
	case system:
		return nameRuntime
	}
	return ""
}

// nameOff returns where name lies in the new name table, and puts it there.
func (s *shrinker) nameOff(name string) uint32 {
	off, ok := s.nameOffs[name]
	if !ok {
		off = uint32(len(s.names))
		s.nameOffs[name] = off
		s.names = append(append(s.names, name...), 0)
	}
	return off
}

func (s *shrinker) keepPC(off uint32) uint32 {
	if off == noPC {
		return noPC
	}
	entry, _ := pcTable(s.mem, s.t, off)
	return s.pctab.add(string(entry), 1) + 1 // 0 is taken: it means none
}

func (s *shrinker) keepData(off uint32, size, align uint64) uint32 {
	if uint64(off)+size > s.t.funcdata.size {
		s.fail("funcdata at %d is %d bytes long, beyond the table's %d", off, size,
			s.t.funcdata.size)
	}
	if s.err != nil || s.mem.err != nil {
		return noData
	}
	return s.data.add(string(s.mem.at(s.t.funcdata.addr+uint64(off), size)), align)
}

// keepTree keeps the inlining tree of a wrapper: entries of 16 bytes, of which the second word is
// a name and the fourth the line where the function starts.
func (s *shrinker) keepTree(off uint32, count uint64) uint32 {
	if count > 1<<16 {
		s.fail("an inlining tree has %d entries", count)
		return noData
	}
	tree := slices.Clone(s.mem.at(s.t.funcdata.addr+uint64(off), 16*count))
	if s.mem.err != nil {
		return noData
	}
	for e := tree; len(e) > 0; e = e[16:] {
		name := nameAt(s.mem, s.t, binary.LittleEndian.Uint32(e[4:]))
		binary.LittleEndian.PutUint32(e[4:], s.nameOff(sharedName(name, e[0] == s.lay.wrapper)))
		binary.LittleEndian.PutUint32(e[12:], 0)
	}
	return s.data.add(string(tree), 4)
}

// write puts the shrunk tables where the old ones were.
func (s *shrinker) write(funcs []function, rep *Report) error {
	pctab, pcOffs := s.pctab.lay([]byte{0}, s.t.pctab.addr)
	data, dataOffs := s.data.lay(nil, s.t.funcdata.addr)
	for i := range funcs {
		f := &funcs[i]
		if f.pcsp != noPC {
			f.pcsp = pcOffs[f.pcsp-1]
		}
		for j, number := range f.pcdata {
			if number != noPC {
				f.pcdata[j] = pcOffs[number-1]
			}
		}
		for j, number := range f.funcdata {
			if number != noData {
				f.funcdata[j] = dataOffs[number]
			}
		}
	}
	records := s.layRecords(funcs)
	rep.Functions = len(funcs)
	for _, p := range []struct {
		s      span
		b      []byte
		change *Change
	}{
		{s.t.names, s.names, &rep.Names}, {s.t.units, nil, new(Change)},
		{s.t.files, nil, &rep.Files}, {s.t.pctab, pctab, &rep.PCTab},
		{s.t.records, records, &rep.Records}, {s.t.funcdata, data, &rep.FuncData},
	} {
		*p.change = Change{int(p.s.size), len(p.b)}
		s.mem.fill(p.s, p.b)
	}
	s.coarsen()
	return s.mem.err
}

// coarsen rounds the function numbers of the look-up table down.
func (s *shrinker) coarsen() {
	for at := s.t.find.addr; at+findBucket <= s.t.find.end(); at += findBucket {
		first := s.mem.at(at, 4)
		n := binary.LittleEndian.Uint32(first)
		binary.LittleEndian.PutUint32(first, n-n%findStep)
	}
}

// layRecords writes functab: pairs of entry and record offset, the end, then the records.
func (s *shrinker) layRecords(funcs []function) []byte {
	le := binary.LittleEndian
	head := 8*len(funcs) + 4
	out := make([]byte, head)
	copy(out[head-4:], s.mem.at(s.t.records.addr+uint64(head-4), 4))
	for i := range funcs {
		f := &funcs[i]
		le.PutUint32(out[8*i:], f.entryOff)
		le.PutUint32(out[8*i+4:], uint32(len(out)))
		var rec [recSize]byte
		le.PutUint32(rec[recEntry:], f.entry)
		le.PutUint32(rec[recName:], s.nameOff(f.name))
		le.PutUint32(rec[recArgs:], f.args)
		le.PutUint32(rec[recDeferReturn:], f.deferReturn)
		le.PutUint32(rec[recPCSP:], f.pcsp)
		le.PutUint32(rec[recPCDataLen:], uint32(len(f.pcdata)))
		rec[recID], rec[recFlag] = f.id, f.flag
		rec[recFuncDataLen] = byte(len(f.funcdata))
		out = append(out, rec[:]...)
		for _, w := range slices.Concat(f.pcdata, f.funcdata) {
			out = le.AppendUint32(out, w)
		}
	}
	return out
}
