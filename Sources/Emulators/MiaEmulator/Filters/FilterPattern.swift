import GhostlightCore

/// A regular expression of a filter, in Swift's own dialect, which covers what is common of PCRE.
///
/// A compiled expression cannot be shared, so it is made anew for each text; what most clients
/// send, a text alone or at the start, is compared by its bytes instead.
struct FilterPattern: Sendable {
  private let pattern: String
  private let options: String
  private let literal: PatternLiteral?

  /// Checks a pattern with Mongo's option letters i, m, s and x.
  init(_ pattern: String, options: String) throws(FilterProblem) {
    for letter in options where !"imsxu".contains(letter) {
      throw .database("invalid flag in regex options: \(letter)")
    }
    guard pattern.utf8.count <= 4_096, pattern.utf8.count(where: { $0 == 40 }) <= 64 else {
      throw .database("Regular expression is invalid: regular expression is too large")
    }
    self.pattern = pattern
    self.options = options
    literal = PatternLiteral(pattern, options: options)
    guard literal == nil else { return }
    do { _ = try regex } catch { throw .database("Regular expression is invalid: \(pattern)") }
  }

  private var regex: Regex<AnyRegexOutput> {
    get throws {
      try Regex(options.contains("x") ? "(?x)" + pattern : pattern)
        .matchingSemantics(.unicodeScalar)
        .ignoresCase(options.contains("i"))
        .dotMatchesNewlines(options.contains("s"))
        .anchorsMatchLineEndings(options.contains("m"))
    }
  }

  /// Whether the pattern is found in a text.
  func matches(_ text: String) -> Bool {
    if let literal { return literal.isFound(in: text) }
    do { return try regex.firstMatch(in: text) != nil } catch { return false }
  }
}
