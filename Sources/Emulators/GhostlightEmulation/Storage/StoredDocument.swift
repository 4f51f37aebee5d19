import GhostlightCore

/// A document with its number in creation order.
struct StoredDocument: Sendable {
  /// The number in creation order, never used twice in a collection.
  var sequence: Int
  /// The document.
  var document: JSONObject
}
