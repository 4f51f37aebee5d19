import GhostlightCore
import GhostlightEmulation

/// Reads field definitions of a `client-data/config.json` (A16).
struct FieldReader {
  private let known: [String]
  private let structureNames: Set<String>

  init(typeNames: [String], structureNames: Set<String>) {
    known = typeNames
    self.structureNames = structureNames
  }

  /// The fields of an object of definitions, in its order.
  func fields(_ reader: ConfigurationReader) throws(ConfigurationProblem) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for member in try reader.members() { fields.append(try field(member.key, member.reader)) }
    return fields
  }

  /// Names of configured types.
  func typeNames(_ reader: ConfigurationReader) throws(ConfigurationProblem) -> [String] {
    var names: [String] = []
    for element in try reader.elements() {
      let name = try element.string()
      guard known.contains(name) else {
        throw element.problem("\"\(name)\" is no type of \"graph\"; define it there")
      }
      names.append(name)
    }
    return names
  }

  private func field(
    _ name: String, _ reader: ConfigurationReader
  ) throws(ConfigurationProblem) -> FieldDefinition {
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
        throw mode.problem("must be \"E\", \"NE\" or \"NC\"")
      }
      field.editMode = known
    }
    if let text = reader["auto_value"] { field.autoValue = AutoValue(try text.string()) }
    return field
  }

  private func kind(
    _ text: String, _ reader: ConfigurationReader, _ place: ConfigurationReader
  ) throws(ConfigurationProblem) -> FieldKind {
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
    guard !text.hasPrefix("object_id:") else {
      throw place.problem("must be \"object_id\", with the types in \"object_types\"")
    }
    return .unknown(text)
  }

  private func objectTypes(
    _ reader: ConfigurationReader
  ) throws(ConfigurationProblem) -> [String] {
    reader.value == ["any"] ? ["any"] : try typeNames(reader)
  }

  private func structure(
    _ reader: ConfigurationReader
  ) throws(ConfigurationProblem) -> StructureSchema {
    guard case .string(let name) = reader.value else { return .inline(try fields(reader)) }
    guard name != "any" else { return .any }
    guard structureNames.contains(name) else {
      throw reader.problem("\"\(name)\" is no member of \"custom_schemas\"; define it there")
    }
    return .named(name)
  }

  /// A number, which may be written as a string.
  private static func limit(_ reader: ConfigurationReader) throws(ConfigurationProblem) -> Double {
    guard let number = reader.value.number ?? reader.value.string.flatMap(Double.init),
      number.isFinite
    else { throw reader.problem("must be a number") }
    return number
  }
}
