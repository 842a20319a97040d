// pages answers: which site do the browser tests search? Short articles on retrieval in Chinese
// and English; some exist in both. Every section has an id, so that a result can lead to it.
//
// Before: nothing. After: prepare.mjs writes HTML and has the real CLI index it.

const page = (path, lang, title, lead, ...sections) => ({
  path, lang, title, lead,
  sections: sections.map(([id, heading, text]) => ({ id, heading, text })),
});

export const pages = [
  page('/post-filter/', 'zh-Hans', '后过滤为什么会坍塌',
    '先检索、再过滤，听起来顺理成章。可是当读者只能看见很少的文档时，结果会突然变空。',
    ['what', '什么是后过滤', '后过滤指先取出前 k 条结果，再把读者无权看的去掉。实现简单，检索和权限互不相干，所以很多系统都这样做。'],
    ['collapse', '坍塌在哪里发生', '设可见比例是 5%，取前 10 条，期望只剩 0.5 条。过滤之后再过滤一次也无济于事：该有的结果从来没有被取出来。'],
    ['pre-filter', '先过滤再检索', '先过滤的做法把可见集合交给打分循环，看不见的文档从不计分。过滤的代价与文档数成正比，与 k 无关。']),
  page('/bm25/', 'zh-Hans', 'BM25 怎样给一个词打分',
    'BM25 只看三件事：词在文档里出现几次，词在全库里有多稀罕，文档有多长。',
    ['saturation', '词频会饱和', '同一个词出现十次，不比出现五次重要一倍。参数 k1 控制饱和的快慢，通常取 1.2。'],
    ['length', '长度归一', '长文档天然包含更多的词。参数 b 决定惩罚的力度，取 0.75 时兼顾长短。检索短句时可以取小一些。'],
    ['bm25f', '字段合在一起：BM25F', '标题、小节标题和正文各有权重。BM25F 先合并词频再饱和，避免一个词在三个字段里各拿一次高分。']),
  page('/bigrams/', 'zh-Hans', '中文为什么切成二元组',
    '中文没有空格。分词器会犯错，而检索最怕同一个词在文档和查询里切得不一样。',
    ['overlap', '重叠的二元组', '把“向量数据库”切成“向量、量数、数据、据库”。查询也这样切，于是切法永远一致。'],
    ['position', '位置让短语说话', '只看二元组会把不相干的字凑在一起。加上位置，检索就知道它们是否相邻。'],
    ['single', '单个汉字怎么办', '读者会只输入一个字。单字走前缀：字典里以它开头的二元组都算命中。']),
  page('/inverted-index/', 'zh-Hans', '倒排索引从零开始',
    '倒排索引回答一个问题：给我一个词，哪些段落里有它，各在什么位置？',
    ['dictionary', '字典', '字典按词排序，每个词指向一张倒排表。检索时二分查找，不必读完整本字典。'],
    ['postings', '倒排表', '倒排表存文档号的差值。差值小，一个字节就够；长表切成块，常用词也不必整张取回。'],
    ['shards', '分片', '分片让浏览器只取需要的那一小块。每片八到十六千字节，名字就是内容的散列值。']),
  page('/offline/', 'zh-Hans', '在地铁里也能搜索',
    '离线不是附加功能。索引的片段一旦到了浏览器里，就应当能继续检索。',
    ['resident', '留在内存里的片段', '取过的片段留在内存里，断网之后照样回答。缺了哪一片，就明白地说缺了。'],
    ['verify', '校验每一个文件', '清单里写着每个文件的 SHA-256。到手的字节先校验、再解压，错的文件不会进入引擎。'],
    ['cache', '缓存与更新', '文件名随内容改变，所以可以永久缓存。清单的缓存时间很短，更新从它开始。']),
  page('/vectors/', 'zh-Hans', '向量检索与量化',
    '把句子变成向量，意思相近的就离得近。代价是字节：一个段落几百维。',
    ['binary', '二值编码', '每一维只留正负号，256 维变成 32 字节。用异或和计数就能比较，快得出奇。'],
    ['rerank', '两段式重排', '先用二值编码取前两百条，再用八位整数重排。召回率几乎不变，流量只有四分之一。'],
    ['hybrid', '与关键词混合', '关键词检索擅长名字和编号，向量检索擅长说法不同的问题。两份名单按名次融合。']),
  page('/highlight/', 'zh-Hans', '摘要与高亮',
    '读者先看摘要再决定点不点。摘要选错了窗口，好结果也会被跳过。',
    ['window', '选哪一段', '取命中词最密的一段，首尾落在句子的边界上。检索词都在里面，读者一眼就懂。'],
    ['marks', '高亮不重新分词', '高亮的位置来自引擎，前端只在那里切开文本。重新分词会标出“再过”，而读者搜的是过滤。']),
  page('/fusion/', 'zh-Hans', '两份名单怎样合成一份',
    '关键词和向量各给一份名单，分数却不能直接相加。',
    ['rrf', '倒数排名融合', '只看名次：第一名得 1/61，第二名得 1/62。简单、稳健，检索系统常用它打底。'],
    ['weights', '给谁更大的权重', '短查询多半是名字，关键词的权重大一些；长问句反过来。']),
  page('/access/', 'zh-Hans', '权限：过滤不等于保护',
    '浏览器里的过滤是为了清爽，不是为了保密。真正要保护的文字，不该送到浏览器。',
    ['partition', '分区', '受限的文字放进单独的分片，由服务器把守。检索公开内容时，谁也看不到它们存在。']),
  page('/post-filter-en/', 'en', 'Why post-filtering collapses',
    'Search first, filter afterwards: it sounds natural, until readers may see only a few documents.',
    ['what', 'What post-filtering is', 'Post-filtering takes the top k results and drops those that the reader may not see. Retrieval knows nothing about permissions, which makes it popular.'],
    ['collapse', 'Where it collapses', 'With 5 % visible and k = 10, half a result is expected to remain. Filtering again does not help: the missing results were never retrieved.'],
    ['pre-filter', 'Filter before ranking', 'Pre-filtering hands the visible set to the scoring loop. What is hidden is never scored, counted or explained.']),
  page('/bm25-en/', 'en', 'How BM25 scores a word',
    'BM25 looks at three things: how often, how rare, how long.',
    ['saturation', 'Term frequency saturates', 'Ten occurrences are not twice as good as five. The parameter k1 sets how fast the gain fades; 1.2 is a common choice.'],
    ['length', 'Length normalisation', 'Long documents contain more words by nature. The parameter b decides how much that is held against them; retrieval of short texts likes a small one.']),
  page('/inverted-index-en/', 'en', 'An inverted index from scratch',
    'An inverted index answers one question: here is a word, which passages hold it, and where?',
    ['dictionary', 'The dictionary', 'Words are sorted and each points to its postings. A binary search finds one without reading the others.'],
    ['postings', 'Postings', 'Document numbers are stored as gaps. Long lists are cut into blocks, so a common word does not cost its whole list.'],
    ['shards', 'Shards', 'A browser fetches only the shards that a query needs. Each is named by the hash of its content and cached for ever.']),
  page('/offline-en/', 'en', 'Search on the underground',
    'Offline is not an extra. What has reached the browser should go on answering.',
    ['resident', 'Parts that stay', 'Shards that were fetched stay in memory and answer without a network. When one is missing, the page says which results may be.'],
    ['verify', 'Every file is checked', 'The manifest lists the SHA-256 of each file. Bytes are verified first and inflated afterwards; a wrong file never reaches the engine.']),
  page('/vectors-en/', 'en', 'Vector retrieval and quantisation',
    'Sentences become vectors, and what means the same lies close. The price is bytes.',
    ['binary', 'Binary codes', 'Keep only the sign of each dimension: 256 dimensions become 32 bytes, compared with XOR and a bit count.']),
  page('/identifiers-en/', 'en', 'Names with dots, dashes and plus signs',
    'Readers of documentation search for names: C++, .NET, snake_case, a.b.c and 5.3.2.',
    ['whole', 'Whole and in parts', 'An identifier is kept whole and in its parts, so that `snake_case` is found by snake and by case.']),
];

