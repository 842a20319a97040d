// Ending ends in the way that its argument names.
package main

import (
	"errors"
	"os"
)

type kind string

type point struct{ x, y int }

func main() {
	var m map[string]int
	switch os.Args[1] {
	case "error":
		panic(errors.New("boom 7"))
	case "text":
		panic("one\ntwo")
	case "kind":
		panic(kind("k"))
	case "struct":
		panic(point{1, 2})
	case "runtime":
		m["a"] = 1
	case "again":
		defer func() { panic("second") }()
		panic("first")
	case "deadlock":
		<-make(chan int)
	}
}
