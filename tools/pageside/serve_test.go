package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// lines is a writer that a server and a test share.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// The verb says where it serves, plays dead after so many requests, and stops when it is
// interrupted.
func TestServeVerb(t *testing.T) {
	root := t.TempDir()
	page := filepath.Join(root, "index.html")
	if err := os.WriteFile(page, []byte("<h1>x</h1>"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out, errOut lines
	code := make(chan int, 1)
	go func() {
		code <- run(&app{ctx: ctx, in: strings.NewReader(""), out: &out, errOut: &errOut},
			[]string{"serve", root, "--addr", "localhost:0", "--offline-after", "2"})
	}()
	url := waitForURL(t, &out, code)
	for i, want := range []int{200, 404, 503} {
		path := []string{"", "missing", ""}[i]
		r, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("request %d: %d %q, want %d", i+1, r.StatusCode, body, want)
		}
	}
	interrupt()
	if got := <-code; got != exitOK || errOut.String() != "" {
		t.Errorf("exit code %d, %s", got, errOut.String())
	}
}

func waitForURL(t *testing.T, out *lines, code chan int) string {
	t.Helper()
	find := regexp.MustCompile(`at (http://localhost:\d+/)`)
	for range 500 {
		if m := find.FindStringSubmatch(out.String()); m != nil {
			return m[1]
		}
		select {
		case c := <-code:
			t.Fatalf("ended with %d", c)
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Fatal("it never said where it serves")
	return ""
}

func TestServeVerbErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"serve", filepath.Join(t.TempDir(), "gone")}, "name the folder of a built site"},
		{[]string{"serve", t.TempDir(), "--addr", "nonsense"}, "choose another --addr"},
		{[]string{"serve", t.TempDir(), "--offline-after=-1"}, "may not be negative"},
	} {
		var out, errOut lines
		code := run(&app{ctx: t.Context(), in: strings.NewReader(""), out: &out, errOut: &errOut}, c.args)
		if code != exitError || !strings.Contains(errOut.String(), c.want) {
			t.Errorf("%v: %d, %q", c.args, code, errOut.String())
		}
	}
}
