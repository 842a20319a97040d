// Package floors answers: which package may import which, and why not another?
//
// The floors of engine/ are data. A package imports only what stands on floors below its
// own, so that the line of data can be read from the bottom up. Beside the floors stand
// the few standard packages that the engine may import, each with its reason, and no other:
// nothing in it opens a file or a connection, asks a clock or draws a random number. The test
// reads the sources itself: a test over the output of another program would be cached
// although the sources changed.
//
// Before: the sources. After: a test that fails with the reason.
package floors

// modulePath is the import path of the project.
const modulePath = "github.com/pageside/pageside"

// floors are the packages of engine/, lowest floor first; "" is engine itself. A package
// is listed when it exists.
var floors = [][]string{
	0: {"doc", "wire", "budget", "rank", "eval"},
	1: {"text", "filter", "shard"},
	2: {"analyze", "chunk", "fetch", "inverted", "store"},
	3: {"build", "index", "query"},
	4: {"search"},
	5: {},
	6: {},
	7: {""},
}

// standard are the packages that an engine package may import beside those of the engine
// (outside its tests), and for what. Whatever is not here reads a file, the network or a
// clock, or costs the page too much. Who adds a package reads first what it imports itself.
var standard = map[string]string{
	"cmp":          "comparing in the functions of slices",
	"maps":         "the keys of a map, to be sorted",
	"math":         "logarithms and powers of two; see exact",
	"math/bits":    "packing bits",
	"slices":       "sorting and searching",
	"sort":         "searching in what is no slice",
	"strconv":      "numbers in names and messages",
	"strings":      "cutting and building text",
	"unicode":      "classes of characters",
	"unicode/utf8": "characters of a text",
}

// rim are what wasm/search may import too, since it stands between the engine and the page.
var rim = map[string]string{
	"runtime": "letting the collector end its cycle after each call",
	"unsafe":  "the address of the buffer, which the page writes into",
}

// declined are packages that were wanted once, and why the engine goes without. They make
// the message better; a package that is missing here is refused all the same.
var declined = map[string]string{
	"os":                             "the engine does no I/O",
	"net":                            "the engine does no I/O",
	"io/fs":                          "the engine does no I/O",
	"time":                           "the engine has no clock; it costs the page 44 KB",
	"context":                        "cancelling comes through budget.Meter; it costs the page 67 KB",
	"syscall/js":                     "only wasm/ knows JavaScript",
	"math/rand":                      "the same input gives the same bytes",
	"math/rand/v2":                   "the same input gives the same bytes",
	"log":                            "errors are returned",
	"fmt":                            "it costs the page 132 KB",
	"encoding/json":                  "222 KB in the page; only the page module may read foreign JSON",
	"regexp":                         "it costs the page 104 KB",
	"compress/gzip":                  "the host inflates; build is handed a function",
	"compress/flate":                 "the host inflates; build is handed a function",
	"crypto/sha256":                  "the host verifies; build is handed a function",
	"unsafe":                         "hostile bytes stay within bounds",
	"reflect":                        "it keeps the linker from dropping what is not called",
	"golang.org/x/text/unicode/norm": "it costs the page 96 KB; engine/text has the tables",
	"github.com/kljensen/snowball":   "the stemmer is a function that build is handed",
}

// exact are what the engine may use of math: functions whose bits are the same on every
// machine. Exp, Pow and Tanh differ between amd64 and wasm, and FMA is not rounded in between.
var exact = map[string]string{
	"Exp2": "computed in Go everywhere, without assembly",
	"Log":  "amd64 has assembly for it, which agrees for every idf of up to 3,000 chunks",
	"Log2": "Log of the fraction, and the exponent",
}
