package ingest

import (
	"fmt"
	"strings"
)

// badLang says that something names a language by what is none, and goodLang what to do.
func badLang(what, tag string) string {
	return fmt.Sprintf("%s is %q, which is no language tag", what, tag)
}

const goodLang = "write a tag of BCP 47, such as en or zh-Hant"

// Lang gives the one name that we use for a language. Regions are dropped, since a
// reader of en-GB wants en-US pages in the same list; scripts are kept, except the usual
// one of Chinese: zh, zh-CN and zh-Hans are "zh", zh-TW and zh-HK are "zh-Hant".
// What is no language tag gives "".
func Lang(tag string) string {
	parts := strings.Split(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-"), "-")
	primary := strings.ToLower(parts[0])
	if len(primary) < 2 || len(primary) > 3 || !isLetters(primary) {
		return ""
	}
	if primary == "cmn" {
		primary = "zh"
	}
	script := ""
	for _, p := range parts[1:] {
		low := strings.ToLower(p)
		switch {
		case len(p) == 1: // an extension or private use begins
			return joinScript(primary, script)
		case len(p) == 4 && isLetters(low) && script == "":
			script = strings.ToUpper(low[:1]) + low[1:]
		case primary == "zh" && script == "" && (low == "tw" || low == "hk" || low == "mo"):
			script = "Hant"
		}
	}
	return joinScript(primary, script)
}

func joinScript(primary, script string) string {
	if script == "" || primary == "zh" && script == "Hans" {
		return primary
	}
	return primary + "-" + script
}

func isLetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
