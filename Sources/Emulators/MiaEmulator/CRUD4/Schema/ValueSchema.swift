import GhostlightCore
import GhostlightEmulation

/// The part of JSON Schema that the service's validator uses (A9).
struct ValueSchema: Sendable {
  /// A property of an object.
  ///
  /// The type is a class so that returning a property does not copy its schema.
  final class Property: Sendable {
    let name: String
    let schema: ValueSchema

    init(name: String, schema: ValueSchema) {
      self.name = name
      self.schema = schema
    }
  }

  /// The allowed types of the value; empty if any type is allowed.
  var kinds: [ValueKind] = []
  /// Whether null is allowed by the keyword `nullable`, which messages do not name.
  ///
  /// - Source: ajv 8, lib/compile/validate/dataType.ts, `getTypeErrorContext`.
  private(set) var isNullable = false
  /// The members of an object that have a schema of their own.
  var properties: [Property] = []
  /// The names of the required members.
  var required: [String] = []
  /// Whether an object may have members that are not in ``properties``.
  var allowsOthers = true
  /// Whether commands and parameters may name such members by their paths.
  ///
  /// Unlike ``allowsOthers``, it is `false` if the definition has no `additionalProperties`.
  var opensPaths = false
  /// The schema of members that are not in ``properties``; empty if any value is allowed.
  var others: [ValueSchema] = []
  /// The schema of array elements; empty if any element is allowed.
  ///
  /// The property is an array of at most one schema because a struct cannot contain itself.
  var items: [ValueSchema] = []
  var minimumItems: Int?
  var maximumItems: Int?
  var minimum: Double?
  var maximum: Double?
  var exclusiveMinimum: Double?
  var exclusiveMaximum: Double?
  /// The minimum number of characters of a string.
  var minimumLength: Int?
  var maximumLength: Int?
  /// The allowed values; empty if any value is allowed.
  var choices: [JSON] = []
  /// The pattern that string values must match.
  var pattern: TextPattern?
  /// The default value of an object's member if the member is missing.
  var substitute: JSON?
  /// The type in `__mia_configuration`; `nil` if there is none.
  var special: FieldKind?
  /// Whether strings have a format of dates or times.
  var isDate = false
  /// The schemas of which a value must match at least one; empty for no such condition.
  var alternatives: [ValueSchema] = []

  init(_ kinds: ValueKind...) { self.kinds = kinds }

  /// The type that conditions in filters have for a value with this schema; `nil` for an unknown
  /// type.
  var filterKind: FieldKind? {
    if let special { return special }
    switch kinds.first {
    case .string: return isDate ? .date : .string
    case .number: return .number
    case .integer: return .integer
    case .boolean: return .boolean
    case .array: return .array
    case .object: return .rawObject
    case .null: return .null
    case nil: return nil
    }
  }

  /// Whether this schema or one inside it has required members.
  var requiresMembers: Bool {
    !required.isEmpty || properties.contains { $0.schema.requiresMembers }
      || items.contains(where: \.requiresMembers)
  }

  func property(_ name: String) -> Property? {
    for property in properties where property.name.isExactly(name) { return property }
    return nil
  }

  /// The types as messages name them.
  var kindNames: String {
    kinds.filter { !isNullable || $0 != .null }.map(\.rawValue).joined(separator: ",")
  }

  /// Returns a copy of the schema that also allows null, except by its list of values.
  ///
  /// - Source: ajv's documentation, *JSON Schema: nullable*, which does not extend `enum`.
  func nullable() -> ValueSchema {
    guard !kinds.isEmpty, !kinds.contains(.null) else { return self }
    var copy = self
    copy.kinds.append(.null)
    copy.isNullable = true
    return copy
  }

  /// Returns the schema of the value at a path, or `nil` if the service derives no such path.
  ///
  /// Below an object whose `additionalProperties` are allowed explicitly, any path exists.
  ///
  /// - Source: crud-service 7.2.5, lib/generatePathFromJsonSchema.js.
  func nested(at names: ArraySlice<String>) -> ValueSchema? {
    guard let name = names.first else { return self }
    let rest = names.dropFirst()
    switch kinds.first {
    case .array:
      guard FilterPath.isPosition(name) else { return nil }
      return (items.first ?? ValueSchema()).nested(at: rest)
    case .object:
      if let known = property(name)?.schema.nested(at: rest) { return known }
      return opensPaths ? ValueSchema() : nil
    default: return nil
    }
  }

