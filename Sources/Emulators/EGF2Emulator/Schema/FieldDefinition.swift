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
