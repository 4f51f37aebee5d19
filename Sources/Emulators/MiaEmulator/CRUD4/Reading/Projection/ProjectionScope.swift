import GhostlightCore
import GhostlightEmulation

/// The values that an expression can use: a document, and the variables in scope.
struct ProjectionScope: Sendable {
  let document: JSONObject
  let budget: WorkBudget
  private var variables: [BytewiseString: JSON] = [:]

  init(_ document: JSONObject, within budget: WorkBudget) {
    self.document = document
    self.budget = budget
  }

  /// Returns the value of an expression, or `nil` if the value is missing.
  ///
  /// - Throws: ``Fault/crudDatabase`` if an operand is of the wrong type, or
  ///   ``Fault/workLimit(_:)`` if the budget is used up.
  func value(of expression: ProjectionExpression) throws(Fault) -> JSON? {
    try budget.spend(2)
    switch expression {
    case .literal(let value): return .some(value)
    case .path(let variable, let names):
      let start = variable.map { variables[BytewiseString($0)] ?? .null } ?? .object(document)
      return try value(at: names[...], in: start)
    case .array(let elements): return .array(try values(of: elements))
    case .operation(let name, let arguments): return try apply(name, arguments)
    case .filter(let input, let variable, let condition):
      guard let elements = try array(try value(of: input), "$filter") else { return .null }
      var scope = self
      var kept: [JSON] = []
      for element in elements {
        try budget.spend(2)
        scope.variables[BytewiseString(variable)] = element
        if let holds = try scope.value(of: condition), FilterValue.isTrue(holds) {
          kept.append(element)
        }
      }
      return .array(kept)
    case .reduce(let input, let initial, let step):
      guard let elements = try array(try value(of: input), "$reduce") else { return .null }
      var scope = self
      var result = try value(of: initial)
      for element in elements {
        try budget.spend(2)
        scope.variables[BytewiseString("value")] = result ?? .null
        scope.variables[BytewiseString("this")] = element
        result = try scope.value(of: step)
      }
      return result
    case .dateText(let date, let format, let timeZone, let substitute):
      guard let date = try value(of: date), !date.isNull else {
        return try substitute.map { expression throws(Fault) in try value(of: expression) } ?? .null
      }
      return try text(of: date, format, timeZone)
    }
  }

  /// Returns a formatted date, or null if the format or the time zone is null.
  private func text(
    of date: JSON, _ format: ProjectionExpression?, _ timeZone: ProjectionExpression?
  ) throws(Fault) -> JSON {
    var texts: [String?] = []
    for (name, argument) in [("format", format), ("timezone", timeZone)] {
      guard let argument else {
        texts.append(nil)
        continue
      }
      let value = try value(of: argument) ?? .null
      if value.isNull { return .null }
      guard let text = value.string else {
        throw .database("$dateToString requires that '\(name)' be a string, found: \(value.text())")
      }
      texts.append(text)
    }
    let text = try DateFormat(texts[0], timeZone: texts[1]).text(of: date)
    try budget.spend(text.utf8.count >> 2)
    return .string(text)
  }

  /// Returns the values of expressions, with null for each missing value.
  func values(of expressions: [ProjectionExpression]) throws(Fault) -> [JSON] {
    var values: [JSON] = []
    for expression in expressions { values.append(try value(of: expression) ?? .null) }
    return values
  }

  /// Returns the elements of an array, or `nil` if the value is null or missing.
  func array(_ value: JSON?, _ name: String) throws(Fault) -> [JSON]? {
    switch value {
    case nil, .null?: return nil
    case .array(let elements)?: return elements
    default: throw .database("The argument to \(name) must be an array")
    }
  }

  /// Returns the value at the path `names` in `value`; for an array, an array of the values at the
  /// path in its elements.
  private func value(at names: ArraySlice<String>, in value: JSON) throws(Fault) -> JSON? {
    guard let name = names.first else { return value }
    switch value {
    case .object(let object):
      try budget.spend(object.count >> 4)
      guard let member = object[name] else { return .none }
      return try self.value(at: names.dropFirst(), in: member)
    case .array(let elements):
      try budget.spend(elements.count)
      var values: [JSON] = []
      for element in elements {
        if let found = try self.value(at: names, in: element) { values.append(found) }
      }
      return .array(values)
    default: return .none
    }
  }
}

extension ProjectionScope {
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
    return .canonical(result)
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

/// An operator in the expressions of `_rawp` (A7).
///
/// - Source: assumption: the operators; the reference mentions a list of operators without showing
///   it.
enum ProjectionOperator: String, Sendable, CaseIterable {
  case absolute = "$abs"
  case add = "$add"
  case allOf = "$and"
  case elementAt = "$arrayElemAt"
  case roundedUp = "$ceil"
  case joined = "$concat"
  case joinedArrays = "$concatArrays"
  case conditional = "$cond"
  case divide = "$divide"
  case equal = "$eq"
  case first = "$first"
  case roundedDown = "$floor"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case ifNull = "$ifNull"
  case contained = "$in"
  case last = "$last"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case multiply = "$multiply"
  case notEqual = "$ne"
  case negated = "$not"
  case anyOf = "$or"
  case size = "$size"
  case slice = "$slice"
  case subtract = "$subtract"
  case lowercased = "$toLower"
  case uppercased = "$toUpper"

  /// The number of arguments that the operator allows.
  var counts: ClosedRange<Int> {
    switch self {
    case .absolute, .roundedUp, .roundedDown, .first, .last, .negated, .size, .lowercased,
      .uppercased:
      1...1
    case .elementAt, .divide, .subtract, .equal, .notEqual, .greater, .greaterOrEqual, .less,
      .lessOrEqual, .contained:
      2...2
    case .conditional: 3...3
    case .slice: 2...3
    case .ifNull: 2...Int.max
    case .add, .multiply, .allOf, .anyOf, .joined, .joinedArrays: 0...Int.max
    }
  }
}

/// An expression for a computed field of a projection (A7).
indirect enum ProjectionExpression: Sendable {
  /// A constant.
  case literal(JSON)
  /// The value at a path of the document, or of a variable if `variable` is not `nil`.
  case path(variable: String?, names: [String])
  /// An array of the values of expressions.
  case array([ProjectionExpression])
  /// An operator with its arguments.
  case operation(ProjectionOperator, [ProjectionExpression])
  /// The elements of an array that satisfy a condition.
  ///
  /// The condition reads the current element from the variable.
  case filter(ProjectionExpression, variable: String, condition: ProjectionExpression)
  /// The result of `$reduce`: applies `step` to each array element and the previous result.
  case reduce(ProjectionExpression, initial: ProjectionExpression, step: ProjectionExpression)
  /// A date formatted as a string; `substitute` is used if the date is null or missing.
  case dateText(
    ProjectionExpression, format: ProjectionExpression?, timeZone: ProjectionExpression?,
    substitute: ProjectionExpression?)
}
