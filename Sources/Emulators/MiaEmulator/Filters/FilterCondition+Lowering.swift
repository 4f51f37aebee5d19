import GhostlightCore
import GhostlightEmulation

extension FilterCondition {
  /// The condition on the values at a path.
  ///
  /// A field of its own becomes a test that an index can serve. What Mongo says in the negative is
  /// the negation of the whole: none of the values may be the one.
  func predicate(at path: FilterPath) -> Predicate {
    switch self {
    case .notEquals(let value): return .not(Self.equals(value).predicate(at: path))
    case .isNoneOf(let values): return .not(Self.isOneOf(values).predicate(at: path))
    case .exists(false): return .not(Self.exists(true).predicate(at: path))
    case .not(let conditions): return .not(.and(conditions.map { $0.predicate(at: path) }))
    case .holdsAll(let conditions):
      return conditions.isEmpty ? .never : .and(conditions.map { $0.predicate(at: path) })
    default:
      let test = test
      guard !path.isField else { return .field(FieldPath(path.root), test) }
      return .custom { document in
        for value in path.values(in: document) where test.passes(value) { return true }
        return false
      }
    }
  }

  /// Whether the condition holds of one value.
  func holds(of value: JSON?) -> Bool {
    switch self {
    case .notEquals(let wanted): !Self.equals(wanted).holds(of: value)
    case .isNoneOf(let wanted): !Self.isOneOf(wanted).holds(of: value)
    case .not(let conditions): !conditions.allSatisfy { $0.holds(of: value) }
    case .holdsAll(let conditions):
      !conditions.isEmpty && conditions.allSatisfy { $0.holds(of: value) }
    default: test.passes(value)
    }
  }

  /// The test of one of the values at a path.
  private var test: FieldTest {
    switch self {
    case .equals(let value): Self.same(as: value)
    case .isOneOf(let values): Self.same(asOneOf: values)
    case .less(let bound): Self.compared(bound, .less(bound)) { $0 == .before }
    case .greater(let bound): Self.compared(bound, .greater(bound)) { $0 == .after }
    case .lessOrEqual(let bound): Self.compared(bound, .lessOrEqual(bound)) { $0 != .after }
    case .greaterOrEqual(let bound): Self.compared(bound, .greaterOrEqual(bound)) { $0 != .before }
    case .exists(let wanted): wanted ? .noneOf([.isMissing]) : .isMissing
    case .pattern(let pattern):
      .valueOrAnyElement(.custom { $0?.string.map(pattern.matches) ?? false })
    case .anyElement(let filter): Self.anyObject(filter.predicate)
    case .anyElementValue(let conditions):
      .anyElement(.custom { value in conditions.allSatisfy { $0.holds(of: value) } })
    case .size(let size): .custom { $0?.array?.count == size }
    case .near(let ring): .custom { ring.contains($0) }
    case .notEquals, .isNoneOf, .not, .holdsAll: .custom { holds(of: $0) }
    }
  }

  /// Equality reaches the elements of an array, and the array as a whole.
  private static func same(as value: JSON) -> FieldTest {
    switch value {
    case .null: .anyOf([.isMissing, .isNull, .anyElement(.isNull)])
    case .array, .object:
      .valueOrAnyElement(.custom { $0.map { MongoOrder.isSame($0, value) } ?? false })
    default: .valueOrAnyElement(.equals(value))
    }
  }

  private static func same(asOneOf values: [JSON]) -> FieldTest {
    let areScalars = values.allSatisfy { value in
      switch value {
      case .null, .array, .object: false
      default: true
      }
    }
    guard areScalars else { return .anyOf(values.map(same)) }
    guard values.count > SortedScalars.worthwhile else {
      return .valueOrAnyElement(.isOneOf(values))
    }
    // The list itself serves an index; whatever no index serves is looked up in order first.
    let sorted = SortedScalars(values)
    return .valueOrAnyElement(.allOf([.custom { sorted.contains($0) }, .isOneOf(values)]))
  }

  /// Order is among values of one kind; null is only in order with itself and with missing.
  private static func compared(
    _ bound: JSON, _ scalar: FieldTest, _ fits: @escaping @Sendable (Ordering) -> Bool
  ) -> FieldTest {
    switch bound {
    case .null: fits(.equal) ? same(as: .null) : .anyOf([])
    case .array, .object:
      .valueOrAnyElement(
        .custom { value in
          MongoOrder.isSameKind(value, bound) && fits(MongoOrder.compare(value, bound))
        })
    default: .valueOrAnyElement(scalar)
    }
  }

  private static func anyObject(_ predicate: Predicate) -> FieldTest {
    .anyElement(
      .custom { value in
        guard case .object(let object)? = value else { return false }
        return predicate.matches(object)
      })
  }
}
