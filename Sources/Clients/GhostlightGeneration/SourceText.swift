/// The text of a source file that is being generated.
package struct SourceText {
  /// The text that was added so far.
  package private(set) var text = ""

  package init() {}

  /// Adds a line; without an argument, adds an empty line.
  package mutating func line(_ line: String = "") { text += line + "\n" }

  /// Adds the notice with which every generated file begins.
  package mutating func notice(_ command: String, from source: String) {
    line("// Made by \(command) from \(source): what is changed here is lost.")
    line()
  }

  /// Adds a head line, indented lines and a tail line.
  ///
  /// It adds nothing if `lines` is empty.
  package mutating func block(_ head: String, _ lines: [String], _ tail: String) {
    guard !lines.isEmpty else { return }
    line(head)
    for inner in lines { line(inner.isEmpty ? "" : "    " + inner) }
    line(tail)
  }

  /// Returns a string literal that is valid in both Swift and C.
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

  /// Returns a list of items separated by commas.
  ///
  /// It is on one line if that line is short enough; otherwise each item has its own line.
  package static func list(_ open: String, _ items: [String], _ close: String) -> [String] {
    let line = open + items.joined(separator: ", ") + close
    guard line.count > widest, !items.isEmpty else { return [line] }
    return [open] + items.map { "    \($0)," } + [close]
  }

  /// The maximum length of a list on one line, in characters without the indentation.
  private static let widest = 92
}

/// Rules for identifiers in generated Swift code.
package enum SwiftNames {
  /// The keywords of Swift, which can be identifiers only in backticks.
  package static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Returns a name as an identifier, in backticks if it is a keyword.
  package static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns whether a name is a valid identifier of ASCII letters, digits and underscores.
  ///
  /// It must not begin with a digit, and must not consist of underscores only.
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

/// The access level of generated code, which decides whether importing modules can use it.
package enum GeneratedAccess: String, Sendable, CaseIterable {
  case `internal`, `public`

  /// The modifier before a declaration, with a space; empty for `internal`.
  package var modifier: String { self == .public ? "public " : "" }
}
