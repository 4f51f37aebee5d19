/// The part of a message that rules and generators are about.
public enum PactPart: String, Sendable, Hashable, CaseIterable {
  /// The method of a request.
  case method
  /// The path of a request, as a whole.
  case path
  /// The query parameters, by name.
  case query
  /// The header fields, by name.
  case header
  /// The body, by path expression.
  case body
  /// The status code of a response.
  case status

  /// Whether there is one rule for the whole part.
  var isWhole: Bool { self == .path || self == .status || self == .method }
}
