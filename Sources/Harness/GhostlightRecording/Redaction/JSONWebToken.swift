import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A parsed JSON web token; its signature is not verified.
///
/// - Source: RFC 7515, section 7.1; RFC 7519, section 4.1.
struct JSONWebToken {
  let header: JSONObject
  let claims: JSONObject

  /// Parses a string; returns `nil` if it is not a JSON web token.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1])
    else { return nil }
    self.header = header
    self.claims = claims
  }

  /// Returns whether a string begins like a JSON web token and has exactly two dots.
  static func isLikely(_ text: ArraySlice<UInt8>) -> Bool {
    text.count >= 24 && text.starts(with: "ey".utf8)
      && text.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// Returns a token with the same algorithm, and with a placeholder as its signature.
  ///
  /// It keeps only the registered claims that are not secret. `subject` replaces the claim `sub`.
  func redacted(_ placeholder: String, subject: String?) -> String {
    var kept = JSONObject(
      uniqueMembers: claims.members.filter { Self.registered.contains($0.key) })
    if let subject, kept["sub"] != nil { kept["sub"] = .string(subject) }
    let algorithm: JSONObject = ["alg": header["alg"] ?? "none", "typ": "JWT"]
    let parts = [algorithm, kept].map { Base64Text.encodeForURL(JSON.object($0).bytes) }
    return parts.joined(separator: ".") + "." + placeholder
  }

  /// The subject, if it looks like an e-mail address or account id; otherwise `nil`.
  var account: String? {
    guard let subject = claims["sub"]?.string, !Placeholder.isRedacted(subject) else { return nil }
    let bytes = Array(subject.utf8)
    let isAccount =
      bytes.contains(UInt8(ascii: "@")) || bytes.contains(UInt8(ascii: "|"))
      || bytes.count >= 6 && bytes.allSatisfy { (0x30...0x39).contains($0) }
      || SecretShape.isLikely(bytes[...])
    return isAccount ? subject : nil
  }

  private static let registered: Set<String> = [
    "iss", "sub", "aud", "exp", "nbf", "iat", "auth_time", "oid",
  ]

  private static func object(_ part: Substring) -> JSONObject? {
    guard part.utf8.starts(with: "ey".utf8), let bytes = Base64Text.decode(part) else { return nil }
    do throws(JSONError) { return try JSON.parse(bytes).object } catch { return nil }
  }
}

/// Base64 in both alphabets, with or without padding.
enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Returns the bytes as base64 in the URL alphabet, without padding.
  static func encodeForURL(_ bytes: [UInt8]) -> String {
    let text = encode(bytes).utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes base64 in either alphabet; returns `nil` if the string is not base64.
  static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  /// Decodes base64 in either alphabet; returns `nil` if the string is not base64.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var symbols: [UInt8] = []
    symbols.reserveCapacity(text.count + 3)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): symbols.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): symbols.append(UInt8(ascii: "/"))
      case UInt8(ascii: "="): break
      default: symbols.append(byte)
      }
    }
    guard symbols.count % 4 != 1 else { return nil }
    while !symbols.count.isMultiple(of: 4) { symbols.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(symbols)).map { [UInt8]($0) }
  }
}

/// Classifies the bytes that tokens consist of.
enum TokenBytes {
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// Returns whether a byte occurs in names and base64url tokens: letters, digits, `-`, `_` and
  /// `.`.
  static func isWord(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ".")
  }

  /// Returns whether a byte occurs in base64 of either alphabet; `=` does not count.
  static func isBase64(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Returns whether a string is one short word or number, which cannot contain a secret.
  static func isInert(_ text: ArraySlice<UInt8>) -> Bool {
    text.count < 12 && text.allSatisfy(isWord)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns whether a byte ends an unquoted value in running text, a query, or an attribute list.
  static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ";"), UInt8(ascii: ","),
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"),
      UInt8(ascii: "\\"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
