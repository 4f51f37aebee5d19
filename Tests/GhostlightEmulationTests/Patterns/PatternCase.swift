import GhostlightEmulation
import GhostlightPatterns
import Testing

/// A regular expression, a string, and whether the expression matches the string.
struct PatternCase: Sendable, CustomTestStringConvertible {
  let pattern: String
  let letters: String
  let text: String
  let isFound: Bool

  init(_ pattern: String, _ letters: String, _ text: String, _ isFound: Bool) {
    self.pattern = pattern
    self.letters = letters
    self.text = text
    self.isFound = isFound
  }

  var options: PatternOptions {
    var options = PatternOptions()
    for letter in letters { _ = options.set(letter) }
    return options
  }

  var testDescription: String { "\(pattern) \(letters) in \(text.debugDescription)" }
}
