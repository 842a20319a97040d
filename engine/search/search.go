// Package search answers: which pages, in which order, and which of their passages?
//
// A search runs over what is resident and notes what it lacks; the host brings that and
// runs it again, until nothing is lacking. It goes from cheap to dear:
//
//  1. Every word is looked up with its kin (matches.go). All pages that hold one are
//     scored from the postings alone: BM25F, a word being worth idf · saturate(sum of
//     its forms' tf' · how near the form is to what was typed).
//  2. The best candidates are looked at closely (refine.go): postings of very frequent
//     words beyond their best pages, and positions, by which neighbours in the question
//     that are neighbours in the page raise it, and phrases must hold.
//  3. The first pages are shown (passages.go): their best passages with the places of
//     the words, found by analysing the passage itself.
//
// What a search returns is a function of the index and the question alone: which parts
// happen to be resident decides when it is complete, never what it says.
//
// Soft AND: a page that lacks a word loses more than the word's worth, but is not lost.
//
// Before: query says what was meant, index holds the answers. After: engine returns it.
package search

import (
	"cmp"
	"slices"

	"github.com/pageside/pageside/engine/budget"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/fetch"
	"github.com/pageside/pageside/engine/filter"
	"github.com/pageside/pageside/engine/index"
	"github.com/pageside/pageside/engine/inverted"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/engine/rank"
)

// Options of one search. The zero value is the default.
type Options struct {
	Limit   int         // hits to return; 0 means 10
	Show    int         // hits to return with passages; 0 means all of them, negative none
	Lang    string      // hits in this language come first; "" means by score alone
	Filter  []doc.Label // labels that must hold, see engine/filter
	Explain bool        // say what scores are made of
	Weights Weights
	Meter   *budget.Meter // nil: no limit
}

// Weights are the free constants of ranking. A zero field is the default.
type Weights struct {
	rank.Params
	Kin       float64 // worth of a form of the same stem; 0 means 0.85
	Spelling  float64 // of another spelling: diacritics, script variant; 0 means 0.95
	Begun     float64 // of a word that goes on where the question's stops; 0 means 0.7
	Mistyped  float64 // of a word one edit away; 0 means 0.5
	Coverage  float64 // share of a score that depends on how many words a page has; 0 means 0.5
	Proximity float64 // worth of words that stand together; 0 means 0.5
	Together  float64 // more of it for keywords; 0 means 2
	Whole     float64 // worth of a short question that stands as it was typed; 0 means 2
}

func (w Weights) defaults() Weights {
	w.Params = w.Params.Defaults()
	w.Kin = cmp.Or(w.Kin, 0.85)
	w.Spelling = cmp.Or(w.Spelling, 0.95)
	w.Begun = cmp.Or(w.Begun, 0.7)
	w.Mistyped = cmp.Or(w.Mistyped, 0.5)
	w.Coverage = cmp.Or(w.Coverage, 0.5)
	w.Proximity = cmp.Or(w.Proximity, 0.5)
	w.Together = cmp.Or(w.Together, 2)
	w.Whole = cmp.Or(w.Whole, 2)
	return w
}

const (
	defaultLimit = 10
	maxLimit     = 1000

	// Candidates that are looked at closely. Beyond these, postings alone decide.
	maxClose = 64
)

// Hit is one page.
type Hit struct {
	Page    int
	Score   float64
	Explain *rank.Explanation
	Shown   *Shown // nil if it was not asked for, or its text is not here yet

	coverage float64
	said     bool // all of an unquoted question stands in it as it was typed
	foreign  int  // 1 if it is not in the reader's language, which comes first
	slot     int  // in whereabouts
	whole    bool // its score holds what it is worth in tail blocks
	near     bool // and what its words are worth that stand together
}

// Result of a search. If the search's wants are not empty it is provisional.
type Result struct {
	Hits  []Hit
	Total int // pages that hold what was asked for
	Found []Found
	Loose bool // a quotation stands nowhere; these pages hold its words
	Cut   bool // a quotation may stand on more pages: its words are too frequent to tell
}

