import GhostlightCore

/// A field of an object type or of a struct (A16).
struct FieldDefinition: Sendable {
  let name: String
  let kind: FieldKind
  var isRequired = false
  var defaultValue: JSON?
  /// The only values that it may have.
  var choices: [JSON]?
  /// The least value or length.
  var minimum: Double?
  /// The greatest value or length.
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
  /// The id of an object of one of these types; `any` stands for all.
  case objectID([String])
  case structure(StructureSchema)
  case array(FieldKind)
  /// A type that the service does not know either: no value is valid.
  case unknown(String)
}

/// When clients may set a field (A8).
enum EditMode: String, Sendable {
  /// On create and on update.
  case editable = "E"
  /// On create only.
  case notEditable = "NE"
  /// On update only.
  case notOnCreate = "NC"

  var allowsCreate: Bool { self != .notOnCreate }
  var allowsUpdate: Bool { self != .notEditable }
}

/// What a field is set to on create, whatever the client sent (A8).
enum AutoValue: Sendable, Hashable {
  /// The id of the caller: `req.user`.
  case caller
  /// A field of the edge's source object, such as its `id`: `src.id`.
  case source(String)
  /// Anything else, which no object can be created with.
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
