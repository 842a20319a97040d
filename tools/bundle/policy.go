package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/evanw/esbuild/pkg/api"
)

// litPolicy is how lit-html makes the Trusted Types policy of its own name.
var litPolicy = regexp.MustCompile(
	`\b\w+\.createPolicy\(\s*["']lit-html["'],\s*\{\s*createHTML:\s*\(?\w+\)?\s*=>\s*\w+,?\s*\}\s*\)`)

// onePolicy lets lit use the policy of web/src/policy.ts. A page that uses lit itself has made a
// policy named lit-html already, and a second one of that name is refused.
func onePolicy(web string) api.Plugin {
	module := filepath.ToSlash(filepath.Join(web, "src", "policy.ts"))
	return api.Plugin{Name: "one-policy", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `[/\\]lit-html\.js$`},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				text, err := withOurPolicy(string(source), module)
				if err != nil {
					return api.OnLoadResult{}, fmt.Errorf("%s: %w", args.Path, err)
				}
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			})
		build.OnEnd(func(result *api.BuildResult) (api.OnEndResult, error) {
			for _, f := range result.OutputFiles {
				if litPolicy.Match(f.Contents) {
					return api.OnEndResult{}, fmt.Errorf(
						"%s makes a policy lit-html; see onePolicy in tools/bundle", f.Path)
				}
			}
			return api.OnEndResult{}, nil
		})
	}}
}

// withOurPolicy is lit-html's source with a call of our policy in place of its own.
func withOurPolicy(source, module string) (string, error) {
	if n := len(litPolicy.FindAllString(source, -1)); n != 1 {
		return "", fmt.Errorf("createPolicy('lit-html', …) found %d times instead of once; "+
			"look at this version of lit and fit litPolicy in tools/bundle to it", n)
	}
	return "import {policy as pagesidePolicy} from " + strconv.Quote(module) + ";\n" +
		litPolicy.ReplaceAllLiteralString(source, "pagesidePolicy()"), nil
}
