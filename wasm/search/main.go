//go:build js && wasm

// Command search is the lean engine of the page: search and nothing else.
//
// It answers: how does JavaScript ask the engine? Through one buffer. The host writes
// the input of a call to buffer(size), calls open, add or search with the number of
// bytes, and reads as many bytes of JSON as the call returns from buffer(0), which may
// have moved. An error is an answer too: {"error":{"code","file","text"}}; the codes are
// corrupt, version, foreign, closed (search before open) and internal.
//
//	buffer(size) → address of at least size bytes
//	open(size)   the manifest, inflated
//	add(size)    a part's name, a line feed, the part, inflated
//	search(size) lines of key=value, an empty line, the question; the keys are
//	             lang, limit, show, filter (key:value, may repeat) and explain (1)
//
// No export blocks, so no call can return before it is done; each ends by letting the
// collector's goroutines run, without which a collection could stay unfinished for
// ever. A panic is recovered and reported with the code "internal": the host then
// throws the instance away.
//
// Limits: the command must stay small, so it links none of what tools/wasm forbids.
//
// Before: web/src/engine.ts hands over what was fetched and what was asked. After: engine answers.
package main

import (
	"runtime"
	"unsafe"

	"github.com/pageside/pageside/engine"
)

// arenaBytes is the fixed memory for parts: three hundred term shards, or the whole of
// a site of a thousand pages.
const arenaBytes = 16 << 20

var (
	arena  [arenaBytes]byte // untouched pages of it cost nothing
	buf    []byte
	opened *engine.Engine
)

// smallestBuffer spares most calls a second allocation.
const smallestBuffer = 64 << 10

//go:wasmexport buffer
func buffer(size int32) unsafe.Pointer {
	if n := max(int(size), smallestBuffer); len(buf) < n {
		buf = make([]byte, n)
	}
	return unsafe.Pointer(unsafe.SliceData(buf))
}

//go:wasmexport open
func open(size int32) int32 {
	return answer(size, func(in []byte, w *jsonWriter) error {
		e, err := engine.Open(clone(in), engine.Options{Arena: arena[:]})
		if err != nil {
			return err
		}
		opened = e
		writeInfo(w, e.Info())
		return nil
	})
}

// clone copies input that is kept beyond the call.
func clone(b []byte) []byte { return append([]byte(nil), b...) }

//go:wasmexport add
func add(size int32) int32 {
	return answer(size, func(in []byte, w *jsonWriter) error {
		name, part := cut(in, '\n')
		if opened == nil {
			return errClosed
		}
		if err := opened.Add(string(name), part); err != nil {
			return err
		}
		w.raw("{}")
		return nil
	})
}

//go:wasmexport search
func ask(size int32) int32 {
	return answer(size, func(in []byte, w *jsonWriter) error {
		if opened == nil {
			return errClosed
		}
		res, err := opened.Search(readRequest(in))
		if err != nil {
			return err
		}
		writeResponse(w, &res)
		return nil
	})
}

// answer runs a call and puts its JSON into the buffer.
func answer(size int32, call func(in []byte, w *jsonWriter) error) (n int32) {
	w := &jsonWriter{}
	defer func() {
		if p := recover(); p != nil {
			w.out = w.out[:0]
			writePanic(w, p)
		}
		if len(buf) < len(w.out) {
			buf = make([]byte, 2*len(w.out))
		}
		n = int32(copy(buf, w.out))
		runtime.Gosched()
	}()
	if int(size) > len(buf) || size < 0 {
		size = 0
	}
	if err := call(buf[:size], w); err != nil {
		w.out = w.out[:0]
		writeError(w, err)
	}
	return n
}

func main() { select {} }
