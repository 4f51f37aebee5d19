import GhostlightCore

/// What a struct is made of.
enum SchemaReference {
  /// A custom schema.
  case named(String)
  /// Fields that stand in the field itself.
  case inline([FieldDefinition])
  /// Any object.
  case any

  init(_ node: ConfigurationNode) throws(GeneratorProblem) {
    switch node.value {
    case .string("any"): self = .any
    case .string(let name): self = .named(name)
    case .object: self = .inline(try FieldDefinition.all(in: node))
    default: throw .configuration("\(node.path) is neither a schema's name nor its fields")
    }
  }
}
