import GhostlightCore
import GhostlightEmulation

/// A field of a collection's definition (A2).
struct CRUDField: Sendable {
  let name: String
  let kind: FieldKind
  var isRequired = false
  var isNullable = false
  /// The schema of the objects in a `RawObject` field or an array; `nil` for other fields.
  var schema: ValueSchema?
  /// The type of the elements; `nil` if the field is not an array or does not restrict its
  /// elements.
  var items: FieldKind?
  /// Whether the definition uses JSON Schema, in which dates have formats.
  var isOfJSONSchema = false
  /// The field's JSON in the definition; `nil` for a standard field that it does not have.
  var json: JSON?

  init(_ name: String, _ kind: FieldKind) {
    self.name = name
    self.kind = kind
  }

  /// The members without effect on requests, which the service's own definitions also have.
  ///
  /// - Source: crud-service 6.10.4, lib/AdditionalCaster.utils.js; 7.2.5,
  ///   tests/collectionDefinitions.
  private static let idle = [
    "additionalProperties", "castFunction", "crypted", "custom", "description", "encryption",
    "enum", "example", "pattern", "primaryKey", "sensitivityDescription", "sensitivityValue",
    "__mia_configuration",
  ]

  /// Creates a field from an element of `fields` in a definition.
  init(
    json: JSON, at place: String, _ members: inout DefinitionMembers
  ) throws(DefinitionError) {
    try members.check(
      json, at: place, ["name", "type", "required", "nullable", "items", "schema"] + Self.idle)
    guard let name = json["name"]?.string, !name.isEmpty else {
      throw .mismatch(json["name"], at: place + ".name", expected: "a string that is not empty")
    }
    let kind = json["type"]?.string.flatMap(FieldKind.init)
    guard let kind, kind != .integer, kind != .null else {
      throw .mismatch(
        json["type"], at: place + ".type",
        expected: "ObjectId, string, number, boolean, Date, GeoPoint, RawObject or Array")
    }
    self.init(name, kind)
    self.json = json
    isRequired = try DefinitionError.flag(json["required"], at: place + ".required")
    isNullable = try DefinitionError.flag(json["nullable"], at: place + ".nullable")
    if kind == .array {
      try members.check(
        json["items"] ?? [:], at: place + ".items", ["type", "schema"] + Self.idle)
      let special = json["items"]?["__mia_configuration"]?["type"]
      items = (special ?? json["items"]?["type"])?.string.flatMap(FieldKind.init)
      let kinds: [FieldKind?] = [.string, .number, .rawObject, .objectID]
      guard kinds.contains(items) || json["items"] == nil else {
        throw .mismatch(
          json["items"]?["type"], at: place + ".items.type",
          expected: "string, number, RawObject or ObjectId")
      }
    }
    if let own = kind == .array ? json["items"]?["schema"] : json["schema"] {
      schema = try ValueSchema(
        json: own, at: kind == .array ? "\(place).items.schema" : "\(place).schema", &members)
    }
  }

  /// Creates a field from a property of `schema` in a definition.
  ///
  /// - Source: crud-service 7.2.5, lib/JSONSchemaGenerator.js, `getInheritedType`.
  init(
    _ name: String, property json: JSON, at place: String, _ members: inout DefinitionMembers
  ) throws(DefinitionError) {
    self.init(name, try Self.kind(json, at: place))
    self.json = json
    isOfJSONSchema = true
    isNullable = try DefinitionError.flag(json["nullable"], at: place + ".nullable")
    if kind == .array, let element = json["items"] {
      items = try Self.kind(element, at: place + ".items")
    }
    // The keywords of every property are checked, although the service uses only those of objects.
    let own = try ValueSchema(json: json, at: place, &members)
    if kind == .rawObject {
      schema = own
    } else if items == .rawObject {
      schema = own.items.first
    }
  }

  /// Returns the type of a property of JSON Schema.
  private static func kind(_ json: JSON, at place: String) throws(DefinitionError) -> FieldKind {
    if let special = json["__mia_configuration"]?["type"] {
      guard special == "ObjectId" || special == "GeoPoint" else {
        throw .mismatch(
          special, at: place + ".__mia_configuration.type", expected: "ObjectId or GeoPoint")
      }
      return special == "ObjectId" ? .objectID : .geoPoint
    }
    switch json["type"]?.string {
    case "string":
      return dateFormats.contains(json["format"]?.string ?? "") ? .date : .string
    case "number": return .number
    case "integer": return .integer
    case "boolean": return .boolean
    case "object": return .rawObject
    case "array": return .array
    case "null": return .null
    default:
      throw .mismatch(
        json["type"], at: place + ".type",
        expected: "array, boolean, integer, null, number, object or string")
    }
  }

