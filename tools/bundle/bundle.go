// Command bundle answers: which files does a browser load, and under which names?
//
// It turns web/src into self-contained modules with esbuild's Go API, so that the build needs no
// Node process (npm only supplies lit's files). Names that pages write down are stable, everything
// else carries the hash of its content and may be cached for ever:
//
//	pageside.js            the trigger: all that a page loads before anybody searches
//	client.js              the search API without an interface
//	dialog-<hash>.js       the dialog, with lit and the client inside
//	worker-<hash>.js       the module worker that runs the engine
//	engine-<hash>.wasm     the engine, with .br and .gz beside it when they exist
//	*.LEGAL.txt            licences of what is inside, linked from the file they belong to
//
// A file that names another is built after it, so each file is one request and no file is found
// only by reading another one: the trigger knows the dialog and the engine, the client knows the
// worker and the engine. Shared modules are small and are repeated instead of split.
//
// lit's own Trusted Types policy is replaced by ours (policy.go), so that the dialog opens on pages
// that use lit; a lit whose source does not fit stops the build.
//
// Limits: it does not check types (`npm run check` in web/ does) and writes no source maps.
//
// Before: web/src and dist/wasm/search.wasm. After: tools/assets embeds the folder.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options says where files come from and go to. The zero value works in the root of the project.
type Options struct {
	Web    string // folder with src/ and node_modules/; "" means web
	Engine string // the wasm file; "" means dist/wasm/search.wasm
	Out    string // the folder to fill; "" means tools/assets/dist
	Plain  bool   // leave the code readable; for debugging only
}

func (o Options) defaults() Options {
	for _, d := range []struct {
		field *string
		value string
	}{
		{&o.Web, "web"},
		{&o.Engine, filepath.Join("dist", "wasm", "search.wasm")},
		{&o.Out, filepath.Join("tools", "assets", "dist")},
	} {
		if *d.field == "" {
			*d.field = d.value
		}
	}
	return o
}

// File is one file of the result.
type File struct {
	Name  string
	Bytes []byte
}

// Gzip is the size of the file after gzip -9, as a plain host sends it.
func (f File) Gzip() int {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write(f.Bytes)
	w.Close()
	return out.Len()
}

// Build makes all files in memory: first the ones that others name.
func Build(opt Options) ([]File, error) {
	opt = opt.defaults()
	engine, err := engineFiles(opt.Engine)
	if err != nil {
		return nil, err
	}
	files := engine
	sum := sha256.Sum256(engine[0].Bytes)
	served := len(engine[0].Bytes)
	for _, f := range engine {
		served = min(served, len(f.Bytes))
	}
	define := map[string]string{
		"ENGINE_FILE":   strconv.Quote(engine[0].Name),
		"ENGINE_BYTES":  strconv.Itoa(len(engine[0].Bytes)),
		"ENGINE_SERVED": strconv.Itoa(served),
		"ENGINE_SHA256": strconv.Quote(hex.EncodeToString(sum[:16])),
	}
	for _, step := range []struct{ entry, name, define string }{
		{"worker.ts", "worker-[hash]", "WORKER_FILE"},
		{"client.ts", "client", ""},
		{"dialog.ts", "dialog-[hash]", "DIALOG_FILE"},
		{"define.ts", "pageside", ""},
	} {
		made, err := script(opt, step.entry, step.name, define)
		if err != nil {
			return nil, err
		}
		if step.define != "" {
			sum := sha256.Sum256(made[0].Bytes)
			define[step.define] = strconv.Quote(made[0].Name)
			define[strings.Replace(step.define, "FILE", "SHA256", 1)] =
				strconv.Quote(hex.EncodeToString(sum[:16]))
		}
		files = append(files, made...)
	}
	return files, nil
}

