// zh answers: what does the search say in Chinese, and which texts must every language have?
//
// The keys of this object are the keys of all languages; the compiler and a test compare them.
// A text with a count has one entry for each form that Intl.PluralRules knows in English, the
// richer of the two languages. The trigger's own texts stand alone, so that its script stays small.
//
// Before: nothing. After: words/index.ts.

export const search = '搜索';
export const lost = '搜索暂时用不了：网络断了，服务器出错，或安全策略不许。';
export const retry = '重试';
export const away = '现在没有网络。联网之后再试。';

export const words = {
  dialog: '搜索本站',
  clear: '清空',
  close: '关闭',
  results: '搜索结果',
  scope: '显示哪些语言',
  all: '全部语言',
  only: '仅{language}',
  others: '{language}结果',
  idle: '想找什么？',
  hint: '词语、短句、代码里的名字都能搜，结果直达那一节。',
  popular: '从这里读起',
  loading: '正在取搜索引擎',
  searching: '正在搜索',
  partial: '结果还在补全',
  cancel: '取消',
  retry,
  'count.one': '{count} 个页面',
  'count.other': '{count} 个页面',
  'least.one': '至少 {count} 个页面',
  'least.other': '至少 {count} 个页面',
  'found.one': '「{query}」找到 {count} 个页面',
  'found.other': '「{query}」找到 {count} 个页面',
  more: '继续看',
  zero: '没有找到「{query}」',
  suggest: '这些说法有结果：',
  'elsewhere.one': '其他语言里有 {count} 个页面',
  'elsewhere.other': '其他语言里有 {count} 个页面',
  report: '告诉作者这里缺了内容',
  offline: '离线中：索引已取到 {share}，结果来自这一部分',
  'offline.all': '离线中：索引已经全部取到，照常可搜',
  lacking: '离线中：有一部分索引还没取到，结果不全',
  incomplete: '有一部分索引没能取到，下面的结果不全。',
  loose: '没有一字不差的「{query}」，下面是含有这些词的页面。',
  unfetched: '「{query}」要用的那部分索引还没取到',
  'unfetched.why': '现在连不上网络。取过的部分照样能搜，先换个词试试；联网之后会再搜一次。',
  file: '没取到的文件：{file}',
  renewed: '结果来自本站的新版本。刷新页面，读到的也是新版。',
  reload: '刷新',
  earlier: '前一次「{query}」的结果',
  move: '选择',
  open: '打开',
  leave: '关闭',
  failed: '搜索暂时用不了',
  'error.missing': '服务器上没有 {file} 这个文件。请刷新页面；如果还是这样，' +
    '请站长把整个索引文件夹重新上传一遍。',
  'error.hash': '文件 {file} 与索引清单对不上。请刷新页面；如果还是这样，请站长重新上传索引。',
  'error.corrupt': '文件 {file} 已损坏，读不出来。请站长重新生成并上传索引。',
  'error.foreign': '文件 {file} 不属于这个索引。请站长把整个索引文件夹重新上传一遍。',
  'error.version': '索引和搜索引擎的版本不一致。请刷新页面；如果还是这样，索引需要重新生成。',
  'error.blocked': '本站的安全策略挡住了搜索引擎。站长可以用 ' +
    'script-src \'self\' \'wasm-unsafe-eval\'; worker-src \'self\'; connect-src \'self\' 放行。',
  'error.unsupported': '这个浏览器太旧，运行不了搜索引擎，请升级后再试。',
  'error.offline': '网络不通，搜索要用的文件没能取到。联网之后再试。',
  'error.server': '服务器出错，{file} 没能取到。请过一会儿再试。',
  'error.internal': '搜索引擎在这个问题上出了错，已经重新启动。请再试一次，或者换个说法。',
};

export type Words = Record<keyof typeof words, string>;
export type Key = keyof Words;
