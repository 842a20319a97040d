package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/pageside/pageside/tools/wasm/ship"
)

// program finds a program by the variable that names it, or by its usual name.
func program(variable, usual, how string) (string, error) {
	name := cmp.Or(os.Getenv(variable), usual)
	path, err := exec.LookPath(name)
	if err != nil {
		return "", needs(name+" is not there", how)
	}
	return path, nil
}

func findNode() (string, error) {
	return program("NODE", "node",
		"install Node 20 or later (Debian: apt-get install nodejs npm) or set NODE")
}

func findGo() (string, error) {
	return program("GO", "go", "install Go, or set GO")
}

// output runs a program and returns what it printed; its error carries what it complained
// about.
func output(ctx context.Context, dir string, env []string, stdin []byte, name string,
	args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, bytes.NewReader(stdin)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err,
			tail(complaint.String()))
	}
	return out.Bytes(), nil
}

// tail keeps the end of a long complaint, where the reason stands.
func tail(s string) string {
	const most = 2000
	s = strings.TrimSpace(s)
	if len(s) > most {
		s = "…" + s[len(s)-most:]
	}
	return s
}

// script bundles a module of tools/bench/node, with the page's TypeScript that it imports,
// into one file that Node runs.
func (a *app) script(name, into string) (string, error) {
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: a.root,
		EntryPoints:   []string{filepath.Join(a.root, "tools", "bench", "node", name)},
		Outfile:       filepath.Join(into, name),
		Bundle:        true, Write: true, Format: api.FormatESModule, Platform: api.PlatformNode,
		Target: api.ES2022, Charset: api.CharsetUTF8,
	})
	if len(result.Errors) > 0 {
		text := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return "", fmt.Errorf("bundle %s:\n%s", name, strings.Join(text, ""))
	}
	return filepath.Join(into, name), nil
}

// goBuild compiles a package of the project, for wasm or for this machine.
func (a *app) goBuild(pkg, out string, wasm bool) error {
	tool, err := findGo()
	if err != nil {
		return err
	}
	env := os.Environ()
	if wasm {
		env = append(env, "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	}
	_, err = output(a.ctx, a.root, env, nil, tool, "build", "-trimpath", "-ldflags=-s -w",
		"-o", out, pkg)
	return err
}

// wasmExec is Go's own script that runs a js/wasm program in Node.
func (a *app) wasmExec() (string, error) {
	tool, err := findGo()
	if err != nil {
		return "", err
	}
	root, err := output(a.ctx, a.root, os.Environ(), nil, tool, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	for _, dir := range []string{"lib", "misc"} { // misc before Go 1.24
		path := filepath.Join(strings.TrimSpace(string(root)), dir, "wasm", "go_js_wasm_exec")
		if exists(path) {
			return path, nil
		}
	}
	return "", needs("go_js_wasm_exec is not in GOROOT", "install Go with its lib/wasm folder")
}

// fewVariables is an environment that fits beside the arguments of a js/wasm program, which
// has 8 KB for both.
func fewVariables() (env []string) {
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "TMP", "SystemRoot"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// engineSources are the folders that the shipped engine is made of, and with.
var engineSources = []string{"engine", "wasm/search", "tools/slim", "tools/overlay",
	"tools/wasm/ship"}

// shippedEngine is the named engine; if none is named, dist/wasm/search.wasm, or a new one
// elsewhere if sources are newer.
func (a *app) shippedEngine(named, into string) (string, error) {
	if named != "" {
		return filepath.Abs(named)
	}
	path := filepath.Join(a.root, "dist", "wasm", "search.wasm")
	if built, err := os.Stat(path); err == nil {
		newer, err := a.newest(engineSources)
		if err != nil || !newer.After(built.ModTime()) {
			return path, err
		}
	}
	a.say("building the engine as it ships")
	_, err := ship.Run(ship.Options{Root: a.root, Mains: []string{"search"}, Out: into})
	return filepath.Join(into, "search.wasm"), err
}

// newest is when the last of the Go files below these folders was written, tests apart.
func (a *app) newest(folders []string) (last time.Time, err error) {
	for _, f := range folders {
		err = filepath.WalkDir(filepath.Join(a.root, f), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") {
				return err
			}
			info, err := os.Stat(p) // a stat that go test sees, so that it does not serve old results
			if err == nil && info.ModTime().After(last) {
				last = info.ModTime()
			}
			return err
		})
		if err != nil {
			return last, err
		}
	}
	return last, nil
}
