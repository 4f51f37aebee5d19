import Testing

@testable import EGF2Emulator

@Suite struct `Parameters of a search` {
  private static func filter(_ key: String, _ values: String...) -> SearchFilter {
    SearchFilter(key: key, values: values)
  }

  @Test(
    arguments: [
      ("", []),
      ("color", []),
      ("color,red", []),
      ("color:red", [filter("color", "red")]),
      ("color:red,size:12", [filter("color", "red"), filter("size", "12")]),
      ("color:red,green,size:12", [filter("color", "red", "green"), filter("size", "12")]),
      ("color:!red,-", [filter("color", "!red", "-")]),
      ("lost,color:red", [filter("color", "red")]),
      ("color:", [filter("color", "")]),
      ("color:size:12", [filter("size", "12")]),
      (":red", [filter("", "red")]),
      ("a:b:c,d:e", [filter("b", "c"), filter("d", "e")]),
    ])
  func `filters are keys with values`(_ text: String, _ filters: [SearchFilter]) {
    #expect(SearchFilter.parse(text) == filters)
  }

  @Test(
    arguments: [
      ("", []),
      ("age:1:9", [SearchRange(field: "age", low: "1", high: "9")]),
      (
        "age::9,day:2017:",
        [
          SearchRange(field: "age", low: nil, high: "9"),
          SearchRange(field: "day", low: "2017", high: nil),
        ]
      ),
      ("age:min:max", [SearchRange(field: "age", low: nil, high: nil)]),
      ("age,age:1,age:1:2:3", []),
    ])
  func `ranges have two ends`(_ text: String, _ ranges: [SearchRange]) {
    #expect(SearchRange.parse(text) == ranges)
  }

  @Test(
    arguments: [
      ("", []),
      ("age", [SearchSort(field: "age")]),
      (
        "age(ASC),name(desc)",
        [
          SearchSort(field: "age"), SearchSort(field: "name", isDescending: true),
        ]
      ),
      ("age(DESC", [SearchSort(field: "age(DESC")]),
      ("age()", [SearchSort(field: "age")]),
    ])
  func `sorts have a direction`(_ text: String, _ sorts: [SearchSort]) {
    #expect(SearchSort.parse(text) == sorts)
  }

  @Test(
    arguments: [
      ("", []), (" - ", []), ("Hello, World!", ["hello", "world"]),
      ("it's 2017-01-20", ["it", "s", "2017", "01", "20"]),
      ("ÉCOLE Straße", ["école", "straße"]), ("naïve_test", ["naïve", "test"]),
      ("日本 語", ["日本", "語"]), ("a\u{301}b", ["a\u{301}b"]), ("x😀y", ["x", "y"]),
    ])
  func `words are letters and digits`(_ text: String, _ words: [String]) {
    #expect(SearchWords.words(of: text) == words)
  }
}
