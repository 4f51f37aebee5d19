import GhostlightCore

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
