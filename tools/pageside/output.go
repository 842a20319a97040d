package main

import (
	"encoding/json"
	"io"
	"strings"
	"sync"
	"unicode"
)

// sink is where output ends. It keeps the first error, since nobody looks at each line that
// is printed.
type sink struct {
	w io.Writer

	mu  sync.Mutex
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// plain writes text for a terminal: titles and names of files come from anywhere, and a
// control character in them would move the cursor, or do worse. It is given whole
// characters.
type plain struct{ w io.Writer }

func (p plain) Write(text []byte) (int, error) {
	shown := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(string(text), "\r\n", "\n"))
	if _, err := io.WriteString(p.w, shown); err != nil {
		return 0, err
	}
	return len(text), nil
}

// oneLine is what a line of a list shows of a text that may have several.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// printJSON writes one value on one line, with the characters of every script as they are.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.json)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
