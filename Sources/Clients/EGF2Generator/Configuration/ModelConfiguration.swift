import GhostlightCore

/// The parts of a back end's `config.json` from which models are generated.
///
/// - Source: protocol reference A16.
struct ModelConfiguration {
  static let file = "config.json"

  /// The custom schemas, in the order of the file.
  let schemas: [SchemaDefinition]
  /// The fields that every object has.
  let common: [FieldDefinition]
  /// All object types, including those that only the back end uses.
  let types: [TypeDefinition]
  let pages: PageSettings

  init(_ bytes: [UInt8]) throws(GeneratorError) {
    let root = ConfigurationNode(
      value: .object(try JSONText(bytes, file: Self.file).object()), path: "config")
    guard let value = root["graph"]?.value else {
      throw .configuration("graph is missing; use client-data/config.json of your backend")
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
  ) throws(GeneratorError) -> [SchemaDefinition] {
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

struct SchemaDefinition {
  let name: String
  let path: String
  let fields: [FieldDefinition]
}

/// An object type of the configuration.
struct TypeDefinition {
  let name: String
  let path: String
  /// The last two characters of the ids of the type's objects.
  let code: String
  let isBackEndOnly: Bool
  let fields: [FieldDefinition]

  /// Parses an object type.
  ///
  /// Returns `nil` if the member has no code, because the member is then not an object type.
  init?(_ member: ConfigurationMember) throws(GeneratorError) {
    let node = member.node
    guard let code = node["code"] else { return nil }
    name = member.name
    path = node.path
    self.code = try code.text()
    guard self.code.utf8.count == 2 else {
      throw .configuration("\(code.path) must have two characters")
    }
    isBackEndOnly = try node.flag("back_end_only")
    fields =
      try node["fields"].map { (node) throws(GeneratorError) in
        try FieldDefinition.all(in: node)
      } ?? []
  }
}

/// The server's settings for pages of edges.
struct PageSettings {
  /// The number of objects on a page if the client does not request a number.
  let defaultCount: Int
  /// The maximum number of objects on a page.
  let maximalCount: Int
  /// Whether a page is requested by the id of the object before it, not by an index.
  let isObjectMode: Bool

  init(_ node: ConfigurationNode?) throws(GeneratorError) {
    guard let node else {
      throw .pagination(
        "Pagination section isn't exist. Add graph.pagination with default_count and max_count")
    }
    defaultCount = try Self.count("default_count", in: node)
    maximalCount = try Self.count("max_count", in: node)
    let mode = node["pagination_mode"]?.value ?? "index"
    guard mode == "index" || mode == "object" else {
      throw .pagination(
        #"Check pagination section. \#(node.path).pagination_mode must be "index" or "object""#)
    }
    isObjectMode = mode == "object"
  }

  private static func count(
    _ key: String, in node: ConfigurationNode
  ) throws(GeneratorError) -> Int {
    guard let count = node[key]?.value.integer, count > 0, let whole = Int(exactly: count) else {
      throw .pagination(
        "Check pagination section. \(node.path).\(key) must be a whole number above 0")
    }
    return whole
  }
}