// Found says what a word of the question was taken for.
type Found struct {
	Word  string
	Forms []string // dictionary forms, best first
	How   How
}

// Run searches. What it lacks is added to wants.
func Run(x *index.Index, plan *query.Plan, opt Options, wants *fetch.Wants) (Result, error) {
	opt.Weights = opt.Weights.defaults()
	opt.Weights.InTitle *= rank.TitleScale(float64(x.TitleTokens) / 10)
	r := &run{x: x, plan: plan, opt: opt, w: opt.Weights, wants: wants}
	if r.opt.Limit <= 0 {
		r.opt.Limit = defaultLimit
	}
	r.opt.Limit = min(r.opt.Limit, maxLimit)
	if len(plan.Words) == 0 {
		return Result{}, nil
	}
	r.lookUp()
	r.narrow()
	if r.err != nil || len(wants.Keys()) > 0 {
		return Result{}, r.err
	}
	r.demand()
	r.score()
	hits, total := r.candidates()
	hits, total, where := r.refine(hits, total)
	res := Result{Total: total, Found: r.found(), Loose: r.loose, Cut: r.cut}
	if r.err != nil {
		return res, r.err
	}
	res.Hits = hits[:min(len(hits), r.opt.Limit)]
	if r.opt.Explain {
		for i := range res.Hits {
			res.Hits[i].Explain = r.explain(res.Hits[i], where)
		}
	}
	r.show(res.Hits)
	return res, r.err
}

// run is the state of one search.
type run struct {
	x     *index.Index
	plan  *query.Plan
	opt   Options
	w     Weights
	wants *fetch.Wants
	err   error

	words   []wanted
	passing *filter.Set // pages that may be found; nil: all
	total   float64     // idf of all words that a page should have

	phrases  [][]spot    // quoted
	unquoted bool        // the only phrase is the whole question, and no demand
	mayQuote *filter.Set // pages that may hold them; nil: all
	loose    bool        // none does, so that their words alone are looked for
	cut      bool        // not all of them were looked at

	scores  []float64 // by page
	covers  []float64 // by page: idf of the words that it holds
	touched []int32   // pages with a score, in no order
}

// wanted is a word of the question and what it was found to be.
type wanted struct {
	word    *query.Word
	matches []match
	how     How
	pages   int // that hold it
	idf     float64
}

// fail keeps the first error.
func (r *run) fail(err error) {
	if r.err == nil && err != nil {
		r.err = err
	}
}

// narrow compiles the filter and takes out what must not stand in a page.
func (r *run) narrow() {
	var l inverted.List
	pages := func(form string) []int32 {
		p, err := r.x.Terms(form, r.wants)
		r.fail(err)
		if p == nil {
			return nil
		}
		if from, to := p.Find(form); from < to {
			r.fail(r.all(p, from, &l))
			return l.Pages
		}
		return nil
	}
	r.passing = filter.Compile(r.opt.Filter, func(l doc.Label) []int32 {
		return pages(inverted.LabelForm(l.Key, l.Value))
	})
	for _, group := range r.plan.Without {
		var all *filter.Set
		for i := range group {
			has := &filter.Set{}
			for _, m := range r.matchesOf(&group[i]).matches {
				r.fail(r.all(m.part, m.entry, &l))
				for _, p := range l.Pages {
					has.Add(p)
				}
			}
			all = all.And(has)
		}
		r.passing = r.passing.And(all.Not(r.x.Pages))
	}
}

// score adds up what the postings are worth.
func (r *run) score() {
	r.scores = make([]float64, r.x.Pages)
	r.covers = make([]float64, r.x.Pages)
	of := mentions{by: make([]mention, r.x.Pages)}
	named := r.namesSomething()
	for i := range r.words {
		wd := &r.words[i]
		if !r.gather(wd, &of) {
			return
		}
		wd.pages = max(wd.pages, len(of.pages))
		wd.idf = rank.IDF(r.x.Pages, wd.pages)
		if named && query.IsFunctionWord(wd.word.Form) {
			wd.idf *= functionShare
		}
		if !wd.word.Optional {
			r.total += wd.idf
		}
		for _, p := range of.pages {
			if r.scores[p] == 0 {
				r.touched = append(r.touched, p)
			}
			r.covers[p] += wd.idf
			r.scores[p] += r.worthOf(wd, of.by[p])
			of.by[p] = mention{}
		}
	}
}

