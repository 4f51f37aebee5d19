import GhostlightCore

/// A field of an object type or a struct in the configuration.
///
/// - Source: protocol reference A16.
struct FieldDefinition {
  let name: String
  /// The path of the field, such as `graph.post.fields.text`.
  let path: String
  /// The type in the configuration, such as `string` or `array:struct`.
  ///
  /// `object_id:user` is read as `object_id` with the target `user`. Parsing the field does not
  /// check other types.
  ///
  /// - Source: EGF2/docs, _Micro Services.md, commit 3e4eaca.
  let type: String
  let isRequired: Bool
  /// Whether clients may always set the field, because its edit mode is `E`.
  let isEditable: Bool
  /// Whether the default value of a Boolean field is `true`.
  let isTrueByDefault: Bool
  let schema: SchemaReference?
  /// The names of the object types to which an id may refer.
  let targets: [String]

  init(_ member: ConfigurationMember) throws(GeneratorError) {
    let node = member.node
    name = member.name
    path = node.path
    _ = try node.members()
    guard let type = node["type"] else { throw .configuration("\(path).type is missing") }
    let reference = "object_id:"
    let text = try type.text()
    let target = text.hasPrefix(reference) ? String(text.dropFirst(reference.count)) : ""
    self.type = target.isEmpty ? text : "object_id"
    isRequired = try node.flag("required")
    isEditable = node["edit_mode"]?.value.string == "E"
    isTrueByDefault = self.type == "boolean" ? try node.flag("default") : false
    schema = try node["schema"].map { (node) throws(GeneratorError) in try SchemaReference(node) }
    let types = try node["object_types"]?.texts() ?? []
    targets = target.isEmpty ? types : [target]
  }

  /// Parses all fields of a struct or of an object type.
  static func all(in node: ConfigurationNode) throws(GeneratorError) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for member in try node.members() { fields.append(try FieldDefinition(member)) }
    return fields
  }
}

/// The definition of a struct's members: by name, in the field, or none.
enum SchemaReference {
  /// A custom schema with this name.
  case named(String)
  /// The fields that the field's own definition contains.
  case inline([FieldDefinition])
  /// No definition: the struct may have any members.
  case any

  init(_ node: ConfigurationNode) throws(GeneratorError) {
    switch node.value {
    case .string("any"): self = .any
    case .string(let name): self = .named(name)
    case .object: self = .inline(try FieldDefinition.all(in: node))
    default:
      throw .configuration("\(node.path) must be the name of a schema or an object of fields")
    }
  }
}
