package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// catch ends the process when it is told to, after what is being written has been finished
// or taken back, and says which.
func (a *app) catch() (stop func()) {
	ctx, stop := signal.NotifyContext(a.ctx, os.Interrupt, syscall.SIGTERM)
	a.ctx = ctx
	go func() {
		<-ctx.Done()
		stop() // who asks again does not want to wait
		if a.winds.Load() {
			return
		}
		a.sayStopped()
		os.Exit(exitStopped)
	}()
	return stop
}

// whole makes something appear at a place whole or not at all. Nothing that shows on disk
// is written in another way.
func (a *app) whole(place string, write func() error) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	if err := a.ctx.Err(); err != nil {
		return err
	}
	err := write()
	if err == nil {
		a.wrote = append(a.wrote, place)
	}
	return err
}

// done says what has been written.
func (a *app) done() string {
	a.writing.Lock()
	defer a.writing.Unlock()
	if len(a.wrote) == 0 {
		return "nothing was changed"
	}
	return strings.Join(a.wrote, " and ") + " had been written already"
}

// sayStopped says once that the work was interrupted.
func (a *app) sayStopped() {
	told := a.done() // which waits for what is being written
	a.stopped.Do(func() { fmt.Fprintf(a.errOut, "stopped; %s\n", told) })
}

// during waits for work that nobody can interrupt, but no longer than ctx lasts: the process
// is about to end then, and the work with it.
func during[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	ended := make(chan outcome, 1)
	go func() {
		value, err := work()
		ended <- outcome{value, err}
	}()
	select {
	case o := <-ended:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
