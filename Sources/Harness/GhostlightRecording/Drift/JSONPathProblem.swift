/// Why a text is no JSON path, and where.
public struct JSONPathProblem: Error, Sendable, Hashable {
  /// The text.
  public let text: String
  /// What is wrong.
  public let reason: String

  init(_ text: String, _ reason: String) {
    self.text = text
    self.reason = reason
  }
}

extension JSONPathProblem: CustomStringConvertible {
  /// One line such as `"a.b" is no JSON path: begin with "$", as in $.items[*].id`.
  public var description: String { "\"\(text.shortened)\" is no JSON path: \(reason)" }
}
