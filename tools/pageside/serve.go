package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/pageside/pageside/tools/serve"
)

type serveCmd struct {
	Public       string `arg:"" help:"Folder of a built site."`
	Addr         string `default:"localhost:8080" help:"Where to listen; port 0 is any free one."`
	OfflineAfter int    `placeholder:"N" help:"Answer 503 after N requests, as if offline."`
	AnyScript    bool   `help:"No strict policy, for sites that it would block parts of."`
}

func (serveCmd) Help() string {
	return `Sends the types, caching, compression and security headers that a good host sends. A folder
that is built again is served as it is then.

The security headers hold a strict Content-Security-Policy: a page runs and loads what the site
itself has in files, and no scripts or styles inside pages, nothing from other hosts, no frames,
video or sound. The first page with such things is named. --any-script serves them as most hosts
do, without that header.

In a terminal, type o and Enter to go offline and back: everything is then answered with 503.

Examples:
  pageside serve public
  pageside serve public --any-script      a theme with scripts and styles inside its pages
  pageside serve public --addr localhost:0 --offline-after 20`
}

// Run serves until it is interrupted.
func (c *serveCmd) Run(a *app) error {
	if c.OfflineAfter < 0 {
		return fmt.Errorf("--offline-after is %d; it may not be negative", c.OfflineAfter)
	}
	h, err := serve.New(c.Public, serve.Options{
		OfflineAfter: c.OfflineAfter, AnyScript: c.AnyScript,
		Blocked: func(page, what string) {
			fmt.Fprintf(a.errOut, "%s: the strict policy blocks %s; if the site is meant to have "+
				"that, add --any-script\n", page, what)
		},
	})
	if err != nil {
		return err
	}
	if f, ok := a.in.(*os.File); ok && isTerminal(f) {
		go a.offlineSwitch(h)
	}
	a.winds.Store(true)
	return serve.Run(a.ctx, c.Addr, h, func(url string) {
		fmt.Fprintf(a.out, "serving %s at %s\n", c.Public, url)
	})
}

// offlineSwitch listens for "o" on the terminal.
func (a *app) offlineSwitch(h *serve.Handler) {
	lines := bufio.NewScanner(a.in)
	for lines.Scan() {
		if lines.Text() == "o" {
			off := !h.Offline.Load()
			h.Offline.Store(off)
			fmt.Fprintf(a.out, "offline: %v\n", off)
		}
	}
}
