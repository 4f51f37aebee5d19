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
    case .map(let input, let variable, let step):
      guard let elements = try array(try value(of: input), "$map") else { return .null }
      var scope = self
      var results: [JSON] = []
      for element in elements {
        try budget.spend(2)
        scope.variables[BytewiseString(variable)] = element
        results.append(try scope.value(of: step) ?? .null)
      }
      return .array(results)
    case .pattern(let input, let pattern):
      let value = try value(of: input) ?? .null
      if value.isNull { return .bool(false) }
      guard let text = value.string else {
        throw .database("$regexMatch needs 'input' to be of type string, not \(value.text())")
      }
      return .bool(try pattern.matches(text, within: budget))
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
    case .modulo: return try remainder(try values(of: arguments))
    case .type: return .string(Self.typeName(try value(of: arguments[0])))
    case .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual:
      return .bool(try compare(name, try values(of: arguments)))
    case .allOf: return .bool(try values(of: arguments).allSatisfy(FilterValue.isTrue))
    case .anyOf: return .bool(try values(of: arguments).contains(where: FilterValue.isTrue))
    case .negated: return .bool(!FilterValue.isTrue(try values(of: arguments)[0]))
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

  private func remainder(_ values: [JSON]) throws(Fault) -> JSON {
    if values.contains(where: \.isNull) { return .null }
    guard let left = values[0].number, let right = values[1].number else {
      throw .database("$mod only supports numeric types")
    }
    guard right != 0 else { throw .database("can't $mod by zero") }
    return .canonical(left.truncatingRemainder(dividingBy: right))
  }

  /// Returns the database's name for the type of a value.
  ///
  /// Ids and dates are stored as strings, so that their names are not those of the database.
  private static func typeName(_ value: JSON?) -> String {
    switch value {
    case nil: "missing"
    case .null?: "null"
    case .bool?: "bool"
    case .integer?: "int"
    case .double?, .decimal?: "double"
    case .string?: "string"
    case .array?: "array"
    case .object?: "object"
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
    guard name == .size else { return elements.first }
    return .integer(Int64(elements.count))
  }
}

/// An operator in the expressions of `_rawp` (A7).
///
/// - Source: crud-service 7.2.5, lib/consts.js, `rawProjectionDictionary`. Of its operators, these
///   are expressions of the database.
enum ProjectionOperator: String, Sendable, CaseIterable {
  case allOf = "$and"
  case joinedArrays = "$concatArrays"
  case conditional = "$cond"
  case equal = "$eq"
  case first = "$first"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case contained = "$in"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case modulo = "$mod"
  case notEqual = "$ne"
  case negated = "$not"
  case anyOf = "$or"
  case size = "$size"
  case type = "$type"

  /// The number of arguments that the operator allows.
  var counts: ClosedRange<Int> {
    switch self {
    case .first, .negated, .size, .type: 1...1
    case .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual, .contained, .modulo:
      2...2
    case .conditional: 3...3
    case .allOf, .anyOf, .joinedArrays: 0...Int.max
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
  /// The results of an expression for each element of an array, which it reads from the variable.
  case map(ProjectionExpression, variable: String, step: ProjectionExpression)
  /// Whether a regular expression is found in a string.
  case pattern(ProjectionExpression, FilterPattern)
  /// The result of `$reduce`: applies `step` to each array element and the previous result.
  case reduce(ProjectionExpression, initial: ProjectionExpression, step: ProjectionExpression)
  /// A date formatted as a string; `substitute` is used if the date is null or missing.
  case dateText(
    ProjectionExpression, format: ProjectionExpression?, timeZone: ProjectionExpression?,
    substitute: ProjectionExpression?)
}
