/// A declaration at the top level of a file.
struct Declaration: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case type
    case `extension`
    /// A public constant, function or typealias, which is part of an API and not a helper.
    case global
    case other
  }

  let kind: Kind
  /// The name of the type, or of the extended type.
  let name: String
  let line: Int

  /// Returns all declarations at the top level of a file.
  static func all(in file: SourceFile) -> [Declaration] {
    var declarations: [Declaration] = []
    var depth = 0
    for (index, line) in file.code.enumerated() {
      if depth == 0, let found = read(line, number: index + 1) { declarations.append(found) }
      for character in line.utf8 {
        switch character {
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
    }
    return declarations
  }

  private static let kinds: [String: Kind] = [
    "struct": .type, "class": .type, "enum": .type, "actor": .type, "protocol": .type,
    "extension": .extension, "func": .other, "var": .other, "let": .other, "typealias": .other,
  ]

  private static func read(_ line: String, number: Int) -> Declaration? {
    let words = line.replacing(/@\w+(\([^)]*\))?/, with: "")
      .split { !($0.isLetter || $0.isNumber || "_.`".contains($0)) }
    for (index, word) in words.enumerated() {
      guard let kind = kinds[String(word)] else {
        guard modifiers.contains(String(word)) else { return nil }
        continue
      }
      guard index + 1 < words.count else { return nil }
      let isGlobal = kind == .other && word != "var" && words[..<index].contains("public")
      return Declaration(
        kind: isGlobal ? .global : kind, name: String(words[index + 1]), line: number)
    }
    return nil
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect", "open",
    "nonisolated", "unsafe",
  ]
}
