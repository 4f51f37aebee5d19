import GhostlightCore

/// Replaces lone surrogates, which are not valid in strings.
///
/// Python tools such as mitmproxy write a byte 0x80...0xFF that is not UTF-8 as the escape
/// `\udc80`...`\udcff`. The reader first replaces such an escape by a private-use character
/// U+10FF80...U+10FFFF, and later that character by the original byte.
enum HARSurrogates {
  /// Returns the JSON file with every lone surrogate replaced by a private-use character or by
  /// U+FFFD.
  static func repair(_ json: [UInt8]) -> [UInt8] {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(json.count + 64)
    var index = 0
    while index < json.count {
      guard json[index] == backslash, index + 1 < json.count else {
        repaired.append(json[index])
        index += 1
        continue
      }
      guard let unit = unit(json, at: index) else {
        repaired += json[index..<index + 2]
        index += 2
        continue
      }
      let next = (0xD800...0xDBFF).contains(unit) ? self.unit(json, at: index + 6) : nil
      switch (unit, next) {
      case (0xD800...0xDBFF, .some(0xDC00...0xDFFF)):
        repaired += json[index..<index + 12]
        index += 6
      case (0xDC80...0xDCFF, _):
        // In UTF-16, U+10FF80...U+10FFFF are the surrogate pairs DBFF DF80...DBFF DFFF.
        repaired += Array(#"\udbff\u"#.utf8) + Array(String(unit + 0x300, radix: 16).utf8)
      case (0xD800...0xDFFF, _):
        repaired += Array(#"\ufffd"#.utf8)
      default:
        repaired += json[index..<index + 6]
      }
      index += 6
    }
    return repaired
  }

  /// Returns the document with private-use characters replaced by the original bytes.
  ///
  /// Bodies become base64, and header fields ISO 8859-1.
  static func encodeBodies(_ document: JSON) -> JSON {
    guard case .object(var root) = document, case .object(var log)? = root["log"],
      case .array(let entries)? = log["entries"]
    else { return document }
    log["entries"] = .array(entries.map(encode))
    root["log"] = .object(log)
    return .object(root)
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Returns the code unit of the escape `\uXXXX` at an index; `nil` if there is no such escape.
  private static func unit(_ json: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= json.count, json[index] == backslash,
      json[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: json[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }

  /// Returns the entry with private-use characters replaced by the original bytes.
  ///
  /// Bodies become base64, and header fields ISO 8859-1.
  static func encode(_ entry: JSON) -> JSON {
    guard case .object(var json) = entry else { return entry }
    for (side, body, encodingKey) in [
      ("request", "postData", "_encoding"), ("response", "content", "encoding"),
    ] {
      guard case .object(var part)? = json[side] else { continue }
      if case .object(var content)? = part[body], let text = content["text"]?.string,
        let bytes = bytes(text)
      {
        HARBody.write(bytes, into: &content, encodingKey: encodingKey)
        part[body] = .object(content)
      }
      if case .array(let headers)? = part["headers"] {
        part["headers"] = .array(headers.map(encodeHeader))
      }
      json[side] = .object(part)
    }
    return .object(json)
  }

  private static func encodeHeader(_ header: JSON) -> JSON {
    guard case .object(var json) = header, let text = json["value"]?.string,
      let bytes = bytes(text)
    else { return header }
    json["value"] = .string(HARBody.latin1(bytes))
    json["_charset"] = "iso-8859-1"
    return .object(json)
  }

  /// Returns the original bytes of a string; `nil` if it has no private-use characters.
  private static func bytes(_ text: String) -> [UInt8]? {
    let range: ClosedRange<UInt32> = 0x10FF80...0x10FFFF
    guard text.unicodeScalars.contains(where: { range.contains($0.value) }) else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if range.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }
}
