import GhostlightCore
import HTTPTypes

/// What stands in a recording where a secret stood: `REDACTED-access_token-1`.
///
/// The name is that of the place where the secret first stood, the number counts such secrets. A
/// number becomes a number from 990,000,001, a JSON web token one with the same registered claims
/// and the placeholder as its signature, so that clients which look into values still can.
enum Placeholder {
  /// What stands for everything that differs from one request to the next, such as signatures.
  static let anything = "REDACTED"

  /// The number before the first placeholder that is a number.
  private static let numberBase = 990_000_000

  private static let start = Array("REDACTED-".utf8)

  static func text(name: String, number: Int) -> String {
    var tag: [UInt8] = []
    for byte in name.utf8.prefix(40) {
      tag.append(isTag(byte) ? byte : UInt8(ascii: "_"))
    }
    if tag.isEmpty { tag = Array("secret".utf8) }
    return "REDACTED-\(String(decoding: tag, as: UTF8.self).lowercased())-\(number)"
  }

  static func number(_ number: Int) -> String { String(numberBase + number) }

  /// Whether a value is one that redaction puts there.
  static func isRedacted(_ value: String) -> Bool {
    if value == anything || value == "0" { return true }
    if let number = Int(value) { return numbers.contains(number) }
    let bytes = Array(value.utf8)
    guard bytes.count < 4096, let range = ranges(in: bytes).last, range.upperBound == bytes.count
    else { return false }
    return range.lowerBound == 0 || JSONWebToken(value) != nil || isResourceToken(value)
  }

  /// A placeholder of the same make as the secret, where clients look into such values.
  static func shaped(_ placeholder: String, like secret: String) -> String {
    if let token = JSONWebToken(secret) { return token.redacted(placeholder) }
    guard isResourceToken(secret) else { return placeholder }
    return "type=resource&ver=1&sig=" + placeholder
  }

  /// A token of Cosmos DB, whose start its clients check.
  private static func isResourceToken(_ value: String) -> Bool { value.hasPrefix("type=resource&") }

  private static let numbers = (numberBase + 1)...(numberBase + 9_999_999)

  /// What stands for a whole value, of which nothing else is known.
  static func mask(isNumber: Bool) -> String { isNumber ? "0" : anything }

  /// The placeholders in some text, in order.
  static func all(in bytes: [UInt8]) -> [String] {
    ranges(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Where placeholders stand in some text.
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

  /// The end of a name, `-` and a number that begin at `index`.
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

/// Reads which placeholders stand in exchanges, and on which side each stood first.
struct PlaceholderScan: Sendable {
  private(set) var found: Set<String> = []
  /// Those that a response had before any request: what the client knows as a placeholder.
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

  /// Takes note of values under secret names, which may be numbers.
  mutating func note(_ values: [String], isIssued: Bool) {
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
  /// The report without what differs only because one side is redacted.
  ///
  /// A placeholder stands for any value of its type, in a body or in a header field.
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