  /// The formats of JSON Schema whose strings are stored as dates.
  static let dateFormats = ["date-time", "time", "date", "duration"]

  /// Whether any path below the field exists, because the definition has no schema for its objects.
  var isOpenObject: Bool {
    guard kind == .rawObject else { return false }
    return schema.map { isOfJSONSchema && $0.properties.isEmpty } ?? true
  }

  /// The schema from which the paths below the field are derived; `nil` if there are none.
  ///
  /// - Source: crud-service 7.2.5, lib/generatePathFieldsForRawSchema.js.
  var pathSchema: ValueSchema? {
    guard var objects = schema else { return nil }
    objects.kinds = [.object]
    if kind == .rawObject { return objects }
    guard !isOfJSONSchema || !objects.properties.isEmpty else { return nil }
    var list = ValueSchema(.array)
    list.items = [objects]
    return list
  }
}

extension CRUDField {
  /// The schema of the field's value in bodies and parameters.
  ///
  /// The service accepts an array's element in place of the array.
  ///
  /// - Source: crud-service 7.2.5, lib/JSONSchemaGenerator.js, `generateArrayProperty`.
  var valueSchema: ValueSchema {
    guard kind == .array else {
      let base = schema(of: kind)
      return isNullable ? base.nullable() : base
    }
    var list = ValueSchema(.array)
    guard items != nil else { return isNullable ? list.nullable() : list }
    var element = elementSchema
    if isNullable { element = element.nullable() }
    list.items = [element]
    if isNullable { list = list.nullable() }
    var schema = ValueSchema(.array)
    schema.kinds += element.kinds.filter { $0 != .array }
    schema.alternatives = [list, element]
    return schema
  }

  var elementSchema: ValueSchema { items.map(schema(of:)) ?? ValueSchema() }

  private func schema(of kind: FieldKind) -> ValueSchema {
    switch kind {
    case .objectID: return Self.pattern(.objectID)
    case .date:
      guard isOfJSONSchema else { return Self.pattern(.date) }
      var schema = ValueSchema(.string)
      let formats: [TextPattern] = [.dateTimeFormat, .dateFormat, .timeFormat]
      schema.alternatives = formats.map { format in
        var one = ValueSchema()
        one.pattern = format
        return one
      }
      return schema
    case .string: return ValueSchema(.string)
    case .number: return ValueSchema(.number)
    case .integer: return ValueSchema(.integer)
    case .boolean: return ValueSchema(.boolean)
    case .null: return ValueSchema(.null)
    case .geoPoint:
      var schema = ValueSchema(.array)
      schema.items = [ValueSchema(.number)]
      schema.minimumItems = 2
      schema.maximumItems = 3
      return schema
    case .rawObject:
      var schema = self.schema ?? ValueSchema()
      schema.kinds = [.object]
      return schema
    case .array: return ValueSchema(.array)
    }
  }

  private static func pattern(_ pattern: TextPattern) -> ValueSchema {
    var schema = ValueSchema(.string)
    schema.pattern = pattern
    return schema
  }

  /// Whether values may be stored in a different form than clients send them.
  var isConverted: Bool {
    switch kind {
    case .date, .objectID, .geoPoint, .array: true
    default: false
    }
  }

  /// Returns a value that ``valueSchema`` has accepted, in the form in which documents store it.
  func stored(_ value: JSON) -> JSON {
    guard kind == .array else { return Self.stored(value, kind) }
    guard case .array(let elements) = value else { return storedElement(value) }
    return .array(elements.map(storedElement))
  }

  /// Returns an array element in the form in which documents store it.
  func storedElement(_ value: JSON) -> JSON {
    items.map { Self.stored(value, $0) } ?? value
  }

  private static func stored(_ value: JSON, _ kind: FieldKind) -> JSON {
    switch (kind, value) {
    case (.date, .string): FilterValue.date(value) ?? value
    case (.objectID, .string(let text)): .string(text.lowercased())
    case (.geoPoint, .array(let place)): FilterValue.point(place) ?? value
    default: value
    }
  }
}
