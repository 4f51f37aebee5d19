import GhostlightCore

/// Converts what stands in a filter to what a field of its kind holds (A6).
enum FilterValue {
  /// The value as the field would hold it.
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

  /// A time as dates are kept: of ISO text, or of milliseconds since 1970.
  static func date(_ value: JSON) -> JSON? {
    var milliseconds: Int64?
    switch value {
    case .string(let text):
      milliseconds = ISODate.milliseconds(text) ?? ISODate.milliseconds(text + "Z")
    default:
      guard let number = value.number, abs(number) < 8.64e15 else { return .none }
      milliseconds = Int64(number)
    }
    // Beyond these years the text no longer stands in the order of times.
    guard let milliseconds, (-62_167_219_200_000..<253_402_300_800_000).contains(milliseconds)
    else { return .none }
    return .string(ISODate.format(milliseconds: milliseconds))
  }

  /// An id as it is kept: of 24 hexadecimal digits, or of a text of twelve bytes.
  private static func objectID(_ text: String) -> String? {
    if isObjectID(text) { return text.lowercased() }
    guard text.utf8.count == 12 else { return nil }
    return text.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Whether a text is 24 hexadecimal digits.
  static func isObjectID(_ text: String) -> Bool {
    text.utf8.count == 24
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
      }
  }

  /// A place as it is kept, of two or three numbers.
  static func point(_ place: [JSON]) -> JSON? {
    guard (2...3).contains(place.count), place.allSatisfy({ $0.number != nil }) else {
      return .none
    }
    return ["type": "Point", "coordinates": .array(place)]
  }

  /// Whether the database takes a value for true.
  static func isTrue(_ value: JSON) -> Bool {
    switch value {
    case .null, .bool(false): false
    default: value.number.map { $0 != 0 } ?? true
    }
  }
}

/// What the filter language needs to know of a collection; names are told apart by their bytes.
struct FilterSchema: Sendable {
  private var kinds: [BytewiseString: FieldKind] = [:]
  /// The fields that `$text` looks into; empty without a text index.
  var textFields: [String] = []
  private var indexed: Set<BytewiseString> = []

  /// Knows of fields by name, and of those that some index starts with.
  init(
    _ fields: KeyValuePairs<String, FieldKind> = [:], textFields: [String] = [],
    indexed: [String] = []
  ) {
    self.textFields = textFields
    for (name, kind) in fields { add(name, kind) }
    for name in indexed { addIndex(of: name) }
  }

  /// The kind of a field, or `nil` where there is none.
  func kind(of name: String) -> FieldKind? { kinds[BytewiseString(name)] }

  /// Whether some index starts with a field.
  func isIndexed(_ name: String) -> Bool { indexed.contains(BytewiseString(name)) }

  mutating func add(_ name: String, _ kind: FieldKind) { kinds[BytewiseString(name)] = kind }

  mutating func addIndex(of name: String) { indexed.insert(BytewiseString(name)) }
}
