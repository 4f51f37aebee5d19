import GhostlightCore

/// Converts values in a filter to the form in which a field of their kind stores them (A6).
enum FilterValue {
  /// Returns the value in the form in which the field would store it.
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

  /// Returns a time in its stored form, given ISO text or milliseconds since 1970.
  static func date(_ value: JSON) -> JSON? {
    var milliseconds: Int64?
    switch value {
    case .string(let text):
      milliseconds = ISODate.milliseconds(text) ?? ISODate.milliseconds(text + "Z")
    default:
      guard let number = value.number, abs(number) < 8.64e15 else { return .none }
      milliseconds = Int64(number)
    }
    // Outside these years the order of the texts is not that of the times.
    guard let milliseconds, (-62_167_219_200_000..<253_402_300_800_000).contains(milliseconds)
    else { return .none }
    return .string(ISODate.format(milliseconds: milliseconds))
  }

  /// Returns an id in its stored form, given 24 hexadecimal digits or a text of twelve bytes.
  private static func objectID(_ text: String) -> String? {
    if isObjectID(text) { return text.lowercased() }
    guard text.utf8.count == 12 else { return nil }
    return text.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Returns whether a text consists of 24 hexadecimal digits.
  static func isObjectID(_ text: String) -> Bool {
    text.utf8.count == 24
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
      }
  }

  /// Returns a place in its stored form, given two or three numbers.
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

/// The facts about a collection that the filter language needs.
///
/// Names are compared by their bytes.
struct FilterSchema: Sendable {
  private var kinds: [BytewiseString: FieldKind] = [:]
  /// The fields that `$text` searches; empty without a text index.
  var textFields: [String] = []
  private var indexed: Set<BytewiseString> = []

  /// Creates a schema of fields by name.
  ///
  /// `indexed` are the fields with which an index starts.
  init(
    _ fields: KeyValuePairs<String, FieldKind> = [:], textFields: [String] = [],
    indexed: [String] = []
  ) {
    self.textFields = textFields
    for (name, kind) in fields { add(name, kind) }
    for name in indexed { addIndex(of: name) }
  }

  /// Returns the kind of a field, or `nil` if there is no such field.
  func kind(of name: String) -> FieldKind? { kinds[BytewiseString(name)] }

  /// Returns whether an index starts with a field.
  func isIndexed(_ name: String) -> Bool { indexed.contains(BytewiseString(name)) }

  mutating func add(_ name: String, _ kind: FieldKind) { kinds[BytewiseString(name)] = kind }

  mutating func addIndex(of name: String) { indexed.insert(BytewiseString(name)) }
}
