package host

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// packers are reused: one holds more than a megabyte of tables.
var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// Pack compresses a part as it is served, for build.Options. The same bytes give the
// same bytes: the header of the gzip holds no time and no name.
func Pack(raw []byte) (packed []byte, sum [32]byte, err error) {
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	if _, err := w.Write(raw); err != nil {
		return nil, sum, err
	}
	if err := w.Close(); err != nil {
		return nil, sum, err
	}
	return out.Bytes(), sha256.Sum256(out.Bytes()), nil
}

// stemmers by language; all of them are Snowball's. There is none for other languages.
var stemmers = map[string]func(word string, stopWords bool) string{
	"en": english.Stem, "es": spanish.Stem, "fr": french.Stem, "ru": russian.Stem,
	"sv": swedish.Stem, "no": norwegian.Stem, "nb": norwegian.Stem, "nn": norwegian.Stem,
	"hu": hungarian.Stem,
}

// Stem gives the stem of a word, for build.Options. Latin words on a page that is written
// in another script, or in a language that nobody declared, are taken for English: they
// nearly always are. A language without a stemmer keeps its words as they are.
func Stem(word, lang string) string {
	lang, _, _ = strings.Cut(lang, "-")
	if isASCII(word) {
		switch lang {
		case "", "zh", "ja", "ko", "th":
			lang = "en"
		}
	}
	if stem := stemmers[lang]; stem != nil {
		return stem(word, true)
	}
	return word
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
