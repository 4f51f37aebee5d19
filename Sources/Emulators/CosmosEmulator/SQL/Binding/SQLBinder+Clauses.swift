import GhostlightCore
import GhostlightEmulation

/// The clauses whose expressions must have a certain form, and the clauses that only the outermost
/// query can have (B14.5).
extension SQLBinder {
  /// Records an error for each clause that a subquery cannot have, and removes these clauses.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, TestBaseline, which has the order;
  ///   assumption: `OFFSET LIMIT` before `TOP`.
  mutating func refuseClauses(of query: inout SQLQuery) {
    if !query.order.isEmpty || query.rank != nil {
      problems.append(.notInSubquery("SC2202", "'ORDER BY'", at: query.spans.order))
    }
    if query.offset != nil {
      problems.append(.notInSubquery("SC2204", "'OFFSET LIMIT' clause", at: query.spans.page))
    }
    if query.top != nil {
      problems.append(.notInSubquery("SC2203", "'TOP'", at: query.spans.top))
    }
    (query.order, query.offset, query.limit, query.top) = ([], nil, nil, nil)
    query.rank = nil
  }

  /// Returns the bound expressions of `GROUP BY`, each of which needs a property.
  ///
  /// - Source: Microsoft's page docs.microsoft.com/azure/cosmos-db/sql-query-group-by of 2022;
  ///   assumption: the words.
  mutating func bind(
    groupKeys: [SQLExpression], in scope: SQLScope
  ) throws(SQLError) -> [SQLExpression] {
    for key in groupKeys {
      guard !key.hasSubquery else { throw .refused("GROUP BY cannot contain a subquery.") }
      guard key.hasReference else {
        throw .refused("Each expression of GROUP BY needs at least one property.")
      }
    }
    return try bindParts(groupKeys, in: scope)
  }

  /// Binds the expressions of `ORDER BY`, and checks that an index can serve them.
  ///
  /// All other errors of a query come before those of this check.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, LinqGeneralBaselineTests.TestThenBy…,
  ///   .TestSubquery, .TestSkipTake and .TestDistinctTranslation; assumption: an element without
  ///   `JOIN`, as in `FROM t IN c.tags`, is refused too.
  mutating func bindOrder(_ query: inout SQLQuery, in scope: SQLScope) throws(SQLError) {
    var keys: [SQLSortKey] = []
    for position in query.order.indices {
      let item = query.order[position]
      let bound = try bind(item.expression, in: scope)
      if isComputed(item.expression, in: scope) {
        keys.append(.path(bound))
      } else {
        keys.append(sortKey(bound))
      }
      query.order[position] = SQLOrder(expression: bound, isDescending: item.isDescending)
      if case .distance(let metric)? = query.order[position].score, metric.isSimilarity {
        // The most similar vectors come first (B25).
        query.order[position].isDescending.toggle()
      }
      guard query.groupKeys.isEmpty || query.groupKeys.contains(bound) else {
        let reference = item.span.map { text(at: $0) } ?? item.expression.text
        throw .notGrouped(reference, isOrder: true, at: item.span)
      }
    }
    guard query.order.isEmpty || query.groupKeys.isEmpty else {
      throw .refused("ORDER BY cannot be used together with GROUP BY.")
    }
    if query.order.count == 1, query.order[0].isScored {
      // All documents are compared, so no index is needed (B25).
    } else if keys.contains(.unmapped) {
      orderProblem = .unsupportedOrder
    } else if query.selection.hasAggregate {
      // The order of an aggregate over one group does not matter (B14.3).
    } else if keys.contains(.element) {
      orderProblem = SQLError(Fault.correlatedOrder)
    } else if Set(keys).count < keys.count {
      orderProblem = SQLError(Fault.missingCompositeIndex)
    }
  }

  /// Returns how an index can serve a bound expression of `ORDER BY`.
  private func sortKey(_ expression: SQLExpression) -> SQLSortKey {
    let path = resolved(expression)
    var inner = path
    while true {
      switch inner {
      case .member(let next, _), .element(let next, .constant): inner = next
      case .slot(0): return inner == path ? .unmapped : .path(path)
      case .slot: return .element
      default: return .unmapped
      }
    }
  }

  /// Returns an expression over documents and elements of arrays that has the same value.
  ///
  /// Only paths are followed; other expressions are returned unchanged.
  func resolved(_ expression: SQLExpression) -> SQLExpression {
    switch expression {
    case .slot(let slot):
      return documentSlots.contains(slot) ? .slot(0) : origins[slot] ?? expression
    case .member(let inner, let name):
      let value = resolved(inner)
      guard case .object(let fields) = value else { return .member(value, name) }
      return fields.last { $0.name == name }.map { resolved($0.value) } ?? .constant(nil)
    case .element(let inner, let key):
      let value = resolved(inner)
      guard case .array(let elements) = value, case .constant(let key) = key,
        let index = SQLNumber.integer(key), elements.indices.contains(index)
      else { return .element(value, key) }
      return resolved(elements[index])
    default: return expression
    }
  }

  /// Returns the value of a bound source as an expression over documents and elements of arrays, or
  /// `nil` if it is an element itself.
  func origin(of source: SQLSource) -> SQLExpression? {
    guard !source.isIterated else { return nil }
    switch source.origin {
    case .path(let path): return resolved(path)
    case .query(let inner):
      guard !inner.isGrouped else { return .constant(nil) }
      switch inner.selection {
      case .all: return .constant(nil)
      case .value(let expression): return resolved(expression)
      case .columns(let columns):
        return .object(
          columns.map { SQLField(name: $0.name ?? "", value: $0.expression) })
      }
    }
  }
}

/// The way in which an index can serve an expression of `ORDER BY`.
private enum SQLSortKey: Hashable {
  /// By the index of a path of the documents, or of a computed property.
  case path(SQLExpression)
  /// Not at all, because the value belongs to an element of an array.
  case element
  /// Not at all, because the value is not at a path.
  case unmapped
}

extension SQLQuery {
  /// Whether the query reads the rows of a query over all documents with `GROUP BY`.
  var readsGroups: Bool {
    guard readsTable, case .query(let inner) = sources[0].origin else { return false }
    return !inner.groupKeys.isEmpty || inner.readsGroups
  }
}

extension SQLSource {
  /// Whether the source, the first of a query over all documents, is a subquery whose rows do not
  /// belong to single documents.
  var isTable: Bool {
    guard case .query(let inner) = origin else { return false }
    return !inner.isPerDocument
  }
}

extension SQLExpression {
  /// Whether the expression contains a subquery.
  var hasSubquery: Bool {
    switch self {
    case .scalar, .exists, .arrayOf: true
    default: children.contains(where: \.hasSubquery)
    }
  }

  /// Whether the expression, before binding, contains the name of a source.
  fileprivate var hasReference: Bool {
    if case .name(let name, _) = self { return SQLNumber.constant(name) == nil }
    return children.contains(where: \.hasReference)
  }
}
