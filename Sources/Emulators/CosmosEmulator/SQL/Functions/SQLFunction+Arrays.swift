import GhostlightCore
import GhostlightEmulation

extension SQLFunction {
  static let arrays: [SQLFunction] = [
    SQLFunction("ARRAY_LENGTH", 1...1) { arguments, _ throws(SQLProblem) in
      arguments[0]?.array.map { .integer(Int64($0.count)) }
    },
    SQLFunction("ARRAY_CONTAINS", 2...3) { arguments, _ throws(SQLProblem) in
      guard let array = arguments[0]?.array, let value = arguments[1] else { return nil }
      var isPartial = false
      if arguments.count == 3 {
        guard let given = arguments[2]?.bool else { return nil }
        isPartial = given
      }
      return .bool(array.contains { contains($0, value, isPartial: isPartial) })
    },
    SQLFunction("ARRAY_CONCAT", 2...Int.max) { arguments, _ throws(SQLProblem) in
      var result: [JSON] = []
      for argument in arguments {
        guard let part = argument?.array else { return nil }
        result += part
      }
      return .array(result)
    },
    SQLFunction("ARRAY_SLICE", 2...3) { arguments, _ throws(SQLProblem) in slice(arguments) },
    SQLFunction("SETINTERSECT", 2...2) { arguments, _ throws(SQLProblem) in
      guard let left = arguments[0]?.array, let right = arguments[1]?.array else { return nil }
      return .array(distinct(left.filter { value in right.contains { $0.isSame(as: value) } }))
    },
    SQLFunction("SETUNION", 2...2) { arguments, _ throws(SQLProblem) in
      guard let left = arguments[0]?.array, let right = arguments[1]?.array else { return nil }
      return .array(distinct(left + right))
    },
  ]

  private static func contains(_ element: JSON, _ value: JSON, isPartial: Bool) -> Bool {
    guard isPartial, let wanted = value.object, let object = element.object else {
      return element.isSame(as: value)
    }
    return wanted.allSatisfy { member in
      object[member.key]?.isSame(as: member.value) ?? false
    }
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

  private static func distinct(_ values: [JSON]) -> [JSON] {
    var seen = SQLDistinct()
    return values.filter { seen.insert($0) }
  }
}
