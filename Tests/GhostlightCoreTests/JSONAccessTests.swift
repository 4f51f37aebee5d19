import GhostlightCore
import Testing

@Suite struct `Access to JSON values` {
  private static let kinds: [JSON] = [
    nil, true, 1, 1.5, .decimal(JSONDecimal(uncheckedDigits: "1e400")), "a", [1], ["a": 1],
  ]

  @Test func `each property has the value of its own kind only`() {
    #expect(Self.kinds.map(\.isNull) == [true] + Array(repeating: false, count: 7))
    #expect(Self.kinds.map(\.bool) == [nil, true, nil, nil, nil, nil, nil, nil])
    #expect(Self.kinds.map(\.integer) == [nil, nil, 1, nil, nil, nil, nil, nil])
    #expect(Self.kinds.map(\.number) == [nil, nil, 1, 1.5, .infinity, nil, nil, nil])
    #expect(Self.kinds.map(\.string) == [nil, nil, nil, nil, nil, "a", nil, nil])
    #expect(Self.kinds.map(\.array) == [nil, nil, nil, nil, nil, nil, [1], nil])
    #expect(Self.kinds.map(\.object) == [nil, nil, nil, nil, nil, nil, nil, ["a": 1]])
    #expect(Self.kinds.map { $0["a"] } == [nil, nil, nil, nil, nil, nil, nil, 1])
    #expect(Self.kinds.map { $0[0] } == [nil, nil, nil, nil, nil, nil, 1, nil])
    #expect([-1, 1].map { Self.kinds[6][$0] } == [nil, nil])
    #expect(JSON.bool(false).bool == false)
  }

  @Test func `values of different kinds differ, and equal ones have equal hashes`() {
    for (left, one) in Self.kinds.enumerated() {
      for (right, other) in Self.kinds.enumerated() { #expect((one == other) == (left == right)) }
    }
    #expect(Set(Self.kinds).count == Self.kinds.count)
    #expect(Set(Self.kinds + Self.kinds).count == Self.kinds.count)
    #expect(JSON.bool(true) != false)
    #expect(JSON.decimal(JSONDecimal(uncheckedDigits: "1e400")) != Self.decimal("1e401"))
    #expect([1, 2] as JSON != [2, 1])
  }

  private static func decimal(_ digits: String) -> JSON {
    .decimal(JSONDecimal(uncheckedDigits: digits))
  }

  @Test func `a whole double is canonically an integer`() {
    #expect(JSON.canonical(2) == 2)
    #expect(JSON.canonical(-3) == -3)
    #expect(JSON.canonical(2.5) == 2.5)
    #expect(JSON.canonical(9_223_372_036_854_775_808) == .double(9_223_372_036_854_775_808))
  }

  @Test(arguments: [
    ("123456789012345678901", true), ("-1234567890123456789012", true), ("1.50", false),
    ("1e9", false), ("1E+2", false),
  ])
  func `a decimal is an integer if it has only digits and a sign`(_ digits: String, _ isWhole: Bool)
  {
    #expect(JSONDecimal(uncheckedDigits: digits).isInteger == isWhole)
    #expect(JSONDecimal(uncheckedDigits: digits).double == Double(digits))
  }

  @Test func `an object is counted, appended to and sorted by the bytes of its names`() {
    var object: JSONObject = ["b": 1, "a": 2]
    #expect((object.count, object.isEmpty) == (2, false))
    #expect((JSONObject().count, JSONObject().isEmpty) == (0, true))
    object.append("A", 3)
    #expect(object.members.map(\.value) == [1, 2, 3])
    #expect(object.sorted.keys == ["A", "a", "b"])
    #expect(object.sorted.members.map(\.value) == [3, 2, 1])
    #expect(["b", "é", "a", "B"].sortedByBytes == ["B", "a", "b", "é"])
    #expect(object.members.position(of: "a") == 1)
    #expect(object.members.position(of: "c") == nil)
  }

  @Test func `members differ in their names or values`() {
    let member = JSONObject.Member("a", 1)
    #expect(member == JSONObject.Member("a", 1))
    #expect(member != JSONObject.Member("a", 2))
    #expect(member != JSONObject.Member("b", 1))
    #expect(Set([member, JSONObject.Member("a", 1), JSONObject.Member("a", 2)]).count == 2)
    // The same values under exchanged names are a different object.
    #expect((["a": 1, "b": 2] as JSONObject) != ["a": 2, "b": 1])
    #expect(Set([["a": 1, "b": 2] as JSONObject, ["a": 2, "b": 1]]).count == 2)
  }

  @Test func `texts are found by their bytes`() {
    #expect(["a", "\u{e9}"].containsExactly("\u{e9}"))
    #expect(!["a", "\u{e9}"].containsExactly("e\u{301}"))
    #expect(![String]().containsExactly(""))
    #expect("".outerBytes == nil)
    let rows: [(String, UInt8, UInt8)] = [("a", 97, 97), ("ab", 97, 98), ("a\u{e9}", 97, 0xA9)]
    for (text, first, last) in rows {
      #expect(text.outerBytes?.first == first)
      #expect(text.outerBytes?.last == last)
    }
  }

  @Test(arguments: [
    ("", true), ("a b~é", true), ("a\"", false), ("\\", false), ("\u{1F}", false), (" ", true),
  ])
  func `a text is plain if no byte of it needs an escape`(_ text: String, _ isPlain: Bool) {
    #expect(text.isPlainJSON == isPlain)
  }
}
