/// The text of a source file while it is generated.
package struct SourceText {
  /// The text so far.
  package private(set) var text = ""

  /// Creates an empty text.
  package init() {}

  /// Adds a line, which is empty by default.
  package mutating func line(_ line: String = "") { text += line + "\n" }

  /// Adds the notice at the beginning of every generated file.
  package mutating func notice(_ command: String, from source: String) {
    line("// Made by \(command) from \(source): what is changed here is lost.")
    line()
  }

  /// Adds indented lines between a head and a tail.
  ///
  /// It adds nothing if there are no lines.
  package mutating func block(_ head: String, _ lines: [String], _ tail: String) {
    guard !lines.isEmpty else { return }
    line(head)
    for inner in lines { line(inner.isEmpty ? "" : "    " + inner) }
    line(tail)
  }

  /// Returns a string literal that is valid in Swift and C.
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

  /// Returns items separated by commas, on one line if that is not too long, otherwise with one
  /// item on each line.
  package static func list(_ open: String, _ items: [String], _ close: String) -> [String] {
    let line = open + items.joined(separator: ", ") + close
    guard line.count > widest, !items.isEmpty else { return [line] }
    return [open] + items.map { "    \($0)," } + [close]
  }

  /// The maximum length of a line with a list, without its indentation.
  private static let widest = 92
}

/// Rules for names in generated Swift.
package enum SwiftNames {
  /// The keywords of Swift that can be names in backticks only.
  package static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Returns the name for a declaration, in backticks if it is a keyword.
  package static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns whether a name has only ASCII letters, digits and underscores, does not begin with a
  /// digit, and is not only underscores.
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

/// The access level of generated code: visible in its module only, or to importers too.
package enum GeneratedAccess: String, Sendable, CaseIterable {
  case `internal`, `public`

  /// The text before a declaration.
  package var modifier: String { self == .public ? "public " : "" }
}
