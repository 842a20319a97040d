// Empty has two exports: one that computes, and one that panics and recovers.
package main

//go:wasmexport add
func add(a, b int32) int32 { return a + b }

//go:wasmexport index
func index(i int32) (n int32) {
	defer func() {
		if r := recover(); r != nil {
			n = int32(len(r.(error).Error()))
		}
	}()
	return []int32{7, 8, 9}[i]
}

func main() { select {} }
