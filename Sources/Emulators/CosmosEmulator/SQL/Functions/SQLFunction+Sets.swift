import GhostlightCore
import GhostlightEmulation

/// Functions of arrays as sets: without regard to duplicates.
extension SQLFunction {
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/setintersect.md and others;
  ///   assumption: the order of all results, which follows the examples on the pages.
  static let sets: [SQLFunction] = [
    ofSets("SETINTERSECT") { left, right, budget throws(SQLError) in
      .array(try elements(of: right, in: left, isShared: true, budget))
    },
    ofSets("SETUNION") { left, right, budget throws(SQLError) in
      .array(try distinct(left + right, budget))
    },
    ofSets("SETDIFFERENCE") { left, right, budget throws(SQLError) in
      .array(try elements(of: left, in: right, isShared: false, budget))
    },
    ofSets("SETEQUAL") { left, right, budget throws(SQLError) in
      let missing = try elements(of: left, in: right, isShared: false, budget)
      guard missing.isEmpty else { return false }
      return .bool(try elements(of: right, in: left, isShared: false, budget).isEmpty)
    },
  ]

  private static func ofSets(
    _ name: String,
    _ body: @escaping @Sendable ([JSON], [JSON], WorkBudget) throws(SQLError) -> JSON
  ) -> SQLFunction {
    SQLFunction(name, 2...2) { arguments, context throws(SQLError) in
      guard let left = arguments[0]?.array, let right = arguments[1]?.array else { return nil }
      try context.budget.pay(left.count + right.count)
      return try body(left, right, context.budget)
    }
  }

  /// Returns the different elements of `values` that are also elements of `others`, or if `isShared`
  /// is `false`, those that are not.
  private static func elements(
    of values: [JSON], in others: [JSON], isShared: Bool, _ budget: WorkBudget
  ) throws(SQLError) -> [JSON] {
    var known = SQLDistinct()
    for value in others { _ = try known.insert(value, budget) }
    var result: [JSON] = []
    for value in values where try known.contains(value, budget) == isShared { result.append(value) }
    return try distinct(result, budget)
  }

  private static func distinct(
    _ values: [JSON], _ budget: WorkBudget
  ) throws(SQLError) -> [JSON] {
    var seen = SQLDistinct()
    var distinct: [JSON] = []
    for value in values where try seen.insert(value, budget) { distinct.append(value) }
    return distinct
  }
}

/// Functions that compute one value from all elements of an array.
extension SQLFunction {
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/array-sum.md and others, and
  ///   MicrosoftDocs/azure-databases-docs, articles/cosmos-db/nosql/query/array-median.md;
  ///   assumption: the results for empty arrays, which are those of the aggregates.
  static let summaries: [SQLFunction] = [
    summary("ARRAY_SUM", .sum), summary("ARRAY_AVG", .average), summary("ARRAY_MIN", .minimum),
    summary("ARRAY_MAX", .maximum),
    SQLFunction("ARRAY_MEDIAN", 1...1) { arguments, context throws(SQLError) in
      guard let array = arguments[0]?.array, !array.isEmpty else { return nil }
      do throws(Fault) {
        try context.budget.spend(sorting: array.count)
      } catch { throw SQLError(error) }
      var numbers = array.compactMap(\.number)
      guard numbers.count == array.count else { return nil }
      numbers.sort()
      let middle = numbers.count / 2
      guard numbers.count.isMultiple(of: 2) else { return SQLNumber.json(numbers[middle]) }
      return SQLNumber.json((numbers[middle - 1] + numbers[middle]) / 2)
    },
  ]

  private static func summary(_ name: String, _ aggregate: SQLAggregate) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, context throws(SQLError) in
      guard let array = arguments[0]?.array else { return nil }
      try context.budget.pay(array.count)
      var tally = SQLTally(aggregate)
      for element in array { tally.add(element) }
      return tally.result
    }
  }

  /// Whether the function ignores undefined elements of an array literal, which are null elsewhere.
  var ignoresUndefined: Bool {
    ["ARRAY_SUM", "ARRAY_AVG", "ARRAY_MIN", "ARRAY_MAX", "ARRAY_MEDIAN"].contains(name)
  }

  /// The function that creates an array of those of its arguments that are defined.
  static let definedElements = SQLFunction("", 0...Int.max) { arguments, context throws(SQLError) in
    try context.budget.pay(arguments.count)
    return .array(arguments.compactMap { $0 })
  }
}
