import GhostlightCore
import GhostlightEmulation

/// The parsed value of `_rawp`: fields with 1 or with 0, and computed fields (A7).
struct RawProjection {
  private(set) var included: [FilterPath] = []
  private(set) var excluded: [FilterPath] = []
  private(set) var computed: [ComputedField] = []
  private let budget: WorkBudget

  /// Creates a projection from a JSON object.
  ///
  /// - Throws: ``Fault/crudText`` if the string is not valid JSON, ``Fault/crudProjectionOperator``
  ///   for a forbidden operator, ``Fault/crudDatabase`` for an invalid projection, or
  ///   ``Fault/workLimit(_:)`` if the budget is used up.
  init(_ text: String, within budget: WorkBudget) throws(Fault) {
    guard case .object(let object) = try CRUDFilterText.json(text, within: budget) else {
      throw .database("projection must be an object")
    }
    self.budget = budget
    try budget.spend(walking: object)
    try read(object, below: "")
    let others = excluded.filter { $0.text != "_id" }
    guard let first = others.first, isInclusive else { return }
    throw .database("Cannot do exclusion on field \(first.text) in inclusion projection")
  }

  /// Whether only the named fields are returned.
  ///
  /// If a projection contains only `$slice` fields, the other fields are returned too.
  var isInclusive: Bool {
    !included.isEmpty
      || computed.contains { field in
        if case .slice = field.content { false } else { true }
      }
  }

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
      } catch { throw .filter(error) }
    }
    if member.key == "$slice" {
      if member.value.number != nil { return .slice(try ElementSlice([member.value])) }
      if let values = member.value.array, values.count == 2, values.allSatisfy({ $0.number != nil })
      {
        return .slice(try ElementSlice(values[...]))
      }
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
      throw .database("'\(text)' is no valid field path")
    }
    guard isVariable else { return .path(variable: nil, names: names) }
    guard variables.contains(BytewiseString(names[0])) else {
      throw .crudProjectionOperator.filled(["name": "$$" + names[0]])
    }
    return .path(variable: names[0], names: Array(names.dropFirst()))
  }

  private func operation(_ name: String, _ value: JSON) throws(Fault) -> ProjectionExpression {
    if name == "$literal" { return .literal(value) }
    if name == "$filter" { return try filter(value) }
    if name == "$reduce" { return try reduce(value) }
    if name == "$dateToString" { return try dateText(value) }
    guard let known = ProjectionOperator(rawValue: name) else {
      throw .crudProjectionOperator.filled(["name": name])
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
