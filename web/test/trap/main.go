//go:build js && wasm

// Command trap answers: what does the page do when a Go program misbehaves?
//
// It speaks the in/out buffer of wasm/search and has one export per trap of the Go runtime that
// the host shim must survive: memory that grows under a view, goroutines that are runnable but
// never scheduled, an export that blocks, a panic that nobody recovers. `open` and `search` make
// it an engine for the dialog: the query names the trap, any other query counts the searches that
// this instance has seen. The tests of web/ start it through web/src/host.ts.
//
// Before: nothing. After: web/test/host.test.mjs and fault.test.mjs.
package main

import (
	"bytes"
	"runtime"
	"runtime/metrics"
	"strconv"
	"unsafe"
)

var (
	buf      []byte
	keep     [][]byte
	stray    = make(chan int)
	searches int
)

func main() { select {} }

//go:wasmexport buffer
func buffer(size int32) uint32 {
	if int(size) > len(buf) {
		buf = make([]byte, size)
	}
	if len(buf) == 0 {
		buf = make([]byte, 64)
	}
	return uint32(uintptr(unsafe.Pointer(&buf[0])))
}

func answer(s string) int32 {
	buffer(int32(len(s)))
	return int32(copy(buf, s))
}

// echo answers with the length and the sum of its input.
//
//go:wasmexport echo
func echo(size int32) int32 {
	sum := 0
	for _, c := range buf[:size] {
		sum += int(c)
	}
	return answer(`{"size":` + strconv.Itoa(int(size)) + `,"sum":` + strconv.Itoa(sum) + `}`)
}

// grow makes memory grow in the middle of a call and answers only afterwards.
//
//go:wasmexport grow
func grow(size int32) int32 {
	keep = append(keep, make([]byte, 8<<20))
	return echo(size)
}

// churn makes garbage while goroutines and finalizers are runnable that nobody schedules.
//
//go:wasmexport churn
func churn(size int32) int32 {
	go func() { <-stray }()
	for range 64 {
		kept := make([]byte, 64<<10)
		runtime.SetFinalizer(&kept[0], func(*byte) {})
		keep = [][]byte{kept}
	}
	return answer("{}")
}

// heap answers what became of the garbage.
//
//go:wasmexport heap
func heap(size int32) int32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return answer(`{"cycles":` + strconv.Itoa(int(m.NumGC)) +
		`,"heap":` + strconv.Itoa(int(m.HeapSys)) + `}`)
}

// env answers with the runtime's own idea of GOGC, which only the environment can have told it.
//
//go:wasmexport env
func env(size int32) int32 {
	gogc := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(gogc)
	return answer(`{"gogc":` + strconv.FormatUint(gogc[0].Value.Uint64(), 10) + `}`)
}

// block never returns an answer.
//
//go:wasmexport block
func block(size int32) int32 { return int32(<-stray) }

// crash panics and recovers nothing.
//
//go:wasmexport crash
func crash(size int32) int32 { panic("trap: on purpose") }

// open is content with any manifest.
//
//go:wasmexport open
func open(size int32) int32 {
	return answer(`{"version":1,"pages":1,"langs":{"en":1},"bytes":1,"parts":0}`)
}

// search falls into the trap that the query names.
//
//go:wasmexport search
func search(size int32) int32 {
	searches++
	_, query, _ := bytes.Cut(buf[:size], []byte("\n\n"))
	switch string(query) {
	case "crash":
		return crash(0)
	case "block":
		return block(0)
	case "loop":
		for {
			searches++
		}
	case "recovered":
		return answer(`{"error":{"code":"internal","file":"","text":"recovered"}}`)
	}
	return answer(`{"missing":[],"total":1,"results":[{"id":"a","url":"/a/","title":"search ` +
		strconv.Itoa(searches) + `","titleMarks":[],"lang":"en","score":1,"labels":[],` +
		`"passages":[]}],"suggest":[],"popular":[]}`)
}
