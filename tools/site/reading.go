package site

import "unicode"

// Reading speeds in units a minute: unhurried reading of prose with something to think about.
// Scripts without spaces are counted by character, the rest by word.
const (
	charsPerMinute = 400
	wordsPerMinute = 230
)

// measure counts what there is to read in a text.
type measure struct{ Chars, Words int }

func measureOf(text string) (m measure) {
	inWord := false
	for _, r := range text {
		switch {
		case isUnspaced(r):
			m.Chars++
			inWord = false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !inWord {
				m.Words++
			}
			inWord = true
		case r == '\'' || r == '’' || unicode.IsMark(r): // part of the word around it
		default:
			inWord = false
		}
	}
	return m
}

// minutes rounds up, and nothing takes less than one.
func (m measure) minutes() int {
	share := m.Chars*wordsPerMinute + m.Words*charsPerMinute
	whole := charsPerMinute * wordsPerMinute
	return max(1, (share+whole-1)/whole)
}

// isUnspaced tells whether r belongs to a script that is read character by character.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
