package ship

import (
	"bytes"
	"compress/gzip"
	"errors"

	"github.com/andybalholm/brotli"
)

// window is brotli's largest window that every decoder must take: 16 MiB, more than a module.
const window = 24

// Brotli compresses. Its output at level 11 has the same length as that of the C library in Node.
func Brotli(b []byte, level int) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: level, LGWin: window})
	write(w, b)
	return out.Bytes()
}

// Gzip compresses at level 9, without a name or a time.
func Gzip(b []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // only for a level that does not exist
	}
	write(w, b)
	return out.Bytes()
}

// write writes b and closes w, which cannot fail because w writes to memory.
func write(w interface {
	Write([]byte) (int, error)
	Close() error
}, b []byte) {
	_, err := w.Write(b)
	if err := errors.Join(err, w.Close()); err != nil {
		panic(err)
	}
}
