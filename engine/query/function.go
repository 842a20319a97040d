package query

// IsFunctionWord reports whether a form is an English word that joins others or asks, rather than
// names something. On a large site such words are in nearly every page and are worth nothing by
// themselves; on a small one they are as rare as any other and decide what is found.
func IsFunctionWord(form string) bool {
	switch form {
	case "a", "an", "the", "this", "that", "these", "those", "such", "some", "any",
		"i", "me", "my", "we", "us", "our", "you", "your", "it", "its",
		"he", "his", "she", "her", "they", "them", "their", "there",
		"and", "or", "but", "if", "so", "than", "then", "as", "because",
		"of", "in", "on", "at", "by", "for", "from", "into", "to", "with", "about",
		"am", "is", "are", "was", "were", "be", "been", "being",
		"do", "does", "did", "have", "has", "had",
		"can", "could", "may", "might", "must", "shall", "should", "will", "would",
		"how", "what", "when", "where", "which", "who", "whom", "whose", "why", "not", "no":
		return true
	}
	return false
}
