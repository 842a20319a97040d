//go:build linux || darwin

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakBytes is the largest resident set that a process had.
func peakBytes(p *os.ProcessState) (int64, bool) {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, false
	}
	if runtime.GOOS == "linux" { // which counts in kilobytes
		return usage.Maxrss * kb, true
	}
	return usage.Maxrss, true
}
