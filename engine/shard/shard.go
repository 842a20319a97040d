// Package shard answers: what is a file of ours?
//
// # Format, version 1
//
// An index is a folder. manifest.bin is the one file with a fixed name and the only one
// that start-up reads; every other file is a part, named by its own content. All files
// are compressed whole with gzip; what follows describes them inflated.
//
// A file is a header and sections up to the end:
//
//	"PGSD"  magic, 4 bytes
//	0x01    format version
//	kind    1 manifest, 2 terms, 3 where, 4 tail, 5 text
//	then for each section: tag (1 byte), length (varint), that many bytes
//
// Numbers are varints: 7 bits a byte, low bits first. Strings carry their length before
// them. A reader skips sections whose tag it does not know and refuses a version or a
// kind that it does not know.
//
// The manifest (kind 1) has these sections:
//
//	1 facts     analyzer fingerprint (string), pages, chunks, mean length of titles in
//	            tenths of a token, languages: count, then for each its tag (string) and
//	            number of pages; pages are numbered in the order of languages, so that
//	            a language is a range of pages
//	2 parts     for the kinds 2 to 5 in turn: count, then for each part its size as
//	            served (0: the part is inside the manifest), its inflated size, and,
//	            unless the size is 0, the first 16 bytes of the SHA-256 of the file
//	3 keys      for each terms part the first key that belongs to it, front-coded:
//	            bytes shared with the key before, then the rest (string)
//	4 starts    for each text part the page and the position it begins with:
//	            page minus the page before, position
//	5 inline    for each part of size 0, in the order of section 2: the part (string)
//	6 popular   count, then for each a language tag, a URL and a title (strings)
//	7 facets    count, then for each a key (string), a count of values, and for each
//	            value its name (string) and its number of pages
//
// A part's name is the first 16 hexadecimal digits of its SHA-256 and ".ps".
// Parts of the kinds 2, 3 and 4 are specified in engine/inverted, those of kind 5 in
// engine/store.
//
// # Worked example
//
// An index of one page in one language, all parts inside the manifest but one
// text part of 300 bytes as served, 512 inflated. TestFormatExample decodes it.
//
//	50 47 53 44 01 01            "PGSD", version 1, kind manifest
//	01 0b                        facts, 11 bytes
//	   02 61 31                    analyzer "a1"
//	   01 02 23                    1 page, 2 chunks, titles of 3.5 tokens
//	   01 02 7a 68 01              1 language: "zh", 1 page
//	02 1a                        parts, 26 bytes
//	   01 00 06                    1 terms part: inside, 6 bytes inflated
//	   00 00                       no where parts, no tail parts
//	   01 ac 02 80 04              1 text part: 300 bytes as served, 512 inflated
//	   ab × 16                     the first half of its SHA-256
//	03 02 00 00                  keys: the terms part begins with ""
//	04 02 00 00                  starts: the text part begins with page 0, position 0
//	05 07                        inline, 7 bytes
//	   06 50 47 53 44 01 02        the terms part, 6 bytes: a header and no entries
//	06 01 00                     nothing popular
//	07 01 00                     no facets
//
// # Versions
//
//	1  the first
//
// A reader of version n reads version n only: an index is built by the same release
// as the engine that reads it, and the manifest names both.
//
// Before: bytes from a host. After: inverted and store read the sections.
package shard

import (
	"strconv"

	"github.com/pageside/pageside/engine/wire"
)

// Version is the format that this package writes and reads.
const Version = 1

// ManifestName is the name of the file that start-up reads.
const ManifestName = "manifest.bin"

// Kind says what a file holds.
type Kind byte

// The kinds of file.
const (
	KindManifest Kind = iota + 1
	KindTerms         // dictionary and postings
	KindWhere         // positions of frequent terms
	KindTail          // postings of very frequent terms beyond the best ones
	KindText          // pages and passages

	firstPart = KindTerms
	lastPart  = KindText
)

var kindNames = [...]string{"unknown", "manifest", "terms", "where", "tail", "text"}

func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return kindNames[0]
	}
	return kindNames[k]
}

const magic = "PGSD"

// VersionError says that a file was written in another version of the format.
type VersionError struct{ File, What string }

func (e *VersionError) Error() string { return e.File + ": " + e.What }

// ForeignError says that a file is not one of ours, or not the one that was asked for.
type ForeignError struct{ File, What string }

func (e *ForeignError) Error() string { return e.File + ": " + e.What }

// Sections are the tagged parts of a file, by tag.
type Sections [maxTag + 1][]byte

const maxTag = 15

// Seal writes a file: the header, and every section that is not empty.
func Seal(kind Kind, s *Sections) []byte {
	var w wire.Writer
	w.Raw([]byte(magic))
	w.Byte(Version)
	w.Byte(byte(kind))
	for tag, b := range s {
		if len(b) > 0 {
			w.Byte(byte(tag))
			w.Block(b)
		}
	}
	return w.Bytes()
}

// Parse checks the header of a file and finds its sections. They are views of data.
func Parse(name string, kind Kind, data []byte) (*Sections, error) {
	if len(data) < len(magic)+2 || string(data[:len(magic)]) != magic {
		what := "not a Pageside file"
		if len(data) > 1 && data[0] == 0x1f && data[1] == 0x8b {
			what = "gzip: inflate it first"
		}
		return nil, &ForeignError{name, what}
	}
	if v := data[len(magic)]; v != Version {
		return nil, &VersionError{name, "format version " + strconv.Itoa(int(v)) +
			", this engine reads version " + strconv.Itoa(Version)}
	}
	if k := Kind(data[len(magic)+1]); k != kind {
		what := "kind " + k.String() + " where kind " + kind.String() + " belongs"
		return nil, &ForeignError{name, what}
	}
	s := new(Sections)
	r := wire.NewReader("header", data[len(magic)+2:])
	for r.Len() > 0 {
		tag := r.Byte()
		b := r.Block()
		if tag <= maxTag {
			s[tag] = b
		}
	}
	if r.Err() != nil {
		return nil, Named(name, r.Err())
	}
	return s, nil
}

// Named fills the file's name into an error of the wire.
func Named(name string, err error) error {
	if c, ok := err.(*wire.CorruptError); ok && c.File == "" {
		c.File = name
	}
	return err
}
