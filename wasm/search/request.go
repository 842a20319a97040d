//go:build js && wasm

package main

import (
	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
)

// cut splits b at the first sep; without one, all of it is before.
func cut(b []byte, sep byte) (before, after []byte) {
	for i, c := range b {
		if c == sep {
			return b[:i], b[i+1:]
		}
	}
	return b, nil
}

// readRequest reads the lines before the question and the question.
func readRequest(in []byte) engine.Request {
	var r engine.Request
	for {
		var line []byte
		line, in = cut(in, '\n')
		if len(line) == 0 {
			break
		}
		key, value := cut(line, '=')
		switch string(key) {
		case "lang":
			r.Lang = string(value)
		case "limit":
			r.Limit = number(value)
		case "show":
			r.Show = number(value)
		case "explain":
			r.Explain = string(value) == "1"
		case "filter":
			k, v := cut(value, ':')
			r.Filter = append(r.Filter, doc.Label{Key: string(k), Value: string(v)})
		}
	}
	r.Query = string(in)
	return r
}

// number reads a small decimal; what is not one is 0. A leading minus is honoured.
func number(b []byte) int {
	n, sign := 0, 1
	for i, c := range b {
		switch {
		case i == 0 && c == '-':
			sign = -1
		case '0' <= c && c <= '9' && n < 1e6:
			n = n*10 + int(c-'0')
		default:
			return 0
		}
	}
	return sign * n
}
