import GhostlightCore

/// One thing that keeps a request from being the recorded one.
public struct MatchDifference: Sendable, Hashable {
  /// The part of the matcher that saw it: `query`.
  public let part: String
  /// Where in the part: a parameter, a header field, a JSON path; `nil` for the whole of it.
  public let place: String?
  /// What the request has there; `nil` where it has nothing.
  public let actual: String?
  /// What was recorded there; `nil` where there was nothing, both where a closure decided.
  public let recorded: String?
  /// How far it puts the two apart, for ranking: 1 for a detail, more for what names a resource.
  let weight: Int

  /// Makes a difference, a detail unless a greater weight is given.
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
  /// One line such as `query: priority[gte] is 2, recorded 3`; long values are cut.
  public var description: String {
    let subject = place.map { "\(part): \($0)" } ?? part
    guard actual != nil || recorded != nil else { return "\(subject) does not match" }
    let found = actual.map { "is \($0.shortened)" } ?? "is missing"
    return "\(subject) \(found), recorded \(recorded.map(\.shortened) ?? "without")"
  }
}

extension MatchDifference {
  /// What a JSON body has otherwise than a recorded one, numbers by value.
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
  /// The pairs that only one side has, in any order; those of the same name are held side by side.
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

  /// The items of one list that the other lacks, each as often as it lacks it.
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

/// Where two byte strings part, in words.
struct ByteDifference {
  /// Such as `byte 17`.
  let place: String
  let expected: String
  let actual: String

  /// Finds the first byte that differs; `nil` where none does.
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

  /// The bytes from there on, quoted where they are printable ASCII, else in hexadecimal.
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
