import GhostlightCore

/// One reason why a request does not match a recorded request.
///
/// ``MatchPart`` and ``Matcher`` return differences, and a ``ServiceMiss`` lists them, so that a test
/// shows why no exchange was found for a request. Without differences, two requests match.
public struct MatchDifference: Sendable, Hashable {
  /// The name of the ``MatchPart`` that found the difference, such as `query`.
  public let part: String
  /// The query parameter, header field or JSON path that differs; `nil` for the whole part.
  public let place: String?
  /// The value in the request; `nil` if the request has nothing at this place.
  public let actual: String?
  /// The value in the recorded request; `nil` if it has nothing at this place.
  ///
  /// Both values are `nil` if a closure compared the requests.
  public let recorded: String?
  /// The weight in the ranking of near misses: 1 for a detail, more for parts that identify a
  /// resource.
  let weight: Int

  /// Creates a difference; the default weight of 1 is for a detail.
  public init(
    _ part: String, at place: String? = nil, actual: String?, recorded: String?, weight: Int = 1
  ) {
    self.part = part
    self.place = place
    self.actual = actual
    self.recorded = recorded
    self.weight = weight
  }
}

extension MatchDifference: CustomStringConvertible {
  /// One line such as `query: priority[gte] is 2, recorded 3`; long values are shortened.
  public var description: String {
    let subject = place.map { "\(part): \($0)" } ?? part
    guard actual != nil || recorded != nil else { return "\(subject) does not match" }
    let found = actual.map { "is \($0.shortened)" } ?? "is missing"
    return "\(subject) \(found), \(recorded.map { "recorded \($0.shortened)" } ?? "not recorded")"
  }
}

extension MatchDifference {
  /// Returns the differences between two JSON bodies; numbers are compared by value.
  static func between(_ actual: JSON, _ recorded: JSON) -> [MatchDifference] {
    JSONComparison.differences(
      expected: recorded.withPlainNumbers, actual: actual.withPlainNumbers
    ).map { difference in
      MatchDifference(
        "body", at: "\(difference.place)", actual: difference.actual?.text(),
        recorded: difference.expected?.text())
    }
  }
}

extension MatchDifference {
  /// Returns the differences between two lists of name-value pairs, whose order does not matter.
  ///
  /// Unequal pairs with the same name are reported as one difference.
  static func between(
    _ actual: [QueryItem], _ recorded: [QueryItem], part: String
  ) -> [MatchDifference] {
    var missing = without(recorded, actual)
    var differences: [MatchDifference] = []
    for item in without(actual, recorded) {
      let partner = missing.firstIndex { $0.name == item.name }.map { missing.remove(at: $0) }
      differences.append(
        MatchDifference(part, at: item.name, actual: item.quoted, recorded: partner?.quoted))
    }
    return differences
      + missing.map { MatchDifference(part, at: $0.name, actual: nil, recorded: $0.quoted) }
  }

  /// Returns the pairs that occur more often in `items` than in `others`.
  private static func without(_ items: [QueryItem], _ others: [QueryItem]) -> [QueryItem] {
    var counts: [MatchKey: Int] = [:]
    for item in others { counts[item.matchKey, default: 0] += 1 }
    return items.filter { item in
      guard let count = counts[item.matchKey], count > 0 else { return true }
      counts[item.matchKey] = count - 1
      return false
    }
  }
}

/// The first difference between two byte arrays, described in words.
struct ByteDifference {
  /// The index of the first different byte, such as `byte 17`.
  let place: String
  let expected: String
  let actual: String

  /// Finds the first different byte; returns `nil` if both arrays are equal.
  init?(expected: [UInt8], actual: [UInt8]) {
    guard expected != actual else { return nil }
    var offset = 0
    while offset < min(expected.count, actual.count), expected[offset] == actual[offset] {
      offset += 1
    }
    place = "byte \(offset)"
    self.expected = Self.text(expected, from: offset)
    self.actual = Self.text(actual, from: offset)
  }

  /// Returns up to 16 bytes from `offset`, quoted if they are printable ASCII, otherwise in
  /// hexadecimal.
  private static func text(_ bytes: [UInt8], from offset: Int) -> String {
    let rest = bytes[offset...].prefix(16)
    let more = bytes.count - offset > rest.count ? "..." : ""
    guard !rest.isEmpty else { return "the end after \(bytes.count) bytes" }
    guard !rest.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return "\"\(String(decoding: rest, as: UTF8.self))\(more)\""
    }
    let digits = rest.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }
    return digits.joined(separator: " ") + more
  }
}
