import GhostlightCore

/// `config.json`: the part of a back end's configuration that models are made of.
///
/// - Source: protocol reference A16.
struct ModelConfiguration {
  static let file = "config.json"

  /// The structs that have a name, in the order of the file.
  let schemas: [SchemaDefinition]
  /// The fields of every object.
  let common: [FieldDefinition]
  /// All object types, also those that only the back end knows.
  let types: [TypeDefinition]
  let pages: PageSettings

  init(_ bytes: [UInt8]) throws(GeneratorProblem) {
    let root = ConfigurationNode(
      value: .object(try JSONText(bytes, file: Self.file).object()), path: "config")
    guard let value = root["graph"]?.value else {
      throw .configuration("there is no graph; take client-data/config.json of your back end")
    }
    let graph = ConfigurationNode(value: value, path: "graph")
    let members = try graph.members()
    guard let common = graph["common_fields"] else {
      throw .configuration("graph.common_fields is missing; every object has an id")
    }
    pages = try PageSettings(graph["pagination"])
    schemas = try Self.schemas(in: graph)
    self.common = try FieldDefinition.all(in: common)
    var types: [TypeDefinition] = []
    for member in members where member.node.value.object != nil && !Self.isReserved(member.name) {
      if let type = try TypeDefinition(member) { types.append(type) }
    }
    self.types = types
  }

  private static func isReserved(_ name: String) -> Bool {
    ["custom_schemas", "common_fields", "pagination", "objects"].contains(name)
  }

  private static func schemas(
    in graph: ConfigurationNode
  ) throws(GeneratorProblem) -> [SchemaDefinition] {
    guard let node = graph["custom_schemas"] else { return [] }
    var schemas: [SchemaDefinition] = []
    for member in try node.members() {
      schemas.append(
        SchemaDefinition(
          name: member.name, path: member.node.path,
          fields: try FieldDefinition.all(in: member.node)))
    }
    return schemas
  }
}
