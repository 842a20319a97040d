package chunk

import (
	"strings"

	"github.com/pageside/pageside/engine/text"
)

// Marks that end a sentence wherever they stand, and ASCII ones that need white space
// behind them. The full stop has rules of its own.
const (
	sentenceMarks = "。！？；…‥‼⁇⁈⁉｡।॥؟۔።។၊။᙮᠃᠉" + "!?"
	clauseMarks   = "，、：､،؛" + ",;:"
)

// ending tells what a mark ends.
func ending(r rune) weight {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || 0x4E00 <= r && r <= 0x9FFF:
		return noCut
	case strings.ContainsRune(sentenceMarks, r):
		return sentenceEnd
	case strings.ContainsRune(clauseMarks, r):
		return clauseEnd
	}
	return noCut
}

// Marks that close something or end it. Those of the first row never begin a chunk,
// those of the others do where they begin a line or stand apart before a word.
const (
	closingMarks = "。，、；：！？）】》〉」』〕〗〙〛｝］”’｡､｣"
	closingASCII = `)]}.,;:!?%"'`
	trailing     = "…‥—–～〜·・‧％‰°℃°′″»›＂＇" + "ー々ゝゞヽヾ〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ" +
		"ｧｨｩｪｫｬｭｮｯｰﾞﾟ" + "ะาำๅๆฯະາຳໆ" + "।॥؟،؛۔"
	opening = "（【《〈「『〔〖〘〚｛［“‘｢([{¥￥$＄£€#＃«‹" + "เแโใไເແໂໃໄ"
)

func neverFirst(r rune) bool {
	return r >= 0x2018 && strings.ContainsRune(closingMarks, r)
}

func mayClose(r rune) bool {
	if r < 0x80 {
		return strings.ContainsRune(closingASCII, r)
	}
	return (r < 0x3400 || r > 0xFF00) && strings.ContainsRune(trailing, r)
}

// isClosing tells quotes and brackets that may follow the end of a sentence.
func isClosing(r rune) bool {
	return strings.ContainsRune(`)]}"'”’）】》〉」』〕〗〙〛｝］｣»›＂＇`, r)
}

func opens(r rune) bool {
	if 'a' <= r && r <= 'z' || 0x3400 <= r && r <= 0x9FFF {
		return false
	}
	return r != 0 && strings.ContainsRune(opening, r)
}

// unspaced tells the scripts that put no space between words.
func unspaced(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	switch text.ClassOf(r) {
	case text.Han, text.Kana, text.Thai, text.Emoji:
		return true
	case text.Punct:
		return r >= 0x2E80 || r == '”' || r == '“' || r == '’' || r == '…' || r == '—'
	}
	return false
}

func isWordPart(r rune) bool {
	switch text.ClassOf(r) {
	case text.Letter, text.Digit, text.Mark:
		return true
	}
	return false
}

// Words that a full stop shortens and does not end.
const abbreviations = " mr mrs ms dr prof st vs no fig figs eq vol al jr sr cf ca approx " +
	"dept est inc ltd co corp gen col rev hon sen rep gov " +
	"jan feb mar apr jun jul aug sep sept oct nov dec "

// isAbbreviation tells whether a full stop behind the word belongs to it: initials,
// names with a stop in them (e.g., U.S.), the words above, the number of a list item.
func isAbbreviation(word string, startsLine bool) bool {
	if word == "" || len(word) > 40 {
		return false
	}
	initial := len(word) == 1 && 'A' <= word[0] && word[0] <= 'Z' && word != "I"
	if initial || strings.Contains(word, ".") {
		return true
	}
	if startsLine && strings.Trim(word, "0123456789") == "" {
		return true
	}
	return len(word) <= 6 && strings.Contains(abbreviations, " "+strings.ToLower(word)+" ")
}
