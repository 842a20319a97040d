// Package stdtest answers: does Go still run right after slim, and after overlay and slim?
//
// It holds no code of its own. Its tests build the standard library's own tests for js/wasm, put
// each binary through slim just before Node runs it (go test -exec), and compare the outcome with
// a list: everything passes, except the tests that assert on what slim and the overlay take out on
// purpose, such as the text of a stack trace. Those must fail; one that passes fails the test,
// because then the list, or slim, is wrong. A second test runs a program of ours natively and
// slimmed, and wants the same lines.
//
// Limits: js/wasm only; Node and the Go distribution's wasm_exec_node.js must be there, otherwise
// the tests fail, they do not skip. About two minutes on two cores from a cold build cache; go test
// -short leaves the standard library out and says so.
// Before: tools/slim, tools/overlay. After: trust in dist/wasm.
package stdtest
