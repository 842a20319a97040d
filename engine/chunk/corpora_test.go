package chunk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pageside/pageside/engine/doc"
)

// chunkSets are the chunking sets, which are no part of the project.
var chunkSets = []string{
	"chunk-chroma", "chunk-emma", "chunk-handbook", "chunk-xquad-en", "chunk-xquad-zh",
}

// Every text of the chunking sets, with every strategy: nothing may be violated. SHARED names
// the folder that holds them.
func TestRealTextsHoldTheInvariants(t *testing.T) {
	shared := os.Getenv("SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	for _, set := range chunkSets {
		t.Run(set, func(t *testing.T) {
			dir := filepath.Join(shared, "data", set, "corpora")
			files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
			if err != nil {
				t.Fatal(err)
			}
			if len(files) == 0 && os.Getenv("CI") != "" {
				t.Fatalf("no texts in %s, where CI has them", dir)
			}
			if len(files) == 0 {
				t.Skipf("LEFT OUT: no texts in %s; set SHARED to the data sets' folder", dir)
			}
			holdTheInvariants(t, files)
		})
	}
}

func holdTheInvariants(t *testing.T, files []string) {
	t.Helper()
	chunks, runes := 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := &doc.Document{Text: strings.ToValidUTF8(string(data), "\ufffd")}
		runes += runesIn(d.Text)
		whole := Split(d, Options{})
		for _, v := range violations(d, Options{}, whole) {
			t.Errorf("%s: %s", filepath.Base(name), v)
		}
		chunks += len(whole)
		each(t, filepath.Base(name), d, 200)
	}
	if chunks == 0 {
		t.Fatalf("%d texts without a chunk", len(files))
	}
	t.Logf("%d texts, %d runes: %d chunks of the default size, mean %d runes",
		len(files), runes, chunks, runes/chunks)
}

// Where every sentence fits, every chunk ends with one, its closing quote included.
func TestChineseChunksEndWithSentences(t *testing.T) {
	text := strings.Repeat("检索引擎在网页里运行，离线也能用。他问：“为什么？”因为索引是静态的！好吗？", 200)
	for _, strategy := range []Strategy{Structure, Recursive} {
		d := &doc.Document{Text: text}
		for i, c := range Split(d, Options{Strategy: strategy, Size: 200}) {
			s := strings.TrimSuffix(c.Of(text), "”")
			if r, _ := utf8.DecodeLastRuneInString(s); !strings.ContainsRune("。！？", r) {
				t.Errorf("strategy %d: chunk %d ends %q", strategy, i, s[len(s)-12:])
			}
		}
	}
}
