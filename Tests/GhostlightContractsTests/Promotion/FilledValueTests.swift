import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Values that a fill replaces` {
  /// Returns the value that a response repeats, `UNKNOWN` for that of a provider state, or `nil`.
  private static func replacement(
    _ values: FilledValues, _ value: JSON, _ member: String
  ) -> JSON? {
    switch values.replacement(for: value, at: PactPath([.member(member)])) {
    case .fixed(let json): json
    case .unknown: "UNKNOWN"
    case nil: nil
    }
  }

  @Test(
    arguments: [
      ("ab", "cd", "ab", "x", "cd"), ("ab", "${id}", "ab", "x", "UNKNOWN"),
      ("a", "b", "a", "x", nil), ("a", "b", "a", "id", "b"), ("a", "b", "a", "ID", "b"),
      ("a", "b", "a", "user_id", "b"), ("a", "b", "a", "userId", "b"),
      ("a", "b", "a", "userid", nil),
      ("a", "b", "a", "N", "b"), ("77", "88", 77, "x", nil), ("7", "8", 7, "id", 8),
      ("7", "8", 7, "n", 8), ("7", "x", 7, "id", "x"), ("7", "${id}", 7, "id", "UNKNOWN"),
      ("ab", "cd", "/u/ab/", "x", "/u/cd/"), ("ab", "cd", "ab/ab", "x", "cd/cd"),
      ("ab", "${id}", "u/ab", "x", "UNKNOWN"), ("ab", "cd", "/u/abc", "x", nil),
      ("ab", "cd", "abx", "id", nil), ("ab", "ab", "ab", "x", nil), ("", "cd", "", "id", nil),
      ("true", "cd", true, "id", nil), ("1.5", "2", 1.5, "id", nil), ("ab", "cd", nil, "id", nil),
    ] as [(String, String, JSON, String, JSON?)])
  func `a response repeats the new value of a fill`(
    _ recorded: String, _ new: String, _ value: JSON, _ member: String, _ expected: JSON?
  ) {
    var values = FilledValues()
    #expect(Self.replacement(values, value, member) == nil)
    values.replace(recorded, with: ContractFill("n", new))
    #expect(Self.replacement(values, value, member) == expected)
  }

  @Test(
    arguments: [
      ("/a/old/x", "/a/new/x", "old", "new"), ("/a/old/x", "/a/${id}/x", "old", "UNKNOWN"),
      ("/a/old/x", "/a/new/x", "a", nil), ("/a/old", "/a/new/x", "old", nil),
      ("/a/old%20one", "/a/new%2Fone", "old one", "new/one"), ("/old/", "new", "old", "new"),
    ] as [(String, String, JSON, JSON?)])
  func `a response repeats the new segments of a path`(
    _ recorded: String, _ new: String, _ value: JSON, _ expected: JSON?
  ) {
    var values = FilledValues()
    values.replacePath(recorded, with: ContractFill("path", new))
    #expect(Self.replacement(values, value, "x") == expected)
  }
}
