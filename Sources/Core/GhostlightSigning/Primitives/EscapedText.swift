/// Text made safe to show on one line and in a header field.
package enum EscapedText {
  /// The text in double quotes, with `\n`, `\r`, `\t`, `\"`, `\\`, and `\u{e9}` for the rest that is
  /// not printable ASCII.
  package static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default: quoted += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return quoted + "\""
  }

  /// Reads what ``quote(_:)`` wrote at the beginning of a text, and leaves what follows.
  package static func unquote(_ text: inout Substring) -> String? {
    guard text.first == "\"" else { return nil }
    var result = ""
    var rest = text.dropFirst().unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        text = Substring(rest)
        return result
      case "\\":
        guard let escaped = escape(&rest) else { return nil }
        result.unicodeScalars.append(escaped)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return nil
  }

  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "n"?: return "\n"
    case "r"?: return "\r"
    case "t"?: return "\t"
    case let quoted? where quoted == "\"" || quoted == "\\": return quoted
    case "u"?:
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
