import GhostlightCore
import GhostlightEmulation

extension SQLFunction {
  static let arrays: [SQLFunction] = [
    SQLFunction("ARRAY_LENGTH", 1...1) { arguments, _ throws(SQLError) in
      arguments[0]?.array.map { .integer(Int64($0.count)) }
    },
    SQLFunction("ARRAY_CONTAINS", 2...3) { arguments, context throws(SQLError) in
      guard let array = arguments[0]?.array, let value = arguments[1] else { return nil }
      var isPartial = false
      if arguments.count == 3 {
        guard let given = arguments[2]?.bool else { return nil }
        isPartial = given
      }
      try context.budget.pay(array.count >> 2)
      for element in array
      where try contains(element, value, isPartial: isPartial, context.budget) {
        return .bool(true)
      }
      return .bool(false)
    },
    SQLFunction("ARRAY_CONCAT", 2...Int.max) { arguments, context throws(SQLError) in
      var result: [JSON] = []
      for argument in arguments {
        guard let part = argument?.array else { return nil }
        try context.budget.pay(part.count)
        result += part
      }
      return .array(result)
    },
    SQLFunction("ARRAY_SLICE", 2...3) { arguments, context throws(SQLError) in
      try context.budget.pay(arguments[0]?.array?.count ?? 0)
      return slice(arguments)
    },
    SQLFunction("SETINTERSECT", 2...2) { arguments, context throws(SQLError) in
      guard let left = arguments[0]?.array, let right = arguments[1]?.array else { return nil }
      var others = SQLDistinct()
      for value in right { _ = try others.insert(value, context.budget) }
      var shared: [JSON] = []
      for value in left where try others.contains(value, context.budget) { shared.append(value) }
      return .array(try distinct(shared, context.budget))
    },
    SQLFunction("SETUNION", 2...2) { arguments, context throws(SQLError) in
      guard let left = arguments[0]?.array, let right = arguments[1]?.array else { return nil }
      try context.budget.pay(left.count + right.count)
      return .array(try distinct(left + right, context.budget))
    },
  ]

  private static func contains(
    _ element: JSON, _ value: JSON, isPartial: Bool, _ budget: WorkBudget
  ) throws(SQLError) -> Bool {
    guard isPartial, let wanted = value.object, let object = element.object else {
      return try element.isSame(as: value, paidBy: budget)
    }
    try budget.pay(wanted.count * object.count >> 5)
    for member in wanted {
      guard let own = object[member.key], try own.isSame(as: member.value, paidBy: budget) else {
        return false
      }
    }
    return true
  }

  private static func slice(_ arguments: [JSON?]) -> JSON? {
    guard let array = arguments[0]?.array, var start = SQLNumber.integer(arguments[1]) else {
      return nil
    }
    var length = array.count
    if arguments.count == 3 {
      guard let given = SQLNumber.integer(arguments[2]) else { return nil }
      length = given
    }
    if start < 0 { start = max(0, array.count + start) }
    guard start < array.count, length > 0 else { return .array([]) }
    return .array(Array(array[start...].prefix(length)))
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
