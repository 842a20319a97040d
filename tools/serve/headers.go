package serve

import (
	"path"
	"strings"

	"github.com/pageside/pageside/tools/assets"
)

// header is one line that goes with a file.
type header struct{ Name, Value string }

// contentSecurityPolicy lets a page run scripts, styles and WebAssembly of its own host
// and nothing else; markup from strings needs a Trusted Types policy: ours, or lit's on
// pages that use lit themselves.
const contentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types lit-html pageside"

// security goes with every file of a site.
var security = []header{
	{"Content-Security-Policy", contentSecurityPolicy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "strict-origin-when-cross-origin"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Strict-Transport-Security", "max-age=31536000"},
}

// How long a browser may keep a file without asking again.
const (
	forever = "public, max-age=31536000, immutable" // its name changes when its content does
	askAnew = "no-cache"                            // kept, but asked about at each use
)

// parts are the files of an index that are gzip inside. They must reach the engine as
// they are: a host that packed or unpacked them would break their checksums.
var parts = []header{
	{"Content-Type", "application/octet-stream"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
}

// types are the content types by ending. There is no asking the machine's own table:
// it differs from machine to machine and takes .ps for PostScript.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".htm": "text/html; charset=utf-8",
	".xhtml": "application/xhtml+xml", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".json": "application/json", ".map": "application/json", ".wasm": "application/wasm",
	".webmanifest": "application/manifest+json", ".xml": "application/xml",
	".rss": "application/rss+xml", ".atom": "application/atom+xml",
	".txt": "text/plain; charset=utf-8", ".md": "text/markdown; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".vtt": "text/vtt; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf",
	".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".ogg": "audio/ogg",
	".pdf": "application/pdf", ".zip": "application/zip",
	".ps": "application/octet-stream", ".bin": "application/octet-stream",
}

const unknownType = "application/octet-stream"

// packed are the types that a host compresses on the way; all others are sent as stored.
var packed = map[string]bool{".html": true, ".htm": true, ".xhtml": true, ".css": true,
	".js": true, ".mjs": true, ".json": true, ".map": true, ".wasm": true, ".svg": true,
	".webmanifest": true, ".xml": true, ".rss": true, ".atom": true, ".txt": true, ".csv": true,
	".vtt": true, ".ttf": true, ".otf": true, ".ico": true, ".md": true}

// headersOf lists the headers that a file is sent with, apart from those about its encoding.
// name is its path below the root of the site, with slashes. An index folder is any
// folder whose files carry our names.
func headersOf(name string) []header {
	base := path.Base(name)
	h := append([]header{}, security...)
	if isPart(base) {
		h = append(h, parts...)
	} else {
		h = append(h, header{"Content-Type", typeOf(name)})
	}
	if assets.Hashed(base) {
		return append(h, header{"Cache-Control", forever})
	}
	return append(h, header{"Cache-Control", askAnew})
}

func isPart(base string) bool {
	return base == "manifest.bin" || strings.HasSuffix(base, ".ps") && assets.Hashed(base)
}

func typeOf(name string) string {
	if t := types[strings.ToLower(path.Ext(name))]; t != "" {
		return t
	}
	return unknownType
}

// maxRules is how many rules a _headers file may have on Cloudflare.
const maxRules = 100

// File writes the text of a _headers file, which Cloudflare and Netlify read at the root
// of a site, for an index in the folder prefix ("/_pageside/") that holds these files.
// The rules say the same as headersOf.
func File(prefix string, names []string) string {
	var b strings.Builder
	rule := func(pattern string, headers ...header) {
		b.WriteString(pattern + "\n")
		for _, h := range headers {
			b.WriteString("  " + h.Name + ": " + h.Value + "\n")
		}
	}
	b.WriteString("# Search index: merge these rules into _headers at the root of the site.\n")
	rule(prefix+"*.ps", append([]header{{"Cache-Control", forever}}, parts...)...)
	rule(prefix+"manifest.bin", append([]header{{"Cache-Control", askAnew}}, parts...)...)
	count := 2
	for _, name := range names {
		packedBeside := strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
		if strings.HasSuffix(name, ".ps") || packedBeside || name == "manifest.bin" ||
			name == "_headers" || count == maxRules {
			continue
		}
		policy := askAnew
		if assets.Hashed(name) {
			policy = forever
		}
		rule(prefix+name, header{"Cache-Control", policy})
		count++
	}
	b.WriteString("\n# For the whole site, if no page of it has scripts or styles inside:\n")
	b.WriteString("# without the marks in front, these lines are the strict policy.\n")
	b.WriteString("# /*\n")
	for _, h := range security {
		b.WriteString("#   " + h.Name + ": " + h.Value + "\n")
	}
	return b.String()
}

// Site writes the rules for a whole site that keeps to the strict policy, as our own
// does: [File] with the security headers in force.
func Site(prefix string, names []string) string {
	index, _, _ := strings.Cut(File(prefix, names), "\n\n#")
	_, index, _ = strings.Cut(index, "\n")
	var b strings.Builder
	b.WriteString("/*\n")
	for _, h := range security {
		b.WriteString("  " + h.Name + ": " + h.Value + "\n")
	}
	return b.String() + index + "\n"
}
