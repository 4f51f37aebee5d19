/// Escapes strings so that they fit on one line and in a header field.
package enum EscapedText {
  /// Returns the string in double quotes, with `\n`, `\r`, `\t`, `\"` and `\\` as escapes.
  ///
  /// Other characters that are not printable ASCII become escapes such as `\u{e9}`.
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

  /// Removes a quoted string, in the form of ``quote(_:)``, from the start of `text`, and returns
  /// it unescaped; `nil` if there is none.
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
