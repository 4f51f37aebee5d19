/// An import declaration in a Swift file.
struct ImportLine: Sendable, Hashable {
  /// The name of the imported module, such as `Foundation` for `import struct Foundation.URL`.
  let module: String
  let line: Int
  /// Whether the import is after the `#else` of `#if canImport(FoundationEssentials)`.
  let isFallback: Bool

  static func all(in file: SourceFile) -> [ImportLine] {
    var imports: [ImportLine] = []
    var conditions: [String] = []
    for (index, line) in file.code.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "#if": conditions.append(words.dropFirst().joined(separator: " "))
      case "#else", "#elseif":
        conditions.append("else " + (conditions.popLast() ?? ""))
      case "#endif": _ = conditions.popLast()
      default:
        guard let module = module(words) else { continue }
        imports.append(
          ImportLine(
            module: module, line: index + 1,
            isFallback: conditions.contains("else canImport(FoundationEssentials)")))
      }
    }
    return imports
  }

  private static func module(_ words: [String]) -> String? {
    let before = ["public", "package", "internal", "private", "fileprivate"]
    var rest = words.drop { $0.hasPrefix("@") || before.contains($0) }
    guard rest.popFirst() == "import", let last = rest.last else { return nil }
    return last.split(separator: ".").first.map(String.init)
  }
}
