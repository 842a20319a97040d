package rank

// Explanation says what a score is made of. It is a tree of sums and products; Value
// is what the node contributes and Parts are what it was made from. It is built only
// when somebody asks.
type Explanation struct {
	Name  string // what this number is: "score", "idf", "tf", "proximity", …
	Note  string // the word, form or pair it is about
	Value float64
	Parts []*Explanation
}

// Add appends a part and returns it. On nil it does nothing, so that code which scores
// can always call it.
func (e *Explanation) Add(name, note string, value float64) *Explanation {
	if e == nil {
		return nil
	}
	p := &Explanation{Name: name, Note: note, Value: value}
	e.Parts = append(e.Parts, p)
	return p
}
