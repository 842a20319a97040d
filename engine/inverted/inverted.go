// Package inverted answers: here is a term, which pages hold it, how often, and where?
//
// The dictionary keeps one entry per surface form: a word or bigram as it was written,
// but for case and width. Entries are sorted by key, which is the form folded further
// (diacritics, traditional to simplified Chinese), so that spellings of one word are
// neighbours; forms of one stem are linked in a ring. A terms part is closed: it holds
// every form that an entry of its range is linked to, as a guest when that form's own
// place is in another part. So a word and all its kin cost one part.
//
// # Terms part (kind 2)
//
// Each section is a column, since like bytes side by side compress best:
//
//	1 flags      a byte for each entry: 1 it has a form of its own, 2 it is linked,
//	             4 it is a guest, 8 its list is cut, 16 its positions stand apart,
//	             32 it has no positions
//	2 shared     for each entry the bytes that its key shares with the key before
//	3 lengths    for each entry the bytes of its key that follow
//	4 letters    these bytes
//	5 forms      for each entry with flag 1: its form (string). Of the others the form
//	             is the key; if a byte 2 stands in the key, what is after it and then
//	             what is before
//	6 links      for each entry with flag 2: entries from here to the next of the ring,
//	             as a zigzag
//	7 pages      for each entry the number of pages that hold the form
//	8 docs       for each entry: page numbers minus the one before, then as many code
//	             bytes (rank.Encode)
//	9 where      for each entry with positions that are not apart: per page the number
//	             of positions, then each minus the one before
//	10 apart     for each entry with flag 8 or 16: its addresses, see below
//
// A part whose entries all have flag 32 is of an index without positions: those of a
// small site are found by analysing its text, which is not far.
//
// # Long lists
//
// Positions longer than a limit stand apart, in where parts (kind 3). Postings beyond
// another limit are cut: the docs of the entry are the pages with the highest codes
// only, and all postings stand in tail parts (kind 4). Both are laid out in blocks of
// [BlockPages] pages. The addresses of an entry are:
//
//	heads  if cut: the number of pages in docs
//	where  if it has positions: part, offset in its blocks, then for each block its
//	       length, doubled, plus 1 if it begins the next part
//	tail   if cut: part, offset, then for each block its length as above, its first
//	       page minus that of the block before
//
// A block never straddles two parts; the positions of a cut list are always apart, with
// one block for every [BlockPages] pages of the whole list.
//
// Before: analyze says which terms. After: search adds up what the postings are worth.
package inverted

// BlockPages is how many postings stand in a block of a long list: a block of a very
// frequent word is then about half a kilobyte of docs, or a few of positions.
const BlockPages = 256

const (
	flagForm = 1 << iota
	flagLinked
	flagGuest
	flagCut
	flagApart
	flagNowhere

	allFlags = 1<<iota - 1
)

const (
	tagFlags = iota + 1
	tagShared
	tagLengths
	tagLetters
	tagForms
	tagLinks
	tagPages
	tagDocs
	tagWhere
	tagApart
)

// tagBlocks is the one section of a where or tail part.
const tagBlocks = 1

// LabelForm is the form under which the pages with a label are filed. No text holds it:
// it begins with a control character.
func LabelForm(key, value string) string { return "\x01" + key + "=" + value }
