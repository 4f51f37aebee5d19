/// The charset of a body that is text, and no UTF-8.
enum BodyCharset {
  case latin1
  /// Two bytes a unit, behind a byte order mark or not.
  case utf16(isBigEndian: Bool, hasMark: Bool)

  /// Finds the charset by a byte order mark, then by what the media type says; `nil` for no text.
  ///
  /// Text of a charset that is not known here counts as ISO 8859-1: what gives secrets away is
  /// ASCII, and every byte stays what it is.
  init?(_ bytes: [UInt8], type: String) {
    let type = type.lowercased()
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): self = .utf16(isBigEndian: true, hasMark: true)
    case (0xFF, 0xFE): self = .utf16(isBigEndian: false, hasMark: true)
    case _ where type.contains("charset=utf-16le"):
      self = .utf16(isBigEndian: false, hasMark: false)
    case _ where type.contains("charset=utf-16"):
      self = .utf16(isBigEndian: true, hasMark: false)
    case _
    where type.hasPrefix("text/") || type.contains("charset=") || type.contains("json")
      || type.contains("xml") && !type.contains("officedocument") || type.contains("javascript"):
      self = .latin1
    default: return nil
    }
  }

  /// The text; `nil` where the bytes are none of the charset.
  func decode(_ bytes: [UInt8]) -> String? {
    guard case .utf16(let isBigEndian, let hasMark) = self else { return HARBody.latin1(bytes) }
    let content = bytes.dropFirst(hasMark ? 2 : 0)
    guard content.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  /// The bytes of a text.
  func encode(_ text: String) -> [UInt8] {
    guard case .utf16(let isBigEndian, let hasMark) = self else {
      return HARBody.latin1(text) ?? Array(text.utf8)
    }
    let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}
