/// One criterion of an order.
///
/// Values stand in the order missing, null, `false`, `true`, numbers by value, strings by bytes,
/// arrays, objects. All arrays are equal to each other, and so are all objects.
package struct SortKey: Sendable, Hashable {
  /// The field.
  package var path: FieldPath
  /// Whether the greatest value comes first.
  package var descending: Bool
  /// Where documents without the field go.
  package var missing: MissingPlacement

  /// Orders by the field at `path`.
  package init(
    _ path: FieldPath, descending: Bool = false, missing: MissingPlacement = .lowest
  ) {
    self.path = path
    self.descending = descending
    self.missing = missing
  }

  /// Whether documents without the field come before all others.
  var missingComesFirst: Bool {
    switch missing {
    case .lowest: !descending
    case .first: true
    case .last: false
    }
  }

  /// How two values stand in this order.
  func ordering(_ left: SortValue, _ right: SortValue) -> Ordering {
    switch (left, right) {
    case (.missing, .missing): return .equal
    case (.missing, _): return missingComesFirst ? .before : .after
    case (_, .missing): return missingComesFirst ? .after : .before
    default:
      let order = left.ordering(to: right)
      return descending ? order.reversed : order
    }
  }
}
