import GhostlightCore
import GhostlightEmulation

/// Functions that hold a text against a pattern.
extension SQLFunction {
  static let patterns: [SQLFunction] = [
    ofPattern("REGEXMATCH", 2...3, read: regex) { pattern, text in pattern.matches(text) }
  ]

  /// `LIKE`, with the character of `ESCAPE` as its last argument.
  static let like = ofPattern("LIKE", 2...3, read: likePattern) { pattern, text in
    pattern.matches(text)
  }

  /// A function of a text and a pattern, which is read once if it is known beforehand.
  ///
  /// `read` answers the pattern of all arguments but the first, or `nil` where one has the wrong
  /// type. What is wrong with a pattern is said only when a text is held against it.
  private static func ofPattern<Pattern: Sendable>(
    _ name: String, _ arity: ClosedRange<Int>,
    read: @escaping @Sendable ([JSON?]) throws(SQLProblem) -> Pattern?,
    matches: @escaping @Sendable (Pattern, String) -> Bool
  ) -> SQLFunction {
    let preparation: Preparation = { known in
      let pattern = Result { () throws(SQLProblem) in try read(known) }
      return { arguments, _ throws(SQLProblem) in
        guard let text = arguments[0]?.string, let pattern = try pattern.get() else { return nil }
        return .bool(matches(pattern, text))
      }
    }
    return SQLFunction(name, arity, preparation: preparation) { arguments, _ throws(SQLProblem) in
      guard let text = arguments[0]?.string, let pattern = try read(Array(arguments.dropFirst()))
      else { return nil }
      return .bool(matches(pattern, text))
    }
  }

  /// A pattern and perhaps modifiers.
  ///
  /// - Throws: That one of them is wrong.
  /// - Source: assumption: what no machine decides in bounded time is refused as a wrong pattern is;
  ///   a recording would settle it.
  private static func regex(_ arguments: [JSON?]) throws(SQLProblem) -> CompiledPattern? {
    guard let pattern = arguments[0]?.string else { return nil }
    var options = PatternOptions()
    if arguments.count == 2 {
      guard let modifiers = arguments[1]?.string else { return nil }
      for letter in modifiers where !options.set(letter) {
        throw .refused("The modifiers of REGEXMATCH are m, s, i and x, not \"\(modifiers)\".")
      }
    }
    do throws(PatternProblem) {
      return try CompiledPattern(pattern, options)
    } catch { throw .refused("\"\(pattern)\" is no regular expression: \(error.message).") }
  }

  private static func likePattern(_ arguments: [JSON?]) throws(SQLProblem) -> SQLPattern? {
    guard let pattern = arguments[0]?.string else { return nil }
    let escape = arguments.count == 2 ? arguments[1]?.string : nil
    return try SQLPattern(pattern, escape: escape?.unicodeScalars.first)
  }
}
