// Empty is the smallest program of the kind that a page loads: one export and a main that stays.
package main

//go:wasmexport add
func add(a, b int32) int32 { return a + b }

func main() { select {} }
