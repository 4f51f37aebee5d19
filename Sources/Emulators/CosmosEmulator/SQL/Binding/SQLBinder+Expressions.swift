import GhostlightCore
import GhostlightEmulation

extension SQLBinder {
  /// Returns an expression in which all names, parameters and functions are resolved.
  mutating func bind(
    _ expression: SQLExpression, in scope: SQLScope
  ) throws(SQLError) -> SQLExpression {
    // The charge covers the memory of the bound expression. In a grouped query, each level of a
    // subquery is bound twice.
    try budget.pay(4)
    guard isGrouped else { return try bindPlain(expression, in: scope) }
    if let position = try groupPosition(of: expression, in: scope) { return .groupKey(position) }
    if let place = try ungrouped(expression, in: scope) {
      problems.append(.notGrouped(text(at: place), at: place))
      return .constant(nil)
    }
    return try bindPlain(expression, in: scope)
  }

  /// Returns the index of the `GROUP BY` expression that equals `expression`, or `nil` if none
  /// does.
  private mutating func groupPosition(
    of expression: SQLExpression, in scope: SQLScope
  ) throws(SQLError) -> Int? {
    guard !groupKeys.isEmpty, expression.isGroupable else { return nil }
    let saved = (aggregates, isGrouped, problems)
    defer { (aggregates, isGrouped, problems) = saved }
    (aggregates, isGrouped) = (nil, false)
    let plain = try bindPlain(expression, in: scope)
    try budget.pay(groupKeys.count)
    return groupKeys.firstIndex(of: plain)
  }

  /// Returns the place of an expression that is a property in a grouped query.
  ///
  /// Returns `nil` for a group's value, for a part of one, and for an expression that is not a path.
  private mutating func ungrouped(
    _ expression: SQLExpression, in scope: SQLScope
  ) throws(SQLError) -> SQLSpan? {
    var prefix = expression
    while true {
      switch prefix {
      case .member(let inner, _), .element(let inner, .constant):
        guard try groupPosition(of: inner, in: scope) == nil else { return nil }
        prefix = inner
      case .name(let name, let place): return scope.slot(of: name) == nil ? nil : place
      default: return nil
      }
    }
  }

  mutating func bindParts(
    _ expressions: [SQLExpression], in scope: SQLScope
  ) throws(SQLError) -> [SQLExpression] {
    var result: [SQLExpression] = []
    for expression in expressions { result.append(try bind(expression, in: scope)) }
    return result
  }

  private mutating func bindPlain(
    _ expression: SQLExpression, in scope: SQLScope
  ) throws(SQLError) -> SQLExpression {
    switch expression {
    case .constant, .slot, .aggregate, .groupKey: return expression
    case .parameter(let name): return .constant(value(of: name))
    case .name(let name, let span):
      if let slot = scope.slot(of: name) { return .slot(slot) }
      guard let constant = SQLNumber.constant(name) else {
        throw .unknownName(name, at: span.name(name))
      }
      return .constant(constant)
    case .call(let name, let arguments, let span):
      return try bindCall(name, arguments, at: span, in: scope)
    case .function(let function, let arguments):
      return .function(function, try bindParts(arguments, in: scope))
    case .scalar(let query):
      let inner = try bindInner(query, in: scope)
      guard !inner.hasManyRows else { throw .scalarRows }
      return .scalar(inner)
    case .exists(let query): return .exists(try bindInner(query, in: scope))
    case .arrayOf(let query): return .arrayOf(try bindInner(query, in: scope))
    default: return try bindOperator(expression, in: scope)
    }
  }

