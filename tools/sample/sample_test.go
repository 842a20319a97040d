package sample

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pageside/pageside/engine/doc"
)

// A larger site has the pages of a smaller one, byte by byte, so that what a test saw
// once it sees again.
func TestSiteIsTheSameEveryTime(t *testing.T) {
	few, many := Site(20), Site(40)
	if !reflect.DeepEqual(few, many[:20]) {
		t.Error("page i differs between a site of 20 and one of 40 pages")
	}
	langs, ids := map[string]int{}, map[string]bool{}
	for _, d := range many {
		langs[d.Lang]++
		ids[d.ID] = true
		if d.Title == "" || len(d.Blocks) < 3 || strings.Contains(d.Text, "#") {
			t.Errorf("%s: title %q, %d blocks, text %.60q", d.ID, d.Title, len(d.Blocks), d.Text)
		}
	}
	if langs["zh"] != 32 || langs["en"] != 8 || len(ids) != 40 {
		t.Errorf("languages %v, %d ids", langs, len(ids))
	}
}

func TestMarksBecomeBlocks(t *testing.T) {
	text, blocks := layOut(`One line
and two.

## Head {#h}
- a
- b
    code
    more

| x | y |
| z |
`)
	var got []string
	for _, b := range blocks {
		got = append(got, b.Of(text)+"/"+b.Anchor)
	}
	want := []string{
		"One line\nand two./", "Head/h", "a/", "b/", "code\nmore/", "| x | y |\n| z |/",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("blocks %q, want %q", got, want)
	}
	if b := blocks[1]; b.Kind != doc.Heading || b.Level != 2 {
		t.Errorf("the heading is %+v", b)
	}
}
