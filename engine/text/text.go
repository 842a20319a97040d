// Package text answers: what is a character, and what does it look like to a search?
//
// Four folds take away differences that a reader does not mean: [Width] (full-width and
// compatibility forms), [Lower], [Base] and [Expand] (diacritics), and [Simplified]
// (traditional Chinese, character by character). [ClassOf] says to which kind of run
// a character belongs; it is decided by script, since a page's declared language says
// little about the words in it.
//
// The tables are our own because those of the standard library and of x/text cost the
// page more than all the rest of the search: tables.go says how they are laid out,
// tools/gen writes them, and the tests hold them against Unicode rune by rune.
//
// Before: valid UTF-8. After: analyze cuts it into terms.
package text
