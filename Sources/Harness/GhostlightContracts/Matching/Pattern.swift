import Foundation

/// A regular expression of a contract.
struct Pattern {
  private let expression: NSRegularExpression

  /// `nil` where the text is no expression.
  init?(_ text: String) {
    guard let expression = try? NSRegularExpression(pattern: text) else { return nil }
    self.expression = expression
  }

  /// Whether the expression is found somewhere in a text.
  func isFound(in text: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: range) != nil
  }
}
