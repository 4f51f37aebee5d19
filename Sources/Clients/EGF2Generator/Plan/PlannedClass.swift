/// A class that is to be planned.
struct PlannedClass {
  let name: String
  let role: ModelRole
  let fields: [FieldDefinition]
  /// Where the configuration has it.
  let path: String
  /// Its name there, if it has one.
  let source: String?
}
