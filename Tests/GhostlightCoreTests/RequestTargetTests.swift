import GhostlightCore
import Testing

@Suite struct `Request targets` {
  @Test(
    arguments: [
      ("", "", nil),
      ("/", "/", nil),
      ("/todo", "/todo", nil),
      ("/todo?", "/todo", ""),
      ("/todo?a=b", "/todo", "a=b"),
      ("/a%20b?c%20d", "/a%20b", "c%20d"),
      ("/todo?a=b?c=d", "/todo", "a=b?c=d"),
      ("/todo?priority[gte]=2", "/todo", "priority[gte]=2"),
      ("?a", "", "a"),
      ("/ä/ ?ö", "/ä/ ", "ö"),
      ("http://host/x?y", "http://host/x", "y"),
      ("*", "*", nil),
      ("/x#y?z", "/x#y", "z"),
    ] as [(String, String, String?)])
  func `a target keeps its bytes and is split at the first question mark`(
    raw: String, path: String, query: String?
  ) {
    let target = RequestTarget(raw)
    #expect(target.raw == raw)
    #expect(Array(target.raw.utf8) == Array(raw.utf8))
    #expect(target.rawPath == path)
    #expect(target.rawQuery == query)
    #expect(target.description == raw)
  }

  @Test func `text with composed characters is unchanged`() {
    let target = RequestTarget("/e\u{301}?u\u{308}")
    #expect(Array(target.raw.unicodeScalars) == ["/", "e", "\u{301}", "?", "u", "\u{308}"])
    #expect(target.rawPath.unicodeScalars.count == 3)
  }

  @Test func `a combining mark after the question mark does not hide it`() {
    let target = RequestTarget("/a?\u{301}=1")
    #expect(target.rawPath == "/a")
    #expect(target.rawQuery?.unicodeScalars.first == "\u{301}")
    #expect(target.queryItems == [QueryItem(name: "\u{301}", value: "1")])
  }

  @Test(
    arguments: [
      ("/a%20b/c", "/a b/c"),
      ("/a+b", "/a+b"),
      ("/%C3%A4", "/ä"),
      ("/%c3%a4?%", "/ä"),
      ("/a%2Fb", "/a/b"),
      ("/a[0]", "/a[0]"),
      ("/ä", "/ä"),
      ("", ""),
      ("/%", nil), ("/%4", nil), ("/%zz", nil), ("/%4g", nil), ("/%FF", nil), ("/%C3", nil),
      ("/%C3ä", nil),
    ] as [(String, String?)])
  func `a path is decoded once, with plus unchanged, and nil if not valid`(
    raw: String, path: String?
  ) {
    #expect(RequestTarget(raw).path == path)
  }

  @Test(
    arguments: [
      ("/x", []),
      ("/x?", []),
      ("/x?&&", []),
      ("/x?a", [QueryItem(name: "a", value: nil)]),
      ("/x?a=", [QueryItem(name: "a", value: "")]),
      ("/x?=b", [QueryItem(name: "", value: "b")]),
      ("/x?=", [QueryItem(name: "", value: "")]),
      ("/x?a=b=c", [QueryItem(name: "a", value: "b=c")]),
      (
        "/x?a=1&b=2&a=3",
        [
          QueryItem(name: "a", value: "1"), QueryItem(name: "b", value: "2"),
          QueryItem(name: "a", value: "3"),
        ]
      ),
      ("/x?p[gte]=2", [QueryItem(name: "p[gte]", value: "2")]),
      ("/x?p%5Bgte%5D=2", [QueryItem(name: "p[gte]", value: "2")]),
      ("/x?a+b=c+d", [QueryItem(name: "a+b", value: "c+d")]),
      ("/x?a%26b=c%3Dd", [QueryItem(name: "a&b", value: "c=d")]),
      ("/x?%C3%A4=%E2%82%AC", [QueryItem(name: "ä", value: "€")]),
      ("/x?a;b=c", [QueryItem(name: "a;b", value: "c")]),
      ("/x?a=%", nil), ("/x?%=a", nil), ("/x?%", nil), ("/x?a=b&c=%F0%28", nil),
    ] as [(String, [QueryItem]?)])
  func `a query is decoded pair by pair, in order`(raw: String, items: [QueryItem]?) {
    #expect(RequestTarget(raw).queryItems == items)
  }

  @Test func `targets are equal if their text is, whatever it decodes to`() {
    #expect(RequestTarget("/a") == "/a")
    #expect(RequestTarget("/%61") != "/a")
    #expect(Set(["/a", "/a", "/b"] as [RequestTarget]).count == 2)
  }
}
