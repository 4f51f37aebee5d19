import Testing

/// A regular expression, a text, and whether the one is found in the other.
struct PatternCase: Sendable, CustomTestStringConvertible {
  let pattern: String
  let options: String
  let text: String
  let isFound: Bool

  init(_ pattern: String, _ options: String, _ text: String, _ isFound: Bool) {
    self.pattern = pattern
    self.options = options
    self.text = text
    self.isFound = isFound
  }

  var testDescription: String { "\(pattern) \(options) in \(text.debugDescription)" }
}
