// Package module answers: which sections, imports, exports and initial memory does this
// WebAssembly file hold?
//
// It reads the binary format of the WebAssembly 1.0 specification (chapter 5) as far as the Go
// linker uses it: a magic, a version, then sections of one id byte, a LEB128 length and a body.
// Bodies stay as they are; only the import, export and data sections and the producers note are
// looked into. Writing a parsed module back gives the same sections with shortest lengths.
//
//	00 61 73 6d  01 00 00 00        "\0asm", version 1
//	id  len  body                   id 0 is custom: its body starts with a name
//	02  len  n (mod name kind …)*   imports
//	07  len  n (name kind index)*   exports
//	0b  len  n (00 41 addr 0b len bytes)*   data: what memory holds before the first call
//
// Limits: one memory, active data segments at constant addresses, an image of at most 256 MiB.
// Before: a compiler or linker. After: tools/slim/postlink, and the checks of tools/wasm.
package module

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// The section ids that this package looks into.
const (
	sectionCustom = 0
	sectionImport = 2
	sectionExport = 7
	sectionData   = 11
	sectionLast   = 12 // data count, the highest id of WebAssembly 1.0 with bulk memory
)

const header = "\x00asm\x01\x00\x00\x00"

// errNotWasm says that the bytes do not start like a WebAssembly module.
var errNotWasm = errors.New("not a WebAssembly 1.0 module: the first 8 bytes are others")

// Module is a parsed file: its sections in the order of the file.
type Module struct {
	Sections []Section
}

// Section is one section. Name is set for custom sections only, Body excludes it.
type Section struct {
	ID   byte
	Name string
	Body []byte
}

// Parse cuts b into sections. The bodies alias b.
func Parse(b []byte) (*Module, error) {
	if !bytes.HasPrefix(b, []byte(header)) {
		return nil, errNotWasm
	}
	r := &reader{b: b, off: len(header)}
	m := &Module{}
	for r.err == nil && r.off < len(b) {
		s := Section{ID: r.byte()}
		s.Body = r.bytes(r.uint())
		if s.ID > sectionLast {
			r.fail("section id %d is unknown", s.ID)
		}
		if s.ID == sectionCustom {
			in := &reader{b: s.Body, base: r.off - len(s.Body)}
			s.Name = in.name()
			s.Body = s.Body[in.off:]
			r.adopt(in)
		}
		m.Sections = append(m.Sections, s)
	}
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// Bytes writes the module out.
func (m *Module) Bytes() []byte {
	out := []byte(header)
	for _, s := range m.Sections {
		body := s.Body
		if s.ID == sectionCustom {
			body = append(appendName(nil, s.Name), body...)
		}
		out = append(out, s.ID)
		out = appendUint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out
}

// DropCustom removes the custom sections: names, producers and build id serve tools, not the page.
func (m *Module) DropCustom() {
	kept := m.Sections[:0]
	for _, s := range m.Sections {
		if s.ID != sectionCustom {
			kept = append(kept, s)
		}
	}
	m.Sections = kept
}

// section returns the first section with this id, or nil.
func (m *Module) section(id byte) *Section {
	for i := range m.Sections {
		if m.Sections[i].ID == id {
			return &m.Sections[i]
		}
	}
	return nil
}

// Imports lists what the host must provide, as "module.name", in the order of the file.
func (m *Module) Imports() ([]string, error) {
	s := m.section(sectionImport)
	if s == nil {
		return nil, nil
	}
	r := &reader{b: s.Body}
	var names []string
	for n := r.uint(); n > 0 && r.err == nil; n-- {
		mod, name := r.name(), r.name()
		if kind := r.byte(); kind != 0 {
			r.fail("import %s.%s is of kind %d, only functions are expected", mod, name, kind)
		}
		r.uint() // its type
		names = append(names, mod+"."+name)
	}
	return names, r.end()
}

// Exports lists what the host may use, in the order of the file.
func (m *Module) Exports() ([]string, error) {
	var names []string
	err := m.eachExport(func(name string, _ byte, _ int) { names = append(names, name) })
	return names, err
}

// ExportedFunctions lists the numbers of the functions that the host may call.
func (m *Module) ExportedFunctions() ([]int, error) {
	var numbers []int
	err := m.eachExport(func(_ string, kind byte, number int) {
		if kind == 0 {
			numbers = append(numbers, number)
		}
	})
	return numbers, err
}

func (m *Module) eachExport(f func(name string, kind byte, number int)) error {
	s := m.section(sectionExport)
	if s == nil {
		return nil
	}
	r := &reader{b: s.Body}
	for n := r.uint(); n > 0 && r.err == nil; n-- {
		f(r.name(), r.byte(), int(r.uint()))
	}
	return r.end()
}

// GoVersion returns what the Go linker wrote into the producers section, such as "go1.26.8", or
// "" where there is no such note.
func (m *Module) GoVersion() string {
	for _, s := range m.Sections {
		if s.ID != sectionCustom || s.Name != "producers" {
			continue
		}
		r := &reader{b: s.Body}
		for fields := r.uint(); fields > 0 && r.err == nil; fields-- {
			r.name()
			for values := r.uint(); values > 0 && r.err == nil; values-- {
				value, version := r.name(), r.name()
				if value == "Go" || strings.HasPrefix(value, "Go ") {
					return version
				}
			}
		}
	}
	return ""
}

// CorruptError says where the file stops making sense.
type CorruptError struct {
	Offset int // in bytes from the start of the file or of the section looked into
	What   string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("wasm: byte %d: %s", e.Offset, e.What)
}
