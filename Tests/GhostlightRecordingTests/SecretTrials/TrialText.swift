#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes strings as the carriers of trials do.
enum TrialText {
  /// Returns a JSON string, including its quotes.
  static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Returns a JSON string without its quotes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the string percent-encoded, except for the unreserved characters of RFC 3986.
  static func percent(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, isUnreserved(scalar) {
        encoded.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" + digits : digits)
      }
    }
    return encoded
  }

  private static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }

  static func form(_ text: String) -> String {
    percent(text).split(separator: "%20", omittingEmptySubsequences: false).joined(separator: "+")
  }

  /// Decodes a name or value of a query, in which `+` is a space.
  static func decodedQuery(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func xml(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Returns a JSON string without its quotes, with its first character as a `\u` escape.
  static func unicodeEscaped(_ text: String) -> String {
    guard let first = text.utf16.first, text.first?.utf16.count == 1 else { return escaped(text) }
    let digits = String(first, radix: 16)
    let zeros = String(repeating: "0", count: 4 - digits.count)
    return "\\u" + zeros + digits + escaped(String(text.dropFirst()))
  }

  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func base64(_ text: String) -> String { base64(Array(text.utf8)) }

  static func base64URL(_ text: String) -> String {
    String(
      base64(text).compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// Returns all encodings of a string that may occur in a HAR file; most of them do not.
  static func forms(_ text: String) -> [String] {
    let inner = [
      text, escaped(text), escaped(escaped(text)), percent(text), percent(percent(text)),
      form(text), xml(text), unicodeEscaped(text), percent(escaped(text)),
    ]
    // Each long line of a private key counts as a secret of its own.
    let lines = text.split(separator: "\n").map(String.init).filter {
      $0.utf8.count >= 40 && $0 != text
    }
    return inner + lines
  }
}
