package analyze_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/analyze"
	"github.com/pageside/pageside/tools/golden"
)

var kindNames = [...]string{"word", "bigram", "single", "char", "whole", "joined", "hump"}

// token is an analyze.Token that may be kept.
type token struct {
	analyze.Token
	form string
}

func scan(s string) (tokens []token, end int) {
	end = analyze.Scan(s, func(t analyze.Token) {
		tokens = append(tokens, token{t, string(t.Form)})
	})
	return tokens, end
}

// dump lists the terms of a text: position, unit, kind, form, span, and the key where it
// is not the form. The last line is the position after the text.
func dump(in string) string {
	var out strings.Builder
	tokens, end := scan(in)
	for _, t := range tokens {
		fmt.Fprintf(&out, "%d u%d %s %s %d-%d", t.Pos, t.Unit, kindNames[t.Kind], show(t.form),
			t.Span.Start, t.Span.End)
		if k := analyze.Key(t.form); k != t.form {
			fmt.Fprintf(&out, " = %s", show(k))
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "end %d\n", end)
	return out.String()
}

// show quotes what could not be told apart on paper; the turn in a bigram's key is a ~.
func show(s string) string {
	s = strings.ReplaceAll(s, string(analyze.Turn), "~")
	const hard = " \u0301\u0306\u3099"
	if strconv.QuoteToGraphic(s) != `"`+s+`"` || strings.ContainsAny(s, hard) {
		return strconv.QuoteToASCII(s)
	}
	return s
}

func TestScripts(t *testing.T)     { golden.Check(t, "testdata/scripts.txt", dump) }
func TestIdentifiers(t *testing.T) { golden.Check(t, "testdata/identifiers.txt", dump) }
func TestFolds(t *testing.T)       { golden.Check(t, "testdata/folds.txt", dump) }
func TestMixedText(t *testing.T)   { golden.Check(t, "testdata/mixed.txt", dump) }
func TestStrangeText(t *testing.T) { golden.Check(t, "testdata/strange.txt", dump) }
