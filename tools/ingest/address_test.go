package ingest

import "testing"

// Where a page of Markdown is to be found: at what url or permalink say, else at its slug in
// the place of its name, else where its file lies.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ name, front, want string }{
		{"posts/first.md", ``, "posts/first.md"},
		{"posts/index.md", ``, "posts/"},
		{"index.md", ``, "./"},
		{"a:b.md", ``, "./a:b.md"},
		{"空 格/100%.md", ``, "空%20格/100%25.md"},

		{"posts/first.md", `url: /about/`, "about/"},
		{"posts/first.md", `url: about.html`, "about.html"},
		{"posts/first.md", `permalink: /2026/关于 我们/`, "2026/关于%20我们/"},
		{"posts/first.md", `url: /caf%C3%A9/?a=b#c`, "caf%C3%A9/?a=b#c"},
		{"posts/first.md", `url: /`, "./"},
		{"posts/first.md", `url: https://example.org/x y/`, "https://example.org/x%20y/"},
		{"posts/first.md", `{url: /a/, permalink: /b/, slug: c}`, "a/"},
		// Patterns, which only the generator can fill in, and what is no address of the web.
		{"posts/first.md", `permalink: /:year/:title/`, "posts/first.md"},
		{"posts/first.md", `permalink: "/{{ page.date }}/"`, "posts/first.md"},
		{"posts/first.md", `url: "//example.org/x/"`, "posts/first.md"},
		{"posts/first.md", `permalink: pretty`, "posts/first.md"},
		{"posts/first.md", `url: "javascript://%0aalert(1)"`, "posts/first.md"},

		{"posts/first.md", `slug: hello`, "posts/hello/"},
		{"posts/first/index.md", `slug: hello`, "posts/hello/"},
		{"first.md", `slug: Hello World`, "hello-world/"},
		{"posts/first.md", `slug: 2026`, "posts/2026/"},
		{"posts/first.md", `slug: 你好`, "posts/你好/"},
		{"posts/first.md", `slug: "a?b#c"`, "posts/a%3Fb%23c/"},
		{"first.md", `slug: "a:b"`, "./a:b/"},
		{"posts/first.md", `slug: /hello/`, "posts/hello/"},
		{"posts/first.md", `{permalink: pretty, slug: hello}`, "posts/hello/"},
		// A section and the root keep their names; a slug is one element.
		{"posts/_index.md", `slug: hello`, "posts/"},
		{"index.md", `slug: hello`, "./"},
		{"posts/first.md", `slug: a/b`, "posts/first.md"},
		{"posts/first.md", `slug: ..`, "posts/first.md"},
		{"posts/first.md", `slug: ""`, "posts/first.md"},
		{"posts/first.md", `slug: [a]`, "posts/first.md"},
	} {
		docs, problems := readSource(c.name, []byte("---\n"+c.front+"\n---\n# x\n"), Options{})
		if len(docs) != 1 || docs[0].URL != c.want || docs[0].ID != c.name {
			t.Errorf("%s with %s: %v, want %s; %v", c.name, c.front, docs, c.want, problems)
		}
	}
}
