package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/pageside/pageside/tools/aside"
)

func main() {
	var opt Options
	flag.StringVar(&opt.Web, "web", "", "folder with src and node_modules (default web)")
	flag.StringVar(&opt.Engine, "engine", "", "wasm file (default dist/wasm/search.wasm)")
	flag.StringVar(&opt.Out, "o", "", "folder to fill (default tools/assets/dist)")
	modules := flag.String("modules", "", "instead: write each module of src to this folder")
	flag.BoolVar(&opt.Plain, "plain", false, "leave the code readable")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "bundle: takes flags only; see bundle -h")
		os.Exit(2)
	}
	files, err := run(opt, *modules)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
	for _, f := range files {
		if filepath.Ext(f.Name) == ".js" {
			fmt.Printf("%-28s %7d bytes %7d gzip\n", f.Name, len(f.Bytes), f.Gzip())
		} else {
			fmt.Printf("%-28s %7d bytes\n", f.Name, len(f.Bytes))
		}
	}
}

func run(opt Options, modules string) ([]File, error) {
	produce, out := Build, opt.defaults().Out
	if modules != "" {
		produce, out = Modules, modules
	}
	files, err := produce(opt)
	if err != nil {
		return nil, err
	}
	return files, write(out, files)
}

// ours matches the names that bundle writes; an older build of them is removed.
var ours = regexp.MustCompile(
	`^(pageside|client|(dialog|worker)-[A-Z0-9]+)\.js(\.LEGAL\.txt)?$|^engine-[0-9a-f]+\.wasm`)

// write fills the folder, file by file, and then removes older builds.
func write(folder string, files []File) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	fresh := map[string]bool{}
	for _, f := range files {
		fresh[f.Name] = true
		if err := aside.File(filepath.Join(folder, f.Name), f.Bytes); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ours.MatchString(e.Name()) && !fresh[e.Name()] {
			if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
