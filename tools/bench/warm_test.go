package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWarmTable(t *testing.T) {
	r := &report{Verb: "warm"}
	laps := []lap{{"a", 10, 5, 6, 10}, {"b", 10, 20, 21, 10}, {"c", 0, 90, 95, 20}}
	if err := warmTable(r, &site{Name: "tidb-zh"}, laps, "Chromium 1"); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"in the worker, ms     20.00  83.00  90.00",
		"in the worker, loops   2.00   4.25  4.50", "1 of 1 bars held"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	slow := &report{}
	if err := warmTable(slow, &site{}, []lap{{"a", 1, 51, 52, 10}}, ""); err != nil {
		t.Fatal(err)
	}
	if len(slow.missed()) != 1 {
		t.Errorf("5.1 loops: %v", slow.Bars)
	}
	for _, bad := range [][]lap{nil, {{"a", 1, 0, 1, 10}}, {{"a", 1, 5, 6, 0}}} {
		if err := warmTable(&report{}, &site{}, bad, ""); err == nil {
			t.Errorf("%v made a table", bad)
		}
	}
}

// The program that is measured is not an old one.
func TestOldProgramsAreRefused(t *testing.T) {
	root := t.TempDir()
	a := &app{root: root}
	t.Setenv("PAGESIDE", "")
	os.Unsetenv("PAGESIDE")
	for _, dir := range []string{"wasm", "tools/pageside", "tools/ingest", "tools/host"} {
		write(t, "package x", root, dir, "x.go")
	}
	source := write(t, "package engine", root, "engine", "engine.go")
	if _, err := pagesideEnv(a); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("without a program: %v", err)
	}
	program := write(t, "#!", root, "dist", "pageside")
	env, err := pagesideEnv(a)
	if err != nil || env[len(env)-1] != "PAGESIDE="+program {
		t.Errorf("a new program: %v", err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(source, later, later); err != nil {
		t.Fatal(err)
	}
	_, err = pagesideEnv(a)
	if err == nil || !strings.Contains(err.Error(), "older than its sources") {
		t.Errorf("an old program: %v", err)
	}
	write(t, "package engine", root, "engine", "engine_test.go")
	if err := os.Chtimes(source, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(root, "engine", "engine_test.go"), later, later); err != nil {
		t.Fatal(err)
	}
	if _, err := pagesideEnv(a); err != nil {
		t.Errorf("a test is no source of the program: %v", err)
	}
	t.Setenv("PAGESIDE", "/elsewhere")
	if _, err := pagesideEnv(a); err != nil {
		t.Errorf("a program that was named: %v", err)
	}
}
