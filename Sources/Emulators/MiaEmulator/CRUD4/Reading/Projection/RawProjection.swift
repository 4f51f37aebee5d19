import GhostlightCore
import GhostlightEmulation

/// The parsed value of `_rawp`: fields with 1 or with 0, and computed fields (A7).
struct RawProjection {
  private(set) var included: [FilterPath] = []
  private(set) var excluded: [FilterPath] = []
  private(set) var computed: [ComputedField] = []
  /// The names of the columns in an export of comma-separated values.
  private(set) var columns: [String] = []
  private let budget: WorkBudget

  /// Creates a projection from a JSON object.
  ///
  /// `names` are the fields that the caller may read; `nil` for all fields.
  ///
  /// - Throws: ``Fault/crudProjectionText`` if the string is not valid JSON,
  ///   ``Fault/crudProjectionOperator`` for a forbidden operator, ``Fault/crudProjectionOfColumn``
  ///   for the exclusion of a column, ``Fault/crudDatabase`` for an invalid projection, or
  ///   ``Fault/workLimit(_:)`` if the budget is used up.
  /// - Source: crud-service 7.2.5, lib/projectionUtils.js.
  init(
    _ text: String, _ target: CRUDTarget, readable names: Set<BytewiseString>?,
    within budget: WorkBudget
  ) throws(Fault) {
    self.budget = budget
    try budget.spend(bytes: text.utf8.count)
    try ProjectionOperators(target, columns: names).check(text)
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(text) } catch {
      throw .crudProjectionText.filled(["message": error.description])
    }
    guard case .object(let object) = value else {
      throw .database("projection must be an object")
    }
    try budget.spend(walking: object)
    let chosen = try Self.readable(object, names, target.line)
    // Only the id is returned if nothing else is left.
    guard !chosen.isEmpty else {
      included = [FilterPath("_id")]
      return
    }
    columns = chosen.members.filter { $0.value.number != 0 }.map(\.key)
    try read(chosen, below: "")
    let others = excluded.filter { $0.text != "_id" }
    guard let first = others.first, isInclusive else { return }
    throw .database("Cannot do exclusion on field \(first.text) in inclusion projection")
  }

  /// Returns the members of a projection that the caller may name.
  private static func readable(
    _ object: JSONObject, _ columns: Set<BytewiseString>?, _ line: CRUDCompatibility
  ) throws(Fault) -> JSONObject {
    var chosen: JSONObject = [:]
    for member in object.members {
      let isColumn = columns?.contains(BytewiseString(member.key)) ?? true
      if columns != nil, isColumn, member.value.number == 0 { throw .crudProjectionOfColumn }
      let isVoid = member.value.isNull || (line == .six && [false, ""].contains(member.value))
      if isColumn, !isVoid { chosen.append(member.key, member.value) }
    }
    return chosen
  }

  /// Whether only the named fields are returned.
  var isInclusive: Bool { !included.isEmpty || !computed.isEmpty }

  private mutating func read(_ object: JSONObject, below parent: String) throws(Fault) {
    for member in object.members {
      guard !member.key.isEmpty, !member.key.hasPrefix("$") else {
        throw .crudProjectionOperator.filled(["name": member.key])
      }
      let path = FilterPath(parent + member.key)
      switch member.value {
      case .object(let inner): try read(inner, at: path)
      case .string, .array:
        computed.append(
          ComputedField(
            path: path, content: .expression(try ProjectionParser().parse(member.value))))
      default:
        if FilterValue.isTrue(member.value) {
          included.append(path)
        } else {
          excluded.append(path)
        }
      }
    }
  }

  private mutating func read(_ object: JSONObject, at path: FilterPath) throws(Fault) {
    guard let member = object.members.first else {
      throw .database("An empty sub-projection is not a valid value")
    }
    guard member.key.hasPrefix("$") else {
      guard path.names.count < FilterParser.deepest else {
        throw .database("Exceeded depth limit of \(FilterParser.deepest) projections")
      }
      return try read(object, below: path.text + ".")
    }
    computed.append(ComputedField(path: path, content: try content(member, object)))
  }

  private func content(
    _ member: JSONObject.Member, _ object: JSONObject
  ) throws(Fault) -> ComputedField.Content {
    if member.key == "$elemMatch" {
      do throws(FilterError) {
        let conditions = try FilterParser(schema: nil, within: budget)
          .operators(object, of: nil)
        guard let condition = conditions.first else {
          throw .database("$elemMatch needs an Object")
        }
        return .element(condition)
      } catch { throw error.fault ?? .database(error.message) }
    }
    return .expression(try ProjectionParser().parse(.object(object)))
  }
}

/// Parses the expressions of a raw projection (A7).
struct ProjectionParser: Sendable {
  private var variables: Set<BytewiseString> = []
  private var depth = 0

  private static let deepest = 100

  init() {}

  /// Parses the expression in a JSON value.
  ///
  /// - Throws: ``Fault/crudProjectionOperator`` for a forbidden operator or variable, or
  ///   ``Fault/crudDatabase`` for invalid arguments.
  func parse(_ value: JSON) throws(Fault) -> ProjectionExpression {
    switch value {
    case .string(let text) where text.hasPrefix("$"): return try path(text)
    case .array(let elements): return .array(try list(elements))
    case .object(let object):
      guard let member = object.members.first, object.count == 1 else {
        throw .database("an expression has to be an object of one operator")
      }
      return try inner().operation(member.key, member.value)
    default: return .literal(value)
    }
  }

