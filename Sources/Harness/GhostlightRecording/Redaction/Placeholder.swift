import GhostlightCore
import HTTPTypes

/// What stands in a recording where a secret stood: `REDACTED-access_token-1`.
///
/// The name is that of the place where the secret first stood, the number counts such secrets; under
/// a weak name it is a checksum. A number becomes a number from 990,000,001, a JSON web token one with the same registered claims
/// and the placeholder as its signature, so that clients which look into values still can.
enum Placeholder {
  /// What stands for everything that differs from one request to the next, such as signatures.
  static let anything = "REDACTED"

  /// The number before the first placeholder that is a number.
  private static let numberBase = 990_000_000

  private static let start = Array("REDACTED-".utf8)

  /// Returns the placeholder of a tag and a number.
  static func text(tag: String, number: Int) -> String { "REDACTED-\(tag)-\(number)" }

  /// Returns the form of a name in placeholders: of different names with one tag, numbers go on.
  static func tag(of name: String) -> String {
    guard !SecretName(name).bytes.isEmpty else { return "secret" }
    let tag = name.utf8.prefix(40).map { isTag($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: tag, as: UTF8.self).lowercased()
  }

  /// Returns the number of a value under a weak name, from a checksum of 24 bits.
  ///
  /// So a client that has the value itself asks for the recorded exchange of that value, and for
  /// none with another value. A value gets such a number only if it looks random, so that a
  /// checksum does not help to guess it.
  static func weakNumber(of value: String) -> Int {
    var checksum = CRC32()
    checksum.add(value.utf8)
    return weakBase + Int(checksum.value & 0xFF_FFFF)
  }

  private static let weakBase = 1_000_000

  /// Returns the number of a placeholder of a value under a weak name, or `nil` for another one.
  static func weakNumber(in placeholder: String) -> Int? {
    guard let dash = placeholder.utf8.lastIndex(of: UInt8(ascii: "-")),
      let number = Int(placeholder[placeholder.utf8.index(after: dash)...]), number >= weakBase
    else { return nil }
    return number
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

  /// Returns a placeholder of the same form as the secret, if clients look into such values.
  ///
  /// `subject` stands for the subject of a web token, if that is an account.
  static func shaped(
    _ placeholder: String, like secret: String, subject: String? = nil
  ) -> String {
    if let token = JSONWebToken(secret) { return token.redacted(placeholder, subject: subject) }
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
