package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// printJSON writes one value on one line, with the characters of every script as they are.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// size prints bytes as people read them; a KB has 1,024, as in the budgets.
func size(n int64) string {
	switch {
	case n < kb:
		return fmt.Sprintf("%d B", n)
	case n < kb*kb:
		return fmt.Sprintf("%.1f KB", float64(n)/kb)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/kb/kb)
}

// plural is "1 page" or "2 pages".
func plural(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(one, "y"))
	}
	return fmt.Sprintf("%d %ss", n, one)
}

const (
	barAfter = time.Second            // shorter work is not worth a bar
	barEvery = 100 * time.Millisecond // drawing costs time too
	barWidth = 30
)

// bar is a progress bar on a terminal; elsewhere, and in the first second, it is silent.
type bar struct {
	w          io.Writer // nil: not a terminal
	what       string
	began, hit time.Time
	drawn      bool
}

// progress starts a bar about some work.
func (a *app) progress(what string) *bar {
	b := &bar{what: what, began: time.Now()}
	if f, ok := a.errOut.(*os.File); ok && isTerminal(f) {
		b.w = f
	}
	return b
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// set draws how far the work is; a total of 0 means that it is not known.
func (b *bar) set(done, total int) {
	if b.w == nil {
		return
	}
	now := time.Now()
	if now.Sub(b.began) < barAfter || now.Sub(b.hit) < barEvery {
		return
	}
	b.hit, b.drawn = now, true
	if total <= 0 {
		fmt.Fprintf(b.w, "\r\x1b[K%s %d", b.what, done)
		return
	}
	full := min(barWidth, barWidth*done/total)
	fmt.Fprintf(b.w, "\r\x1b[K%s [%s%s] %d/%d", b.what, strings.Repeat("#", full),
		strings.Repeat(".", barWidth-full), done, total)
}

// end wipes the bar.
func (b *bar) end() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
