import GhostlightCore

/// A field of an object type or of a struct, as the configuration has it.
///
/// - Source: protocol reference A16.
struct FieldDefinition {
  let name: String
  /// `graph.post.fields.text`.
  let path: String
  /// `string`, `array:struct`: not checked yet.
  let type: String
  let isRequired: Bool
  /// Whether clients may always set the field: edit mode `E`.
  let isEditable: Bool
  /// The default of a boolean.
  let isTrueByDefault: Bool
  let schema: SchemaReference?
  /// The types that an id may point to.
  let targets: [String]

  init(_ member: ConfigurationMember) throws(GeneratorError) {
    let node = member.node
    name = member.name
    path = node.path
    _ = try node.members()
    guard let type = node["type"] else { throw .configuration("\(path) has no type") }
    self.type = try type.text()
    isRequired = try node.flag("required")
    isEditable = node["edit_mode"]?.value.string == "E"
    isTrueByDefault = self.type == "boolean" ? try node.flag("default") : false
    schema = try node["schema"].map { (node) throws(GeneratorError) in try SchemaReference(node) }
    targets = try node["object_types"]?.texts() ?? []
  }

  /// All fields of a struct or of an object type.
  static func all(in node: ConfigurationNode) throws(GeneratorError) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for member in try node.members() { fields.append(try FieldDefinition(member)) }
    return fields
  }
}

/// What a struct is made of.
enum SchemaReference {
  /// A custom schema.
  case named(String)
  /// Fields that stand in the field itself.
  case inline([FieldDefinition])
  /// Any object.
  case any

  init(_ node: ConfigurationNode) throws(GeneratorError) {
    switch node.value {
    case .string("any"): self = .any
    case .string(let name): self = .named(name)
    case .object: self = .inline(try FieldDefinition.all(in: node))
    default: throw .configuration("\(node.path) is neither a schema's name nor its fields")
    }
  }
}