// functionShare is what is left of the idf of a function word beside words that name something.
const functionShare = 0.5

// namesSomething reports whether any word that was found is no function word.
func (r *run) namesSomething() bool {
	return slices.ContainsFunc(r.words, func(wd wanted) bool {
		return len(wd.matches) > 0 && !wd.word.Optional && !query.IsFunctionWord(wd.word.Form)
	})
}

// mentions are those of one word: by page, and the pages that have any.
type mentions struct {
	by    []mention
	pages []int32
	list  inverted.List // memory for what is decoded
}

// gather collects the mentions of a word in the pages that pass; false if the budget is
// spent.
func (r *run) gather(wd *wanted, of *mentions) bool {
	of.pages = of.pages[:0]
	for i := range wd.matches {
		m := &wd.matches[i]
		if !r.opt.Meter.Tick(m.part.Pages(m.entry)) {
			return false
		}
		r.postings(m, &of.list)
		wd.pages = max(wd.pages, m.part.Pages(m.entry))
		for j, p := range of.list.Pages {
			if int(p) >= len(of.by) || !r.passing.Has(p) {
				continue
			}
			if of.by[p].tf == 0 {
				of.pages = append(of.pages, p)
			}
			of.by[p].add(m, of.list.Codes[j])
		}
	}
	return true
}

// covered is the share of the question's idf that a page holds. Optional words make up
// for others that are missing.
func (r *run) covered(page int32) float64 {
	if r.total == 0 {
		return 1
	}
	return min(1, r.covers[page]/r.total)
}

// keyword is how much a question is keywords rather than a sentence: 1 up to three words,
// then falling with their number.
func (r *run) keyword() float64 { return 1 / float64(max(1, len(r.words)-2)) }

// nearness is what words that stand together are worth: in keywords, most.
func (r *run) nearness() float64 {
	return r.w.Proximity + float64(r.w.Together*r.keyword())
}

// worth is a score with the soft AND applied. The more words a question has, the less
// a page needs to have them all: a keyword is a demand, a sentence is a description.
func (r *run) worth(score, coverage float64) float64 {
	share := r.w.Coverage * r.keyword()
	return score * (1 - share + float64(share*coverage))
}

// candidates returns the best pages by postings, and how many pages there are.
func (r *run) candidates() ([]Hit, int) {
	best := topK{k: r.kept()}
	full := false
	for _, p := range r.touched {
		h := r.hit(p)
		full = full || h.coverage > nearlyAll
		best.add(h)
	}
	if full && len(r.words) > 1 {
		return r.withoutScraps(best.sorted())
	}
	total := len(r.touched)
	for i := range r.words { // of a cut list few pages are touched; how many there are, it says
		if r.passing == nil && !r.words[i].word.Optional {
			total = max(total, r.words[i].pages)
		}
	}
	return best.sorted(), total
}

// kept is how many candidates are more than counted.
func (r *run) kept() int { return max(maxClose, r.opt.Limit) }

// hit is a page with its score by postings.
func (r *run) hit(page int32) Hit {
	c := r.covered(page)
	return Hit{
		Page: int(page), Score: r.worth(r.scores[page], c), coverage: c,
		foreign: r.foreign(int(page)),
	}
}

const (
	// The coverage of a page that holds every word, with room for a sum of idf that was
	// added up in another order.
	nearlyAll = 0.999
	// The coverage below which a page is not shown next to one that holds every word: a
	// page that happens to share a syllable or two is not a result.
	scraps = 0.25
)

// withoutScraps leaves out the pages that hold too little of the question.
func (r *run) withoutScraps(hits []Hit) (kept []Hit, total int) {
	kept = slices.DeleteFunc(hits, func(h Hit) bool { return h.coverage < scraps })
	for _, p := range r.touched {
		if r.covered(p) >= scraps {
			total++
		}
	}
	return kept, total
}
