package import GhostlightCore

/// A query of a ``DocumentCollection``: the documents to find, their order, and the page to return.
package struct Query: Sendable {
  /// The condition that a document must meet to be found.
  package var predicate: Predicate
  /// The sort keys, the most significant first.
  ///
  /// Documents that all sort keys treat as equal are in creation order. Without sort keys, all
  /// documents are in creation order.
  package var order: [SortKey]
  /// Whether documents in creation order are listed newest first.
  package var newestFirst: Bool
  /// The number of results to skip; a negative number counts as 0.
  package var offset: Int
  /// The maximum number of results, or `nil` for all; a negative number counts as 0.
  package var limit: Int?

  /// Creates a query; without arguments it finds all documents, oldest first.
  package init(
    _ predicate: Predicate = .always, order: [SortKey] = [], newestFirst: Bool = false,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.newestFirst = newestFirst
    self.offset = offset
    self.limit = limit
  }
}

/// A field by which the results of a query are sorted.
///
/// Values are ordered by kind: missing, null, `false`, `true`, numbers by value, strings by bytes,
/// arrays, objects. All arrays are equal to each other, and so are all objects.
package struct SortKey: Sendable, Hashable {
  package var path: FieldPath
  /// Whether the greatest value comes first.
  package var descending: Bool
  /// The position of documents that do not have the field.
  package var missing: MissingPlacement

  /// Creates a sort key for the field at `path`.
  package init(
    _ path: FieldPath, descending: Bool = false, missing: MissingPlacement = .lowest
  ) {
    self.path = path
    self.descending = descending
    self.missing = missing
  }

  var missingComesFirst: Bool {
    switch missing {
    case .lowest: !descending
    case .first: true
    case .last: false
    }
  }

  /// Returns the order of two values by this sort key.
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

/// The value of a field, in the form that a ``SortKey`` compares.
enum SortValue: Sendable {
  /// The document does not have the field.
  case missing
  /// Null, a Boolean, a number or a string.
  case scalar(IndexValue)
  case array
  case object

  init(_ json: JSON?) {
    switch json {
    case nil: self = .missing
    case .array?: self = .array
    case .object?: self = .object
    case let json?: self = IndexValue(json).map(SortValue.scalar) ?? .missing
    }
  }

  /// Returns how this value is sorted relative to `other` in ascending order.
  func ordering(to other: SortValue) -> Ordering {
    if case .scalar(let left) = self, case .scalar(let right) = other {
      return left.ordering(to: right)
    }
    return Ordering(rank, other.rank)
  }

  private var rank: Int {
    switch self {
    case .missing: 0
    case .scalar: 1
    case .array: 2
    case .object: 3
    }
  }
}

/// The position of documents that do not have the field of a sort key.
package enum MissingPlacement: Sendable, Hashable {
  /// Documents without the field come before null: first when ascending, last when descending.
  case lowest
  /// Documents without the field come first in both directions.
  case first
  /// Documents without the field come last in both directions.
  case last
}

/// One page of the documents that a query finds.
package struct QueryResult: Sendable, Equatable {
  package var documents: [FoundDocument]
  /// The number of matching documents on all pages.
  package var total: Int

  /// Creates a page of the results of a query that `total` documents match.
  package init(documents: [FoundDocument], total: Int) {
    self.documents = documents
    self.total = total
  }
}

/// The condition of a query, in a form into which each vendor's query language is translated.
package indirect enum Predicate: Sendable {
  /// Every document matches.
  case always
  /// No document matches.
  case never
  /// A document must meet all conditions; with an empty list, every document matches.
  case and([Predicate])
  /// A document must meet at least one condition; with an empty list, no document matches.
  case or([Predicate])
  /// A document must not meet the condition.
  case not(Predicate)
  /// The value at the path must pass the test, which also decides about a missing value.
  case field(FieldPath, FieldTest)
  /// The closure must return `true` for the document; it is for conditions that are not about
  /// single fields.
  case custom(@Sendable (JSONObject) -> Bool)
  /// The closure must return `true` for the document; the closure itself spends the units for its
  /// work.
  case measured(@Sendable (JSONObject, WorkBudget) throws(Fault) -> Bool)

  /// Returns whether a document meets this condition, and spends units for work beyond a few
  /// fields.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func matches(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .and(let parts):
      if parts.count > 4 { try budget.spend(parts.count >> 2) }
      for part in parts {
        guard try part.matches(document, within: budget) else { return false }
      }
      return true
    case .or(let parts):
      if parts.count > 4 { try budget.spend(parts.count >> 2) }
      for part in parts where try part.matches(document, within: budget) {
        return true
      }
      return false
    case .not(let part): return try !part.matches(document, within: budget)
    case .field(let path, let test):
      return try test.matches(path.value(in: document, within: budget), within: budget)
    case .custom(let test): return test(document)
    case .measured(let test): return try test(document, budget)
    }
  }

  /// Whether the structure of this condition shows that every document meets it.
  package var isAlways: Bool {
    switch self {
    case .always: true
    case .and(let parts): parts.allSatisfy(\.isAlways)
    default: false
    }
  }

  /// An equivalent condition without redundant nesting, for use in a scan; it spends the same
  /// units.
  var unwrapped: Predicate {
    guard case .and(let parts) = self, parts.count <= 4 else { return self }
    let kept = parts.map(\.unwrapped).filter { !$0.isAlways }
    return kept.count == 1 ? kept[0] : .and(kept)
  }

  /// Collects the field tests that every matching document must pass, and sets `isNever` to `true`
  /// if no document can match.
  func collectConjuncts(into conditions: inout [FieldCondition], isNever: inout Bool) {
    switch self {
    case .and(let parts):
      for part in parts { part.collectConjuncts(into: &conditions, isNever: &isNever) }
    case .field(let path, let test): conditions.append(FieldCondition(path: path, test: test))
    case .never: isNever = true
    case .or(let parts): if parts.isEmpty { isNever = true }
    case .always, .not, .custom, .measured: break
    }
  }
}

struct FieldCondition: Sendable {
  var path: FieldPath
  var test: FieldTest
}
