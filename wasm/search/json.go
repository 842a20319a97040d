//go:build js && wasm

package main

import (
	"strconv"
	"unicode/utf8"

	"github.com/pageside/pageside/engine"
	"github.com/pageside/pageside/engine/doc"
	"github.com/pageside/pageside/engine/rank"
	"github.com/pageside/pageside/engine/search"
	"github.com/pageside/pageside/engine/shard"
	"github.com/pageside/pageside/engine/wire"
)

// jsonWriter appends JSON. A comma is written before a value or key that follows
// another, so that callers do not count.
type jsonWriter struct{ out []byte }

//go:noinline
func (w *jsonWriter) raw(s string) { w.out = append(w.out, s...) }

// The small methods are kept out of line: inlined into every caller they made a tenth
// of the module.

// next writes the comma that is due.
//
//go:noinline
func (w *jsonWriter) next() {
	if n := len(w.out); n > 0 {
		switch w.out[n-1] {
		case '{', '[', ':', ',':
		default:
			w.out = append(w.out, ',')
		}
	}
}

//go:noinline
func (w *jsonWriter) begin(bracket string) { w.next(); w.raw(bracket) }

//go:noinline
func (w *jsonWriter) key(k string) *jsonWriter {
	w.next()
	w.out = append(w.out, '"')
	w.raw(k)
	w.raw(`":`)
	return w
}

func (w *jsonWriter) int(n int) {
	w.next()
	w.out = strconv.AppendInt(w.out, int64(n), 10)
}

// float writes a number with four decimals, without the code for any number.
func (w *jsonWriter) float(f float64) {
	w.next()
	if f < 0 {
		w.out = append(w.out, '-')
		f = -f
	}
	n := int64(f*1e4 + 0.5)
	w.out = strconv.AppendInt(w.out, n/1e4, 10)
	w.out = append(w.out, '.')
	for d := int64(1e3); d > 0; d /= 10 {
		w.out = append(w.out, byte('0'+n/d%10))
	}
}

func (w *jsonWriter) bool(b bool) {
	w.next()
	if b {
		w.raw("true")
	} else {
		w.raw("false")
	}
}

const hexDigits = "0123456789abcdef"

func (w *jsonWriter) string(s string) {
	w.next()
	w.out = append(w.out, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.out = append(w.out, '\\', byte(r))
		case r < ' ':
			w.out = append(w.out, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			w.out = utf8.AppendRune(w.out, r)
		}
	}
	w.out = append(w.out, '"')
}

func (w *jsonWriter) strings(list []string) {
	w.begin("[")
	for _, s := range list {
		w.string(s)
	}
	w.raw("]")
}

// marks writes spans of s as offsets of UTF-16 units, which is what JavaScript counts.
func (w *jsonWriter) marks(s string, spans []doc.Span) {
	w.begin("[")
	at, units := 0, 0
	upTo := func(end int) int {
		for at < end && at < len(s) {
			r, size := utf8.DecodeRuneInString(s[at:])
			at += size
			units++
			if r > 0xffff {
				units++
			}
		}
		return units
	}
	for _, m := range spans {
		w.begin("[")
		w.int(upTo(m.Start))
		w.int(upTo(m.End))
		w.raw("]")
	}
	w.raw("]")
}

func writeInfo(w *jsonWriter, info engine.Info) {
	w.raw("{")
	w.key("version").int(shard.Version)
	w.key("pages").int(info.Pages)
	w.key("parts").int(info.Parts)
	w.key("bytes").int(info.Bytes)
	w.key("langs").begin("{")
	for _, l := range info.Langs {
		w.next()
		w.string(l.Tag)
		w.raw(":")
		w.int(l.Pages)
	}
	w.raw("}")
	w.key("facets").begin("[")
	for _, f := range info.Facets {
		w.begin("{")
		w.key("key").string(f.Key)
		w.key("values").begin("[")
		for _, v := range f.Values {
			w.begin("[")
			w.string(v.Name)
			w.int(v.Pages)
			w.raw("]")
		}
		w.raw("]}")
	}
	w.raw("]}")
}

