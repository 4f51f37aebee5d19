import GhostlightCore
import GhostlightEmulation

/// Parses the member `graph` of a `client-data/config.json` (A16).
struct SchemaReader {
  private let graph: ConfigurationReader
  private let structures: [DocumentMember<ConfigurationReader>]
  private let types: [DocumentMember<ConfigurationReader>]

  /// The members of an object type.
  private static let typeMembers = [
    "code", "fields", "edges", "GET", "POST", "PUT", "DELETE", "volatile", "suppress_event",
    "back_end_only",
  ]

  /// The members of `graph` that do not define a type.
  private static let otherMembers = ["custom_schemas", "common_fields", "pagination", "objects"]

  init(_ graph: ConfigurationReader) throws(ConfigurationError) {
    self.graph = graph
    types = try graph.members().filter { !Self.otherMembers.contains($0.key) }
    structures = try graph["custom_schemas"]?.members() ?? []
  }

  func schema() throws(ConfigurationError) -> GraphSchema {
    let fields = FieldReader(
      typeNames: self.types.map(\.key), structureNames: Set(structures.map(\.key)))
    var custom: [String: [FieldDefinition]] = [:]
    for structure in structures { custom[structure.key] = try fields.fields(structure.reader) }
    let common = try commonFields(fields)
    var types: [ObjectType] = []
    for member in self.types {
      let type = try type(member.key, member.reader, slot: types.count, common, fields)
      if let other = types.first(where: { $0.code == type.code }) {
        throw member.reader.error("has the same code as \"\(other.name)\"; use a different one")
      }
      types.append(type)
    }
    let pagination = try pagination()
    guard
      let schema = GraphSchema(types: types, structures: custom, pagination: pagination)
    else {
      let names = GraphSchema.neededNames.joined(separator: ", ")
      throw graph.error("must have the types \(names), which the auth service needs")
    }
    return schema
  }

  private func type(
    _ name: String, _ reader: ConfigurationReader, slot: Int, _ common: [FieldDefinition],
    _ fields: FieldReader
  ) throws(ConfigurationError) -> ObjectType {
    try reader.refuseMisspelled(Self.typeMembers)
    let code = try reader.required("code")
    guard try code.string().utf8.count == 2 else {
      throw code.error("must be two characters, such as \"12\"")
    }
    let own = try reader["fields"].map(fields.fields) ?? []
    let others = common.filter { field in !own.contains { $0.name.isExactly(field.name) } }
    var edges: [EdgeDefinition] = []
    for member in try reader["edges"]?.members() ?? [] {
      edges.append(try edge(member.key, member.reader, fields))
    }
    return ObjectType(
      name: name, code: try code.string(), slot: slot, fields: own + others, edges: edges,
      rules: try rules(reader, [.get, .post, .put, .delete]),
      isVolatile: try reader["volatile"]?.bool() ?? false,
      isSilent: try reader["suppress_event"]?.bool() ?? false)
  }

  private func edge(
    _ name: String, _ reader: ConfigurationReader, _ fields: FieldReader
  ) throws(ConfigurationError) -> EdgeDefinition {
    try reader.refuseMisspelled(["contains", "GET", "POST", "LINK", "DELETE"])
    guard !name.utf8.contains(UInt8(ascii: "/")) else {
      throw reader.error("has a slash in its name, which no path can have")
    }
    return EdgeDefinition(
      name: name, contains: try fields.typeNames(try reader.required("contains")),
      rules: try rules(reader, [.get, .post, .link, .delete]))
  }

  private func rules(
    _ reader: ConfigurationReader, _ verbs: [AccessVerb]
  ) throws(ConfigurationError) -> AccessRules {
    var rules = AccessRules()
    for verb in verbs {
      guard let rule = reader[verb.rawValue] else { continue }
      rules[verb] = AccessRule(try rule.string())
    }
    return rules
  }

  /// Returns the configured common fields, and the fields that every object needs.
  private func commonFields(
    _ fields: FieldReader
  ) throws(ConfigurationError) -> [FieldDefinition] {
    var common = try graph["common_fields"].map(fields.fields) ?? []
    for field in Self.systemFields where !common.contains(where: { $0.name == field.name }) {
      common.append(field)
    }
    return common
  }

  private static let systemFields: [FieldDefinition] = {
    var objectType = FieldDefinition("object_type", .string)
    objectType.editMode = .notEditable
    return [
      FieldDefinition("id", .string), objectType, FieldDefinition("created_at", .date),
      FieldDefinition("modified_at", .date), FieldDefinition("deleted_at", .date),
    ]
  }()

