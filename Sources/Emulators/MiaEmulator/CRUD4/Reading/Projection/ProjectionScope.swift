import GhostlightCore
import GhostlightEmulation

/// What an expression is computed from: a document, and the variables around it.
struct ProjectionScope: Sendable {
  let document: JSONObject
  private var variables: [String: JSON] = [:]

  init(_ document: JSONObject) { self.document = document }

  /// The value of an expression, or `nil` where it is missing.
  ///
  /// - Throws: ``Fault/crudDatabase`` where a value is of the wrong kind.
  func value(of expression: ProjectionExpression) throws(Fault) -> JSON? {
    switch expression {
    case .literal(let value): return .some(value)
    case .path(let variable, let names):
      let start = variable.map { variables[$0] ?? .null } ?? .object(document)
      return Self.value(at: names[...], in: start)
    case .array(let elements): return .array(try values(of: elements))
    case .operation(let name, let arguments): return try apply(name, arguments)
    case .filter(let input, let variable, let condition):
      guard let elements = try array(try value(of: input), "$filter") else { return .null }
      var scope = self
      var kept: [JSON] = []
      for element in elements {
        scope.variables[variable] = element
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
  private static func value(at names: ArraySlice<String>, in value: JSON) -> JSON? {
    guard let name = names.first else { return value }
    switch value {
    case .object(let object):
      return object[name].flatMap { self.value(at: names.dropFirst(), in: $0) }
    case .array(let elements): return .array(elements.compactMap { self.value(at: names, in: $0) })
    default: return .none
    }
  }
}
