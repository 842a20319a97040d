package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/query"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/tools/host"
	"github.com/pageside/pageside/tools/ingest"
)

type searchCmd struct {
	Query   []string `arg:"" help:"What to look for; several words need no quotes."`
	Index   string   `short:"i" required:"" placeholder:"FOLDER" help:"What 'pageside index' wrote."`
	Limit   int      `default:"10" help:"Results to show, 1 to 1000."`
	Lang    string   `placeholder:"TAG" help:"Language of the reader: its pages come first."`
	Filter  []string `sep:"none" placeholder:"KEY=VALUE" help:"Only pages with this label."`
	Mode    string   `default:"lexical" enum:"lexical,semantic,hybrid" help:"The others come later."`
	Groups  []string `help:"Later: groups of the reader, for an index with protected parts."`
	Explain bool     `help:"Say what each score is made of."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

func (searchCmd) Help() string {
	return `Words are wanted, not required; "a phrase" in quotes must stand as it is (if it stands
nowhere, its words are looked for, and that is said); -word must not stand in the page.
A question that begins with a dash, or holds one after a flag, goes into quotes or behind
--: pageside search -i out -- jaguar -car. Of several labels of one key any will do; of different
keys all must hold.

Examples:
  pageside search -i public/_pageside 倒排索引
  pageside search -i out '"soft and" -hard' --limit 5 --explain
  pageside search -i out install --filter section=guide --json

--json prints {"query","results":[{"id","url","title","heading","anchor","score","excerpt",
"spans"}],"total","fetched":{"bytes","requests"}}. Spans are pairs of byte offsets into the
excerpt. Fetched is what a browser would have loaded for this question, engine apart: the
manifest and parts. The exit code is 1 if nothing was found.`
}

// answer is the output of search --json.
type answer struct {
	Query   string        `json:"query"`
	Results []foundResult `json:"results"`
	Total   int           `json:"total"`
	Fetched host.Cost     `json:"fetched"`

	suggest []string // if nothing was found: words that find something
	loose   bool     // a quotation stands nowhere
	filter  []string
	labels  string // of several pages
}

type foundResult struct {
	ID      string   `json:"id"`
	URL     string   `json:"url"`
	Title   string   `json:"title"`
	Heading string   `json:"heading"`
	Anchor  string   `json:"anchor"`
	Score   float64  `json:"score"`
	Excerpt string   `json:"excerpt"`
	Spans   [][2]int `json:"spans"`
	Explain *why     `json:"explain,omitempty"`
}

// why is a rank.Explanation with the names that JSON has.
type why struct {
	Name  string  `json:"name"`
	Note  string  `json:"note,omitempty"`
	Value float64 `json:"value"`
	Parts []*why  `json:"parts,omitempty"`
}

// Run searches.
func (c *searchCmd) Run(a *app) error {
	req, err := c.request()
	if err != nil {
		return err
	}
	x, err := host.Open(c.Index)
	if err != nil {
		return err
	}
	for i, l := range req.Filter {
		req.Filter[i] = labelOf(l, x.Info().Facets)
	}
	res, cost, err := x.Search(req)
	if err != nil {
		return err
	}
	cost = x.Start().Plus(cost)
	out := answer{Query: req.Query, Results: []foundResult{}, Total: res.Total, Fetched: cost,
		suggest: res.Suggest, loose: res.Loose,
		filter: c.Filter, labels: common(x.Info().Facets, req.Filter)}
	if res.Cut {
		fmt.Fprintln(a.errOut, "the question is longer than is read; its end was left out")
	}
	for _, r := range res.Results {
		out.Results = append(out.Results, resultOf(r))
	}
	if c.JSON {
		err = a.printJSON(out)
	} else {
		a.printAnswer(out)
	}
	if err == nil && len(out.Results) == 0 {
		return errNo
	}
	return err
}

// request checks the flags.
func (c *searchCmd) request() (engine.Request, error) {
	req := engine.Request{Query: strings.Join(c.Query, " "), Lang: ingest.Lang(c.Lang),
		Limit: c.Limit, Explain: c.Explain}
	switch {
	case strings.TrimSpace(req.Query) == "":
		return req, errors.New("the question is empty; say what to look for")
	case c.Mode != "lexical":
		return req, fmt.Errorf("--mode %s needs an index with vectors, and this version writes "+
			"none; use --mode lexical", c.Mode)
	case len(c.Groups) > 0:
		return req, fmt.Errorf("--groups needs an index with protected parts, and this version " +
			"writes none")
	case c.Limit < 1 || c.Limit > 1000:
		return req, fmt.Errorf("--limit is %d; it may be 1 to 1000", c.Limit)
	case c.Lang != "" && req.Lang == "":
		return req, fmt.Errorf("--lang %q is no language tag; use one such as zh or en", c.Lang)
	}
	for _, f := range c.Filter {
		key, value, ok := strings.Cut(f, "=")
		if !ok || key == "" || value == "" {
			return req, fmt.Errorf("--filter %q: write key=value, such as tag=go", f)
		}
		req.Filter = append(req.Filter, doc.Label{Key: key, Value: value})
	}
	return req, nil
}

// labelOf is a label that was cut at its first "=", cut where a key of the index ends: a key
// may hold that sign too.
func labelOf(l doc.Label, facets []shard.Facet) doc.Label {
	for _, f := range facets {
		value, ok := strings.CutPrefix(l.Key+"="+l.Value, f.Key+"=")
		if ok && value != "" && len(f.Key) > len(l.Key) {
			l = doc.Label{Key: f.Key, Value: value}
		}
	}
	return l
}

func resultOf(r engine.Result) foundResult {
	out := foundResult{Score: r.Score, Spans: [][2]int{}, Explain: whyOf(r.Explain)}
	if r.Shown == nil {
		return out
	}
	out.ID, out.URL, out.Title = r.ID, r.URL, r.Title
	if out.URL == "" {
		out.URL = out.ID
	}
	if len(r.Passages) > 0 {
		p := r.Passages[0]
		out.Heading, out.Anchor, out.Excerpt = p.Heading, p.Anchor, p.Excerpt
		for _, m := range p.Marks {
			out.Spans = append(out.Spans, [2]int{m.Start, m.End})
		}
	}
	return out
}

func whyOf(e *rank.Explanation) *why {
	if e == nil {
		return nil
	}
	w := &why{Name: e.Name, Note: e.Note, Value: e.Value}
	for _, p := range e.Parts {
		w.Parts = append(w.Parts, whyOf(p))
	}
	return w
}

func (a *app) printAnswer(out answer) {
	for i, r := range out.Results {
		link := r.URL
		if r.Anchor != "" {
			link += "#" + r.Anchor
		}
		fmt.Fprintf(a.out, "%d. %s", i+1, oneLine(r.Title))
		if r.Heading != "" {
			fmt.Fprintf(a.out, " › %s", oneLine(r.Heading))
		}
		fmt.Fprintf(a.out, "  (%.2f)\n   %s\n", r.Score, oneLine(link))
		if r.Excerpt != "" {
			fmt.Fprintf(a.out, "   %s\n", marked(r.Excerpt, r.Spans))
		}
		if r.Explain != nil {
			a.printWhy(r.Explain, "   ")
		}
	}
	if out.loose {
		fmt.Fprintln(a.out, "nothing says exactly that; these pages hold its words")
	}
	if len(out.Results) == 0 {
		fmt.Fprintf(a.out, "nothing found for %s", out.Query)
		if len(out.filter) > 0 {
			fmt.Fprintf(a.out, " on pages with %s", strings.Join(out.filter, ", "))
		}
		if len(query.Parse(out.Query).Words) == 0 {
			fmt.Fprint(a.out, ", in which there is no word")
		}
		fmt.Fprintln(a.out)
		if len(out.filter) > 0 && out.labels != "" {
			fmt.Fprintf(a.out, "labels that several pages have: %s\n", out.labels)
		}
		if len(out.suggest) > 0 {
			fmt.Fprintf(a.out, "these words would find something: %s\n",
				strings.Join(out.suggest, ", "))
		}
	}
	fmt.Fprintf(a.out, "%s; a browser would have loaded %s in %s%s\n", plural(out.Total, "page"),
		size(int64(out.Fetched.Bytes)), plural(out.Fetched.Requests, "request"),
		inARow(out.Fetched))
}

// inARow says which requests had to wait for others.
func inARow(c host.Cost) string {
	switch {
	case c.Requests == 1:
		return ""
	case c.Requests == c.Rounds:
		return ", one after another"
	case c.Rounds == 1:
		return " at once"
	}
	return fmt.Sprintf(", %d of them in a row", c.Rounds)
}

// maxLabels is how many labels are named to somebody who found nothing with one.
const maxLabels = 12

// common lists the labels that several pages have: those with the keys of a filter, or else
// all. The index knows the others only by name.
func common(facets []shard.Facet, filter []doc.Label) string {
	var ofKeys, all []string
	for _, f := range facets {
		for _, v := range f.Values {
			all = append(all, f.Key+"="+v.Name)
			if slices.ContainsFunc(filter, func(l doc.Label) bool { return l.Key == f.Key }) {
				ofKeys = append(ofKeys, f.Key+"="+v.Name)
			}
		}
	}
	if len(ofKeys) > 0 {
		all = ofKeys
	}
	if len(all) > maxLabels {
		all = append(all[:maxLabels], "…")
	}
	return strings.Join(all, ", ")
}

// marked shows an excerpt on one line with its marks in brackets.
func marked(excerpt string, marks [][2]int) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(excerpt[at:m[0]] + "[" + excerpt[m[0]:m[1]] + "]")
		at = m[1]
	}
	b.WriteString(excerpt[at:])
	return oneLine(b.String())
}

func (a *app) printWhy(w *why, indent string) {
	fmt.Fprintf(a.out, "%s%.4f %s %s\n", indent, w.Value, w.Name, w.Note)
	for _, p := range w.Parts {
		a.printWhy(p, indent+"  ")
	}
}
