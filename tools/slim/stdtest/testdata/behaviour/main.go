// Behaviour prints what a program can observe of the tables that slim rewrites. The test runs it
// natively and in Node, slimmed and with the overlay, and wants the same lines from all.
package main

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

func main() {
	recovering()
	wrappers()
	runtimeErrors()
	reflecting()
	goroutines()
	collecting()
	unwinding()
}

type caller interface{ Call() }

type direct struct{ n int }

// Call recovers by itself: behind a wrapper it still does.
func (d direct) Call() { fmt.Println("direct recovers", recover() != nil) }

type indirect struct{ n int }

// Call is inlined into its wrapper, and recover is one call too deep to have an effect.
func (i indirect) Call() { deep() }

//go:noinline
func deep() { fmt.Println("deep recovers", recover() != nil) }

//go:noinline
func panicking(c caller) {
	defer func() { fmt.Println("outer recovers", recover() != nil) }()
	defer c.Call()
	panic("p")
}

func recovering() {
	panicking(direct{})
	panicking(&direct{})
	panicking(indirect{})
	panicking(&indirect{})
	func() {
		defer func() { fmt.Println("literal recovers", recover()) }()
		defer func() { func() { fmt.Println("nested recovers", recover() != nil) }() }()
		panic("q")
	}()
	func() {
		defer func() { fmt.Println("second of two", recover()) }()
		defer func() { panic("two") }()
		panic("one")
	}()
}

// wrappers calls a value method on a nil pointer: the wrapper panics, with a text made from names.
func wrappers() {
	for _, c := range []caller{(*direct)(nil), (*indirect)(nil)} {
		func() {
			defer func() {
				err, ok := recover().(runtime.Error)
				fmt.Println("nil receiver:", ok && strings.HasPrefix(err.Error(), "value method"))
			}()
			c.Call()
		}()
	}
}

func runtimeErrors() {
	zero, three := 0, 3
	var m map[string]int
	var p *direct
	var c any = "text"
	for _, f := range []func(){
		func() { fmt.Println([]int{1, 2}[three]) },
		func() { fmt.Println("abc"[three+1:]) },
		func() { fmt.Println([]int{1, 2, 3}[three:zero]) },
		func() { fmt.Println([4]int([]int{1, 2, 3})) },
		func() { fmt.Println(1 / zero) },
		func() { m["a"] = 1 },
		func() { fmt.Println(p.n) },
		func() { fmt.Println(c.(int)) },
		func() { fmt.Println(make([]int, zero-1)) },
		func() { panic(fmt.Errorf("wrapped: %w", runtime.Error(nil))) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}

// reflecting grows the stack and collects while frames of reflect stubs are live; the runtime
// finds their arguments by the name of the stub.
func reflecting() {
	kind := reflect.TypeOf(func(*int, []string) (*int, string) { return nil, "" })
	made := reflect.MakeFunc(kind, func(in []reflect.Value) []reflect.Value {
		churn(200)
		return []reflect.Value{in[0], reflect.ValueOf(strings.Join(in[1].Interface().([]string), "+"))}
	}).Interface().(func(*int, []string) (*int, string))
	n := new(int)
	*n = 42
	p, s := made(n, []string{strings.Repeat("a", 3), strings.Repeat("b", 3)})
	fmt.Println("made func:", *p, s)

	method := reflect.ValueOf(&holder{strings.Repeat("h", 4)}).MethodByName("Held")
	held := method.Interface().(func(*int) string)
	fmt.Println("method value:", held(n))
}

type holder struct{ s string }

// Held returns its receiver's text after the heap has been churned.
func (h *holder) Held(n *int) string {
	churn(200)
	return fmt.Sprint(h.s, *n)
}

// churn uses depth frames of stack and fills the heap with other values.
func churn(depth int) {
	var pad [64]byte
	pad[depth%64] = 1
	if depth > 0 {
		churn(depth - 1)
		return
	}
	for range 3 {
		keep := make([][]byte, 0, 100)
		for i := range 100 {
			keep = append(keep, []byte(strings.Repeat("z", i)))
		}
		runtime.GC()
		runtime.KeepAlive(keep)
	}
}

// goroutines counts them: those of the program, not those of the runtime.
func goroutines() {
	start := runtime.NumGoroutine()
	stop, done := make(chan bool), make(chan bool)
	c := caller(waiter{stop, done})
	go c.Call()
	go waiter{stop, done}.Call()
	go func() { <-stop; done <- true }()
	runtime.Gosched()
	fmt.Println("goroutines:", start < 3, runtime.NumGoroutine()-start)
	close(stop)
	for range 3 {
		<-done
	}
}

type waiter struct{ stop, done chan bool }

func (w waiter) Call() { <-w.stop; w.done <- true }

func collecting() {
	freed := make(chan string, 2)
	func() {
		obj := &holder{strings.Repeat("f", 100)}
		runtime.AddCleanup(obj, func(s string) { freed <- s }, "cleanup ran")
	}()
	runtime.GC()
	runtime.GC()
	fmt.Println(<-freed)
}

func unwinding() {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer fmt.Println("deferred before Goexit")
		runtime.Goexit()
	}()
	<-done
	for i := range sequence {
		defer fmt.Println("deferred in range over func", i)
	}
	for i := range 3 {
		defer fmt.Println("deferred in a loop", i)
	}
}

func sequence(yield func(int) bool) {
	defer fmt.Println("sequence ends")
	_ = yield(1) && yield(2)
}
