package main

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Where Debian's package unicode-data puts the Unihan files.
const unihanDir = "/usr/share/unicode"

// A mapping is kept only if its target is a character that simplified text uses: one
// of GB 2312 or of the Table of General Standard Chinese Characters (2013). Unihan also
// knows some 4,000 analogical forms that nobody types; they would treble the table.
//
// notFolded lists what Unihan maps and we do not.
var notFolded = map[rune]string{
	'戠': "only a component",
	'臤': "only a component",
	'幺': "a character of its own; the pronoun suffix is 麼 or 麽",
	'垵': "both forms are standard and mean different places",
	'吒': "standard in names (哪吒)",
	'阪': "standard in place names (大阪)",
}

// Characters whose first Unihan value is not the one to take:
//   - Unihan names the character itself first, because it is standard in one of its
//     meanings (乾 in 乾坤, 著 in 著作). Both sides of a search are folded, so the two
//     meanings fall together and nothing is lost; not folding loses 餅乾 for 饼干.
//   - Unihan prefers a rare analogical form (釦 to 𬬪) to the one in use (扣).
//   - Unihan has no value, because it sees a variant and not a traditional form. These
//     are from the First Series of Verified Variants (1955) or differ in shape only.
//
// Written as pairs, source then target.
var decided = strings.Fields(`
乾干 著着 瞭了 藉借 覆复 裡里 裏里 夥伙 徵征 摺折 復复 麴曲 噁恶 嚐尝 奬奖 崙仑 嶽岳 巖岩 廕荫 擣捣 滷卤 瀰弥
糰团 絃弦 綵彩 託托 諮咨 讚赞 釦扣 鉅巨 鍊炼 鍼针 鎌镰 鎚锤 鑑鉴 闇暗 餬糊 餵喂 鵰雕 鹼碱 齧啮
亙亘 佈布 佔占 侷局 倖幸 僱雇 兇凶 冑胄 剷铲 勳勋 卹恤 卽即 厠厕 厤历 唸念 啓启 喫吃 嚥咽 嚮向 囌苏
垻坝 塚冢 墻墙 壎埙 壜坛 嫋袅 嫺娴 孃娘 寀采 峯峰 崑昆 嵗岁 弔吊 彆别 彫雕 彿佛 悽凄 慼戚 慾欲
捱挨 敎教 旣既 昇升 朮术 枴拐 柺拐 棊棋 榘矩 榦干 槓杠 樑梁 歎叹 殭僵 殻壳 氾泛 汎泛 汙污 泝溯
洩泄 淨净 淒凄 淩凌 湧涌 溼湿 滙汇 潙沩 灩滟 燬毁 燻熏 爲为 牀床 犛牦 獃呆 璿璇 甕瓮 産产 甦苏 甯宁
畵画 痠酸 癒愈 癡痴 皁皂 盃杯 眞真 祕秘 稜棱 竪竖 箇个 簑蓑 籤签 糉粽 紮扎 絶绝 綉绣 綑捆 綫线 綳绷 緑绿
罎坛 羣群 羶膻 脣唇 臥卧 舘馆 菴庵 菸烟 葯药 蒐搜 蓆席 蔘参 薹苔 藴蕴 蝨虱 蠍蝎 蠔蚝 衆众 覈核 証证 説说
諡谥 謡谣 譁哗 譭毁 豔艳 贜赃 踰逾 蹟迹 蹠跖 週周 遊游 遡溯 醃腌 醖酝 鈡钟 鉆钻 鉢钵 鋭锐 録录 鎭镇
鎸镌 閲阅 陞升 頽颓 顔颜 飱飧 餈糍 饑饥 駡骂 鬨哄 鳬凫 鷄鸡 麪面 麫面 鼂晁 墰坛 儁俊 嬀妫 巹卺 彔录 慤悫
挱挲 査查 欅榉 燉炖 琱雕 瘻瘘 碕埼 緼缊 縴纤 羨羡 翫玩 脩修 蒓莼 襉裥 襬摆 譟噪 賫赍 輼辒 醣糖 鈅钥 鉳锫
錼镎 鍅钫 钁镢 钂镋 霑沾 韝鞲 鮝鲞 鶿鹚 鷴鹇 舖铺
`)

