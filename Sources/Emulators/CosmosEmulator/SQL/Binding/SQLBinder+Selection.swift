import GhostlightCore

extension SQLBinder {
  /// A selection with its columns named.
  mutating func bind(
    _ selection: SQLSelection, sources: [SQLSource], in scope: SQLScope
  ) throws(SQLProblem) -> SQLSelection {
    switch selection {
    case .all:
      guard sources.count == 1 else { throw .starNeedsOneSource }
      guard !isGrouped else { throw .notGrouped }
      return .value(.slot(sources[0].slot))
    case .value(let expression): return .value(try bind(expression, in: scope))
    case .columns(let columns): return .columns(try bind(columns, in: scope))
    }
  }

  private mutating func bind(
    _ columns: [SQLColumn], in scope: SQLScope
  ) throws(SQLProblem) -> [SQLColumn] {
    var result: [SQLColumn] = []
    var names: Set<ExactText> = []
    var unnamed = 0
    for column in columns {
      let name: String
      if let given = column.name ?? column.expression.ownName {
        name = given
      } else {
        unnamed += 1
        name = "$\(unnamed)"
      }
      guard names.insert(ExactText(name)).inserted else { throw .ambiguousColumn(name) }
      result.append(SQLColumn(expression: try bind(column.expression, in: scope), name: name))
    }
    return result
  }
}

extension SQLExpression {
  /// What a column of this expression is called without an alias: the end of a path.
  fileprivate var ownName: String? {
    switch self {
    case .name(let name, _): name
    case .member(let inner, let name): inner.isPath ? name : nil
    default: nil
    }
  }

  private var isPath: Bool {
    switch self {
    case .name: true
    case .member(let inner, _), .element(let inner, .constant): inner.isPath
    default: false
    }
  }
}

extension SQLSelection {
  /// Whether an aggregate stands in it, not counting those of its subqueries.
  var hasAggregate: Bool {
    switch self {
    case .all: false
    case .value(let expression): expression.hasAggregate
    case .columns(let columns): columns.contains { $0.expression.hasAggregate }
    }
  }
}

extension SQLExpression {
  fileprivate var hasAggregate: Bool {
    switch self {
    case .call(let name, let arguments, _):
      SQLAggregate(rawValue: name.uppercased()) != nil || arguments.contains(where: \.hasAggregate)
    default: children.contains(where: \.hasAggregate)
    }
  }

  /// The expressions right below this one, not counting subqueries.
  var children: [SQLExpression] {
    switch self {
    case .constant, .parameter, .name, .slot, .aggregate, .groupKey, .scalar, .exists, .arrayOf: []
    case .call(_, let parts, _), .function(_, let parts), .array(let parts), .and(let parts),
      .or(let parts):
      parts
    case .member(let part, _), .not(let part), .negate(let part), .plus(let part),
      .complement(let part):
      [part]
    case .element(let first, let second), .binary(_, let first, let second),
      .like(let first, let second, _):
      [first, second]
    case .object(let fields): fields.map(\.value)
    case .conditional(let first, let second, let third): [first, second, third]
    case .isIn(let first, let rest): [first] + rest
    }
  }
}