func writeResponse(w *jsonWriter, res *engine.Response) {
	w.raw("{")
	w.key("missing").begin("[")
	for _, p := range res.Missing {
		w.begin("{")
		w.key("name").string(p.Name)
		w.key("kind").string(p.Kind)
		w.key("size").int(p.Size)
		w.key("sha256").string(p.SHA256)
		w.raw("}")
	}
	w.raw("]")
	w.key("total").int(res.Total)
	w.key("cut").bool(res.Cut)
	w.key("loose").bool(res.Loose)
	w.key("results").begin("[")
	for i := range res.Results {
		writeResult(w, &res.Results[i])
	}
	w.raw("]")
	w.key("found").begin("[")
	for _, f := range res.Found {
		w.begin("{")
		w.key("word").string(f.Word)
		w.key("how").string(f.How.String())
		w.key("forms").strings(f.Forms)
		w.raw("}")
	}
	w.raw("]")
	w.key("suggest").strings(res.Suggest)
	w.key("popular").begin("[")
	for _, p := range res.Popular {
		w.begin("{")
		w.key("url").string(p.URL)
		w.key("title").string(p.Title)
		w.key("lang").string(p.Lang)
		w.raw("}")
	}
	w.raw("]}")
}

func writeResult(w *jsonWriter, r *engine.Result) {
	w.begin("{")
	w.key("page").int(r.Number)
	w.key("score").float(r.Score)
	if r.Explain != nil {
		w.key("explain")
		writeExplanation(w, r.Explain)
	}
	if s := r.Shown; s != nil {
		w.key("id").string(s.ID)
		w.key("url").string(s.URL)
		w.key("title").string(s.Title)
		w.key("titleMarks").marks(s.Title, s.TitleMarks)
		w.key("lang").string(s.Lang)
		w.key("labels").begin("[")
		for _, l := range s.Labels {
			w.strings([]string{l.Key, l.Value})
		}
		w.raw("]")
		w.key("passages").begin("[")
		for i := range s.Passages {
			writePassage(w, &s.Passages[i])
		}
		w.raw("]")
	}
	w.raw("}")
}

func writePassage(w *jsonWriter, p *search.Passage) {
	w.begin("{")
	w.key("heading").string(p.Heading)
	w.key("headingMarks").marks(p.Heading, p.HeadingMarks)
	w.key("path").strings(p.Path)
	w.key("anchor").string(p.Anchor)
	w.key("lang").string(p.Lang)
	w.key("excerpt").string(p.Excerpt)
	w.key("marks").marks(p.Excerpt, p.Marks)
	w.raw("}")
}

func writeExplanation(w *jsonWriter, e *rank.Explanation) {
	w.begin("{")
	w.key("name").string(e.Name)
	if e.Note != "" {
		w.key("note").string(e.Note)
	}
	w.key("value").float(e.Value)
	if len(e.Parts) > 0 {
		w.key("parts").begin("[")
		for _, p := range e.Parts {
			writeExplanation(w, p)
		}
		w.raw("]")
	}
	w.raw("}")
}

// closedError is a call before open.
type closedError struct{}

func (closedError) Error() string { return "no index is open" }

var errClosed error = closedError{}

func writeError(w *jsonWriter, err error) {
	code, file := "internal", ""
	switch e := err.(type) {
	case *wire.CorruptError:
		code, file = "corrupt", e.File
	case *shard.VersionError:
		code, file = "version", e.File
	case *shard.ForeignError:
		code, file = "foreign", e.File
	case closedError:
		code = "closed"
	}
	w.raw("{")
	w.key("error").begin("{")
	w.key("code").string(code)
	w.key("file").string(file)
	w.key("text").string(err.Error())
	w.raw("}}")
}

func writePanic(w *jsonWriter, p any) {
	text := "panic"
	switch p := p.(type) {
	case error:
		text = p.Error()
	case string:
		text = p
	}
	w.raw("{")
	w.key("error").begin("{")
	w.key("code").string("internal")
	w.key("file").string("")
	w.key("text").string(text)
	w.raw("}}")
}
