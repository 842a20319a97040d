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
//	1 dictionary  count, then for each entry:
//	     flags      1 has a key of its own, 2 linked, 4 guest, 8 cut, 16 where apart
//	     form       bytes shared with the form before, the rest (string)
//	     key        if flag 1: the same way, against the key before; else it is the form
//	     link       if flag 2: entries from here to the next of the ring, as a zigzag
//	2 lists       for each entry:
//	     pages      number of pages that hold the form
//	     docs       length in section 3
//	     where      length in section 4, or, if apart or cut, the addresses: see below
//	3 docs        for each entry: page numbers minus the one before (varints), then as
//	              many code bytes (rank.Encode)
//	4 where       for each entry whose positions are not apart: per page the number of
//	              positions, then each minus the one before
//
// # Long lists
//
// Positions longer than a limit stand apart, in where parts (kind 3). Postings beyond
// another limit are cut: the docs of the entry are the pages with the highest codes
// only, and all postings stand in tail parts (kind 4). Both are laid out in blocks of
// [BlockPages] pages:
//
//	where address  part, offset in its blocks, then for each block its length,
//	               doubled, plus 1 if it begins the next part
//	tail address   part, offset, then for each block its length as above, its first
//	               page minus that of the block before, and its highest level
//
// A block never straddles two parts; a cut list's where is always apart. The where
// address comes first, one block for every [BlockPages] pages of the whole list.
//
// Before: analyze says which terms. After: search adds up what the postings are worth.
package inverted

// BlockPages is how many postings stand in a block of a long list: a block of a very
// frequent word is then about half a kilobyte of docs, or a few of positions.
const BlockPages = 256

const (
	flagKey = 1 << iota
	flagLinked
	flagGuest
	flagCut
	flagApart

	allFlags = 1<<iota - 1
)

const (
	tagDictionary = iota + 1
	tagLists
	tagDocs
	tagWhere
)

const (
	tagBlocks = 1 // the one section of a where or tail part
)

// LabelForm is the form under which the pages with a label are filed. No text holds it:
// it begins with a control character.
func LabelForm(key, value string) string { return "\x01" + key + "=" + value }
