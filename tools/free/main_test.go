package main

import (
	"bytes"
	"net"
	"strings"
	"testing"
)

func TestFree(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"localhost:0"}, 0, ""},
		{[]string{taken.Addr().String()}, 1, "make run ADDR=localhost:8081"},
		{[]string{"nonsense"}, 1, "nonsense: "},
		{nil, 2, "usage"},
	} {
		var errOut bytes.Buffer
		code := run(c.args, &errOut)
		if code != c.code || !strings.Contains(errOut.String(), c.says) {
			t.Errorf("%q: %d, %q", c.args, code, errOut.String())
		}
	}
}
