package import GhostlightCore

/// A document as a query answers it.
package struct FoundDocument: Sendable, Equatable {
  /// The document's key.
  package var key: String
  /// The document's number in creation order.
  package var sequence: Int
  /// The document.
  package var document: JSONObject

  /// Makes a found document.
  package init(key: String, sequence: Int, document: JSONObject) {
    self.key = key
    self.sequence = sequence
    self.document = document
  }
}
