package search

import "github.com/pageside/pageside/engine/rank"

// explain says what the score of a hit is made of: the same sums as score, tails and finish,
// taken apart.
func (r *run) explain(h Hit, where *whereabouts) *rank.Explanation {
	top := &rank.Explanation{Name: "score", Value: h.Score}
	words := top.Add("words", "", r.scores[h.Page])
	for i := range r.words {
		r.explainWord(words, &r.words[i], h)
	}
	near := top.Add("proximity", "", 0)
	for _, pair := range r.pairs(where, h.slot) {
		if !h.near {
			break
		}
		worth := float64(r.nearness() * pair.Near())
		near.Value += worth
		if worth > 0 {
			near.Add("pair", "", worth).Add("apart", "", float64(pair.Apart))
		}
	}
	if h.said {
		near.Value += r.asItStands()
		near.Add("as typed", "", r.asItStands())
	}
	top.Add("coverage", "", h.coverage).
		Add("factor", "", r.worth(1, h.coverage))
	return top
}

func (r *run) explainWord(words *rank.Explanation, wd *wanted, h Hit) {
	page := int32(h.Page)
	var all mention
	for i := range wd.matches {
		if code, ok := r.codeOf(&wd.matches[i], page, h.whole); ok {
			all.add(&wd.matches[i], code)
		}
	}
	if all.tf == 0 {
		return
	}
	e := words.Add("word", wd.word.Form, r.worthOf(wd, all))
	e.Add("idf", "", wd.idf)
	e.Add("pages", "", float64(wd.pages))
	for i := range wd.matches {
		m := &wd.matches[i]
		code, ok := r.codeOf(m, page, h.whole)
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
