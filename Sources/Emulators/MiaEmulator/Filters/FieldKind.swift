/// The type of a field, as definitions of the CRUD service name it (A2).
enum FieldKind: String, Sendable, Hashable {
  /// 24 hexadecimal digits, kept in lower case.
  case objectID = "ObjectId"
  /// Text.
  case string = "string"
  /// A number of any spelling.
  case number = "number"
  /// A truth value.
  case boolean = "boolean"
  /// A time, kept as `YYYY-MM-DDTHH:mm:ss.sssZ`, whose bytes stand in the order of times.
  case date = "Date"
  /// A place, kept as a GeoJSON point.
  case geoPoint = "GeoPoint"
  /// An object.
  case rawObject = "RawObject"
  /// An array.
  case array = "Array"

  /// Whether a field of this kind may stand in a query string of its own (A5).
  var isParameter: Bool {
    switch self {
    case .objectID, .string, .number, .boolean, .date: true
    case .geoPoint, .rawObject, .array: false
    }
  }

  /// Whether conditions on a field of this kind are taken as they are (A6).
  var isOpen: Bool { self == .rawObject || self == .array }
}
