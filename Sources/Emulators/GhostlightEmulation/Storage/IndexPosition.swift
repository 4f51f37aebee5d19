/// A place in an index: by value, then by sequence number.
package struct IndexPosition: Sendable, Comparable {
  /// The value.
  package var value: IndexValue
  /// The number in creation order.
  package var sequence: Int

  /// Makes the place of `sequence` among the entries of `value`.
  package init(value: IndexValue, sequence: Int) {
    self.value = value
    self.sequence = sequence
  }

  /// Whether the first comes before the second.
  package static func < (left: IndexPosition, right: IndexPosition) -> Bool {
    switch left.value.ordering(to: right.value) {
    case .before: true
    case .equal: left.sequence < right.sequence
    case .after: false
    }
  }
}
