//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package aside

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file until it is closed or its process ends, however that ends; false if
// another has it, or the file system cannot.
func lock(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}
