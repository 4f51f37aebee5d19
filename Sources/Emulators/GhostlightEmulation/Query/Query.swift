package import GhostlightCore

/// Which documents to find, in which order, and which page of them.
package struct Query: Sendable {
  /// Which documents.
  package var predicate: Predicate
  /// The order, first criterion first; ties, and all documents if empty, go by creation.
  package var order: [SortKey]
  /// Whether what goes by creation goes newest first.
  package var newestFirst: Bool
  /// How many results to leave out; below zero counts as zero.
  package var offset: Int
  /// How many results to answer at most, or `nil` for all; below zero counts as zero.
  package var limit: Int?

  /// Makes a query; without arguments it finds everything, oldest first.
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

/// A value as a ``SortKey`` sees it.
enum SortValue: Sendable {
  /// The document lacks the field.
  case missing
  /// Null, a bool, a number or a string.
  case scalar(IndexValue)
  /// Any array.
  case array
  /// Any object.
  case object

  init(_ json: JSON?) {
    switch json {
    case nil: self = .missing
    case .array?: self = .array
    case .object?: self = .object
    case let json?: self = IndexValue(json).map(SortValue.scalar) ?? .missing
    }
  }

  /// How this value stands to `other` when ascending.
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

/// Where documents that lack the field of a sort key go.
package enum MissingPlacement: Sendable, Hashable {
  /// Missing is below null: first when ascending, last when descending.
  case lowest
  /// First in both directions.
  case first
  /// Last in both directions.
  case last
}

/// How a collection goes about a query.
package enum QueryPlan: Sendable, Equatable {
  /// Nothing can match.
  case nothing
  /// The page is cut out of creation order.
  case creationOrder
  /// The page is cut out of the secondary index at this position, from these of its entries.
  case indexOrder(slot: Int, offsets: Range<Int>)
  /// The documents that the index at this position has in these ranges are filtered, then sorted.
  case candidates(slot: Int, ranges: [IndexRange])
  /// All documents are filtered, then sorted.
  case scan
}

/// A page of what a query found.
package struct QueryResult: Sendable, Equatable {
  /// The documents of the page, in order.
  package var documents: [FoundDocument]
  /// How many documents match, on all pages.
  package var total: Int

  /// Makes a page of `total` matches.
  package init(documents: [FoundDocument], total: Int) {
    self.documents = documents
    self.total = total
  }
}

/// Which documents a query means, in terms that all dialects are lowered to.
package indirect enum Predicate: Sendable {
  /// Every document.
  case always
  /// No document.
  case never
  /// The documents that match all of these; every one if there are none.
  case and([Predicate])
  /// The documents that match one of these; none if there are none.
  case or([Predicate])
  /// The documents that do not match.
  case not(Predicate)
  /// The documents whose value at the path passes; see ``FieldTest`` about missing ones.
  case field(FieldPath, FieldTest)
  /// The documents the closure answers `true` for: what a dialect cannot say otherwise.
  case custom(@Sendable (JSONObject) -> Bool)
  /// The same of a closure that spends what it costs.
  case measured(@Sendable (JSONObject, WorkBudget) throws(Fault) -> Bool)

  /// Whether `document` is meant.
  package func matches(_ document: JSONObject) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) in try matches(document, within: budget) }
  }

  /// Whether `document` is meant, at the costs of what is looked at beyond a few fields.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
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

  /// Whether every document is meant, as far as can be seen without one.
  package var isAlways: Bool {
    switch self {
    case .always: true
    case .and(let parts): parts.allSatisfy(\.isAlways)
    default: false
    }
  }

  /// The same test, for walks: without wrappings that have nothing to say, and at the same costs.
  var unwrapped: Predicate {
    guard case .and(let parts) = self, parts.count <= 4 else { return self }
    let kept = parts.map(\.unwrapped).filter { !$0.isAlways }
    return kept.count == 1 ? kept[0] : .and(kept)
  }

  /// The tests of fields that a document must pass all of, and whether none can match.
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

/// A test of one field.
struct FieldCondition: Sendable {
  /// The field.
  var path: FieldPath
  /// What its value must pass.
  var test: FieldTest
}
