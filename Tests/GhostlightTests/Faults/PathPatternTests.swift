import Testing

@testable import Ghostlight

@Suite struct `Path patterns of fault plans` {
  @Test(
    arguments: [
      ("/todo", "/todo", true), ("/todo", "/todo/", false), ("/todo", "/Todo", false),
      ("/todo", "/tod", false), ("", "", true), ("", "/", false), ("*", "", true),
      ("*", "/any/path", true), ("/todo/*", "/todo/1", true), ("/todo/*", "/todo/", true),
      ("/todo/*", "/todo", false), ("/todo*", "/todo", true), ("/*/1", "/todo/1", true),
      ("/*/1", "/a/b/1", true), ("/*/1", "/todo/11", false), ("/*/1", "/todo/12", false),
      ("*/1*", "/todo/12", true), ("/a*b*c", "/abc", true), ("/a*b*c", "/axxbyyc", true),
      ("/a*b*c", "/axxcyyb", false), ("**", "/x", true), ("/x**", "/x", true),
      ("*a", "/aaaa", true), ("*ab", "/aaab", true), ("*ab", "/aaaba", false),
      ("/t?do", "/todo", false), ("/t.do", "/todo", false), ("/%20", "/%20", true),
      ("/%20", "/ ", false), ("/ä*", "/äb", true), ("/[a]", "/a", false),
    ] as [(String, String, Bool)])
  func `a star in a path pattern matches any text, and other characters only themselves`(
    pattern: String, path: String, matches: Bool
  ) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func `many stars and a long path are matched in little time`() {
    let path = String(repeating: "a", count: 4000)
    let pattern = String(repeating: "*a", count: 200)
    #expect(PathPattern(pattern).matches(path))
    #expect(!PathPattern(pattern + "*b").matches(path))
  }
}
