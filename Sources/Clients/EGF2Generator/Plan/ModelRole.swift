/// What a class of models stands for.
enum ModelRole: Hashable {
  /// A struct.
  case schema
  /// What all objects have in common.
  case base
  /// An object type by its name in the configuration, and its code.
  case type(name: String, code: String)

  /// Whether the class is an object type's, which inherits from the base.
  var isType: Bool {
    if case .type = self { true } else { false }
  }
}
