package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/pageside/pageside/tools/slim/postlink"
)

// stackFlag is what the Go distribution's own wrapper gives Node: deep recursion in tests needs
// more than the default of one megabyte.
const stackFlag = "--stack-size=8192"

// runInNode slims the program and runs it with Go's own host script, and returns its exit code.
func runInNode(program string, args []string) (int, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return 0, fmt.Errorf("%w; install Node 20 or newer, it runs js/wasm programs", err)
	}
	script, err := hostScript()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "slim")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	small := filepath.Join(dir, filepath.Base(program))
	if _, err := slimFile(program, small, postlink.Options{}); err != nil {
		return 0, err
	}
	// go test interrupts a program that takes too long; Node must end with us.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGQUIT,
		syscall.SIGTERM)
	defer stop()
	cmd := exec.CommandContext(ctx, node, append([]string{stackFlag, script, small}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// hostScript finds wasm_exec_node.js of the installed Go.
func hostScript() (string, error) {
	cmd := exec.Command("go", "env", "GOROOT")
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	path := filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec_node.js")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%w; Go 1.24 and newer have it in lib/wasm", err)
	}
	return path, nil
}
