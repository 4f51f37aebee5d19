import Testing

@testable import GhostlightServer

@Suite struct `Markdown of the manual as HTML` {
  private func html(_ markdown: String) -> String {
    let titles = ["Tasks": "Common tasks", "Mod/Other": "Another page", "Mod/Mod": "The module"]
    return MarkdownPage(path: "Mod/Page", title: { titles[$0] }).html(markdown)
  }

  @Test(arguments: [
    ("# A `b` c", "<h1 id=\"A-b-c\">A <code>b</code> c</h1>\n"),
    ("### D38 Core Data, on *Linux*", "<h3 id=\"D38\">D38 Core Data, on <em>Linux</em></h3>\n"),
    ("## GitHub's services", "<h2 id=\"GitHubs-services\">GitHub's services</h2>\n"),
    ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>\n"),
    ("a < b & \"c\" > d", "<p>a &lt; b &amp; &quot;c&quot; &gt; d</p>\n"),
    ("**all** of 2 * 3 * 4", "<p><strong>all</strong> of 2 * 3 * 4</p>\n"),
    ("`` a`b `` and \\*c\\*", "<p><code> a`b </code> and *c*</p>\n"),
    (
      "[a](https://b/?c=\"d) [e](javascript:f)",
      "<p><a href=\"https://b/?c=&quot;d\">a</a> [e](javascript:f)</p>\n"
    ),
    (
      "<doc:Other#A-b>, <doc:/Mod>",
      "<p><a href=\"/manual/Mod/Other#A-b\">A b</a>, <a href=\"/manual/Mod/Mod\">The module</a></p>\n"
    ),
    (
      "<doc:/Tasks> <doc:ghostlight-exec>",
      "<p><code>/Tasks</code> <code>ghostlight exec --help</code></p>\n"
    ),
    ("``/StackMob``", "<p><code>StackMob</code></p>\n"),
    ("```sh\na < b\n\n# c\n```\nd", "<pre><code>a &lt; b\n\n# c</code></pre>\n<p>d</p>\n"),
    ("@Metadata {\n  @X\n}\n<!-- not run: a -->\n![b](c.png)\nd", "<p>d</p>\n"),
    (
      "| a | b |\n|---|---|\n| `c\\|d` e | |",
      "<table>\n<tr><th>a</th><th>b</th></tr>\n"
        + "<tr><td><code>c|d</code> e</td><td></td></tr>\n</table>\n"
    ),
    (
      "- a\n  b\n  - c\n- d\n\n1. e\n2. f",
      "<ul>\n<li>a b<ul>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n"
        + "<ol>\n<li>e</li>\n<li>f</li>\n</ol>\n"
    ),
  ])
  func `Markdown is printed as HTML`(_ markdown: String, _ expected: String) {
    #expect(html(markdown) == expected)
  }
}
