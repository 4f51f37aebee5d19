import GhostlightEmulation
import GhostlightSigning

/// The text form in which clients send a file to a binary field (A17).
///
/// Three header lines, an empty line, and the bytes in base64:
///
///     Content-Type: image/png
///     Content-Disposition: attachment; filename=profile_pic.png
///     Content-Transfer-Encoding: base64
///
///     iVBORw0KGgo=
enum BinaryText {
  /// Whether a text means to be a file; other texts, such as a URL, are stored as they are.
  static func isMeant(_ text: String) -> Bool { text.utf8.starts(with: "Content-Type:".utf8) }

  /// The file that a text holds; `nil` where a line is missing or malformed.
  ///
  /// Lines may end with CRLF, and white space between the symbols of base64 does not count.
  static func parse(_ text: String) -> BinaryFile? {
    guard isMeant(text) else { return nil }
    var rest = Array(text.utf8)[...]
    var fields: [String: String] = [:]
    while true {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      var line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      fields[name] = String(decoding: line[(colon + 1)...], as: UTF8.self)[...].trimmed
    }
    guard let contentType = fields["content-type"], isMediaType(contentType),
      fields["content-transfer-encoding"]?.lowercased() == "base64",
      let name = fields["content-disposition"].flatMap(fileName), !name.isEmpty,
      let bytes = Base64.decode(String(decoding: rest.filter { !isSpace($0) }, as: UTF8.self))
    else { return nil }
    return BinaryFile(name: name, contentType: contentType, bytes: bytes)
  }

  /// The name in `attachment; filename=a.png`, with or without quotes.
  private static func fileName(_ disposition: String) -> String? {
    for part in disposition.parts(at: ";") {
      let pair = part.parts(at: "=", maxSplits: 1).map { $0[...].trimmed }
      guard pair.count == 2, pair[0].lowercased() == "filename" else { continue }
      let name = pair[1].utf8
      let quote = UInt8(ascii: "\"")
      let isQuoted = name.count > 1 && name.first == quote && name.last == quote
      return isQuoted ? String(decoding: name.dropFirst().dropLast(), as: UTF8.self) : pair[1]
    }
    return nil
  }

  /// Whether a text can stand in a `Content-Type` field.
  private static func isMediaType(_ text: String) -> Bool {
    text.contains("/") && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