/** A corpus that is too big for one file: `count` records made of the sentences above. */
export function corpus(count) {
  let seed = 7;
  const random = (n) => (seed = seed * 48271 % 2147483647) % n;
  const lines = [];
  for (let i = 0; i < count; i++) {
    const lang = i % 3 === 2 ? 'en' : 'zh';
    const pool = pages.filter((p) => p.lang.startsWith(lang)).flatMap((p) => p.sections);
    const text = Array.from({ length: 14 }, () => pool[random(pool.length)].text);
    const words = Array.from({ length: 60 }, () => `w${random(40_000).toString(36)}`).join(' ');
    const title = `${pool[random(pool.length)].heading} ${i}`;
    lines.push(JSON.stringify({
      id: `p/${i}/`, title, lang, text: [...text, words].join('\n\n'),
    }));
  }
  return lines.join('\n') + '\n';
}

const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The HTML of one page, as a site generator would write it. */
export function htmlOf(p, script = '/_pageside/pageside.js') {
  const sections = p.sections.map((s) =>
    `<h2 id="${s.id}">${escape(s.heading)}</h2>\n<p>${escape(s.text)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${p.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(p.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="${script}"></script>
</head>
<body>
<header><nav aria-label="site"><a href="/">Pageside</a></nav>
<pageside-search report="https://example.com/issues/new?title={query}"></pageside-search></header>
<main data-pageside-body>
<h1>${escape(p.title)}</h1>
<p>${escape(p.lead)}</p>
${sections}
</main>
</body>
</html>
`;
}
