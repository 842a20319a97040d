package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/pageside/pageside/tools/host"
)

// What is promised of the index of a large corpus.
const (
	scaleGB         = 2.0
	scaleManifestKB = 60
)

// builtIndex is what `pageside index --json` says, as far as it is read.
type builtIndex struct{ Pages, Chunks, Bytes int }

// measureScale has the command line index the large corpus, as a person would, and looks
// at the most memory that the system gave it.
func measureScale(a *app, r *report) error {
	corpus := filepath.Join(a.shared, "data", "scale-news-zh", "corpus.jsonl")
	if !exists(corpus) {
		r.LeftOut = append(r.LeftOut, "the index of scale-news-zh: "+corpus+" is not there")
		return nil
	}
	tmp, err := os.MkdirTemp("", "pageside-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	program := filepath.Join(tmp, "pageside")
	if err := a.goBuild("./tools/pageside", program, false); err != nil {
		return err
	}
	index := filepath.Join(tmp, "index")
	cmd := exec.CommandContext(a.ctx, program, "index", corpus, "-o", index, "--data-only", "--json")
	cmd.Stderr = a.errOut
	start := time.Now()
	said, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("pageside index %s: %w", corpus, err)
	}
	took := time.Since(start)
	var b builtIndex
	if err := json.Unmarshal(said, &b); err != nil {
		return fmt.Errorf("pageside index --json: %w", err)
	}
	peak, known := peakBytes(cmd.ProcessState)
	if !known {
		r.LeftOut = append(r.LeftOut, "peak memory: this system does not tell it")
	}
	return scaleReport(r, index, b, peak, took)
}

// scaleReport tells what was built; a peak of 0 is not known.
func scaleReport(r *report, index string, b builtIndex, peak int64, took time.Duration) error {
	x, err := host.Open(index)
	if err != nil {
		return err
	}
	manifest := float64(x.Start().Bytes) / kb
	t := table{Title: "scale-news-zh, indexed by the command line",
		Head: []string{"pages", "passages", "MB", "parts", "manifest KB", "peak MB", "seconds"}}
	t.Rows = [][]string{{fmt.Sprint(b.Pages), fmt.Sprint(b.Chunks),
		oneDigit(float64(b.Bytes) / kb / kb),
		fmt.Sprint(len(x.Parts())), oneDigit(manifest), oneDigit(float64(peak) / kb / kb),
		oneDigit(took.Seconds())}}
	r.Tables = append(r.Tables, t)
	r.check(atMost("scale-news-zh, manifest", manifest, scaleManifestKB, " KB"))
	if peak > 0 {
		r.check(atMost("scale-news-zh, peak memory", float64(peak)/kb/kb/kb, scaleGB, " GB"))
	}
	return nil
}
