/// A property of a model, and the field that it mirrors.
struct ModelProperty {
  /// The name in the class, such as `dateOfBirth`.
  let name: String
  /// The name in the configuration, such as `date_of_birth`.
  let field: String
  let kind: PropertyKind
  /// The value of a boolean in a model that was just made.
  let isTrueByDefault: Bool

  /// The property that holds the object whose id this one holds.
  var companion: String? {
    guard case .reference(.some) = kind else { return nil }
    return name + "Object"
  }
}
