import GhostlightCore
import GhostlightEmulation

extension ProjectionScope {
  /// The value of an operator.
  func apply(
    _ name: ProjectionOperator, _ arguments: [ProjectionExpression]
  ) throws(Fault) -> JSON? {
    switch name {
    case .conditional:
      let holds = FilterValue.isTrue(try value(of: arguments[0]) ?? .null)
      return try value(of: arguments[holds ? 1 : 2])
    case .ifNull:
      for argument in arguments.dropLast() {
        if let value = try value(of: argument), !value.isNull { return value }
      }
      return try value(of: arguments[arguments.count - 1])
    case .add, .subtract, .multiply, .divide, .absolute, .roundedUp, .roundedDown:
      return try calculate(name, try values(of: arguments))
    case .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual:
      return .bool(try compare(name, try values(of: arguments)))
    case .allOf: return .bool(try values(of: arguments).allSatisfy(FilterValue.isTrue))
    case .anyOf: return .bool(try values(of: arguments).contains(where: FilterValue.isTrue))
    case .negated: return .bool(!FilterValue.isTrue(try values(of: arguments)[0]))
    case .joined, .lowercased, .uppercased: return try text(name, try values(of: arguments))
    default: return try list(name, try values(of: arguments))
    }
  }

  private func compare(
    _ name: ProjectionOperator, _ values: [JSON]
  ) throws(Fault) -> Bool {
    let order = try MongoOrder.compare(values[0], values[1], within: budget)
    return switch name {
    case .equal: order == .equal
    case .notEqual: order != .equal
    case .greater: order == .after
    case .greaterOrEqual: order != .before
    case .less: order == .before
    default: order != .after
    }
  }

  private func calculate(_ name: ProjectionOperator, _ values: [JSON]) throws(Fault) -> JSON {
    if values.contains(where: \.isNull) { return .null }
    var numbers: [Double] = []
    for value in values {
      guard let number = value.number else {
        throw .database("\(name.rawValue) only supports numeric types, not \(value.text())")
      }
      numbers.append(number)
    }
    let result: Double
    switch name {
    case .add: result = numbers.reduce(0, +)
    case .multiply: result = numbers.reduce(1, *)
    case .subtract: result = numbers[0] - numbers[1]
    case .divide:
      guard numbers[1] != 0 else { throw .database("can't $divide by zero") }
      result = numbers[0] / numbers[1]
    case .absolute: result = abs(numbers[0])
    case .roundedUp: result = numbers[0].rounded(.up)
    default: result = numbers[0].rounded(.down)
    }
    guard result.isFinite else { throw .database("\(name.rawValue) is beyond all numbers") }
    return .simplest(result)
  }

  private func text(_ name: ProjectionOperator, _ values: [JSON]) throws(Fault) -> JSON {
    if values.contains(where: \.isNull) { return name == .joined ? .null : "" }
    var texts: [String] = []
    for value in values {
      guard let text = value.string else {
        throw .database("\(name.rawValue) only supports strings, not \(value.text())")
      }
      try budget.spend(text.utf8.count >> 2)
      texts.append(text)
    }
    switch name {
    case .lowercased: return .string(texts[0].lowercased())
    case .uppercased: return .string(texts[0].uppercased())
    default: return .string(texts.joined())
    }
  }

  private func list(_ name: ProjectionOperator, _ values: [JSON]) throws(Fault) -> JSON? {
    if name == .joinedArrays {
      var joined: [JSON] = []
      for value in values {
        guard let elements = try array(value, name.rawValue) else { return .null }
        try budget.spend(elements.count)
        joined += elements
      }
      return .array(joined)
    }
    if name == .contained {
      guard case .array(let elements) = values[1] else {
        throw .database("$in requires an array as a second argument")
      }
      return .bool(try MongoOrder.contains(elements, values[0], within: budget))
    }
    guard let elements = try array(values[0], name.rawValue) else {
      guard name == .size else { return .null }
      throw .database("The argument to $size must be an array")
    }
    switch name {
    case .size: return .integer(Int64(elements.count))
    case .first: return elements.first
    case .last: return elements.last
    case .slice: return .array(try ElementSlice(values.dropFirst()).applied(to: elements))
    default:
      let position = try ElementSlice.integer(values[1])
      let index = position < 0 ? elements.count + position : position
      return elements.indices.contains(index) ? elements[index] : .none
    }
  }
}
