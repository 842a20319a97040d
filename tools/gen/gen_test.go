package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

const root = "../../"

func TestTablesAreUpToDate(t *testing.T) {
	want, err := tables(root + hanFile)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(root + tablesFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the generator makes; run: go run ./tools/gen tables", tablesFile)
	}
}

// Unihan itself is Debian's and need not be here, but where CI runs this it must be (make
// installs it): han.txt is the copy of record, and somebody has to look at it.
func TestHanIsUpToDate(t *testing.T) {
	want, err := extractHan(unihanDir)
	absent := errors.Is(err, fs.ErrNotExist) || errors.Is(err, errOtherUnihan)
	if absent && os.Getenv("CI") == "" {
		t.Skipf("LEFT OUT: han.txt was not compared with Unihan: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(root + hanFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the generator makes; run: go run ./tools/gen han", hanFile)
	}
}

func TestHanHoldsWhatWasDecided(t *testing.T) {
	fold, err := readHan(root + hanFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range decided {
		if p := []rune(pair); fold[p[0]] != p[1] {
			t.Errorf("%s: %c folds to %c, decided %c", hanFile, p[0], fold[p[0]], p[1])
		}
	}
	for r := range notFolded {
		if fold[r] != 0 {
			t.Errorf("%s: %c folds though it must not", hanFile, r)
		}
	}
}

func TestDecidedPairsAreWellFormed(t *testing.T) {
	seen := map[rune]bool{}
	for _, pair := range decided {
		r, _ := utf8.DecodeRuneInString(pair)
		if utf8.RuneCountInString(pair) != 2 || seen[r] || strings.ContainsRune(pair[1:], r) {
			t.Errorf("%q is not a pair, or its source stands twice", pair)
		}
		seen[r] = true
	}
}

func TestChooseHan(t *testing.T) {
	standard := map[rune]bool{'后': true, '扣': true, '苎': true, '苧': true}
	for _, pair := range decided {
		standard[[]rune(pair)[1]] = true
	}
	fold, err := chooseHan(map[rune][]rune{
		'後': {'后'}, '釦': {0x2CB2A}, '薴': {'苧'}, '苧': {'苎'}, '阪': {'坂'}, '后': {'后'},
	}, standard)
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[rune]rune{'後': '后', '釦': '扣', '薴': '苎', '苧': '苎', '阪': 0, '后': 0} {
		if fold[s] != want {
			t.Errorf("%c folds to %c, want %c", s, fold[s], want)
		}
	}
	standard['扣'] = false
	if _, err := chooseHan(nil, standard); err == nil {
		t.Error("a decided pair with a target that is not standard passed")
	}
}

// Unihan of another version has other facts; a file that is no Unihan has none.
func TestOtherUnihanIsRefused(t *testing.T) {
	const variant = "U+5F8C\tkSimplifiedVariant\tU+540E\n"
	for text, want := range map[string]error{
		"# Unicode version: 15.0.0\n" + variant: nil,
		"# Unicode version: 16.0.0\n" + variant: errOtherUnihan,
		variant:                                 errOtherUnihan,
	} {
		got, err := readUnihan(strings.NewReader(text), "kSimplifiedVariant")
		if !errors.Is(err, want) || want == nil && (len(got) != 1 || got['後'][0] != '后') {
			t.Errorf("%q: %c, %v", text, got, err)
		}
	}
	if _, err := readUnihan(strings.NewReader("# Unicode version: 15.0.0\n"), "kTGH"); err == nil {
		t.Error("a file without the property passes")
	}
}

func TestReadHanNamesTheBadLine(t *testing.T) {
	name := t.TempDir() + "/han.txt"
	for _, bad := range []string{"# x\n后\n", "后 後\n发发 發\n"} {
		if err := os.WriteFile(name, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readHan(name); err == nil || !strings.Contains(err.Error(), "han.txt:") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}
