package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

const barWidth = 30

// Tests do not wait.
var (
	barAfter = time.Second            // shorter work is not worth a bar
	barEvery = 100 * time.Millisecond // drawing costs time too
)

// bar is a progress bar on a terminal; elsewhere, and in the first second, it is silent.
type bar struct {
	w io.Writer // nil: not a terminal

	mu         sync.Mutex
	what       string
	began, hit time.Time
	drawn      bool
}

// progress starts a bar about some work.
func (a *app) progress(what string) *bar {
	return &bar{w: a.terminal, what: what, began: time.Now()}
}

// progressBeside is a bar about work that prints as it goes: on a terminal, what is printed
// says how far it is.
func (a *app) progressBeside(what string) *bar {
	b := a.progress(what)
	if a.toTerminal {
		b.w = nil
	}
	return b
}

// terminalOf is the terminal that a writer leads to; nil if it is none.
func terminalOf(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && isTerminal(f) {
		return f
	}
	return nil
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// phase says that other work has begun, of which nothing is known yet.
func (b *bar) phase(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.what, b.hit = what, time.Time{}
	b.draw("")
}

// set draws how far the work is; a total of 0 means that it is not known.
func (b *bar) set(done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if total <= 0 {
		b.draw(fmt.Sprintf(" %d", done))
		return
	}
	full := min(barWidth, barWidth*done/total)
	b.draw(fmt.Sprintf(" [%s%s] %d/%d", strings.Repeat("#", full),
		strings.Repeat(".", barWidth-full), done, total))
}

// draw draws what the work is and how far, unless that was done a moment ago.
func (b *bar) draw(howFar string) {
	now := time.Now()
	if b.w == nil || now.Sub(b.began) < barAfter || now.Sub(b.hit) < barEvery {
		return
	}
	b.hit, b.drawn = now, true
	fmt.Fprintf(b.w, "\r\x1b[K%s%s", b.what, howFar)
}

// end wipes the bar. Work that nobody waits for any more may still tell it how far it is.
func (b *bar) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
	b.w, b.drawn = nil, false
}
