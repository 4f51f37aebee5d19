import HTTPTypes

/// What matters to the connection in a head's fields.
struct RequestHeadNotes {
  var fields: HTTPFields = [:]
  var host: String?
  var length: Int?
  var hasCoding = false
  var expectsContinue = false
  var expectsUnknown = false
  var asksUpgrade = false

  /// Looks at one field; answers true for `Host`, which is no header field of a request.
  mutating func take(_ name: String, _ value: String) throws(Refusal) -> Bool {
    switch name.utf8.count {
    case 4 where Self.equal(name, "host"):
      guard host == nil else { throw .hostRepeated }
      host = Self.trimmed(value)
      return true
    case 6 where Self.equal(name, "expect"):
      let isContinue = Self.equal(Self.trimmed(value), "100-continue")
      expectsContinue = expectsContinue || isContinue
      expectsUnknown = expectsUnknown || !isContinue
    case 7 where Self.equal(name, "upgrade"):
      asksUpgrade = true
    case 14 where Self.equal(name, "content-length"):
      guard length == nil else { throw .lengthAndCoding }
      // The parser lets digits through only, so what is no Int is too large.
      length = Int(Self.trimmed(value)) ?? .max
    case 17 where Self.equal(name, "transfer-encoding"):
      guard !hasCoding else { throw .lengthAndCoding }
      guard Self.equal(Self.trimmed(value), "chunked") else { throw .codingUnknown }
      hasCoding = true
    default:
      break
    }
    return false
  }

  /// The value without the blanks that may follow it; those before it the parser has removed.
  private static func trimmed(_ value: String) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = value.utf8.last, isBlank(last) else { return value }
    let end = value.utf8.lastIndex { !isBlank($0) }.map(value.utf8.index(after:))
    return String(value[..<(end ?? value.startIndex)])
  }

  /// Compares without regard to the case of ASCII letters; `lower` is in lower case.
  static func equal(_ text: String, _ lower: StaticString) -> Bool {
    guard text.utf8.count == lower.utf8CodeUnitCount else { return false }
    var expected = lower.utf8Start
    for byte in text.utf8 {
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      guard (isUpper ? byte | 0x20 : byte) == expected.pointee else { return false }
      expected += 1
    }
    return true
  }
}
