package site

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"strings"
)

// The look, in the order of the cascade.
var (
	//go:embed style/base.css
	baseCSS string
	//go:embed style/text.css
	textCSS string
	//go:embed style/code.css
	codeCSS string
	//go:embed style/print.css
	printCSS string
)

// styleSheet is the one style sheet of the site, named by its content so that a host may tell
// browsers to keep it for ever.
func styleSheet() file {
	css := squeezeCSS(baseCSS + textCSS + codeCSS + printCSS)
	sum := sha256.Sum256([]byte(css))
	return file{"assets/page." + hex.EncodeToString(sum[:4]) + ".css", []byte(css)}
}

// squeezeCSS drops comments and indentation. It does not parse: a string that holds the
// start of a comment does not occur in our sheets.
func squeezeCSS(css string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(css, "/*")
		b.WriteString(before)
		if !found {
			break
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
