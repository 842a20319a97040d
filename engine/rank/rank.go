// Package rank answers: what is this worth, and why?
//
// The score of a page for a question is the sum over its words of
//
//	idf(word) · (tf'/(k1 + tf') · (k1 + 1) + title)
//
// where tf' is the page's weighted, length-normalised frequency of the word over its
// fields (BM25F: Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple
// weighted fields", CIKM 2004, equations 2 and 3). Normalising before saturating is
// what lets frequencies of related word forms be added up: tf' of a word is the sum of
// the tf' of its forms, each times how near it is to what was typed. A word in the title
// adds once more, apart from the saturation ([Params.Worth]); words that stand together
// as in the question add what [Pair.Near] says.
//
// tf' is stored in one byte ([Encode], [Decode]): a level and how much of the title the
// word is. Nothing here knows an index.
//
// Before: build computes tf' and stores it. After: search adds it up.
package rank

import (
	"cmp"
	"math"
)

// Params are the free constants of the score.
type Params struct {
	K1      float64 // saturation; 0 means 1.2
	B       float64 // length normalisation of the body; 0 means 0.75
	Title   float64 // weight of the title in tf'; 0 means 2
	InTitle float64 // worth of standing in a title, beside tf'; 0 means 3
	Head    float64 // weight of headings; 0 means 2
	BTitle  float64 // length normalisation of title and headings; 0 means 0.4
}

// Defaults fills in what is zero.
func (p Params) Defaults() Params {
	p.K1 = cmp.Or(p.K1, 1.2)
	p.B = cmp.Or(p.B, 0.75)
	p.Title = cmp.Or(p.Title, 2)
	p.InTitle = cmp.Or(p.InTitle, 3)
	p.Head = cmp.Or(p.Head, 2)
	p.BTitle = cmp.Or(p.BTitle, 0.4)
	return p
}

// Lengths are the numbers of tokens in the fields of a page, or their means.
type Lengths struct{ Title, Head, Body float64 }

// Counts are how often a word stands in the fields of a page.
type Counts struct{ Title, Head, Body int }

// TF is tf': the weighted frequency, each field normalised by its own length.
func (p Params) TF(c Counts, page, mean Lengths) float64 {
	field := func(n int, w, b, length, mean float64) float64 {
		if n == 0 {
			return 0
		}
		rel := 1.0
		if mean > 0 {
			rel = length / mean
		}
		return float64(w*float64(n)) / (1 - b + float64(b*rel))
	}
	return field(c.Title, p.Title, p.BTitle, page.Title, mean.Title) +
		field(c.Head, p.Head, p.BTitle, page.Head, mean.Head) +
		field(c.Body, 1, p.B, page.Body, mean.Body)
}

// IDF is ln(1 + (n − df + ½)/(df + ½)): never negative, 0 for no pages.
func IDF(n, df int) float64 {
	if n <= 0 {
		return 0
	}
	df = min(df, n)
	return math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5))
}

// Saturate is tf'·(k1+1)/(k1+tf'): 1 for an average mention, k1+1 for no end of them.
func (p Params) Saturate(tf float64) float64 {
	return tf * (p.K1 + 1) / (p.K1 + tf)
}

// The byte that a posting carries: six bits of level of tf', and above them how much of
// the title the word is: 0 not in it, 1 a small part of a long one, 3 most of a short one.
const (
	levels        = 64
	levelMask     = levels - 1
	levelsPerStep = 6  // levels per factor of two: one level is 12 %
	levelZero     = 24 // the level of tf' = 1: levels reach from 1/16 to 2^6.5
	titleShift    = 6
)

// titleShare is what each of the four title steps stands for: a title much longer than
// the mean, about as long, much shorter.
var titleShare = [4]float64{0, 0.8, 1, 1.1}

// titleName is the mean length in tokens up to which titles are names. Longer ones are
// summaries: a word more or less in them says little, so they count less, by the square.
const titleName = 7

// TitleScale is what standing in a title is worth where titles have this mean length.
func TitleScale(mean float64) float64 {
	if mean <= titleName {
		return 1
	}
	return titleName / mean * (titleName / mean)
}

// tfOf is the table of what a level means: 2^((level−24)/6).
var tfOf = func() (t [levels]float32) {
	for i := range t {
		t[i] = float32(math.Exp2(float64(i-levelZero) / levelsPerStep))
	}
	return t
}()

// Encode rounds tf' to its level. title is the length of the title, relative to the mean,
// if the word stands in it, else 0.
func Encode(tf, title float64) byte {
	level := 0
	for level < levels-1 && float64(tfOf[level])*1.0594630943592953 < tf { // 2^(1/12): half a step
		level++
	}
	b := byte(level)
	switch {
	case title == 0:
	case title > 1.5:
		b |= 1 << titleShift
	case title > 0.67:
		b |= 2 << titleShift
	default:
		b |= 3 << titleShift
	}
	return b
}

// Decode returns tf' of an encoded byte, within 6 % of what was encoded.
func Decode(b byte) float64 { return float64(tfOf[b&levelMask]) }

// TitleShare is how much of the title the word is: 0, or about 1.
func TitleShare(b byte) float64 { return titleShare[b>>titleShift] }

// Worth is what a word with this tf' and title share adds to the score of a page. A word
// in the title counts twice: as one more mention, and as a field of its own, since BM25F
// alone lets a page that says a word often hide the page that is about it.
func (p Params) Worth(idf, tf, share float64) float64 {
	return idf * (p.Saturate(tf) + float64(p.InTitle*share))
}
