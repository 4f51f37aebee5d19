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
  /// The members of an object that have a schema of their own.
  var properties: [Property] = []
  /// The names of the required members.
  var required: [String] = []
  /// Whether an object may have members that are not in ``properties``.
  var allowsOthers = true
  /// The schema of array elements; empty if any element is allowed.
  ///
  /// The property is an array of at most one schema because a struct cannot contain itself.
  var items: [ValueSchema] = []
  var minimumItems: Int?
  var maximumItems: Int?
  var minimum: Double?
  var maximum: Double?
  /// The allowed values; empty if any value is allowed.
  var choices: [JSON] = []
  /// The pattern that string values must match.
  var pattern: TextPattern?
  /// The default value of an object's member if the member is missing.
  var substitute: JSON?

  init(_ kinds: ValueKind...) { self.kinds = kinds }

  func property(_ name: String) -> Property? {
    for property in properties where property.name.isExactly(name) { return property }
    return nil
  }

  /// Returns a copy of the schema that also allows null.
  func nullable() -> ValueSchema {
    guard !kinds.isEmpty, !kinds.contains(.null) else { return self }
    var copy = self
    copy.kinds.append(.null)
    if !copy.choices.isEmpty { copy.choices.append(.null) }
    return copy
  }

  /// Returns the schema of the value at a path, or `nil` if the schema does not allow a value
  /// there.
  func schema(at names: ArraySlice<String>) -> ValueSchema? {
    guard let name = names.first else { return self }
    let rest = names.dropFirst()
    if kinds.contains(.array), Int(name) != nil {
      return items.first.map { $0.schema(at: rest) } ?? ValueSchema()
    }
    guard kinds.isEmpty || kinds.contains(.object) else { return nil }
    if let known = property(name) { return known.schema.schema(at: rest) }
    return allowsOthers ? ValueSchema() : nil
  }
}

extension ValueSchema {
  /// The schema as `GET …/schema` returns it.
  var json: JSON {
    var object: JSONObject = [:]
    switch kinds.count {
    case 0: break
    case 1: object["type"] = .string(kinds[0].rawValue)
    default: object["type"] = .array(kinds.map { .string($0.rawValue) })
    }
    if !properties.isEmpty {
      var members: JSONObject = [:]
      for property in properties { members[property.name] = property.schema.json }
      object["properties"] = .object(members)
    }
    if !required.isEmpty { object["required"] = .array(required.map(JSON.string)) }
    if !allowsOthers { object["additionalProperties"] = false }
    if let schema = items.first { object["items"] = schema.json }
    if let minimumItems { object["minItems"] = .integer(Int64(minimumItems)) }
    if let maximumItems { object["maxItems"] = .integer(Int64(maximumItems)) }
    if let minimum { object["minimum"] = .double(minimum) }
    if let maximum { object["maximum"] = .double(maximum) }
    if !choices.isEmpty { object["enum"] = .array(choices) }
    if let pattern { object["pattern"] = .string(pattern.text) }
    if let substitute { object["default"] = substitute }
    return .object(object)
  }

  /// The keywords that a schema in a definition may have.
  ///
  /// The last two, `title` and `description`, have no effect.
  private static let keywords = [
    "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
    "minimum", "maximum", "enum", "pattern", "default", "nullable", "title", "description",
  ]

  /// Creates a schema from the JSON Schema of a `RawObject` in a definition.
  ///
  /// - Throws: The first problem in the JSON Schema, with its path.
  init(json: JSON, at place: String) throws(DefinitionError) {
    self.init()
    let object = try DefinitionError.object(json, at: place)
    try DefinitionError.checkMembers(json, at: place, Self.keywords)
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
      let schema = try ValueSchema(json: member.value, at: "\(place).properties.\(member.key)")
      properties.append(Property(name: member.key, schema: schema))
    }
    if kinds.isEmpty, !properties.isEmpty { kinds = [.object] }
    required = try DefinitionError.strings(object["required"], at: place + ".required")
    allowsOthers = object["additionalProperties"] != false
    if let element = object["items"] {
      items = [try ValueSchema(json: element, at: "\(place).items")]
    }
    minimumItems = object["minItems"]?.integer.map { Int(clamping: $0) }
    maximumItems = object["maxItems"]?.integer.map { Int(clamping: $0) }
    minimum = object["minimum"]?.number
    maximum = object["maximum"]?.number
    choices = try DefinitionError.array(object["enum"], at: place + ".enum")
    substitute = object["default"]
    if let text = object["pattern"]?.string {
      do throws(FilterError) {
        pattern = .custom(text, try FilterPattern(text, options: ""))
      } catch { throw DefinitionError(at: place + ".pattern", error.message) }
    }
    if try DefinitionError.flag(object["nullable"], at: place + ".nullable") { self = nullable() }
  }
}

/// A type of values, as JSON Schema names it.
enum ValueKind: String, Sendable, Hashable {
  case string, number, integer, boolean, array, object, null
}

/// A pattern that a string value must match.
enum TextPattern: Sendable {
  /// A date with or without a time of day (A9).
  case date
  /// An id of 24 hexadecimal digits.
  case objectID
  /// A regular expression from a definition, with its compiled form.
  case custom(String, FilterPattern)

  var text: String {
    switch self {
    case .date:
      #"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$"#
    case .objectID: #"^[a-fA-F\d]{24}$"#
    case .custom(let text, _): text
    }
  }

  /// Returns whether a string matches the pattern.
  ///
  /// A date that does not exist, such as February 30, does not match.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .date: return Self.isDate(text)
    case .objectID: return FilterValue.isObjectID(text)
    case .custom(_, let pattern): return try pattern.matches(text, within: budget)
    }
  }

  private static func isDate(_ text: String) -> Bool {
    guard ISODate.milliseconds(text) != nil else { return false }
    let bytes = Array(text.utf8)
    guard bytes.count > 10 else { return true }
    guard bytes.count > 19, bytes[16] == UInt8(ascii: ":") else { return false }
    guard bytes[19] == UInt8(ascii: ".") else { return true }
    return bytes[20...].prefix { (48...57).contains($0) }.count <= 3
  }
}
