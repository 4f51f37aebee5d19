import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Predicates` {
  static let note: JSONObject = [
    "title": "x", "owner": ["name": "ada", "tags": ["a", "b"], "0": "zero"], "none": .null,
    "list": [["n": 1]], "a.b": "dotted",
  ]

  @Test(
    arguments: [
      ("title", "x"), ("owner.name", "ada"), ("owner.0", "zero"), ("none", .null),
      ("title.length", nil), ("none.x", nil), ("owner.tags.0", nil), ("list.n", nil),
      ("list.0.n", nil), ("a.b", nil), ("absent", nil), ("", nil), ("owner.", nil),
    ] as [(String, JSON?)])
  func `a path selects members of objects only`(_ path: String, _ value: JSON?) {
    #expect(FieldPath.dotted(path).value(in: Self.note) == value)
  }

  @Test func `a name with dots can be selected as one name`() {
    #expect(FieldPath("a.b").value(in: Self.note) == "dotted")
    #expect(FieldPath([]).value(in: Self.note) == .object(Self.note))
    #expect(FieldPath.dotted("a..é").names == ["a", "", "é"])
    #expect(FieldPath(["owner", "name"]) == .dotted("owner.name"))
  }

  private static let yes = Predicate.field(FieldPath("title"), .equals("x"))
  private static let no = Predicate.field(FieldPath("title"), .equals("y"))

  @Test(
    arguments: [
      (.always, true), (.never, false), (.and([]), true), (.or([]), false), (yes, true),
      (no, false), (.and([yes, yes]), true), (.and([yes, no]), false), (.or([no, yes]), true),
      (.or([no, no]), false), (.not(yes), false), (.not(.and([yes, no])), true),
      (.not(.field(FieldPath("absent"), .equals(1))), true),
      (.field(.dotted("title.deeper"), .isMissing), true),
      (.field(FieldPath("none"), .isMissing), false),
      (.custom { $0.count == 5 }, true), (.custom { $0.isEmpty }, false),
    ] as [(Predicate, Bool)])
  func `predicates combine as their names say`(_ predicate: Predicate, _ matches: Bool) throws {
    #expect(try predicate.matches(Self.note, within: .unlimited) == matches)
  }

  @Test func `large objects are equal in any order of their members`() {
    var left: JSONObject = [:]
    var right: JSONObject = [:]
    for number in 0..<40 {
      left["k\(number)"] = .integer(Int64(number))
      right["k\(39 - number)"] = .double(Double(39 - number))
    }
    #expect(JSON.object(left).isSame(as: .object(right)))
    right["k7"] = 8
    #expect(!JSON.object(left).isSame(as: .object(right)))
  }
}
