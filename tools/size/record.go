package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// tolerance is how far a size may move without an edit of the recorded one, in percent.
const tolerance = 1

// recorded holds the br-11 bytes of "module variant".
type recorded map[string]int

const recordedHead = `# Bytes after brotli 11, one line a module and way to build.
# The test of tools/size fails when a size moves by more than 1 % from what stands here: say in the
# commit why it grew, or be glad that it shrank. "go run ./tools/size -record" rewrites this file.
`

func (r recorded) String() string {
	var out strings.Builder
	out.WriteString(recordedHead)
	for _, key := range slices.Sorted(maps.Keys(r)) {
		fmt.Fprintf(&out, "%s %d\n", key, r[key])
	}
	return out.String()
}

// parseRecorded reads what String writes.
func parseRecorded(text string) (recorded, error) {
	r := recorded{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s:%d: three words wanted, not %q", recordedFile, i+1, line)
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil || n <= 0 {
			return nil, fmt.Errorf("%s:%d: %q is not a size", recordedFile, i+1, fields[2])
		}
		r[fields[0]+" "+fields[1]] = n
	}
	return r, nil
}

// moved reports how far the size is from the recorded one, in words, or "" within the tolerance.
func (r recorded) moved(key string, now int) string {
	was, ok := r[key]
	if !ok {
		return fmt.Sprintf("%s: %d bytes, none recorded; run go run ./tools/size -record", key, now)
	}
	if percent := 100 * float64(now-was) / float64(was); percent > tolerance || percent < -tolerance {
		return fmt.Sprintf("%s: %d bytes, recorded are %d (%+.1f %%); if that is meant, run "+
			"go run ./tools/size -record and say why in the commit", key, now, was, percent)
	}
	return ""
}
