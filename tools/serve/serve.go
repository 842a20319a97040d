// Package serve answers: how does a static host send this site?
//
// It serves a folder as the hosts do that a site is made for: the right types, files
// compressed beforehand where a .br or .gz lies beside them and on the way where not,
// hashed names kept for ever and everything else asked about anew, a folder's index, an
// address without .html, the nearest 404.html, and the security headers of headers.go,
// from which the _headers file for other hosts is written too.
//
// Parts of an index are gzip inside and are sent as they are. Nothing outside the folder
// is reachable, nor are hidden files in it. The folder is opened for each request, since a
// build puts a new one in its place.
//
// It can play dead: a handler that is [Handler.Offline], or that has answered as many
// requests as it was told to, answers 503. That shows what a page can do without a
// network.
//
// Limits: for looking at a site on one's own machine. It has no TLS, no logs and no
// rate limits.
//
// Before: a built site. After: a browser.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"
)

// Options of a handler. The zero value is the default.
type Options struct {
	// OfflineAfter answers 503 from that many requests on. Default 0: never.
	OfflineAfter int
	// AnyScript leaves out the Content-Security-Policy, for sites with scripts and styles
	// inside their pages. Default: the strict policy.
	AnyScript bool
	// Blocked is told of the first page that is sent with something in it that the policy
	// blocks, and what that is. Default: nobody is told.
	Blocked func(page, what string)
}

// Handler serves one folder.
type Handler struct {
	Offline atomic.Bool // answer 503 to everything

	opt    Options
	folder string
	served atomic.Int64
	told   atomic.Bool // of a page with something that is blocked
}

// New looks whether there is a folder to serve.
func New(folder string, opt Options) (*Handler, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("serve %s: %w; name the folder of a built site", folder,
			reason(err))
	}
	return &Handler{opt: opt, folder: folder}, root.Close()
}

// visit is the folder as one request finds it.
type visit struct {
	*Handler
	root *os.Root
}

func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := h.served.Add(1)
	switch {
	case h.Offline.Load() || h.opt.OfflineAfter > 0 && n > int64(h.opt.OfflineAfter):
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "offline on purpose", http.StatusServiceUnavailable)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	root, err := os.OpenRoot(h.folder)
	if err != nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, fmt.Sprintf("%s: %v; build the site again", h.folder, reason(err)),
			http.StatusServiceUnavailable)
		return
	}
	defer root.Close()
	visit{h, root}.answer(w, r)
}

func (h visit) answer(w http.ResponseWriter, r *http.Request) {
	name, ok := clean(r.URL.Path)
	if !ok {
		h.notFound(w, r, "")
		return
	}
	file, to := h.find(name, strings.HasSuffix(r.URL.Path, "/"))
	switch {
	case to != "":
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusTemporaryRedirect)
	case file == "":
		h.notFound(w, r, name)
	default:
		h.send(w, r, file, http.StatusOK)
	}
}

// clean turns the path of a request into a name below the root. Hidden files, and the
// _headers file, which is for hosts, are not for browsers.
func clean(p string) (string, bool) {
	if strings.ContainsAny(p, "\\\x00") {
		return "", false
	}
	name := strings.TrimPrefix(path.Clean("/"+p), "/")
	if name == "" {
		return ".", true
	}
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") && part != ".well-known" {
			return "", false
		}
	}
	return name, path.Base(name) != "_headers"
}

// find is the file for a name, or where to send a browser that left out the slash of a
// folder.
func (h visit) find(name string, slash bool) (file, redirect string) {
	info, err := h.root.Stat(name)
	switch {
	case err != nil && !slash && h.isFile(name+".html"):
		return name + ".html", ""
	case err != nil:
		return "", ""
	case !info.IsDir():
		if slash || !info.Mode().IsRegular() {
			return "", ""
		}
		return name, ""
	}
	index := path.Join(name, "index.html")
	if !h.isFile(index) {
		return "", ""
	}
	if !slash && name != "." {
		return "", "./" + escape(path.Base(name)) + "/"
	}
	return index, ""
}

func (h visit) isFile(name string) bool {
	info, err := h.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// notFound sends the 404.html nearest to the name that was asked for.
func (h visit) notFound(w http.ResponseWriter, r *http.Request, name string) {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if page := path.Join(dir, "404.html"); h.isFile(page) {
			h.send(w, r, page, http.StatusNotFound)
			return
		}
		if dir == "." {
			break
		}
	}
	h.setHeaders(w, "404.txt")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		io.WriteString(w, "404: there is no such page\n")
	}
}

func (h *Handler) setHeaders(w http.ResponseWriter, name string) {
	for _, header := range headersOf(name) {
		if h.opt.AnyScript && header.Name == "Content-Security-Policy" {
			continue
		}
		w.Header().Set(header.Name, header.Value)
	}
}

// Run serves until ctx ends, then lets running requests finish. It calls ready with the
// address once it listens.
func Run(ctx context.Context, addr string, h http.Handler, ready func(url string)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w; choose another --addr, such as localhost:0 for "+
			"any free port", addr, netReason(err))
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	ready("http://" + shownAddr(addr, listener.Addr()) + "/")
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return server.Shutdown(last)
}

// shownAddr keeps the host that was asked for: localhost reads better than 127.0.0.1.
func shownAddr(asked string, got net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	_, port, err2 := net.SplitHostPort(got.String())
	if err != nil || err2 != nil || host == "" {
		return got.String()
	}
	return net.JoinHostPort(host, port)
}

func netReason(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}
