/// Lines of a source file in the making.
package struct SourceText {
  /// What has been written.
  package private(set) var text = ""

  /// An empty file.
  package init() {}

  /// Adds a line; an empty one where none is given.
  package mutating func line(_ line: String = "") { text += line + "\n" }

  /// What every generated file says first.
  package mutating func notice(_ command: String, from source: String) {
    line("// Made by \(command) from \(source): what is changed here is lost.")
    line()
  }

  /// Indented lines between a head and a tail; nothing at all where there are none.
  package mutating func block(_ head: String, _ lines: [String], _ tail: String) {
    guard !lines.isEmpty else { return }
    line(head)
    for inner in lines { line(inner.isEmpty ? "" : "    " + inner) }
    line(tail)
  }

  /// Text between quotation marks, as Swift and C spell it.
  package static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }

  /// Items with commas, on one line where that is not too long, else one a line.
  package static func list(_ open: String, _ items: [String], _ close: String) -> [String] {
    let line = open + items.joined(separator: ", ") + close
    guard line.count > widest, !items.isEmpty else { return [line] }
    return [open] + items.map { "    \($0)," } + [close]
  }

  /// The indentation of a list not counted.
  private static let widest = 92
}
