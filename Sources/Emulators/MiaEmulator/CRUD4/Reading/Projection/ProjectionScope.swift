import GhostlightCore
import GhostlightEmulation

/// What an expression is computed from: a document, and the variables around it.
struct ProjectionScope: Sendable {
  let document: JSONObject
  let budget: WorkBudget
  private var variables: [ExactText: JSON] = [:]

  init(_ document: JSONObject, within budget: WorkBudget) {
    self.document = document
    self.budget = budget
  }

  /// The value of an expression, or `nil` where it is missing.
  ///
  /// - Throws: ``Fault/crudDatabase`` where a value is of the wrong kind.
  ///   Also ``Fault/workLimit(_:)``.
  func value(of expression: ProjectionExpression) throws(Fault) -> JSON? {
    try budget.spend(2)
    switch expression {
    case .literal(let value): return .some(value)
    case .path(let variable, let names):
      let start = variable.map { variables[ExactText($0)] ?? .null } ?? .object(document)
      return try value(at: names[...], in: start)
    case .array(let elements): return .array(try values(of: elements))
    case .operation(let name, let arguments): return try apply(name, arguments)
    case .filter(let input, let variable, let condition):
      guard let elements = try array(try value(of: input), "$filter") else { return .null }
      var scope = self
      var kept: [JSON] = []
      for element in elements {
        try budget.spend(2)
        scope.variables[ExactText(variable)] = element
        if let holds = try scope.value(of: condition), FilterValue.isTrue(holds) {
          kept.append(element)
        }
      }
      return .array(kept)
    }
  }

  /// The values of expressions; missing is null.
  func values(of expressions: [ProjectionExpression]) throws(Fault) -> [JSON] {
    var values: [JSON] = []
    for expression in expressions { values.append(try value(of: expression) ?? .null) }
    return values
  }

  /// The elements of a value; `nil` for null and missing.
  func array(_ value: JSON?, _ name: String) throws(Fault) -> [JSON]? {
    switch value {
    case nil, .null?: return nil
    case .array(let elements)?: return elements
    default: throw .database("The argument to \(name) must be an array")
    }
  }

  /// The value at a path; of an array those of its elements.
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
