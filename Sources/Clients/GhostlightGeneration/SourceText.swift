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

/// Names in generated Swift.
package enum SwiftNames {
  /// Words of Swift that may be names in backticks only.
  package static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// The name as a declaration has it: in backticks where it is a word of Swift.
  package static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Letters and digits of ASCII and underscores, no digit first, and something but underscores.
  package static func isIdentifier(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let first = name.first { $0 != "_" }
    return isWord && first != nil && name.first?.isNumber == false
  }
}

/// Who sees what is generated: only the module that it is put into, or its importers, too.
package enum GeneratedAccess: String, Sendable, CaseIterable {
  case `internal`, `public`

  /// What stands before a declaration.
  package var modifier: String { self == .public ? "public " : "" }
}
