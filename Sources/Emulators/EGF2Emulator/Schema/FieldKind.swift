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
