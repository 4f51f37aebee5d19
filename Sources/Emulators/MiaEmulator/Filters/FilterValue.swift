import GhostlightCore

/// Converts values in a filter to the form in which fields of a type store them (A6).
enum FilterValue {
  /// Returns the value in the form in which a field of this type would store it.
  static func convert(_ value: JSON, to kind: FieldKind?) throws(FilterError) -> JSON {
    switch (kind, value) {
    case (nil, _), (_, .null): return value
    case (.date, _):
      guard let date = date(value) else { throw .language("Invalid Date") }
      return date
    case (.objectID, .string(let text)):
      guard let id = objectID(text) else { throw .language("Invalid objectId") }
      return .string(id)
    case (.objectID, _): throw .language("Invalid objectId")
    case (.geoPoint, .array(let place)):
      guard let point = point(place) else { throw .language("Invalid GeoPoint") }
      return point
    case (.geoPoint, .object(let object)):
      throw .language("Unsupported operator: \(object.keys.first ?? "")")
    case (.geoPoint, _): throw .language("Invalid GeoPoint")
    default: return value
    }
  }

  /// Returns a date in its stored form, given an ISO 8601 string or milliseconds since 1970.
  static func date(_ value: JSON) -> JSON? {
    var milliseconds: Int64?
    switch value {
    case .string(let text):
      milliseconds = ISODate.milliseconds(text) ?? ISODate.milliseconds(text + "Z")
    default:
      guard let number = value.number, abs(number) < 8.64e15 else { return .none }
      milliseconds = Int64(number)
    }
    // Outside the years 0 to 9999 the strings are not ordered by time.
    guard let milliseconds, (-62_167_219_200_000..<253_402_300_800_000).contains(milliseconds)
    else { return .none }
    return .string(ISODate.format(milliseconds: milliseconds))
  }

  /// Returns an id in its stored form, given 24 hexadecimal digits or a string of twelve bytes.
  private static func objectID(_ text: String) -> String? {
    if isObjectID(text) { return text.lowercased() }
    guard text.utf8.count == 12 else { return nil }
    return text.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  static func isObjectID(_ text: String) -> Bool {
    text.utf8.count == 24
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
      }
  }

  /// Returns a point in its stored form, given two or three coordinates.
  static func point(_ place: [JSON]) -> JSON? {
    guard (2...3).contains(place.count), place.allSatisfy({ $0.number != nil }) else {
      return .none
    }
    return ["type": "Point", "coordinates": .array(place)]
  }

  /// Returns whether the database treats a value as true.
  static func isTrue(_ value: JSON) -> Bool {
    switch value {
    case .null, .bool(false): false
    default: value.number.map { $0 != 0 } ?? true
    }
  }
}

/// The properties of a collection that the filter language depends on.
///
/// Field names are compared bytewise.
struct FilterSchema: Sendable {
  /// The types of fields and of the named values below them, by their dotted paths.
  private var kinds: [BytewiseString: FieldKind] = [:]
  /// The fields that `$text` searches; empty without a text index.
  var textFields: [String] = []
  /// The weights and languages of the text index.
  var textOptions = TextIndexOptions()
  private var indexed: Set<BytewiseString> = []

  /// Creates a schema with the types of fields, keyed by field name.
  ///
  /// `indexed` contains the first field of each index.
  init(
    _ fields: KeyValuePairs<String, FieldKind> = [:], textFields: [String] = [],
    indexed: [String] = []
  ) {
    self.textFields = textFields
    for (name, kind) in fields { add(name, kind) }
    for name in indexed { addIndex(of: name) }
  }

  /// Returns the type of a field, or `nil` if there is no such field.
  func kind(of name: String) -> FieldKind? { kinds[BytewiseString(name)] }

  /// Returns the type of the value at a path, without regard to indexes of array elements, or `nil`
  /// if the definition does not name it.
  ///
  /// - Source: crud-service 7.2.5, lib/QueryParser.utils.js.
  func kind(at path: FilterPath) -> FieldKind? {
    guard !path.isField else { return kind(of: path.root) }
    return kind(of: path.names.filter { !FilterPath.isPosition($0) }.joined(separator: "."))
  }

  /// Returns whether `name` is the first field of an index.
  func isIndexed(_ name: String) -> Bool { indexed.contains(BytewiseString(name)) }

  mutating func add(_ name: String, _ kind: FieldKind) { kinds[BytewiseString(name)] = kind }

  mutating func addIndex(of name: String) { indexed.insert(BytewiseString(name)) }
}

extension FilterSchema {
  /// Creates the schema of a definition's fields, with the types of the values below them.
  ///
  /// - Source: crud-service 7.2.5, lib/QueryParser.utils.js, `getFieldDefinition`.
  init(_ fields: [CRUDField], _ indexes: [CRUDIndex]) {
    self.init()
    for field in fields {
      add(field.name, field.kind)
      if let schema = field.schema { add(schema, below: field.name) }
    }
    for index in indexes {
      if index.kind == .text {
        textFields = index.fields
        textOptions = index.textOptions
      } else {
        addIndex(of: index.fields[0])
      }
    }
    addIndex(of: "_id")
  }

  private mutating func add(_ schema: ValueSchema, below path: String) {
    for property in schema.properties {
      let path = "\(path).\(property.name)"
      guard let kind = property.schema.filterKind else { continue }
      add(path, kind)
      let objects = kind == .array ? property.schema.items.first : property.schema
      if let objects { add(objects, below: path) }
    }
  }
}
