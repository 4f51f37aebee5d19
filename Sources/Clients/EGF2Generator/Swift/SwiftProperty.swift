import GhostlightGeneration

/// A property as its class declares it, and its entry in the list of fields.
struct SwiftProperty {
  private let property: ModelProperty
  private let owner: String

  init(_ property: ModelProperty, in owner: String) {
    self.property = property
    self.owner = owner
  }

  /// The property, and the object beside an id.
  var declarations: [String] {
    let name = SwiftNames.escaped(property.name)
    let declaration = "var \(name): \(type)"
    guard case .reference(let object?) = property.kind, let companion = property.companion else {
      return [declaration]
    }
    return [declaration, "var \(companion): \(object)?"]
  }

  /// The entry, such as `.date("createdAt", json: "created_at", \GraphObject.createdAt)`.
  var field: String {
    let json = property.name == property.field ? "" : " json: \"\(property.field)\","
    let companion = property.companion.map { ", object: \\\(owner).\($0)" } ?? ""
    let path = "\\\(owner).\(SwiftNames.escaped(property.name))"
    return ".\(factory)(\"\(property.name)\",\(json) \(path)\(companion))"
  }

  /// The type, and the value that a new model has.
  private var type: String {
    switch property.kind {
    case .scalar(let kind):
      switch kind {
      case .string, .date: "\(Self.scalar(kind))?"
      case .integer, .number: "\(Self.scalar(kind)) = 0"
      case .boolean: "Bool = \(property.isTrueByDefault)"
      }
    case .scalars(let kind): "[\(Self.scalar(kind))] = []"
    case .reference: "String?"
    case .structure(let name): "\(name)?"
    case .structures(let name): "[\(name)] = []"
    case .dictionary: "NSDictionary?"
    }
  }

  private var factory: String {
    switch property.kind {
    case .scalar(let kind): Self.factory(kind)
    case .scalars(let kind): Self.factory(kind) + "s"
    case .reference: "reference"
    case .structure: "structure"
    case .structures: "structures"
    case .dictionary: "dictionary"
    }
  }

  private static func factory(_ kind: ScalarKind) -> String {
    switch kind {
    case .string: "string"
    case .date: "date"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    }
  }

  /// A date in full, for a struct may be called so, too.
  private static func scalar(_ kind: ScalarKind) -> String {
    switch kind {
    case .string: "String"
    case .date: "Foundation.Date"
    case .integer: "Int"
    case .number: "Double"
    case .boolean: "Bool"
    }
  }
}
