/// The classes to be written, in their order, and what the graph has to know.
struct ModelPlan {
  let settings: GeneratorSettings
  let pages: PageSettings
  /// Schemas, the base class, the types; structs that stand in a field follow their owner.
  let classes: [ModelClass]
  /// The name of the base class.
  let base: String

  /// The types' classes by code, sorted.
  var classesByCode: [ClassCode] {
    let codes: [ClassCode] = classes.compactMap {
      guard case .type(_, let code) = $0.role else { return nil }
      return ClassCode(code: code, name: $0.name)
    }
    return codes.sorted { $0.code < $1.code }
  }
}

/// The class of the objects whose ids end in a code.
struct ClassCode: Hashable {
  let code: String
  let name: String
}

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

/// What a property of a model holds.
///
/// - Source: protocol reference B13.
enum PropertyKind: Hashable {
  case scalar(ScalarKind)
  case scalars(ScalarKind)
  /// The id of another object; the class of the object where it has a property beside the id.
  case reference(companion: String?)
  /// A struct of this class.
  case structure(String)
  case structures(String)
  /// A struct of any members.
  case dictionary
}

/// A value without members.
enum ScalarKind: Hashable {
  case string, date, integer, number, boolean
}
