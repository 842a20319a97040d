package ship

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pageside/pageside/tools/overlay/bodies"
)

// Variant says how to compile.
type Variant struct {
	Overlay bool // with the overlay, where it fits
	Names   bool // with function names, for symbolising; otherwise -s -w
}

// Builder runs go build for js/wasm. Close removes its folder.
type Builder struct {
	root, dir, overlay string
	experiment         string
	Warnings           []string
}

// oldCollector is the experiment that saves 8 KB of brotli against the default collector of Go 1.26
// and costs nothing on heaps without pointers, which ours are.
const oldCollector = "nogreenteagc"

// NewBuilder prepares a folder with the overlay for the installed Go.
func NewBuilder(root string) (*Builder, error) {
	dir, err := os.MkdirTemp("", "pageside-wasm")
	if err != nil {
		return nil, err
	}
	b := &Builder{root: root, dir: dir, experiment: oldCollector}
	env, err := b.goCommand("env", "GOROOT", "GOVERSION").Output()
	lines := strings.Split(strings.TrimSpace(string(env)), "\n")
	if err != nil || len(lines) != 2 {
		b.Close()
		return nil, fmt.Errorf("go env: %v, printed %q; is Go 1.26 in the path?", err, env)
	}
	res, err := bodies.Generate(bodies.Options{GOROOT: lines[0], Version: lines[1], Dir: dir})
	if err != nil {
		b.Close()
		return nil, err
	}
	b.overlay, b.Warnings = res.JSON, res.Warnings
	return b, nil
}

// Close removes the folder.
func (b *Builder) Close() error { return os.RemoveAll(b.dir) }

// Build compiles a package. What the toolchain does not know is left out with a warning and tried
// again; an error in our sources is an error.
func (b *Builder) Build(pkg string, v Variant) ([]byte, error) {
	for {
		out := filepath.Join(b.dir, "out.wasm")
		// -buildvcs=false: the commit must not change the bytes.
		args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", out}, outOfLine()...)
		if !v.Names {
			args = append(args, "-ldflags=-s -w")
		}
		overlay := v.Overlay && b.overlay != ""
		if overlay {
			args = append(args, "-overlay="+b.overlay)
		}
		msg, err := b.goCommand(append(args, pkg)...).CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return os.ReadFile(out)
		case !errors.As(err, &exit):
			return nil, fmt.Errorf("go build: %w", err)
		case b.experiment != "" && bytes.Contains(msg, []byte("unknown GOEXPERIMENT")):
			b.warn("this Go has no "+b.experiment, "built with the default collector", nil)
			b.experiment = ""
		case overlay:
			b.warn("the overlay does not compile", "built without it", msg)
			b.overlay = ""
		default:
			return nil, fmt.Errorf("go build %s: %w\n%s", pkg, err, bytes.TrimSpace(msg))
		}
	}
}

// warn notes what was left out, with the first lines of what the compiler said.
func (b *Builder) warn(what, then string, msg []byte) {
	lines := strings.SplitN(string(bytes.TrimSpace(msg)), "\n", 4)
	b.Warnings = append(b.Warnings, strings.TrimSpace(what+", "+then+" "+
		strings.Join(lines[:min(3, len(lines))], " | ")))
}

// goCommand runs Go for js/wasm, with nothing in the environment that could change the bytes.
func (b *Builder) goCommand(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = b.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=",
		"GOWASM=", "GOEXPERIMENT="+b.experiment)
	return cmd
}

// plain are packages of the engine whose functions are called a few times a search, not
// once a posting: compiled without inlining they are a tenth smaller, 8 KB of the module.
var plain = []string{
	"engine", "engine/filter", "engine/index", "engine/query", "engine/search", "engine/shard",
	"engine/store", "wasm/search",
}

func outOfLine() []string {
	var flags []string
	for _, p := range plain {
		flags = append(flags, "-gcflags="+modulePath+"/"+p+"=-l")
	}
	return flags
}
