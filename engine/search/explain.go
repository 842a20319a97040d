package search

import "github.com/pageside/pageside/engine/rank"

// explain says what the score of a hit is made of: the same sums as score and finish,
// taken apart.
func (r *run) explain(h Hit, where *whereabouts) *rank.Explanation {
	top := &rank.Explanation{Name: "score", Value: h.Score}
	words := top.Add("words", "", r.scores[h.Page])
	for i := range r.words {
		r.explainWord(words, &r.words[i], int32(h.Page))
	}
	near := top.Add("proximity", "", 0)
	for _, pair := range r.pairs(where, h.slot) {
		worth := float64(r.nearness() * pair.Near())
		near.Value += worth
		if worth > 0 {
			near.Add("pair", "", worth).Add("apart", "", float64(pair.Apart))
		}
	}
	top.Add("coverage", "", h.coverage).
		Add("factor", "", r.worth(1, h.coverage))
	return top
}

func (r *run) explainWord(words *rank.Explanation, wd *wanted, page int32) {
	worth := r.worthOf(wd, page, true)
	if worth == 0 {
		return
	}
	e := words.Add("word", wd.word.Form, worth)
	e.Add("idf", "", wd.idf)
	e.Add("pages", "", float64(wd.pages))
	for _, m := range wd.matches {
		code, ok := r.codeOf(m, page, true)
		if !ok {
			continue
		}
		tf := rank.Decode(code)
		f := e.Add("form", string(m.part.Text(m.entry)), float64(m.weight*tf))
		f.Add("weight", "", m.weight)
		f.Add("frequency", "", tf)
		if share := rank.TitleShare(code); share > 0 {
			f.Add("title", "", share)
		}
	}
}
