import CManual

/// The files of the console, which are built into the server.
///
/// They are in `Sources/Server/CManual/Console`, in the form that browsers load: there is no build
/// step, and no third-party code. Strings from clients are inserted into the document as text only.
enum ConsolePages {
  /// All files of the console; the one with the path `/` is also served at the path of every view.
  ///
  /// The style sheet is not among them, because the page contains it.
  static let all: [ConsoleAsset] = files.compactMap { name, text in
    switch name {
    case "console.css": nil
    case "index.html":
      ConsoleAsset(
        path: "/", mediaType: "text/html; charset=utf-8",
        text: text.replacing(styleLink, with: "<style>\(style)</style>"))
    case let name where name.hasSuffix(".svg"):
      ConsoleAsset(
        path: "/assets/" + name, mediaType: "image/svg+xml; charset=utf-8", text: text)
    default:
      ConsoleAsset(
        path: "/assets/" + name, mediaType: "text/javascript; charset=utf-8", text: compact(text))
    }
  }

  /// The style sheet of the console, with rules for light and dark mode, phones and print.
  static let style = compact(files.first { $0.name == "console.css" }?.text ?? "")

  /// The element of the page on disk in whose place the built-in page contains the style sheet.
  private static let styleLink = #"<link rel="stylesheet" href="/assets/console.css">"#

  /// The embedded files, in the order of their names.
  static let files: [(name: String, text: String)] = UnsafeBufferPointer(
    start: console_files(), count: Int(console_file_count())
  ).map { (String(cString: $0.path), String(cString: $0.text)) }

  /// Returns a script or a style sheet without indentation, empty lines, and lines that only have a
  /// comment.
  ///
  /// It saves a fifth of what the first page loads. `.ci/console` checks that no string of a script
  /// goes over the end of a line.
  static func compact(_ text: String) -> String {
    var lines: [Substring.UTF8View] = []
    var isComment = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let rest = line.drop { $0 == UInt8(ascii: " ") }
      if rest.starts(with: "/*".utf8) { isComment = true }
      defer { if rest.suffix(2).elementsEqual("*/".utf8) { isComment = false } }
      guard !isComment, !rest.isEmpty, !rest.starts(with: "//".utf8) else { continue }
      lines.append(rest)
    }
    return lines.reduce(into: "") { $0 += Substring($1) + "\n" }
  }
}
