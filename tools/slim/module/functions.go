package module

import (
	"bytes"
	"slices"
)

// nameFunctions is the part of the custom section "name" that names functions.
const nameFunctions = 1

// Function is one function with a body. Name is "" where the file has no name section (a build
// with -ldflags -s).
type Function struct {
	Name string
	Size int // bytes of its body in the code section
}

// Functions lists the functions with bodies, in the order of the file.
func (m *Module) Functions() ([]Function, error) {
	imports, err := m.Imports()
	if err != nil {
		return nil, err
	}
	bodies, err := m.Bodies()
	if err != nil {
		return nil, err
	}
	fns := make([]Function, len(bodies))
	for i, b := range bodies {
		fns[i].Size = len(b)
	}
	for _, s := range m.Sections {
		if s.ID == sectionCustom && s.Name == "name" {
			err = nameAll(s.Body, fns, uint64(len(imports)))
		}
	}
	return fns, err
}

// nameAll reads the name section; function numbers in it count the imports first.
func nameAll(body []byte, fns []Function, imports uint64) error {
	r := &reader{b: body}
	for r.err == nil && r.off < len(body) {
		kind, part := r.byte(), r.bytes(r.uint())
		if kind != nameFunctions {
			continue
		}
		in := &reader{b: part, base: r.off - len(part)}
		for n := in.uint(); n > 0 && in.err == nil; n-- {
			index, name := in.uint(), in.name()
			if index < imports {
				continue
			}
			if index-imports >= uint64(len(fns)) {
				in.fail("name for function %d of %d", index, len(fns))
				break
			}
			fns[index-imports].Name = name
		}
		r.adopt(in)
	}
	return r.err
}

// SameCode reports whether two modules have the same code section. Builds with and without names
// have, so positions in one can be looked up in the other.
func (m *Module) SameCode(other *Module) bool {
	a, b := m.section(sectionCode), other.section(sectionCode)
	return a != nil && b != nil && bytes.Equal(a.Body, b.Body)
}

// WithoutBodies returns a copy in which the bodies of some functions are zeros, to measure what
// they weigh. The copy cannot run.
func (m *Module) WithoutBodies(drop func(i int) bool) (*Module, error) {
	out := &Module{Sections: slices.Clone(m.Sections)}
	bodies, err := m.Bodies()
	for i, b := range bodies {
		if drop(i) {
			bodies[i] = make([]byte, len(b))
		}
	}
	out.SetBodies(bodies)
	return out, err
}
