import GhostlightCore

/// A field of an object type or of a struct (A16).
struct FieldDefinition: Sendable {
  let name: String
  let kind: FieldKind
  var isRequired = false
  var defaultValue: JSON?
  /// The allowed values; `nil` if any value is allowed.
  var choices: [JSON]?
  /// The minimum value; for strings and arrays, the minimum length.
  var minimum: Double?
  /// The maximum value; for strings and arrays, the maximum length.
  var maximum: Double?
  var validator: String?
  var isUnique = false
  var editMode: EditMode?
  var autoValue: AutoValue?

  init(_ name: String, _ kind: FieldKind) {
    self.name = name
    self.kind = kind
  }
}

/// The type of a field's value (A16).
indirect enum FieldKind: Sendable {
  case string
  case integer
  case number
  case boolean
  case date
  /// The id of an object whose type is in this list; the name `any` stands for all types.
  case objectID([String])
  case structure(StructureSchema)
  case array(FieldKind)
  /// A type that the service does not know, for which all values are invalid.
  case unknown(String)
}

/// The operations in which clients may set a field (A8).
enum EditMode: String, Sendable {
  /// Clients may set the field when they create or update an object.
  case editable = "E"
  /// Clients may set the field only when they create an object.
  case notEditable = "NE"
  /// Clients may set the field only when they update an object.
  case notOnCreate = "NC"

  var allowsCreate: Bool { self != .notOnCreate }
  var allowsUpdate: Bool { self != .notEditable }
}

/// A value that the service sets when an object is created, replacing the client's value (A8).
enum AutoValue: Sendable, Hashable {
  /// The id of the calling user, configured as `req.user`.
  case caller
  /// A field of the edge's source object, configured as `src.` and the field's name, such as
  /// `src.id`.
  case source(String)
  /// Any other configured value; objects with such a field cannot be created.
  case unknown

  init(_ text: String) {
    if text == "req.user" {
      self = .caller
    } else if text.hasPrefix("src."), text.utf8.count > 4 {
      self = .source(String(text.dropFirst(4)))
    } else {
      self = .unknown
    }
  }
}
