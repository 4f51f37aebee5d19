/// A class to be written.
struct ModelClass {
  let name: String
  let role: ModelRole
  /// In the order of the configuration, without what the base class has.
  let properties: [ModelProperty]
  /// The names of the properties that clients may set; those of the base class not again.
  let editable: [String]
  /// The names of the properties that must have a value.
  let required: [String]
}
