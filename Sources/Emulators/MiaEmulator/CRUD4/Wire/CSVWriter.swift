import GhostlightCore

/// Writes lines of comma-separated values.
///
/// - Source: RFC 4180, with line feeds alone.
struct CSVWriter: Sendable {
  /// What stands between cells, a character of ASCII.
  let delimiter: UInt8

  private static let quote = UInt8(ascii: "\"")

  /// Adds a line of cells; what is missing or null is empty, arrays and objects are JSON.
  func write(_ cells: [JSON?], into body: inout [UInt8]) {
    for (position, cell) in cells.enumerated() {
      if position > 0 { body.append(delimiter) }
      switch cell {
      case nil, .null?: break
      case .string(let text)?: write(text, into: &body)
      case let value?: write(value.text(), into: &body)
      }
    }
    body.append(UInt8(ascii: "\n"))
  }

  private func write(_ text: String, into body: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      guard needsQuotes(bytes) else { return body += bytes }
      body.append(Self.quote)
      for byte in bytes {
        if byte == Self.quote { body.append(byte) }
        body.append(byte)
      }
      body.append(Self.quote)
    }
  }

  /// Whether the delimiter, a quote or the end of a line is among the bytes: one of ASCII, or the
  /// line's end, line separator and paragraph separator of Unicode.
  private func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (position, byte) in bytes.enumerated() {
      if byte == delimiter || byte == Self.quote || (0x0A...0x0D).contains(byte) { return true }
      guard byte == 0xC2 || byte == 0xE2 else { continue }
      let rest = bytes[position...]
      if rest.starts(with: [0xC2, 0x85]) || rest.starts(with: [0xE2, 0x80, 0xA8])
        || rest.starts(with: [0xE2, 0x80, 0xA9])
      {
        return true
      }
    }
    return false
  }
}
