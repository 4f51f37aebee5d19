/// What a field is set to on create, whatever the client sent (A8).
enum AutoValue: Sendable, Hashable {
  /// The id of the caller: `req.user`.
  case caller
  /// A field of the edge's source object, such as its `id`: `src.id`.
  case source(String)
  /// Anything else, which no object can be created with.
  case unknown

  init(_ text: String) {
    if text == "req.user" {
      self = .caller
    } else if text.hasPrefix("src."), text.utf8.count > 4 {
      self = .source(String(text.dropFirst(4)))
    } else {
      self = .unknown
    }
  }
}
