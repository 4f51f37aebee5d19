import GhostlightCore
import GhostlightEmulation

/// The part of JSON Schema that the service's validator is used with (A9).
struct ValueSchema: Sendable {
  /// A member of an object; handed out without a copy of its schema.
  final class Property: Sendable {
    let name: String
    let schema: ValueSchema

    init(name: String, schema: ValueSchema) {
      self.name = name
      self.schema = schema
    }
  }

  /// The types; none is any.
  var kinds: [ValueKind] = []
  /// The members that are known.
  var properties: [Property] = []
  /// The members that must be there.
  var required: [String] = []
  /// Whether other members may be there.
  var allowsOthers = true
  /// Of no or one schema: that of elements.
  var items: [ValueSchema] = []
  /// The fewest elements.
  var minimumItems: Int?
  /// The most elements.
  var maximumItems: Int?
  /// The smallest number.
  var minimum: Double?
  /// The greatest number.
  var maximum: Double?
  /// The values that may be.
  var choices: [JSON] = []
  /// What text must look like.
  var pattern: TextPattern?
  /// What a member is that is missing.
  var substitute: JSON?

  init(_ kinds: ValueKind...) { self.kinds = kinds }

  /// What is known of a member, or `nil`.
  func property(_ name: String) -> Property? {
    for property in properties where property.name.isExactly(name) { return property }
    return nil
  }

  /// The same schema that takes null too.
  func nullable() -> ValueSchema {
    guard !kinds.isEmpty, !kinds.contains(.null) else { return self }
    var copy = self
    copy.kinds.append(.null)
    if !copy.choices.isEmpty { copy.choices.append(.null) }
    return copy
  }

  /// What a path below a value of this schema must be like, or `nil` where there can be none.
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
  /// The schema as `GET …/schema` answers it.
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

  /// What a schema of a definition may say; of the last two nothing comes.
  private static let keywords = [
    "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
    "minimum", "maximum", "enum", "pattern", "default", "nullable", "title", "description",
  ]

  /// Reads the JSON schema of a `RawObject` in a definition.
  ///
  /// - Throws: What is wrong, with the place.
  init(json: JSON, at place: String) throws(DefinitionError) {
    self.init()
    guard case .object(let object) = json else { throw DefinitionError("\(place) is no object") }
    try DefinitionError.checkMembers(json, at: place, Self.keywords)
    let types = object["type"].map { $0.array ?? [$0] } ?? []
    for type in types {
      guard let kind = type.string.flatMap(ValueKind.init) else {
        throw DefinitionError("\(place).type knows no type \(type)")
      }
      kinds.append(kind)
    }
    for member in object["properties"]?.object?.members ?? [] {
      let schema = try ValueSchema(json: member.value, at: "\(place).properties.\(member.key)")
      properties.append(Property(name: member.key, schema: schema))
    }
    if kinds.isEmpty, !properties.isEmpty { kinds = [.object] }
    required = object["required"]?.array?.compactMap(\.string) ?? []
    allowsOthers = object["additionalProperties"] != false
    if let element = object["items"] {
      items = [try ValueSchema(json: element, at: "\(place).items")]
    }
    minimumItems = object["minItems"]?.integer.map { Int(clamping: $0) }
    maximumItems = object["maxItems"]?.integer.map { Int(clamping: $0) }
    minimum = object["minimum"]?.number
    maximum = object["maximum"]?.number
    choices = object["enum"]?.array ?? []
    substitute = object["default"]
    if let text = object["pattern"]?.string {
      do throws(FilterError) {
        pattern = .custom(text, try FilterPattern(text, options: ""))
      } catch { throw DefinitionError("\(place).pattern: \(error.message)") }
    }
    if object["nullable"] == true { self = nullable() }
  }
}

/// A type of JSON Schema.
enum ValueKind: String, Sendable, Hashable {
  case string, number, integer, boolean, array, object, null
}

/// What a text must look like.
enum TextPattern: Sendable {
  /// A date with or without a time of day (A9).
  case date
  /// 24 hexadecimal digits.
  case objectID
  /// A pattern of a definition's own, as it was written and compiled.
  case custom(String, FilterPattern)

  /// The pattern as validation messages and schemas show it.
  var text: String {
    switch self {
    case .date:
      #"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$"#
    case .objectID: #"^[a-fA-F\d]{24}$"#
    case .custom(let text, _): text
    }
  }

  /// Whether a text looks like it; a date that does not exist does not.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
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
