// Command free answers: can a server listen there?
//
// make run asks before it builds, since an address that is in use would else be noticed after
// half a minute. The exit code is 1 if it cannot, and how to name another address is said.
//
// Before: an address. After: make builds and serves.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, errOut io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(errOut, "usage: free HOST:PORT")
		return 2
	}
	listener, err := net.Listen("tcp", args[0])
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		fmt.Fprintf(errOut, "%s: %v; choose another address, such as make run ADDR=localhost:8081, "+
			"or ADDR=localhost:0 for any free port\n", args[0], err)
		return 1
	}
	listener.Close()
	return 0
}
