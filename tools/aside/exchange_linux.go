package aside

import "golang.org/x/sys/unix"

// exchange lets two paths change places at once; false if the system or the file system
// cannot, or one of them is not there.
func exchange(a, b string) bool {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE) == nil
}
