import GhostlightCore
import HTTPTypes

/// Creates and recognizes the strings that replace secrets in a recording:
/// `REDACTED-access_token-1`.
///
/// The placeholder contains the name under which the secret first occurred, and a number that
/// counts the secrets with this name. Under a weak name, the number is a checksum. A secret that is
/// a JSON number becomes a number from 990,000,001 on. A JSON web token becomes a token with the
/// same registered claims and the placeholder as its signature, so that clients can still parse it.
enum Placeholder {
  /// The replacement for values that differ between any two requests, such as signatures.
  static let anything = "REDACTED"

  /// The placeholder of a JSON number is the sum of this base and a counter that starts at 1.
  private static let numberBase = 990_000_000

  private static let start = Array("REDACTED-".utf8)

  static func text(tag: String, number: Int) -> String { "REDACTED-\(tag)-\(number)" }

  /// Returns the form of `name` that placeholders contain; names with the same form share one
  /// counter.
  static func tag(of name: String) -> String {
    guard !SecretName(name).bytes.isEmpty else { return "secret" }
    let tag = name.utf8.prefix(40).map { isTag($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: tag, as: UTF8.self).lowercased()
  }

  /// Returns the number for a value under a weak name, from a checksum of 24 bits.
  ///
  /// A client that has the value finds the exchange that was recorded for it, and no other
  /// exchange. Only random-looking values get such a number, so that the checksum does not help to
  /// guess a value.
  static func weakNumber(of value: String) -> Int {
    var checksum = CRC32()
    checksum.add(value.utf8)
    return weakBase + Int(checksum.value & 0xFF_FFFF)
  }

  private static let weakBase = 1_000_000

  /// Returns the number in `placeholder` if it is the checksum of a value under a weak name,
  /// otherwise `nil`.
  static func weakNumber(in placeholder: String) -> Int? {
    guard let dash = placeholder.utf8.lastIndex(of: UInt8(ascii: "-")),
      let number = Int(placeholder[placeholder.utf8.index(after: dash)...]), number >= weakBase
    else { return nil }
    return number
  }

  static func number(_ number: Int) -> String { String(numberBase + number) }

  /// Returns whether `value` as a whole is a placeholder or another replacement.
  static func isRedacted(_ value: String) -> Bool {
    if value == anything || value == "0" { return true }
    if let number = Int(value) { return numbers.contains(number) }
    let bytes = Array(value.utf8)
    guard bytes.count < 4096, let range = ranges(in: bytes).last, range.upperBound == bytes.count
    else { return false }
    return range.lowerBound == 0 || JSONWebToken(value) != nil || isResourceToken(value)
  }

  /// Returns a placeholder in the form of the secret, if clients parse values of this form.
  ///
  /// If the subject of a JSON web token identifies an account, `subject` replaces that subject.
  static func shaped(
    _ placeholder: String, like secret: String, subject: String? = nil
  ) -> String {
    if let token = JSONWebToken(secret) { return token.redacted(placeholder, subject: subject) }
    guard isResourceToken(secret) else { return placeholder }
    return "type=resource&ver=1&sig=" + placeholder
  }

  /// Returns whether a value is a Cosmos DB resource token, whose prefix clients check.
  private static func isResourceToken(_ value: String) -> Bool { value.hasPrefix("type=resource&") }

  private static let numbers = (numberBase + 1)...(numberBase + 9_999_999)

  /// Returns the replacement for a value if only its JSON type must be preserved.
  static func mask(isNumber: Bool) -> String { isNumber ? "0" : anything }

  /// Returns the placeholders in a string, in order.
  static func all(in bytes: [UInt8]) -> [String] {
    ranges(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns the ranges of the placeholders in a string, in order.
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index + start.count < bytes.count {
      guard bytes[index] == start[0], bytes[index...].starts(with: start),
        let end = end(in: bytes, from: index + start.count)
      else {
        index += 1
        continue
      }
      ranges.append(index..<end)
      index = end
    }
    return ranges
  }

  /// Returns the end of the name, hyphen and number that begin at `index`; `nil` if they are
  /// incomplete.
  private static func end(in bytes: [UInt8], from index: Int) -> Int? {
    var position = index
    while position < bytes.count, isTag(bytes[position]) { position += 1 }
    guard position > index, position < bytes.count, bytes[position] == UInt8(ascii: "-") else {
      return nil
    }
    let digits = position + 1
    position = digits
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position > digits ? position : nil
  }

  private static func isTag(_ byte: UInt8) -> Bool {
    TokenBytes.isAlphanumeric(byte) || byte == UInt8(ascii: "_")
  }
}

/// Collects the placeholders of exchanges, and those that appeared first in a response.
struct PlaceholderScan: Sendable {
  private(set) var found: Set<String> = []
  /// The placeholders that appeared in a response before they appeared in a request.
  ///
  /// A client knows only such a placeholder, not its secret.
  private(set) var issued: Set<String> = []

  mutating func read(_ exchange: RecordedExchange) {
    read(exchange.request)
    read(exchange.response)
  }

  mutating func read(_ request: Request) {
    read(Array(request.target.raw.utf8), isIssued: false)
    read(request.headers, request.body, isIssued: false)
  }

  mutating func read(_ response: Response) {
    read(response.headers, response.body, isIssued: true)
  }

  /// Adds the placeholders among values under secret names; these may also be numbers.
  mutating func addPlaceholders(in values: [String], isIssued: Bool) {
    for value in values where Placeholder.isRedacted(value) {
      let inside = Placeholder.all(in: Array(value.utf8))
      for placeholder in inside.isEmpty ? [value] : inside { add(placeholder, isIssued: isIssued) }
    }
  }

  private mutating func read(_ headers: HTTPFields, _ body: [UInt8], isIssued: Bool) {
    for field in headers { read(Array(field.value.utf8), isIssued: isIssued) }
    read(body, isIssued: isIssued)
  }

  private mutating func read(_ bytes: [UInt8], isIssued: Bool) {
    for placeholder in Placeholder.all(in: bytes) { add(placeholder, isIssued: isIssued) }
  }

  private mutating func add(_ placeholder: String, isIssued: Bool) {
    guard found.insert(placeholder).inserted, isIssued else { return }
    issued.insert(placeholder)
  }
}

extension DriftReport {
  /// The report without differences that exist only because one side is redacted.
  ///
  /// A placeholder in a body or header field matches any value of its type.
  public var withoutPlaceholders: DriftReport {
    var report = self
    report.drifted = drifted.compactMap { exchange in
      var exchange = exchange
      exchange.differences.removeAll { $0.isOfPlaceholder }
      return exchange.differences.isEmpty ? nil : exchange
    }
    return report
  }
}

extension Difference {
  fileprivate var isOfPlaceholder: Bool {
    guard kind == .value || kind == .header, let expected, let actual else { return false }
    if place == .header(.setCookie), let expected = expected.string, let actual = actual.string,
      GeneratedText.haveDifferentAttributes(expected, actual)
    {
      return false
    }
    return Self.isRedacted(expected) || Self.isRedacted(actual)
  }

  private static func isRedacted(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): !Placeholder.all(in: Array(text.utf8)).isEmpty
    case .integer(let number): number != 0 && Placeholder.isRedacted(String(number))
    default: false
    }
  }
}
