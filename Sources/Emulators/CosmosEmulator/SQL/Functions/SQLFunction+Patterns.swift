import GhostlightCore

extension SQLFunction {
  /// Regular expressions, in Swift's own dialect, which covers what the service documents.
  static let patterns: [SQLFunction] = [
    SQLFunction("REGEXMATCH", 2...3) { arguments, _ throws(SQLProblem) in
      guard let text = arguments[0]?.string, let pattern = arguments[1]?.string else { return nil }
      var modifiers = ""
      if arguments.count == 3 {
        guard let given = arguments[2]?.string else { return nil }
        modifiers = given
      }
      let regex = try regex(pattern, modifiers)
      do {
        return .bool(try regex.firstMatch(in: text) != nil)
      } catch {
        throw .refused("The pattern of REGEXMATCH cannot be matched: \(error).")
      }
    }
  ]

  private static func regex(
    _ pattern: String, _ modifiers: String
  ) throws(SQLProblem) -> Regex<AnyRegexOutput> {
    guard modifiers.allSatisfy({ "msix".contains($0) }) else {
      throw .refused("The modifiers of REGEXMATCH are m, s, i and x, not \"\(modifiers)\".")
    }
    let text = modifiers.contains("x") ? "(?x)" + pattern : pattern
    do {
      return try Regex(text)
        .matchingSemantics(.unicodeScalar)
        .ignoresCase(modifiers.contains("i"))
        .dotMatchesNewlines(modifiers.contains("s"))
        .anchorsMatchLineEndings(modifiers.contains("m"))
    } catch {
      throw .refused("\"\(pattern)\" is no regular expression.")
    }
  }
}
