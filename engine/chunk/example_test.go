package chunk_test

import (
	"fmt"

	"github.com/pageside/pageside/engine/chunk"
	"github.com/pageside/pageside/engine/doc"
)

// A Markdown text needs no blocks: its structure is found.
func ExampleSplit() {
	d := &doc.Document{Text: "# 页边\n\n页边在网页里检索。\n\n## 安装\n\n运行一条命令。\n"}
	for _, c := range chunk.Split(d, chunk.Options{}) {
		fmt.Println(c.Start, c.End, c.Path, d.Text[c.Body:c.End])
	}
	// Output:
	// 0 37 [页边] 页边在网页里检索。
	// 39 71 [页边 安装] 运行一条命令。
}

// Other strategies know no headings but say which one a chunk stands under.
func ExampleSplit_recursive() {
	d := &doc.Document{Text: "# 页边\n\n先取清单，再取词典。“为什么？”因为字节就是预算。\n"}
	opt := chunk.Options{Strategy: chunk.Recursive, Size: 20}
	for _, c := range chunk.Split(d, opt) {
		fmt.Println(c.Path, c.Of(d.Text))
	}
	// Output:
	// [页边] # 页边
	//
	// 先取清单，再取词典。
	// [页边] “为什么？”因为字节就是预算。
}

// Scan alone says what is a heading, a list, a table.
func ExampleScan() {
	text := "## 参数 {#opt}\n\n- 大小\n- 重叠\n"
	for _, b := range chunk.Scan(text) {
		fmt.Println(b.Kind == doc.Heading, b.Level, b.Anchor, b.Of(text))
	}
	// Output:
	// true 2 opt 参数
	// false 0  - 大小
	// false 0  - 重叠
}