  private func inner(knowing names: [String] = []) throws(Fault) -> ProjectionParser {
    guard depth < Self.deepest else {
      throw .database("Exceeded depth limit of \(Self.deepest) expressions within expressions")
    }
    var copy = self
    copy.depth += 1
    for name in names { copy.variables.insert(BytewiseString(name)) }
    return copy
  }

  private func list(_ values: [JSON]) throws(Fault) -> [ProjectionExpression] {
    let inner = try inner()
    var expressions: [ProjectionExpression] = []
    for value in values { expressions.append(try inner.parse(value)) }
    return expressions
  }

  private func path(_ text: String) throws(Fault) -> ProjectionExpression {
    let isVariable = text.hasPrefix("$$")
    let names = FilterPath(String(text.dropFirst(isVariable ? 2 : 1))).names
    guard names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("$") }) else {
      throw .database("'\(text)' is not a valid field path")
    }
    guard isVariable else { return .path(variable: nil, names: names) }
    guard variables.contains(BytewiseString(names[0])) else {
      throw .database(
        "Invalid $project :: caused by :: Use of undefined variable: \(names[0])")
    }
    return .path(variable: names[0], names: Array(names.dropFirst()))
  }

  private func operation(_ name: String, _ value: JSON) throws(Fault) -> ProjectionExpression {
    if name == "$filter" { return try filter(value) }
    if name == "$map" { return try map(value) }
    if name == "$reduce" { return try reduce(value) }
    if name == "$regexMatch" { return try pattern(value) }
    if name == "$dateToString" { return try dateText(value) }
    guard let known = ProjectionOperator(rawValue: name) else {
      throw .database("Invalid $project :: caused by :: Unrecognized expression '\(name)'")
    }
    var arguments: [ProjectionExpression]
    if known == .conditional, case .object(let object) = value {
      arguments = try list(["if", "then", "else"].map { object[$0] ?? .null })
    } else if case .array(let values) = value {
      arguments = try list(values)
    } else {
      arguments = [try parse(value)]
    }
    guard known.counts.contains(arguments.count) else {
      throw .database(
        "Expression \(name) takes \(known.counts.lowerBound) arguments. \(arguments.count) were "
          + "passed in.")
    }
    return .operation(known, arguments)
  }

  /// Parses the operand of `$filter`: `{"input": …, "as": …, "cond": …}`.
  private func filter(_ value: JSON) throws(Fault) -> ProjectionExpression {
    guard let input = value["input"], let condition = value["cond"] else {
      throw .database("$filter needs an input and a cond")
    }
    let name = value["as"]?.string ?? "this"
    return .filter(
      try parse(input), variable: name, condition: try inner(knowing: [name]).parse(condition))
  }

  /// Parses the operand of `$map`: `{"input": …, "as": …, "in": …}`.
  private func map(_ value: JSON) throws(Fault) -> ProjectionExpression {
    guard let input = value["input"], let step = value["in"] else {
      throw .database("$map needs an input and an in")
    }
    let name = value["as"]?.string ?? "this"
    return .map(try parse(input), variable: name, step: try inner(knowing: [name]).parse(step))
  }

  /// Parses the operand of `$regexMatch`: `{"input": …, "regex": …, "options": …}`.
  private func pattern(_ value: JSON) throws(Fault) -> ProjectionExpression {
    guard let input = value["input"], let regex = value["regex"]?.string else {
      throw .database("$regexMatch needs an input and a regex that is a string")
    }
    do throws(FilterError) {
      return .pattern(
        try parsed(input), try FilterPattern(regex, options: value["options"]?.string ?? ""))
    } catch { throw error.fault ?? .database(error.message) }
  }

  /// Returns the expression in a value, with a refusal as the error of a filter.
  private func parsed(_ value: JSON) throws(FilterError) -> ProjectionExpression {
    do throws(Fault) { return try inner().parse(value) } catch { throw .exhausted(error) }
  }

  /// Parses the operand of `$reduce`: `{"input": …, "initialValue": …, "in": …}`.
  private func reduce(_ value: JSON) throws(Fault) -> ProjectionExpression {
    guard let input = value["input"], let initial = value["initialValue"], let step = value["in"]
    else { throw .database("$reduce needs an input, an initialValue and an in") }
    return .reduce(
      try inner().parse(input), initial: try inner().parse(initial),
      step: try inner(knowing: ["value", "this"]).parse(step))
  }

  /// Parses the operand of `$dateToString`: `{"date": …, "format": …, "timezone": …, "onNull": …}`.
  private func dateText(_ value: JSON) throws(Fault) -> ProjectionExpression {
    let inner = try inner()
    func argument(_ name: String) throws(Fault) -> ProjectionExpression? {
      guard let argument = value[name] else { return nil }
      return try inner.parse(argument)
    }
    for member in value.object?.members ?? []
    where !["date", "format", "timezone", "onNull"].contains(member.key) {
      throw .database("Unrecognized argument to $dateToString: \(member.key)")
    }
    guard let date = try argument("date") else {
      throw .database("Missing 'date' parameter to $dateToString")
    }
    return .dateText(
      date, format: try argument("format"), timeZone: try argument("timezone"),
      substitute: try argument("onNull"))
  }
}