  private func pagination() throws(ConfigurationError) -> Pagination {
    var pagination = Pagination()
    guard let reader = graph["pagination"] else { return pagination }
    try reader.refuseMisspelled(["max_count", "default_count", "pagination_mode"])
    if let number = reader["max_count"] {
      pagination.maxCount = Int(try number.integer(1...1_000_000))
      pagination.defaultCount = min(pagination.defaultCount, pagination.maxCount)
    }
    if let number = reader["default_count"] {
      pagination.defaultCount = Int(try number.integer(0...Int64(pagination.maxCount)))
    }
    if let text = reader["pagination_mode"] {
      guard let mode = Pagination.Mode(rawValue: try text.string()) else {
        throw text.error(expected: "\"index\" or \"object\"")
      }
      pagination.mode = mode
    }
    return pagination
  }
}

/// Parses field definitions of a `client-data/config.json` (A16).
struct FieldReader {
  private let known: [String]
  private let structureNames: Set<String>

  /// The members of a field.
  private static let members = [
    "type", "required", "default", "enum", "min", "max", "validator", "unique", "edit_mode",
    "schema", "object_types", "auto_value",
  ]

  init(typeNames: [String], structureNames: Set<String>) {
    known = typeNames
    self.structureNames = structureNames
  }

  /// Returns the fields that an object defines, in the order of its members.
  func fields(_ reader: ConfigurationReader) throws(ConfigurationError) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for member in try reader.members() { fields.append(try field(member.key, member.reader)) }
    return fields
  }

  /// Returns a list of type names.
  ///
  /// An empty string, as in the sample of the vendor's documentation, is not a name.
  ///
  /// - Throws: `ConfigurationError` if a name is not that of a configured type.
  func typeNames(_ reader: ConfigurationReader) throws(ConfigurationError) -> [String] {
    var names: [String] = []
    for element in try reader.elements() where element.value != "" {
      names.append(try typeName(try element.string(), element))
    }
    return names
  }

  private func typeName(
    _ name: String, _ place: ConfigurationReader
  ) throws(ConfigurationError) -> String {
    guard known.contains(name) else {
      throw place.error("\"\(name)\" is not a type of \"graph\"; define it there")
    }
    return name
  }

  private func field(
    _ name: String, _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> FieldDefinition {
    try reader.refuseMisspelled(Self.members)
    let type = try reader.required("type")
    var field = FieldDefinition(name, try kind(try type.string(), reader, type))
    field.isRequired = try reader["required"]?.bool() ?? false
    field.defaultValue = reader.value["default"]
    field.choices = try reader["enum"]?.elements().map(\.value)
    field.minimum = try reader["min"].map(Self.limit)
    field.maximum = try reader["max"].map(Self.limit)
    field.validator = try reader["validator"]?.string()
    field.isUnique = try reader["unique"]?.bool() ?? false
    if let mode = reader["edit_mode"] {
      guard let known = EditMode(rawValue: try mode.string()) else {
        throw mode.error(expected: "\"E\", \"NE\" or \"NC\"")
      }
      field.editMode = known
    }
    if let text = reader["auto_value"], text.value != "" {
      field.autoValue = AutoValue(try text.string())
    }
    return field
  }

  private func kind(
    _ text: String, _ reader: ConfigurationReader, _ place: ConfigurationReader
  ) throws(ConfigurationError) -> FieldKind {
    switch text {
    case "string": return .string
    case "integer": return .integer
    case "number": return .number
    case "boolean": return .boolean
    case "date": return .date
    case "object_id": return .objectID(try objectTypes(try reader.required("object_types")))
    case "struct": return .structure(try structure(try reader.required("schema")))
    default: break
    }
    let prefix = "array:"
    if text.hasPrefix(prefix) {
      return .array(try kind(String(text.dropFirst(prefix.count)), reader, place))
    }
    let reference = "object_id:"
    if text.hasPrefix(reference) {
      return .objectID([try typeName(String(text.dropFirst(reference.count)), place)])
    }
    return .unknown(text)
  }

  private func objectTypes(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String] {
    reader.value == ["any"] ? ["any"] : try typeNames(reader)
  }

  private func structure(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> StructureSchema {
    guard case .string(let name) = reader.value else { return .inline(try fields(reader)) }
    guard name != "any" else { return .any }
    guard structureNames.contains(name) else {
      throw reader.error("\"\(name)\" is not a member of \"custom_schemas\"; define it there")
    }
    return .named(name)
  }

  /// Returns a number, which the configuration may also contain as a string.
  private static func limit(_ reader: ConfigurationReader) throws(ConfigurationError) -> Double {
    guard let number = reader.value.number ?? reader.value.string.flatMap(Double.init),
      number.isFinite
    else { throw reader.error(expected: "a number") }
    return number
  }
}
