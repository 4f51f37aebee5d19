import GhostlightCore

/// A field of an object type or a struct in the configuration.
///
/// - Source: protocol reference A16.
struct FieldDefinition {
  let name: String
  /// The path of the field, such as `graph.post.fields.text`.
  let path: String
  /// The type as it is written, such as `string` or `array:struct`.
  ///
  /// It is not checked yet.
  let type: String
  let isRequired: Bool
  /// Whether clients may always set the field, which is edit mode `E`.
  let isEditable: Bool
  /// The default value of a Boolean field.
  let isTrueByDefault: Bool
  let schema: SchemaReference?
  /// The names of the types that an id may refer to.
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

  /// Parses all fields of a struct or an object type.
  static func all(in node: ConfigurationNode) throws(GeneratorError) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for member in try node.members() { fields.append(try FieldDefinition(member)) }
    return fields
  }
}

/// The definition of a struct's members.
enum SchemaReference {
  /// The name of a custom schema.
  case named(String)
  /// Fields that are defined in the field itself.
  case inline([FieldDefinition])
  /// An object with any members.
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