  /// Returns the path of the first required member that a value does not have, or `nil` if the
  /// value has all of them.
  func missingMember(of value: JSON) -> String? {
    switch value {
    case .object(let object):
      if let name = required.first(where: { object[$0] == nil }) { return name }
      for property in properties {
        guard let member = object[property.name] else { continue }
        if let name = property.schema.missingMember(of: member) { return name }
      }
      return nil
    case .array(let elements):
      guard let schema = items.first, !schema.required.isEmpty || !schema.properties.isEmpty else {
        return nil
      }
      return elements.lazy.compactMap { schema.missingMember(of: $0) }.first
    default: return nil
    }
  }
}

extension ValueSchema {
  /// The keywords of JSON Schema that have an effect here, followed by those without one.
  private static let keywords = [
    "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "enum",
    "pattern", "format", "default", "nullable", "title", "description", "example", "examples",
    "$comment", "encryption", "__mia_configuration",
  ]

  /// The keywords that the service refuses in objects with paths of their own.
  ///
  /// - Source: crud-service 7.2.5, lib/generatePathFromJsonSchema.js.
  private static let refused = ["oneOf", "allOf", "anyOf", "if"]

  /// Creates a schema from the JSON Schema of an object in a definition.
  ///
  /// - Throws: The first problem in the JSON Schema, with its path.
  init(
    json: JSON, at place: String, _ members: inout DefinitionMembers
  ) throws(DefinitionError) {
    self.init()
    let object = try DefinitionError.object(json, at: place)
    for name in Self.refused where object[name] != nil {
      throw DefinitionError(at: place, "Unsupported operation in jsonSchema: \(name)")
    }
    try members.check(json, at: place, Self.keywords)
    let types = object["type"].map { $0.array ?? [$0] } ?? []
    for type in types {
      guard let kind = type.string.flatMap(ValueKind.init) else {
        throw .mismatch(
          type, at: place + ".type",
          expected: "string, number, integer, boolean, array, object or null")
      }
      kinds.append(kind)
    }
    for member in try DefinitionError.object(object["properties"], at: place + ".properties") {
      // JSON Schema allows a truth value in place of a schema.
      var schema = ValueSchema()
      if member.value.bool == nil {
        schema = try ValueSchema(
          json: member.value, at: "\(place).properties.\(member.key)", &members)
      }
      properties.append(Property(name: member.key, schema: schema))
    }
    if kinds.isEmpty, !properties.isEmpty { kinds = [.object] }
    required = try DefinitionError.strings(object["required"], at: place + ".required")
    try readOthers(object["additionalProperties"], at: place, &members)
    if let element = object["items"] {
      items = [try ValueSchema(json: element, at: "\(place).items", &members)]
    }
    readLimits(object)
    choices = try DefinitionError.array(object["enum"], at: place + ".enum")
    substitute = object["default"]
    if let text = object["pattern"]?.string {
      do throws(FilterError) {
        pattern = .custom(text, try FilterPattern(text, options: ""))
      } catch { throw DefinitionError(at: place + ".pattern", error.message) }
    }
    if let name = object["format"]?.string {
      pattern = TextPattern(format: name) ?? pattern
      isDate = CRUDField.dateFormats.contains(name)
    }
    special = object["__mia_configuration"]?["type"]?.string.flatMap(FieldKind.init)
    if try DefinitionError.flag(object["nullable"], at: place + ".nullable") { self = nullable() }
  }

  /// Reads `additionalProperties`, a truth value or a schema.
  private mutating func readOthers(
    _ json: JSON?, at place: String, _ members: inout DefinitionMembers
  ) throws(DefinitionError) {
    guard let json else { return }
    allowsOthers = json != false
    opensPaths = allowsOthers
    guard json.bool == nil else { return }
    others = [try ValueSchema(json: json, at: place + ".additionalProperties", &members)]
  }

  private mutating func readLimits(_ object: JSONObject) {
    minimumItems = object["minItems"]?.integer.map { Int(clamping: $0) }
    maximumItems = object["maxItems"]?.integer.map { Int(clamping: $0) }
    minimum = object["minimum"]?.number
    maximum = object["maximum"]?.number
    exclusiveMinimum = object["exclusiveMinimum"]?.number
    exclusiveMaximum = object["exclusiveMaximum"]?.number
    minimumLength = object["minLength"]?.integer.map { Int(clamping: $0) }
    maximumLength = object["maxLength"]?.integer.map { Int(clamping: $0) }
  }
}

/// A type of values, as JSON Schema names it.
enum ValueKind: String, Sendable, Hashable {
  case string, number, integer, boolean, array, object, null
}
