/// What a class of models stands for.
enum ModelRole: Hashable {
  /// A struct.
  case schema
  /// What all objects have in common.
  case base
  /// An object type by its name in the configuration, and its code.
  case type(name: String, code: String)
}
