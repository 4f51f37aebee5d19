import GhostlightCore

/// Text as it is escaped in paths, queries and forms.
///
/// - Source: protocol reference B6.
enum WireText {
  /// A path segment such as an id: everything is escaped but letters, digits and `- _ * ' ,`.
  static func segment(_ text: String) -> String {
    escape(text, keeping: "-_*',")
  }

  /// The path of a schema, which may name a sub-resource: `/` and the rest stay, escaped.
  static func schemaPath(_ schema: String, lowercased: Bool = true) -> String {
    "/" + escape(lowercased ? schema.lowercased() : schema, keeping: "-_*',/")
  }

  /// Names and values of a query; `[ ] . ,` stay as they are, a space becomes `%20`.
  static func query(_ items: [QueryItem]) -> String {
    query(items.map { FormField($0.name, $0.value ?? "") })
  }

  /// Names and values of a query; `[ ] . ,` stay as they are, a space becomes `%20`.
  static func query(_ fields: [FormField]) -> String {
    fields
      .map { escape($0.name, keeping: "-_*',.[]") + "=" + escape($0.value, keeping: "-_*',.[]") }
      .joined(separator: "&")
  }

  /// A form's body, escaped as a query is.
  static func form(_ fields: [FormField]) -> [UInt8] {
    Array(query(fields).utf8)
  }

  /// A target whose brackets are escaped, for a transport that takes none.
  static func withoutBrackets(_ target: String) -> String {
    var text = ""
    for scalar in target.unicodeScalars {
      switch scalar {
      case "[": text += "%5B"
      case "]": text += "%5D"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ text: String, keeping kept: StaticString) -> String {
    let kept = kept.withUTF8Buffer { Array($0) }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where kept.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
