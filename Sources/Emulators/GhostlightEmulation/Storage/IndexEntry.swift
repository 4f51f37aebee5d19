/// One document's place in an index.
package struct IndexEntry: Sendable, Equatable {
  /// The value it is filed under.
  package var value: IndexValue
  /// The document's number in creation order; tells entries of one value apart.
  package var sequence: Int
  /// The document's key.
  package var key: String

  /// Files `key` under `value`.
  package init(value: IndexValue, sequence: Int, key: String) {
    self.value = value
    self.sequence = sequence
    self.key = key
  }

  /// Where the entry stands.
  package var position: IndexPosition { IndexPosition(value: value, sequence: sequence) }

  /// Whether the entry stands before `position`.
  func isBefore(_ position: IndexPosition) -> Bool {
    switch value.ordering(to: position.value) {
    case .before: true
    case .equal: sequence < position.sequence
    case .after: false
    }
  }
}
