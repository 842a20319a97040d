package search

// foreign is 1 for a page that is not in the reader's language.
func (r *run) foreign(page int) int {
	if sameLang(r.x.LangOf(page), r.opt.Lang) {
		return 0
	}
	return 1
}

// sameLang reports whether two language tags have the same primary language; an
// unknown language is everybody's.
func sameLang(a, b string) bool {
	return a == "" || b == "" || primary(a) == primary(b)
}

func primary(tag string) string {
	for i := 0; i < len(tag); i++ {
		if tag[i] == '-' || tag[i] == '_' {
			return tag[:i]
		}
	}
	return tag
}