// extractHan writes han.txt: one line a simplified character, then what folds to it.
func extractHan(dir string) ([]byte, error) {
	variants, err := unihan(dir, "Variants", "kSimplifiedVariant")
	if err != nil {
		return nil, err
	}
	standard := map[rune]bool{}
	for _, property := range []string{"kGB0", "kTGH"} {
		set, err := unihan(dir, "OtherMappings", property)
		if err != nil {
			return nil, err
		}
		for r := range set {
			standard[r] = true
		}
	}
	fold, err := chooseHan(variants, standard)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("# Made by `go run ./tools/gen han`; do not edit. " +
		"Facts of Unihan 15.0 (Unicode, Inc.) and of han.go.\n" +
		"# A simplified character, then the characters that fold to it.\n")
	from := map[rune][]rune{}
	for s, t := range fold {
		from[t] = append(from[t], s)
	}
	for _, t := range sortedKeys(from) {
		slices.Sort(from[t])
		fmt.Fprintf(&out, "%c %s\n", t, string(from[t]))
	}
	return out.Bytes(), nil
}

// chooseHan takes one target for each source and follows chains to their end, so that
// folding twice changes nothing.
func chooseHan(variants map[rune][]rune, standard map[rune]bool) (map[rune]rune, error) {
	fold := map[rune]rune{}
	for s, targets := range variants {
		for _, t := range targets {
			if notFolded[s] == "" && inHanTable(s) && t != s && standard[t] && inHanTable(t) {
				fold[s] = t
				break
			}
		}
	}
	for _, pair := range decided {
		p := []rune(pair)
		if len(p) != 2 || !standard[p[1]] {
			return nil, fmt.Errorf("han.go: pair %q is not a source and a standard target", pair)
		}
		fold[p[0]] = p[1]
	}
	for s := range fold {
		for range 3 {
			if t, ok := fold[fold[s]]; ok {
				fold[s] = t
			}
		}
		if _, ok := fold[fold[s]]; ok {
			return nil, fmt.Errorf("han.go: %c folds in a circle", s)
		}
	}
	return fold, nil
}

// inHanTable tells whether the table has room for r: it covers the first block of
// unified ideographs only, where all but a handful of what people type stands.
func inHanTable(r rune) bool { return r >= hanFirst && r <= hanLast }

// errOtherUnihan says that the Unihan that is there is not the one of the engine's tables.
var errOtherUnihan = errors.New("is not of Unicode " + unihanVersion +
	"; Debian 12's unicode-data is")

// unihanVersion is that of Go's package unicode, so that all tables are of one version.
const unihanVersion = "15.0.0"

// unihan reads one property of one Unihan file.
func unihan(dir, file, property string) (map[rune][]rune, error) {
	name := filepath.Join(dir, "Unihan_"+file+".txt.bz2")
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w (run: apt-get install unicode-data)", err)
	}
	defer f.Close()
	out, err := readUnihan(bzip2.NewReader(f), property)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// readUnihan reads one property: character, then the characters of its value that are
// written U+XXXX (none for properties with other values).
func readUnihan(in io.Reader, property string) (map[rune][]rune, error) {
	out := map[rune][]rune{}
	version := ""
	scan := bufio.NewScanner(in)
	for scan.Scan() {
		if v, ok := strings.CutPrefix(scan.Text(), "# Unicode version: "); ok {
			version = v
		}
		col := strings.Split(scan.Text(), "\t")
		if len(col) != 3 || col[1] != property {
			continue
		}
		r, err := codePoint(col[0])
		if err != nil {
			return nil, err
		}
		out[r] = nil
		for _, v := range strings.Fields(col[2]) {
			if t, err := codePoint(v); err == nil {
				out[r] = append(out[r], t)
			}
		}
	}
	switch {
	case scan.Err() != nil:
		return nil, scan.Err()
	case version != unihanVersion:
		return nil, errOtherUnihan
	case len(out) == 0:
		return nil, fmt.Errorf("no %s in it", property)
	}
	return out, nil
}

func codePoint(s string) (rune, error) {
	hex, ok := strings.CutPrefix(s, "U+")
	if !ok {
		return 0, fmt.Errorf("%q is not a code point", s)
	}
	n, err := strconv.ParseInt(hex, 16, 32)
	return rune(n), err
}

// readHan reads han.txt back: source, then target.
func readHan(name string) (map[rune]rune, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	fold := map[rune]rune{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		target, sources, ok := strings.Cut(line, " ")
		if t := []rune(target); ok && len(t) == 1 {
			for _, s := range sources {
				fold[s] = t[0]
			}
			continue
		}
		return nil, fmt.Errorf("%s:%d: %q is not a character and what folds to it", name, i+1, line)
	}
	return fold, nil
}
