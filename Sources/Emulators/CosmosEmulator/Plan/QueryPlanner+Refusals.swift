import GhostlightCore
import GhostlightEmulation

/// The queries that have no plan (B15).
extension QueryPlanner {
  /// Creates the plan of a query over a container.
  ///
  /// - Throws: The refusal of a query whose rows a client cannot compute from those of each
  ///   partition.
  init(_ statement: SQLStatement, over container: Container) throws(Fault) {
    self.init(statement)
    guard !bound.selection.composesAggregates else { throw .composedAggregates }
    guard !bound.readsTable || container.ranges.elements.count == 1 else {
      throw .notEmulated.filled([
        "what": "the plan of DISTINCT, GROUP BY or an aggregate in a subquery of FROM over several "
          + "key ranges"
      ])
    }
  }
}

extension SQLSelection {
  /// Whether an aggregate is only a part of a selected expression.
  fileprivate var composesAggregates: Bool {
    switch self {
    case .all: false
    case .value(let expression): expression.composesAggregate
    case .columns(let columns): columns.contains { $0.expression.composesAggregate }
    }
  }
}

extension SQLExpression {
  fileprivate var composesAggregate: Bool { children.contains(where: \.readsAggregate) }

  private var readsAggregate: Bool {
    if case .aggregate = self { return true }
    return composesAggregate
  }
}
