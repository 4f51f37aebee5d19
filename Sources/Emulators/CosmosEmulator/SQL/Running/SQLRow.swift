package import GhostlightCore

/// One row of a result, and which document it came from.
package struct SQLRow: Sendable, Hashable {
  /// What the query selects of it.
  package var value: JSON
  /// The creation number of the document; of groups the smallest.
  package var sequence: Int
  /// The values it was sorted by; `nil` is undefined.
  package var keys: [JSON?]

  /// Makes a row.
  package init(_ value: JSON, sequence: Int, keys: [JSON?] = []) {
    self.value = value
    self.sequence = sequence
    self.keys = keys
  }
}
