// Package floors answers: which package may import which, and why not another?
//
// The floors of engine/ are data. A package imports only what stands on floors below its
// own, so that the line of data can be read from the bottom up. Beside the floors stands
// what no engine package may import at all, each with its reason. The test reads the
// sources itself: a test over the output of another program would be cached although
// the sources changed.
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

// banned are packages that no engine package may import (outside its tests).
var banned = map[string]string{
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

// pure are what the engine may not do in an expression, with the reason. They are
// looked for as calls in the sources.
var pure = map[string]string{
	"math.Exp":  "its bits differ between amd64 and wasm; math.Exp2 agrees",
	"math.Pow":  "its bits differ between amd64 and wasm",
	"math.Tanh": "its bits differ between amd64 and wasm",
	"math.FMA":  "the same sum on every machine",
}
