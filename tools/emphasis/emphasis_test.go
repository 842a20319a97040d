package emphasis

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

func render(t *testing.T, source string, with ...goldmark.Extender) string {
	t.Helper()
	with = append(with, extension.Strikethrough)
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(with...))
	if err := md.Convert([]byte(source), &out); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(out.String()), "<p>"), "</p>")
}

// Emphasis beside East Asian characters, whatever mark stands inside or outside.
func TestEmphasisBesideEastAsianCharacters(t *testing.T) {
	for source, want := range map[string]string{
		"**加粗。**后面":       "<strong>加粗。</strong>后面",
		"*不能等待。*没有":       "<em>不能等待。</em>没有",
		"前面**（重要）**后面":    "前面<strong>（重要）</strong>后面",
		"他说**“好”**。":      "他说<strong>“好”</strong>。",
		"用**`make`**建":    "用<strong><code>make</code></strong>建",
		"**加粗。**word":     "<strong>加粗。</strong>word",
		"word**（注）**word": "word<strong>（注）</strong>word",
		"***两样。***后面":     "<em><strong>两样。</strong></em>后面",
		"~~不要了。~~后面":      "<del>不要了。</del>后面",
		"**強調。**カタカナ":     "<strong>強調。</strong>カタカナ",
		"**강조.**한글":       "<strong>강조.</strong>한글",
		"**外*内。*外。**后":    "<strong>外<em>内。</em>外。</strong>后",
		"**跨行。\n还在。**后面":  "<strong>跨行。\n还在。</strong>后面",
	} {
		if got := render(t, source, EastAsian); got != want {
			t.Errorf("%q became %q, want %q", source, got, want)
		}
	}
}

// White space forbids as it does everywhere, a wide space too; an underscore is a part of
// names; and scripts with spaces are left to CommonMark.
func TestWhatStaysAsItWas(t *testing.T) {
	for _, source := range []string{
		"三 * 四 * 五", "三\u3000*\u3000四", "** 不是。**后面", "变量_名_字", "_不能。_没有",
		"**foo.**bar", "a**(b)**c", "*a*b", "~~a.~~b", "**完**", "三 ** 四。** 五", "**", "甲**",
		"a*b*c", "5*3*2", "**foo*", "字*", "*字", "*（*注*）*", "（**甲**）“*乙*”", "*甲*，*乙*第三",
	} {
		got, want := render(t, source, EastAsian), render(t, source)
		if got != want {
			t.Errorf("%q became %q, without the extension %q", source, got, want)
		}
	}
}
