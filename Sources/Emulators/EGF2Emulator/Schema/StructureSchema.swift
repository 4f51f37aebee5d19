/// What a struct may have (A16).
enum StructureSchema: Sendable {
  /// Whatever it is.
  case any
  /// The fields of a custom schema.
  case named(String)
  /// The fields that stand in the field's own definition.
  case inline([FieldDefinition])
}
