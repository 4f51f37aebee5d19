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

  init(_ name: String, _ kind: FieldKind) {
    self.name = name
    self.kind = kind
  }

  /// Creates a field from its JSON in a definition.
  init(json: JSON, at place: String) throws(DefinitionError) {
    try DefinitionError.checkMembers(
      json, at: place,
      ["name", "type", "required", "nullable", "description", "items", "schema"])
    guard let name = json["name"]?.string, !name.isEmpty else {
      throw .mismatch(json["name"], at: place + ".name", expected: "a string that is not empty")
    }
    guard let kind = json["type"]?.string.flatMap(FieldKind.init) else {
      throw .mismatch(
        json["type"], at: place + ".type",
        expected: "ObjectId, string, number, boolean, Date, GeoPoint, RawObject or Array")
    }
    self.init(name, kind)
    isRequired = try DefinitionError.flag(json["required"], at: place + ".required")
    isNullable = try DefinitionError.flag(json["nullable"], at: place + ".nullable")
    if kind == .array {
      try DefinitionError.checkMembers(
        json["items"] ?? [:], at: place + ".items", ["type", "schema", "description"])
      items = json["items"]?["type"]?.string.flatMap(FieldKind.init)
      let kinds: [FieldKind?] = [.string, .number, .rawObject, .objectID]
      guard kinds.contains(items) || json["items"] == nil else {
        throw .mismatch(
          json["items"]?["type"], at: place + ".items.type",
          expected: "string, number, RawObject or ObjectId")
      }
    }
    if let own = kind == .array ? json["items"]?["schema"] : json["schema"] {
      schema = try ValueSchema(
        json: own, at: kind == .array ? "\(place).items.schema" : "\(place).schema")
    }
  }

  var valueSchema: ValueSchema {
    let base = Self.schema(of: kind, objects: schema, items: items)
    return isNullable ? base.nullable() : base
  }

  var elementSchema: ValueSchema {
    items.map { Self.schema(of: $0, objects: schema, items: nil) } ?? ValueSchema()
  }

  private static func schema(
    of kind: FieldKind, objects: ValueSchema?, items: FieldKind?
  ) -> ValueSchema {
    switch kind {
    case .objectID: return pattern(.objectID)
    case .date: return pattern(.date)
    case .string: return ValueSchema(.string)
    case .number: return ValueSchema(.number)
    case .boolean: return ValueSchema(.boolean)
    case .geoPoint:
      var schema = ValueSchema(.array)
      schema.items = [ValueSchema(.number)]
      schema.minimumItems = 2
      schema.maximumItems = 3
      return schema
    case .rawObject:
      var schema = objects ?? ValueSchema()
      schema.kinds = [.object]
      return schema
    case .array:
      var schema = ValueSchema(.array)
      if let items { schema.items = [self.schema(of: items, objects: objects, items: nil)] }
      return schema
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
    switch (kind, value) {
    case (.array, .array(let elements)): .array(elements.map(storedElement))
    default: Self.stored(value, kind)
    }
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

/// An index of a collection's definition (A2).
struct CRUDIndex: Sendable {
  /// The queries that an index supports.
  enum Kind: String, Sendable {
    /// An index for equality and ranges.
    case normal
    /// An index for equality only.
    case hash
    /// An index for geographic distance.
    case geo
    /// An index for word search.
    case text
  }

  let name: String
  let kind: Kind
  let isUnique: Bool
  /// The indexed fields, in the order of the definition.
  let fields: [String]
  /// The condition that a document must satisfy to be in the index; `nil` for all documents.
  let condition: Predicate?

  init(json: JSON, at place: String) throws(DefinitionError) {
    try DefinitionError.checkMembers(
      json, at: place, ["name", "type", "unique", "fields", "field", "partialFilterExpression"])
    guard let kind = (json["type"] ?? "normal").string.flatMap(Kind.init) else {
      throw .mismatch(json["type"], at: place + ".type", expected: "normal, hash, geo or text")
    }
    var fields = try DefinitionError.array(json["fields"], at: place + ".fields").compactMap {
      $0["name"]?.string ?? $0.string
    }
    if let field = json["field"]?.string { fields.append(field) }
    guard !fields.isEmpty, fields.allSatisfy({ !$0.isEmpty }) else {
      throw DefinitionError(at: place, "names no field; give \"fields\" or \"field\"")
    }
    self.kind = kind
    self.fields = fields
    name = json["name"]?.string ?? fields.map { "\($0)_1" }.joined(separator: "_")
    isUnique = try DefinitionError.flag(json["unique"], at: place + ".unique")
    condition = try Self.condition(json["partialFilterExpression"], at: place)
  }

  /// Returns the condition of a `partialFilterExpression`, which is an object or a string of JSON.
  private static func condition(
    _ json: JSON?, at place: String
  ) throws(DefinitionError) -> Predicate? {
    guard let json else { return nil }
    let place = place + ".partialFilterExpression"
    var expression = json
    if let text = json.string {
      do throws(JSONError) { expression = try JSON.parse(Array(text.utf8)) } catch {
        throw DefinitionError(at: place, "is not valid JSON: \(error.description)")
      }
    }
    let filter = try DefinitionError.object(expression, at: place)
    do throws(FilterError) { return try FilterParser(schema: nil).parse(filter).predicate } catch {
      throw DefinitionError(at: place, error.message)
    }
  }
}
