package assets

import (
	"errors"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	empty := fstest.MapFS{"dist/README": {Data: []byte("x")}}
	if _, err := read(empty); !errors.Is(err, ErrEmpty) {
		t.Errorf("a folder with only its README gave %v", err)
	}
	full := fstest.MapFS{"dist/README": {}, "dist/b.js": {Data: []byte("b")},
		"dist/a.wasm": {Data: []byte("a")}, "dist/.hidden": {}}
	files, err := read(full)
	if err != nil || len(files) != 2 || files[0].Name != "a.wasm" || string(files[1].Bytes) != "b" {
		t.Errorf("%v, %v", files, err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][2]bool{ // hashed, ours
		"0123456789abcdef.ps":             {true, true},
		"0123456789abcde.ps":              {false, false},
		"manifest.bin":                    {false, true},
		"pageside.js":                     {false, true},
		"client.js":                       {false, true},
		"client.js.LEGAL.txt":             {false, true},
		"dialog-AB12CD34.js":              {true, true},
		"dialog-AB12CD34.js.LEGAL.txt":    {true, true},
		"worker-AB12CD34.js":              {true, true},
		"engine-0123456789abcdef.wasm":    {true, true},
		"engine-0123456789abcdef.wasm.br": {true, true},
		"_headers":                        {false, true},
		"index.html":                      {false, false},
		"notes.txt":                       {false, false},
	} {
		if got := [2]bool{Hashed(name), Ours(name)}; got != want {
			t.Errorf("%s: hashed, ours = %v, want %v", name, got, want)
		}
	}
}
