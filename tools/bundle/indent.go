package main

import (
	"os"
	"regexp"

	"github.com/evanw/esbuild/pkg/api"
)

var indentation = regexp.MustCompile(`(?m)^[ \t]+`)

// flatTemplates leaves out the indentation of view.ts. Its templates are strings, which esbuild
// keeps as they are; a browser makes one space of any white space in them.
func flatTemplates() api.Plugin {
	return api.Plugin{Name: "flat-templates", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `[/\\]view\.ts$`},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				text := indentation.ReplaceAllLiteralString(string(source), "")
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderTS}, nil
			})
	}}
}