  private mutating func bindOperator(
    _ expression: SQLExpression, in scope: SQLScope
  ) throws(SQLError) -> SQLExpression {
    switch expression {
    case .member(let inner, let name):
      return try member(name, of: try bind(inner, in: scope))
    case .element(let inner, .constant(let key?)):
      let value = try bind(inner, in: scope)
      guard let name = key.string else { return .element(value, .constant(key)) }
      let found = try member(name, of: value)
      return found == .member(value, name) ? .element(value, .constant(key)) : found
    case .element(let inner, let key):
      return .element(try bind(inner, in: scope), try bind(key, in: scope))
    case .object(let fields):
      var bound: [SQLField] = []
      for field in fields {
        bound.append(SQLField(name: field.name, value: try bind(field.value, in: scope)))
      }
      return .object(bound)
    case .array(let elements): return .array(try bindParts(elements, in: scope))
    case .not(let inner): return .not(try bind(inner, in: scope))
    case .negate(let inner): return .negate(try bind(inner, in: scope))
    case .plus(let inner): return .plus(try bind(inner, in: scope))
    case .complement(let inner): return .complement(try bind(inner, in: scope))
    case .binary(let sign, let left, let right):
      return .binary(sign, try bind(left, in: scope), try bind(right, in: scope))
    case .and(let parts): return .and(try bindParts(parts, in: scope))
    case .or(let parts): return .or(try bindParts(parts, in: scope))
    case .conditional(let condition, let yes, let no):
      return .conditional(
        try bind(condition, in: scope), try bind(yes, in: scope), try bind(no, in: scope))
    case .isIn(let subject, let list):
      return .isIn(try bind(subject, in: scope), try bindParts(list, in: scope))
    case .like(let subject, let pattern, let escape):
      var arguments = try bindParts([subject, pattern], in: scope)
      if let escape { arguments.append(.constant(.string(escape))) }
      return .function(SQLFunction.like.prepared(for: arguments, within: budget), arguments)
    default: return expression
    }
  }

  private mutating func bindCall(
    _ name: String, _ arguments: [SQLExpression], at span: SQLSpan, in scope: SQLScope
  ) throws(SQLError) -> SQLExpression {
    let key = name.uppercased()
    if let aggregate = SQLAggregate(rawValue: key) {
      return try bindAggregate(aggregate, arguments, at: span, in: scope)
    }
    guard let function = SQLFunction.all[key] ?? SQLFunction.ofPlans[key] else {
      if SQLRank.functions.contains(key) { throw .onlyInRank(name, at: span) }
      throw .unknownFunction(name, at: span.name(name))
    }
    guard function.takes(arguments.count) else {
      throw .wrongArity(function.name, function.arity, at: span)
    }
    if function.isOfSearch { return try bindSearch(function, arguments, in: scope) }
    if function.ignoresUndefined, case .array(let elements) = arguments[0] {
      let array = SQLExpression.function(.definedElements, try bindParts(elements, in: scope))
      return .function(function, [array])
    }
    let arguments = try bindParts(arguments, in: scope)
    return .function(function.prepared(for: arguments, within: budget), arguments)
  }

  private mutating func bindAggregate(
    _ aggregate: SQLAggregate, _ arguments: [SQLExpression], at span: SQLSpan, in scope: SQLScope
  ) throws(SQLError) -> SQLExpression {
    guard arguments.count == 1 else { throw .wrongArity(aggregate.rawValue, 1...1, at: span) }
    guard !arguments[0].hasAggregate, !arguments[0].hasSubquery else {
      throw .nestedAggregate(at: span)
    }
    guard var known = aggregates else {
      throw .refused("\(aggregate.rawValue) can only be used in SELECT.", at: span)
    }
    let wasGrouped = isGrouped
    (aggregates, isGrouped) = (nil, false)
    let argument = try bind(arguments[0], in: scope)
    let call = SQLAggregateCall(aggregate: aggregate, argument: argument)
    try budget.pay(known.count)
    let position = known.firstIndex(of: call) ?? known.count
    if position == known.count { known.append(call) }
    (aggregates, isGrouped) = (known, wasGrouped)
    return .aggregate(position)
  }

  private mutating func bindInner(
    _ query: SQLQuery, in scope: SQLScope
  ) throws(SQLError) -> SQLQuery {
    var inner = scope
    inner.seesCollection = false
    return try bind(query, in: inner)
  }
}

extension SQLExpression {
  /// Whether the expression can be used in `GROUP BY`: it does not contain an aggregate.
  fileprivate var isGroupable: Bool {
    if case .call(let name, _, _) = self, SQLAggregate(rawValue: name.uppercased()) != nil {
      return false
    }
    return children.allSatisfy(\.isGroupable)
  }
}