// engineFiles reads the engine and what is precompressed beside it, the plain file first.
func engineFiles(path string) ([]File, error) {
	plain, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the engine: %w; build it with: go run ./tools/wasm", err)
	}
	if !bytes.HasPrefix(plain, []byte("\x00asm")) {
		return nil, fmt.Errorf("%s is not a WebAssembly module; build it with: go run ./tools/wasm",
			path)
	}
	sum := sha256.Sum256(plain)
	name := "engine-" + hex.EncodeToString(sum[:8]) + ".wasm"
	files := []File{{name, plain}}
	for _, ext := range []string{".br", ".gz"} {
		packed, err := os.ReadFile(path + ext)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, File{name + ext, packed})
	}
	return files, nil
}

// Modules makes every module of web/src a self-contained script of its own, for tests in Node.
func Modules(opt Options) ([]File, error) {
	opt = opt.defaults()
	define := map[string]string{
		"ENGINE_FILE": `"engine.wasm"`, "ENGINE_BYTES": "0", "ENGINE_SERVED": "0",
		"ENGINE_SHA256": `""`, "WORKER_FILE": `"worker.js"`, "WORKER_SHA256": `""`,
		"DIALOG_FILE": `"dialog.js"`,
	}
	sources, err := filepath.Glob(filepath.Join(opt.Web, "src", "*.ts"))
	if err != nil {
		return nil, err
	}
	words, err := filepath.Glob(filepath.Join(opt.Web, "src", "words", "*.ts"))
	if err != nil {
		return nil, err
	}
	var files []File
	for _, source := range append(sources, words...) {
		entry, err := filepath.Rel(filepath.Join(opt.Web, "src"), source)
		if err != nil {
			return nil, err
		}
		name, module := strings.CutSuffix(filepath.ToSlash(entry), ".ts")
		if !module || strings.HasSuffix(name, ".d") {
			continue
		}
		made, err := script(opt, entry, strings.ReplaceAll(name, "/", "-"), define)
		if err != nil {
			return nil, err
		}
		files = append(files, made[0])
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no modules in %s", filepath.Join(opt.Web, "src"))
	}
	return files, nil
}

// script bundles one entry; the script comes first, its licences after it.
func script(opt Options, entry, name string, define map[string]string) ([]File, error) {
	web, err := filepath.Abs(opt.Web)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     web,
		EntryPoints:       []string{filepath.Join(web, "src", entry)},
		EntryNames:        name,
		Outdir:            filepath.Join(web, "out"),
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  !opt.Plain,
		MinifyIdentifiers: !opt.Plain,
		MinifySyntax:      !opt.Plain,
		LegalComments:     api.LegalCommentsLinked,
		Define:            define,
		Conditions:        []string{"browser", "production"},
		Plugins:           []api.Plugin{styleText(!opt.Plain), onePolicy(web), flatTemplates()},
	})
	if len(result.Errors) > 0 {
		text := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return nil, fmt.Errorf("bundle %s:\n%s", entry, strings.Join(text, ""))
	}
	var scripts, others []File
	for _, f := range result.OutputFiles {
		file := File{filepath.Base(f.Path), f.Contents}
		if strings.HasSuffix(file.Name, ".js") {
			scripts = append(scripts, file)
		} else {
			others = append(others, file)
		}
	}
	if len(scripts) != 1 {
		return nil, fmt.Errorf("bundle %s: made %d scripts instead of one", entry, len(scripts))
	}
	return append(scripts, others...), nil
}

// styleText imports a .css file as a minified string, ready for a constructed style sheet.
func styleText(minify bool) api.Plugin {
	return api.Plugin{Name: "style-text", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `\.css$`},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				css := api.Transform(string(source), api.TransformOptions{
					Loader: api.LoaderCSS, Sourcefile: args.Path,
					MinifyWhitespace: minify, MinifySyntax: minify,
				})
				text := string(css.Code)
				return api.OnLoadResult{
					Contents: &text, Loader: api.LoaderText, Errors: css.Errors,
				}, nil
			})
	}}
}
