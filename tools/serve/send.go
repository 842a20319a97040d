package serve

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/pageside/pageside/tools/assets"
)

const (
	minPacked = 256      // below this, compressing costs more than it saves
	maxPacked = 32 << 20 // above this, a file is sent as it is

	onTheWayBrotli = 4 // the level at which CDNs compress on the way
	onTheWayGzip   = 6
)

// body is what goes over the wire.
type body struct {
	data     io.ReadSeeker
	encoding string // "", "br" or "gzip"
}

// send answers with a file.
func (h visit) send(w http.ResponseWriter, r *http.Request, name string, status int) {
	if err := h.sendFile(w, r, name, status); err != nil {
		http.Error(w, "cannot read "+name, http.StatusInternalServerError)
	}
}

// sendFile returns an error before it has written anything. A status other than 200 has no
// ranges and no conditions.
func (h visit) sendFile(w http.ResponseWriter, r *http.Request, name string, status int) error {
	f, err := h.root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h.tellBlocked(f, name)
	b, err := h.encode(f, info, name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		return err
	}
	if c, ok := b.data.(io.Closer); ok {
		defer c.Close()
	}
	h.setHeaders(w, name)
	if mayPack(name) {
		w.Header().Set("Vary", "Accept-Encoding")
	}
	if b.encoding != "" {
		w.Header().Set("Content-Encoding", b.encoding)
	}
	if status != http.StatusOK {
		b.sendWhole(w, r, status)
		return nil
	}
	w.Header().Set("Etag", etag(info, b.encoding))
	if b.encoding != "" {
		r.Header.Del("Range") // a range of a compressed file is of no use to anybody
	}
	http.ServeContent(w, r, "", time.Time{}, b.data)
	return nil
}

func (b body) sendWhole(w http.ResponseWriter, r *http.Request, status int) {
	if size, err := b.data.Seek(0, io.SeekEnd); err == nil {
		w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	}
	w.WriteHeader(status)
	if _, err := b.data.Seek(0, io.SeekStart); err == nil && r.Method != http.MethodHead {
		io.Copy(w, b.data)
	}
}

// etag names a version of a file by its time and size, and the form it is sent in.
func etag(info os.FileInfo, encoding string) string {
	return fmt.Sprintf(`"%x-%x%s"`, info.ModTime().UnixNano(), info.Size(), encoding)
}

func mayPack(name string) bool { return packed[strings.ToLower(path.Ext(name))] }

// encode chooses the form of a file that is smallest of those the client takes: what
// lies beside it compressed, else compressed now.
func (h visit) encode(f *os.File, info os.FileInfo, name, accept string) (body, error) {
	plain := body{data: f}
	if !mayPack(name) || info.Size() < minPacked || info.Size() > maxPacked {
		return plain, nil
	}
	for _, form := range []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(accept, form.encoding) {
			continue
		}
		if beside := h.beside(name+form.ending, info.ModTime()); beside != nil {
			return body{beside, form.encoding}, nil
		}
		var out bytes.Buffer
		if err := compress(&out, f, form.encoding); err != nil {
			return plain, err
		}
		return body{bytes.NewReader(out.Bytes()), form.encoding}, nil
	}
	return plain, nil
}

// beside opens a file that was compressed beforehand, unless the original is newer.
func (h visit) beside(name string, original time.Time) *os.File {
	f, err := h.root.Open(name)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	stale := err == nil && info.ModTime().Before(original) && !assets.Hashed(path.Base(name))
	if err != nil || stale || !info.Mode().IsRegular() {
		f.Close()
		return nil
	}
	return f
}

func compress(out io.Writer, in io.Reader, encoding string) error {
	var w io.WriteCloser
	if encoding == "br" {
		w = brotli.NewWriterLevel(out, onTheWayBrotli)
	} else {
		z, err := gzip.NewWriterLevel(out, onTheWayGzip)
		if err != nil {
			return err
		}
		w = z
	}
	if _, err := io.Copy(w, in); err != nil {
		return err
	}
	return w.Close()
}

// accepts reads an Accept-Encoding header: "gzip, br;q=0.5"; a weight of 0 is a refusal.
func accepts(header, encoding string) bool {
	for _, item := range strings.Split(header, ",") {
		name, param, _ := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q, ok := strings.CutPrefix(strings.ReplaceAll(param, " ", ""), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		return !ok || err == nil && weight > 0
	}
	return false
}

// escape writes one name of a path so that it can stand in a Location.
func escape(name string) string { return (&url.URL{Path: name}).EscapedPath() }
