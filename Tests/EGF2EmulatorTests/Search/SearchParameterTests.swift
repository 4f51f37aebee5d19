import GhostlightCore
import HTTPTypes
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
  func `a filter parameter has keys with values`(_ text: String, _ filters: [SearchFilter]) {
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
    ])
  func `a range parameter has two ends`(_ text: String, _ ranges: [SearchRange]) throws {
    #expect(try SearchRange.parse(text) == ranges)
  }

  @Test(
    arguments: [
      ("age:1:2,age", "'age' must be field:low:high"),
      ("age:1", "'age:1' must be field:low:high"),
      ("age:1:2:3", "'age:1:2:3' must be field:low:high"),
      (":1:2", "':1:2' must be field:low:high"),
      ("age:x:", "'age:x' must be a number"), ("age:1:0x2", "'age:0x2' must be a number"),
      ("day:20:", "'day:20' must be a day, such as 2017-01-20"),
      (
        "day:2017-01-20T10:00:00.000Z:",
        "'day:2017-01-20T10:00:00.000Z:' must be field:low:high"
      ),
    ])
  func `a malformed range is refused`(_ range: String, _ message: String) {
    var world = SearchFixture.world
    let target = "/v1/search?object=items&range=" + PercentEncoding.encode(range)
    #expect(
      world.send(.get, target).refusal
        == "400 IncorrectRangeParameter: Incorrect range parameter. \(message)")
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
  func `sort keys have a direction`(_ text: String, _ sorts: [SearchSort]) {
    #expect(SearchSort.parse(text) == sorts)
  }

  @Test(
    arguments: [
      ("", []), (" - ", []), ("Hello, World!", ["hello", "world"]),
      ("it's 2017-01-20", ["it", "s", "2017", "01", "20"]),
      ("ÉCOLE Straße", ["école", "straße"]), ("naïve_test", ["naïve", "test"]),
      ("日本 語", ["日本", "語"]), ("a\u{301}b", ["a\u{301}b"]), ("x😀y", ["x", "y"]),
    ])
  func `the words of a text consist of letters and digits`(_ text: String, _ words: [String]) {
    #expect(SearchWords.words(of: text) == words)
  }
}
