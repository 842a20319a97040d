# `make run` and `make test` need Go and Node; they fetch or name everything else.
# `make help` lists the rest.

SHARED ?= ../shared
export SHARED := $(abspath $(SHARED))

GO      ?= go
NODE    ?= node
NPM     ?= npm
ADDR    ?= localhost:8080
WASM_EXEC = $(shell $(GO) env GOROOT)/lib/wasm/go_js_wasm_exec
ifeq ($(wildcard $(WASM_EXEC)),)
WASM_EXEC = $(shell $(GO) env GOROOT)/misc/wasm/go_js_wasm_exec
endif

PAGESIDE = dist/pageside
SITE     = dist/site

.PHONY: help run free build wasm web site test test-go test-wasm test-web floors golden size eval strings slips cases same cold bench picture gen check clean browser unihan node

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: free site ## build everything, index content/, serve it and say where; at ADDR=localhost:8080
	$(PAGESIDE) serve $(SITE) --addr $(ADDR)

free:
	@$(GO) run ./tools/free $(ADDR)

build: wasm web ## the engine, the dialog, and the command line with both inside: dist/pageside
	$(GO) build -o $(PAGESIDE) ./tools/pageside

wasm: ## dist/wasm/search.wasm, slimmed, with .br, .gz and an unslimmed .debug.wasm
	$(GO) run ./tools/wasm

web: web/node_modules/.package-lock.json ## the dialog, bundled with the engine into tools/assets/dist
	$(GO) run ./tools/bundle

web/node_modules/.package-lock.json: web/package-lock.json | node
	cd web && $(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

site: build ## dist/site: content/ as a site, with its index
	$(PAGESIDE) build content -o $(SITE)

test: test-go test-wasm test-web check ## everything; fails when a part cannot run

test-go: node unihan build ## Go, natively, with the tests of the slimmed builds
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "not formatted:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) vet ./...
	@{ $(GO) test -v ./...; echo "go test: $$?"; } | awk "$$TELL"

test-wasm: node ## the engine's tests on js/wasm
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/...
	@{ GOOS=js GOARCH=wasm $(GO) test -v -exec "$(WASM_EXEC)" ./engine/... ./wasm/...; \
		echo "go test: $$?"; } | awk "$$TELL"

# go test keeps to itself why a test was skipped, unless it tells everything. Of all that it tells,
# this prints the last line of a package that passes and everything of another, and in the end
# what was left out. Where CI is set, nothing may be: then those tests fail.
define TELL
{ line[++n] = $$0 }
/^ *--- SKIP: / {
	why = line[n-1]
	sub(/^ *[A-Za-z0-9_]+\.go:[0-9]+: (LEFT OUT: )?/, "", why)
	left[++m] = $$3 ": " why
}
/^(ok|FAIL|\?) *\t/ {
	for (i = $$1 == "FAIL" ? 1 : n; i <= n; i++) print line[i]
	n = 0
	fflush()
}
/^go test: [0-9]+$$/ { code = $$3; ended = 1; n-- }
END {
	for (i = 1; i <= n; i++) print line[i]
	for (i = 1; i <= m; i++) print "LEFT OUT: " left[i]
	exit ended ? code : 1
}
endef
export TELL

test-web: build browser ## the dialog in a real Chromium, with the real engine
	cd web && $(NPM) test

floors: ## which package may import which
	$(GO) test ./tools/floors

golden: ## rewrite what golden tests expect; read the difference
	$(GO) test $$(grep -lE '"update"|tools/golden"' $$(git ls-files '*_test.go') | xargs -n1 dirname | sort -u | sed 's|^|./|') -update

size: wasm ## what the shipped modules weigh, and why
	$(GO) run ./tools/size

eval: ## ranking on the public sets, against their yardstick; read what moves in the file
	$(GO) run ./tools/bench quality --shared $(SHARED) --write tools/bench/testdata/quality.txt

strings: node ## Chinese, Japanese and Korean strings from any place of a corpus
	$(GO) run ./tools/bench strings --shared $(SHARED)

slips: ## titles with a slip of the finger in them
	$(GO) run ./tools/bench slips --shared $(SHARED)

cases: ## small inputs from public bug reports
	$(GO) run ./tools/bench cases --shared $(SHARED)

same: wasm node ## the page's engine gives the answers and the bytes of the native one
	$(GO) run ./tools/bench same --shared $(SHARED)

cold: node ## what a first search fetches on real sites; BENCH_MIRROR=DIR has their clones
	$(GO) run ./tools/bench cold --shared $(SHARED)

bench: build browser ## cold, then cost and known items beside other engines, then warm
	@code=0; for verb in cold peers warm; do \
		$(GO) run ./tools/bench $$verb --shared $(SHARED) || code=1; done; exit $$code

picture: site browser ## web/dialog.png, for the README
	cd web && $(NODE) picture.mjs ../$(PAGESIDE) ../$(SITE) dialog.png

gen: ## tables and other generated files
	$(GO) run ./tools/gen tables

check: site ## the built site: links, anchors, languages, sizes, index
	$(PAGESIDE) check $(SITE)

node:
	@command -v $(NODE) >/dev/null || { echo "Node 20 or later is needed: https://nodejs.org (Debian: apt-get install nodejs npm)"; exit 1; }

# Debian's Chromium is installed where apt is there and may be used; elsewhere it is named.
browser:
	@sh tools/browser.sh

# Unihan, too; elsewhere the comparison with it is left out, aloud, but not where CI is set.
unihan:
	@sh tools/unihan.sh

clean: ## remove what was built
	rm -rf dist web/node_modules
	find tools/assets/dist -type f ! -name README -delete
