//go:build !linux && !darwin

package main

import "os"

func peakBytes(*os.ProcessState) (int64, bool) { return 0, false }
