package sample

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/pageside/pageside/engine/doc"
)

// What the pages of a site are made of. Topics are words of the field; the most frequent
// words come first, as in every language.
var (
	topics = strings.Fields(`检索 索引 倒排 分词 向量 排序 浏览器 离线 缓存 压缩 分片 清单
		词典 字形 繁体 简体 拼写 高亮 摘要 标题 段落 语料 评测 召回 精度 延迟 带宽 内存
		编译 模块 接口 线程 协程 垃圾回收 字节 编码 解码 校验 签名 加密 索引器 查询 短语
		邻近 权重 衰减 融合 过滤 标签 分面 语言 页面 站点 链接 锚点 目录 脚注 表格 代码`)
	particles = strings.Fields(`的 了 在 是 和 就 不 也 很 到 说 要 去 会 着 没有 看 好 把
		因为 所以 如果 但是 可以 需要 我们 它们 这个 那个 一个 每次 之后 之前 同时 然后`)
	seldom = []rune("天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜" +
		"金生丽水玉出昆冈剑号巨阙珠称夜光果珍李柰菜重芥姜海咸河淡鳞潜羽翔龙师火帝鸟官人皇始制文字")
	stems = strings.Fields(`index search rank chunk shard posting browser cache query token
		filter label page score match stem prefix word render worker module buffer arena
		compress fetch decode encode verify build merge split sort walk learn start`)
	// Forms of these lie far apart in a dictionary, so that some part has guests.
	irregular = strings.Fields(`die dies died dying lie lies lied lying tie ties tied tying`)
	endings   = []string{"", "", "", "s", "ed", "ing", "er"}
	syllables = strings.Fields(`ba be bi bo ca ce co da de di do fa fe ga go ha he ka ke ki
		la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to va ve`)
)

// Site makes n pages: four of five in Chinese, the others in English. Page i is the same
// in a site of any size.
func Site(n int) []doc.Document {
	docs := make([]doc.Document, n)
	for i := range docs {
		w := &writer{rng: rand.New(rand.NewPCG(uint64(i), 0x5eed))}
		if i%5 == 4 {
			docs[i] = w.page(i, "en", w.english)
		} else {
			docs[i] = w.page(i, "zh", w.chinese)
		}
	}
	return docs
}

// writer writes one page.
type writer struct{ rng *rand.Rand }

// rare picks below n, small numbers much more often, about as Zipf found of words.
func (w *writer) rare(n int) int {
	f := w.rng.Float64()
	return int(float64(n) * f * f * f)
}

func (w *writer) of(list []string) string { return list[w.rare(len(list))] }

func (w *writer) page(i int, lang string, sentence func() string) doc.Document {
	title := strings.TrimRight(sentence(), "。.")
	if runes := []rune(title); len(runes) > 24 {
		title = string(runes[:24])
	}
	d := doc.Document{
		ID: fmt.Sprintf("/%s/%04d/", lang, i), Title: strings.TrimSpace(title), Lang: lang,
		Labels: []doc.Label{
			{Key: "section", Value: fmt.Sprint("s", i%7)},
			{Key: "year", Value: fmt.Sprint(2020 + i%6)},
		},
	}
	if i%3 == 0 {
		d.Labels = append(d.Labels, doc.Label{Key: "tag", Value: w.of(stems)})
	}
	var text strings.Builder
	for s := range 2 + w.rng.IntN(3) {
		if s > 0 {
			fmt.Fprintf(&text, "## %s {#s%d}\n\n", w.of(topics)+" "+w.of(stems), s)
		}
		for range 2 + w.rng.IntN(3) {
			text.WriteString(sentence())
		}
		text.WriteString("\n\n")
	}
	d.Text, d.Blocks = layOut(text.String())
	return d
}

func (w *writer) chinese() string {
	var b strings.Builder
	for range 8 + w.rng.IntN(12) {
		switch w.rng.IntN(8) {
		case 0:
			b.WriteRune(seldom[w.rare(len(seldom))])
			b.WriteRune(seldom[w.rng.IntN(len(seldom))])
		case 1:
			b.WriteString(" " + w.word() + " ")
		case 2, 3, 4:
			b.WriteString(w.of(particles))
		default:
			b.WriteString(w.of(topics))
		}
		if w.rng.IntN(9) == 0 {
			b.WriteString("，")
		}
	}
	b.WriteString("。")
	return b.String()
}

func (w *writer) english() string {
	words := []string{"The"}
	for range 6 + w.rng.IntN(10) {
		if w.rng.IntN(3) == 0 {
			words = append(words, []string{"of", "the", "and", "to", "in"}[w.rare(5)])
		}
		words = append(words, w.word())
	}
	return strings.Join(words, " ") + ". "
}

// word is a stem of the field with an ending, or one of ten thousand that nobody knows.
func (w *writer) word() string {
	switch w.rng.IntN(8) {
	case 0:
		return w.of(irregular)
	case 1, 2, 3:
		s := ""
		for range 2 + w.rng.IntN(2) {
			s += w.of(syllables)
		}
		return s + w.of(endings)
	}
	return w.of(stems) + endings[w.rng.IntN(len(endings))]
}
