import GhostlightCore
package import GhostlightEmulation

/// What the query says of documents in terms of the shared algebra, so that indexes can help.
extension SQLStatement {
  /// A test that every document passes whose rows the query can answer; others may pass too.
  ///
  /// Equality and `IN` with scalars, and ranges of numbers and texts, where they must all hold.
  package var filter: Predicate {
    guard let first = query.sources.first, !first.isIterated, first.origin == .path(.slot(0)),
      let condition = query.condition
    else { return .always }
    var tests: [Predicate] = []
    Self.collect(condition, slot: first.slot, into: &tests)
    return tests.isEmpty ? .always : .and(tests)
  }

  private static func collect(
    _ expression: SQLExpression, slot: Int, into tests: inout [Predicate]
  ) {
    switch expression {
    case .and(let parts): for part in parts { collect(part, slot: slot, into: &tests) }
    case .binary(let sign, let left, let right):
      if let path = path(left, slot), let value = scalar(right) {
        test(sign, value).map { tests.append(.field(path, $0)) }
      } else if let path = path(right, slot), let value = scalar(left) {
        test(sign.mirrored, value).map { tests.append(.field(path, $0)) }
      }
    case .isIn(let subject, let list):
      let values = list.compactMap(scalar)
      guard values.count == list.count, let path = path(subject, slot) else { return }
      tests.append(.field(path, .isOneOf(values)))
    default: break
    }
  }

  private static func test(_ sign: SQLOperator, _ value: JSON) -> FieldTest? {
    if sign == .equal { return .equals(value) }
    guard value.number != nil || value.string != nil else { return nil }
    return switch sign {
    case .less: .less(value)
    case .lessOrEqual: .lessOrEqual(value)
    case .greater: .greater(value)
    case .greaterOrEqual: .greaterOrEqual(value)
    default: nil
    }
  }

  private static func path(_ expression: SQLExpression, _ slot: Int) -> FieldPath? {
    names(expression, slot).map { FieldPath($0) }
  }

  private static func names(_ expression: SQLExpression, _ slot: Int) -> [String]? {
    guard case .member(let inner, let name) = expression else { return nil }
    if case .slot(slot) = inner { return [name] }
    return names(inner, slot).map { $0 + [name] }
  }

  private static func scalar(_ expression: SQLExpression) -> JSON? {
    guard case .constant(let value?) = expression, IndexValue(value) != nil else { return nil }
    return value
  }
}

extension SQLOperator {
  /// The operator with its sides exchanged.
  fileprivate var mirrored: SQLOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
