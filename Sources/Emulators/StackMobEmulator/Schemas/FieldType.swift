/// The types of fields (A6).
enum FieldType: Sendable, Hashable {
  case scalar(ScalarType)
  /// An array; its element type stays open until the first element.
  case array(ScalarType?)
  /// Ids of objects of another schema: one, or many in order.
  case relationship(schema: String, isToMany: Bool)
  case geopoint
  /// A string field that holds the address for forgotten passwords.
  case forgotPassword
  /// A file: sent in the text form of ``BinaryText``, stored as the URL that serves it (A17).
  case binary
  /// Write-only, stored hashed.
  case password
}

extension FieldType {
  /// Reads `string`, `array[integer]`, `geopoint`, `relationship[user]`, `relationships[user]`, ….
  init?(_ text: String) {
    let parts = text.split(separator: "[", maxSplits: 1)
    let inner = parts.count == 2 && text.hasSuffix("]") ? String(parts[1].dropLast()) : nil
    switch (parts.first.map(String.init) ?? "", inner) {
    case ("geopoint", nil): self = .geopoint
    case ("forgotpassword", nil): self = .forgotPassword
    case ("binary", nil): self = .binary
    case ("password", nil): self = .password
    case ("array", nil): self = .array(nil)
    case ("relationship", .some(let schema)) where !schema.isEmpty:
      self = .relationship(schema: schema, isToMany: false)
    case ("relationships", .some(let schema)) where !schema.isEmpty:
      self = .relationship(schema: schema, isToMany: true)
    case ("array", .some(let element)):
      guard let scalar = ScalarType(rawValue: element) else { return nil }
      self = .array(scalar)
    case (let name, nil):
      guard let scalar = ScalarType(rawValue: name) else { return nil }
      self = .scalar(scalar)
    default: return nil
    }
  }

  /// The name in messages and in the configuration.
  var name: String {
    switch self {
    case .scalar(let type): type.rawValue
    case .array(nil): "array"
    case .array(.some(let element)): "array[\(element.rawValue)]"
    case .relationship(let schema, false): "relationship[\(schema)]"
    case .relationship(let schema, true): "relationships[\(schema)]"
    case .geopoint: "geopoint"
    case .forgotPassword: "forgotpassword"
    case .binary: "binary"
    case .password: "password"
    }
  }
}

/// The types of single values (A6).
enum ScalarType: String, Sendable, Hashable {
  case string
  case integer
  case float
  case boolean
}
