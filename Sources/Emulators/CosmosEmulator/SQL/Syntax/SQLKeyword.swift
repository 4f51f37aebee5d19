/// The words of the language; a property of such a name is reached by `c["order"]` only.
///
/// - Source: protocol reference B14.1.
enum SQLKeyword {
  /// Keywords in any case.
  static let words: Set<String> = [
    "AND", "ARRAY", "AS", "ASC", "BETWEEN", "BY", "DESC", "DISTINCT", "ESCAPE", "EXISTS", "FROM",
    "GROUP", "IN", "JOIN", "LEFT", "LIKE", "LIMIT", "NOT", "OFFSET", "OR", "ORDER", "RIGHT",
    "SELECT", "TOP", "VALUE", "WHERE",
  ]

  /// Keywords in lower case only.
  static let constants: Set<String> = ["true", "false", "null", "undefined"]

  /// The keyword that a word is, or `nil`.
  static func of(_ word: String) -> String? {
    if constants.contains(word) { return word }
    let upper = word.uppercased()
    return words.contains(upper) ? upper : nil
  }
}
