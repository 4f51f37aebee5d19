import Foundation
import GhostlightCore
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Edges of queries` {
  private static func query(_ build: (SMQuery) -> Void) -> SMQuery {
    let query = SMQuery(schema: "people")
    build(query)
    return query
  }

  private static func texts(_ query: SMQuery) -> [String] {
    query.queryItems.map { "\($0.name)=\($0.value ?? "")" }
  }

  /// One test case: a value and its text.
  struct Value: Sendable, CustomTestStringConvertible {
    let text: String?
    let value: @Sendable () -> Any?
    init(_ text: String?, _ value: @escaping @Sendable () -> Any?) {
      self.text = text
      self.value = value
    }
    var testDescription: String { text ?? "nothing" }
  }

  private static let values = [
    Value(nil) { nil }, Value(nil) { NSNull() }, Value("a") { "a" }, Value("b") { NSString("b") },
    Value("true") { true }, Value("false") { false }, Value("7") { 7 }, Value("-7") { Int8(-7) },
    Value("18446744073709551615") { UInt64.max }, Value("2.5") { 2.5 }, Value("2") { 2.0 },
    Value("0.5") { Float(0.5) }, Value("1e+30") { 1e30 }, Value("9.5") { NSNumber(value: 9.5) },
    Value("9") { NSNumber(value: 9) }, Value("-1") { Date(timeIntervalSince1970: -0.0001) },
    Value("1500") { Date(timeIntervalSince1970: 1.5009) },
    Value("x") { Optional<Any>.some("x") as Any }, Value(nil) { Optional<String>.none as Any },
    Value("http://a/b") { URL(string: "http://a/b") },
  ]

  @Test(arguments: values) func `a value has one text in a query`(_ row: Value) {
    #expect(QueryValue.text(of: row.value()) == row.text)
  }

  @Test(arguments: [(1, "objects=0-0"), (2, "objects=0-1")] as [(UInt, String)])
  func `a limit ends with its last object`(_ limit: UInt, _ range: String) {
    #expect(Self.query { $0.limit(limit) }.requestHeaders == ["Range": range])
    #expect(Self.query { $0.fromIndex(limit, to: limit) }.refusal == nil)
    #expect(Self.query { $0.fromIndex(limit, to: limit - 1) }.refusal != nil)
  }

  @Test func `the first refusal of a query is kept`() {
    let query = Self.query {
      $0.limit(0)
      $0.fromIndex(2, to: 1)
    }
    #expect(
      query.refusal?.localizedDescription == "The limit 0 is not valid; use 1 or more.")
  }

  @Test func `a refusal of the other query stays, whatever joins them`() {
    let refused = { Self.query { $0.limit(0) } }
    for joined in [
      Self.query { $0.where("a", isEqualTo: 1) }.and(refused()),
      Self.query { $0.where("a", isEqualTo: 1) }.or(refused()),
      refused().and(Self.query { $0.where("a", isEqualTo: 1) }),
      refused().or(Self.query { $0.where("a", isEqualTo: 1) }),
    ] {
      #expect((joined.refusal as NSError?)?.code == -100)
    }
  }

  @Test func `an alternative without conditions adds none`() {
    let one = Self.query { $0.where("a", isEqualTo: 1) }
    #expect(Self.texts(one.or(Self.query { _ in })) == ["[or1].a=1"])
    let two = Self.query { _ in }
    #expect(
      Self.texts(
        two.or(
          Self.query {
            $0.where("a", isEqualTo: 1)
            $0.where("b", isEqualTo: 2)
          })) == ["[or1].[and1].a=1", "[or1].[and1].b=2"])
    #expect(one.refusal == nil && two.refusal == nil)
  }

  @Test func `each block of alternatives has the number after the last`() {
    func either(_ name: String) -> SMQuery {
      Self.query { $0.where(name, isEqualTo: 1) }.or(
        Self.query { $0.where("z" + name, isEqualTo: 2) })
    }
    let query = Self.query { $0.where("first", isEqualTo: 0) }
    for number in 1...11 { query.and(either("n\(number)")) }
    #expect(
      Self.texts(query)
        == ["first=0"] + (1...11).flatMap { ["[or\($0)].n\($0)=1", "[or\($0)].zn\($0)=2"] })
    let pair = either("a").and(either("b"))
    #expect(
      Self.texts(either("c").and(pair)) == [
        "[or1].c=1", "[or1].zc=2", "[or2].a=1", "[or2].za=2", "[or3].b=1", "[or3].zb=2",
      ])
  }

  @Test func `two blocks of alternatives cannot become one alternative`() {
    func either(_ name: String) -> SMQuery {
      Self.query { $0.where(name, isEqualTo: 1) }.or(
        Self.query { $0.where("z" + name, isEqualTo: 2) })
    }
    let query = either("a").and(either("b")).or(Self.query { $0.where("c", isEqualTo: 3) })
    #expect(
      query.refusal as? SMException
        == SMException(
          name: "SMExceptionIncompatibleObject",
          reason: "Conditions next to alternatives cannot become one alternative; add them last, "
            + "as in a.and(b.or(c))."))
    #expect(Self.texts(query).count == 4)
  }

  @Test func `groups of two alternatives keep their conditions together`() {
    func group(_ names: String...) -> SMQuery {
      Self.query { query in for name in names { query.where(name, isEqualTo: 1) } }
    }
    let left = group("a", "b").or(group("c", "d"))
    let right = group("e", "f").or(group("g"))
    #expect(
      Self.texts(left.or(right)) == [
        "[or1].[and1].a=1", "[or1].[and1].b=1", "[or1].[and2].c=1", "[or1].[and2].d=1",
        "[or1].[and3].e=1", "[or1].[and3].f=1", "[or1].g=1",
      ])
  }
}
