/// Text made safe to show on one line and in a header field.
package enum ReadableText {
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
}
