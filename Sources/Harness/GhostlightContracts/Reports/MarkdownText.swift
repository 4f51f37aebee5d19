/// Text for Markdown.
enum MarkdownText {
  static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "|*_`<>[]\\#".contains(character) { escaped.append("\\") }
      escaped.append(character == "\n" ? " " : character)
    }
    return escaped
  }

  /// Text as code in a line.
  static func code(_ text: String) -> String {
    let plain = text.split(separator: "\n").joined(separator: " ")
    return plain.contains("`") ? "`` \(plain) ``" : "`\(plain)`"
  }
}
