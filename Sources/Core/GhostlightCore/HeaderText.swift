/// Text that is safe in a header field.
public enum HeaderText {
  /// The text in visible ASCII: line feeds as `\n`, all else outside as `\u{…}`.
  ///
  /// Ends with `...` where the text is cut, after 4,000 bytes.
  public static func print(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      guard safe.utf8.count < 4000 else { return safe + "..." }
      switch scalar {
      case "\n": safe += "\\n"
      case "\r": safe += "\\r"
      case "\t": safe += "\\t"
      case " "..."~": safe.unicodeScalars.append(scalar)
      default: safe += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return safe
  }
}
