/// Texts such as `1.0.0-rc.1+build.5`.
///
/// - Source: Semantic Versioning 2.0.0, item 2 and following.
enum SemanticVersion {
  static func isOne(_ text: String) -> Bool {
    let build = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    if build.count > 1, !areWords(build[1], numbersAreStrict: false) { return false }
    let parts = build[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1, !areWords(parts[1], numbersAreStrict: true) { return false }
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3 && numbers.allSatisfy { isNumber($0) && isStrict($0) }
  }

  private static func areWords(_ text: Substring, numbersAreStrict: Bool) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy {
          (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 45
        }
        && (!numbersAreStrict || !isNumber(word) || isStrict(word))
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func isStrict(_ text: Substring) -> Bool {
    text.utf8.count == 1 || text.utf8.first != 48
  }
}
