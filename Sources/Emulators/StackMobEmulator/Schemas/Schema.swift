import GhostlightCore
import GhostlightEmulation

/// The definition of one kind of object: its fields and permissions (A6).
struct Schema: Sendable {
  struct Field: Sendable, Hashable {
    let name: String
    var type: FieldType
  }

  /// The schema's name, which consists of lower-case letters, digits and underscores.
  let name: String
  /// The name of the primary key: `<schema>_id`, or in a user schema the field with the user name.
  let primaryKey: String
  /// The name of a user schema's password field; `nil` for schemas whose objects are not users.
  let passwordField: String?
  /// The first fields in order of creation.
  ///
  /// There are so few that a linear search is faster than a lookup table.
  private var first: [Field]
  /// The fields that do not fit in ``first``.
  ///
  /// Copies of the schema share the storage of these fields, so a write does not copy all of them.
  private var others = KeyedStore<NumberedField>()
  /// A number that increases with each change of the fields.
  ///
  /// Copies with equal fields have the same number.
  private(set) var revision = 0
  /// The permissions for the schema's objects (A23).
  var permissions = Permissions()
  /// The first field of the type ``FieldType/forgotPassword``; `nil` if there is none.
  private(set) var forgotPasswordField: String?
  private var forgotPasswordPosition = Int.max

  private static let few = 24

  /// Creates a schema whose objects are not users.
  init(_ name: String) {
    self.name = name
    primaryKey = name + "_id"
    passwordField = nil
    first = [Field(name: primaryKey, type: .scalar(.string))] + Self.systemFields
  }

  /// Creates a user schema, as the dashboard does with "create as a user object" (A19.1).
  init(user name: String, nameField: String = "username", passwordField: String = "password") {
    self.name = name
    primaryKey = nameField
    self.passwordField = passwordField
    first =
      [
        Field(name: nameField, type: .scalar(.string)),
        Field(name: passwordField, type: .password),
      ] + Self.systemFields
  }

  static let systemFields = [
    Field(name: "createddate", type: .scalar(.integer)),
    Field(name: "lastmoddate", type: .scalar(.integer)),
    Field(name: "sm_owner", type: .scalar(.string)),
  ]

  var isUserSchema: Bool { passwordField != nil }

  var fieldCount: Int { first.count + others.count }

  /// The type of a field; `nil` if the schema does not have the field.
  ///
  /// Setting the type adds the field or changes its type.
  subscript(field: String) -> FieldType? {
    get {
      // Names are ASCII, for which Swift compares bytes. Comparing the lengths first is faster,
      // because most of them differ.
      let length = field.utf8.count
      for position in first.indices
      where first[position].name.utf8.count == length && first[position].name == field {
        return first[position].type
      }
      return others.count == 0 ? nil : others[field]?.type
    }
    set {
      guard let newValue, self[field] != newValue else { return }
      revision += 1
      let position = store(field, newValue)
      if newValue == .forgotPassword, position < forgotPasswordPosition {
        forgotPasswordField = field
        forgotPasswordPosition = position
      }
    }
  }

  /// All fields in order of creation, starting with the primary key.
  var fields: [Field] {
    var rest: [(number: Int, field: Field)] = []
    for name in others.keys {
      guard let field = others[name] else { continue }
      rest.append((field.number, Field(name: name, type: field.type)))
    }
    rest.sort { $0.number < $1.number }
    return first + rest.map(\.field)
  }

  /// Stores the type of a field, and returns the field's index.
  private mutating func store(_ field: String, _ type: FieldType) -> Int {
    if let position = first.firstIndex(where: { $0.name == field }) {
      first[position].type = type
      return position
    }
    if first.count < Self.few {
      first.append(Field(name: field, type: type))
      return first.count - 1
    }
    let number = others[field]?.number ?? others.count
    others[field] = NumberedField(number: number, type: type)
    return Self.few + number
  }

  /// Returns a name in lower case, or `nil` if it is not ASCII, because the Kelvin sign would
  /// become a `k`.
  static func lowercased(_ name: String) -> String? {
    name.utf8.allSatisfy { $0 < 128 } ? name.lowercased() : nil
  }

  /// Returns whether a string is a valid name of a schema or a field (A6).
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
  }
}

/// A field that is not among the first fields, with its number in order of creation.
private struct NumberedField: Sendable {
  let number: Int
  let type: FieldType
}

extension Schema {
  var snapshot: JSON {
    [
      "name": .string(name),
      "primaryKey": .string(primaryKey),
      "passwordField": passwordField.map(JSON.string) ?? .null,
      "permissions": permissions.snapshot,
      "fields": .object(
        fields.reduce(into: JSONObject()) { $0.append($1.name, .string($1.type.name)) }),
    ]
  }

  /// Creates a schema from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let name = try reader.member("name").string()
    let primaryKey = try reader.member("primaryKey").string()
    let passwordField = try reader.member("passwordField")
    if passwordField.value != .null {
      self.init(
        user: name, nameField: primaryKey,
        passwordField: try passwordField.string())
    } else {
      self.init(name)
    }
    for field in try reader.member("fields").members() {
      guard let type = FieldType(try field.reader.string()) else {
        throw field.reader.error("is not a field type")
      }
      self[field.key] = type
    }
    permissions = try Permissions(try reader.member("permissions"))
  }
}

/// The type of a field (A6).
enum FieldType: Sendable, Hashable {
  case scalar(ScalarType)
  /// An array; the type of its elements is `nil` until the array gets its first element.
  case array(ScalarType?)
  /// A relationship: the id of one object of another schema, or a list of ids.
  case relationship(schema: String, isToMany: Bool)
  case geopoint
  /// A string with the e-mail address to which the app sends forgotten passwords.
  case forgotPassword
  /// A file, which clients send in the form that ``BinaryText`` describes.
  ///
  /// The object contains the URL under which the file can be read (A17).
  case binary
  /// A password, which is stored as a hash and never returned.
  case password
}

extension FieldType {
  /// Creates a type from its name, such as `string`, `array[integer]`, `geopoint`,
  /// `relationship[user]` or `relationships[user]`.
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

  /// The type's name in error messages and in the configuration.
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

/// The type of a single value (A6).
enum ScalarType: String, Sendable, Hashable {
  case string
  case integer
  case float
  case boolean
}
