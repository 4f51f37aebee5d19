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
