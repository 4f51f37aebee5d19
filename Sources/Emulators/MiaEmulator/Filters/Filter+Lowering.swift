import GhostlightCore
import GhostlightEmulation

extension Filter {
  /// The filter as a query condition that all emulators share and that indexes support.
  var predicate: Predicate {
    switch self {
    case .and(let parts): .and(parts.map(\.predicate))
    case .or(let parts): .or(parts.map(\.predicate))
    case .nor(let parts): .not(.or(parts.map(\.predicate)))
    case .field(let path, let conditions):
      conditions.count == 1
        ? conditions[0].predicate(at: path) : .and(conditions.map { $0.predicate(at: path) })
    case .text(let search):
      .measured { document, budget throws(Fault) in
        try search.score(document, within: budget) > 0
      }
    }
  }

  var hasText: Bool { text != nil }

  /// The word search in this filter, at any depth; `nil` if there is none.
  var text: TextSearch? {
    switch self {
    case .text(let search): search
    case .and(let parts), .or(let parts): parts.lazy.compactMap(\.text).first
    case .nor, .field: nil
    }
  }

  /// The first distance condition in this filter, which determines the order of results; `nil` if
  /// there is none.
  var near: (path: FilterPath, ring: NearSphere)? {
    switch self {
    case .and(let parts), .or(let parts): return parts.lazy.compactMap(\.near).first
    case .field(let path, let conditions):
      for case .near(let ring) in conditions { return (path, ring) }
      return nil
    case .nor, .text: return nil
    }
  }

  /// The initial values of a document that an upsert inserts: the filter's equalities.
  var equalities: [(path: FilterPath, value: JSON)] {
    switch self {
    case .and(let parts): parts.flatMap(\.equalities)
    case .or(let parts): parts.count == 1 ? parts[0].equalities : []
    case .field(let path, let conditions):
      conditions.compactMap { condition in
        guard case .equals(let value) = condition else { return nil }
        return (path, value)
      }
    case .nor, .text: []
    }
  }
}

extension FilterCondition {
  /// Returns the condition on the values at a path.
  ///
  /// For a top-level field, the condition is a test that an index supports. A negative operator is
  /// the negation of its positive form: `$ne` holds if none of the values satisfies `$eq`.
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
      return .measured { document, budget throws(Fault) in
        for value in try path.values(in: document, within: budget)
        where try test.matches(value, within: budget) {
          return true
        }
        return false
      }
    }
  }

  /// Returns whether the condition holds for one value.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func holds(of value: JSON?, within budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .notEquals(let wanted): try !Self.equals(wanted).holds(of: value, within: budget)
    case .isNoneOf(let wanted): try !Self.isOneOf(wanted).holds(of: value, within: budget)
    case .not(let conditions): try !Self.allHold(conditions, of: value, within: budget)
    case .holdsAll(let conditions):
      conditions.isEmpty ? false : try Self.allHold(conditions, of: value, within: budget)
    default: try test.matches(value, within: budget)
    }
  }

  /// Returns whether all conditions hold for one value.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  private static func allHold(
    _ conditions: [FilterCondition], of value: JSON?, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    try budget.spend(conditions.count)
    for condition in conditions {
      guard try condition.holds(of: value, within: budget) else { return false }
    }
    return true
  }

  /// The test that a single value at the path must pass.
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
      .valueOrAnyElement(
        .measured { value, budget throws(Fault) in
          guard let text = value?.string else { return false }
          return try pattern.matches(text, within: budget)
        })
    case .anyElement(let filter): Self.anyObject(filter.predicate)
    case .anyElementValue(let conditions):
      .anyElement(
        .measured { value, budget throws(Fault) in
          try Self.allHold(conditions, of: value, within: budget)
        })
    case .size(let size): .custom { $0?.array?.count == size }
    case .near(let ring):
      .measured { value, budget throws(Fault) in
        try budget.spend(NearSphere.work)
        return ring.contains(value)
      }
    case .notEquals, .isNoneOf, .not, .holdsAll:
      .measured { value, budget throws(Fault) in try holds(of: value, within: budget) }
    }
  }

  /// Returns the test of equality with a value.
  ///
  /// An array passes if it equals the value, or if one of its elements does.
  private static func same(as value: JSON) -> FieldTest {
    switch value {
    case .null: .anyOf([.isMissing, .isNull, .anyElement(.isNull)])
    case .array, .object:
      .valueOrAnyElement(
        .measured { own, budget throws(Fault) in
          guard let own else { return false }
          return try MongoOrder.isSame(own, value, within: budget)
        })
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
    // Both tests are equivalent: an index uses the list of `isOneOf`, and without an index the
    // preceding binary search is faster.
    let sorted = SortedScalars(values)
    return .valueOrAnyElement(.allOf([.custom { sorted.contains($0) }, .isOneOf(values)]))
  }

  /// Returns a test that compares values with a bound.
  ///
  /// Only values of the same type are compared; null only equals null and a missing value.
  private static func compared(
    _ bound: JSON, _ scalar: FieldTest, _ fits: @escaping @Sendable (Ordering) -> Bool
  ) -> FieldTest {
    switch bound {
    case .null: fits(.equal) ? same(as: .null) : .anyOf([])
    case .array, .object:
      .valueOrAnyElement(
        .measured { value, budget throws(Fault) in
          guard MongoOrder.isSameKind(value, bound) else { return false }
          return fits(try MongoOrder.compare(value, bound, within: budget))
        })
    default: .valueOrAnyElement(scalar)
    }
  }

  private static func anyObject(_ predicate: Predicate) -> FieldTest {
    .anyElement(
      .measured { value, budget throws(Fault) in
        guard case .object(let object)? = value else { return false }
        return try predicate.matches(object, within: budget)
      })
  }
}

/// A sorted list of scalars for binary search.
struct SortedScalars: Sendable {
  private let values: [IndexValue]

  /// The minimum number of values for which sorting them saves time.
  static let worthwhile = 16

  init(_ values: [JSON]) { self.values = values.compactMap(IndexValue.init).sorted() }

  func contains(_ value: JSON?) -> Bool {
    guard let wanted = value.flatMap(IndexValue.init) else { return false }
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < wanted {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < values.count && values[low] == wanted
  }
}
