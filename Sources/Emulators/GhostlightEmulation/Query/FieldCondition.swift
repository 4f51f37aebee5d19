/// A test of one field.
struct FieldCondition: Sendable {
  /// The field.
  var path: FieldPath
  /// What its value must pass.
  var test: FieldTest
}
