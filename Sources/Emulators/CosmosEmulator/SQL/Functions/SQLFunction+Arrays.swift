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
    anyOrAll("ARRAY_CONTAINS_ANY", decidedBy: true, isElement),
    anyOrAll("ARRAY_CONTAINS_ALL", decidedBy: false, isElement),
    SQLFunction("CHOOSE", 2...Int.max) { arguments, _ throws(SQLError) in
      guard let place = SQLNumber.integer(arguments[0]), place >= 1, place < arguments.count else {
        return nil
      }
      return arguments[place]
    },
    SQLFunction("OBJECTTOARRAY", 1...3) { arguments, context throws(SQLError) in
      guard let object = arguments[0]?.object else { return nil }
      var names = ["k", "v"]
      for (place, argument) in arguments.dropFirst().enumerated() {
        guard let name = argument?.string else { return nil }
        names[place] = name
      }
      try context.budget.pay(object.count, times: 4)
      return .array(
        object.map { member in
          var pair: JSONObject = [names[0]: .string(member.key)]
          pair[names[1]] = member.value
          return .object(pair)
        })
    },
  ]

  /// Returns whether the first value is an array that contains the second; `nil` if it is not an
  /// array.
  private static let isElement: @Sendable (JSON, JSON, SQLContext) throws(SQLError) -> Bool? = {
    value, element, context throws(SQLError) in
    guard let array = value.array else { return nil }
    try context.budget.pay(array.count >> 2)
    for own in array where try own.isSame(as: element, paidBy: context.budget) { return true }
    return false
  }

  /// Returns a function that tests its first argument with each of the others, and combines the
  /// results as `OR` and `AND` do.
  ///
  /// A test with an undefined value, or whose result is `nil`, is undefined.
  ///
  /// The result `decisive` of a single test decides the result of the function.
  static func anyOrAll(
    _ name: String, decidedBy decisive: Bool,
    _ test: @escaping @Sendable (JSON, JSON, SQLContext) throws(SQLError) -> Bool?
  ) -> SQLFunction {
    SQLFunction(name, 2...Int.max) { arguments, context throws(SQLError) in
      var isUndefined = false
      for argument in arguments.dropFirst() {
        guard let first = arguments[0], let argument,
          let result = try test(first, argument, context)
        else {
          isUndefined = true
          continue
        }
        if result == decisive { return .bool(decisive) }
      }
      return isUndefined ? .none : .bool(!decisive)
    }
  }

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
}
