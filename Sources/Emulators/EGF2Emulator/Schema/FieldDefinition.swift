import GhostlightCore

/// A field of an object type or of a struct (A16).
struct FieldDefinition: Sendable {
  let name: String
  let kind: FieldKind
  var isRequired = false
  var defaultValue: JSON?
  /// The only allowed values; `nil` if any value is allowed.
  var choices: [JSON]?
  /// The minimum of the value, or of a text's or array's length.
  var minimum: Double?
  /// The maximum of the value, or of a text's or array's length.
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
  /// The id of an object of one of these types.
  ///
  /// `any` stands for all types.
  case objectID([String])
  case structure(StructureSchema)
  case array(FieldKind)
  /// A type that the service does not know.
  ///
  /// All values are invalid.
  case unknown(String)
}

/// The operations in which clients may set a field (A8).
enum EditMode: String, Sendable {
  /// Create and update.
  case editable = "E"
  /// Only create.
  case notEditable = "NE"
  /// Only update.
  case notOnCreate = "NC"

  var allowsCreate: Bool { self != .notOnCreate }
  var allowsUpdate: Bool { self != .notEditable }
}

/// A value that replaces the client's when an object is created (A8).
enum AutoValue: Sendable, Hashable {
  /// The id of the caller: `req.user`.
  case caller
  /// A field of the edge's source object, such as its `id`: `src.id`.
  case source(String)
  /// Any other text.
  ///
  /// Objects with such a field cannot be created.
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
