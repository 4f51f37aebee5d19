import TestSupport
import Testing

@testable import EGF2

@Suite(.limitedConcurrency) struct `Parsing of expand parameters` {
  static let good: [([String], [ExpandItem])] = [
    ([], []), ([""], []), (["a", "b"], [ExpandItem(name: "a"), ExpandItem(name: "b")]),
    (["a,,b,"], [ExpandItem(name: "a"), ExpandItem(name: "b")]),
    (["comments(5)"], [ExpandItem(name: "comments", count: 5)]),
    (["image{user}"], [ExpandItem(name: "image", items: [ExpandItem(name: "user")])]),
    (["name.owner"], [ExpandItem(name: "name.owner")]), (["a{}"], [ExpandItem(name: "a")]),
    (
      ["a(0){b(2){c},d}", "e"],
      [
        ExpandItem(
          name: "a", count: 0,
          items: [
            ExpandItem(name: "b", count: 2, items: [ExpandItem(name: "c")]), ExpandItem(name: "d"),
          ]), ExpandItem(name: "e"),
      ]
    ),
  ]

  @Test(arguments: good)
  func `expand items are parsed as the server parses them`(
    _ row: (texts: [String], items: [ExpandItem])
  ) {
    #expect(ExpandItem.read(row.texts) == row.items)
  }

  @Test(arguments: [
    "a{", "a}", "a(", "a)", "a(x)", "a(-1)", "a(2)(3)", "a{b}c", "a{b}{c}", "(2)", "{b}", "a()",
    String(repeating: "a{", count: 5000) + String(repeating: "}", count: 5000),
  ])
  func `invalid expand items are not parsed, so that the server refuses them`(_ text: String) {
    #expect(ExpandItem.read([text]) == nil)
  }

  @Test func `random expand texts do not crash the parser`() {
    var generator = SeededNumbers(seed: 8)
    let alphabet = Array("ab(){},.19 é")
    for _ in 0..<5000 {
      let length = Int(generator.next() % 24)
      let text = String((0..<length).map { _ in alphabet[Int(generator.next() % 12)] })
      _ = ExpandItem.read([text])
    }
  }
}
