/// The classes to generate, in their order, and the settings of the graph.
struct ModelPlan {
  let settings: GeneratorSettings
  let pages: PageSettings
  /// The classes of schemas, then the base class, then those of types.
  ///
  /// A struct that is defined in a field follows the field's class.
  let classes: [ModelClass]
  let base: String

  /// The classes of types, sorted by code.
  var classesByCode: [ClassCode] {
    let codes: [ClassCode] = classes.compactMap {
      guard case .type(_, let code) = $0.role else { return nil }
      return ClassCode(code: code, name: $0.name)
    }
    return codes.sorted { $0.code < $1.code }
  }
}

/// The class of the objects whose ids end with a code.
struct ClassCode: Hashable {
  let code: String
  let name: String
}

struct ModelClass {
  let name: String
  let role: ModelRole
  /// The properties in the order of the configuration, without those of the base class.
  let properties: [ModelProperty]
  /// The names of the properties that clients may set, without those of the base class.
  let editable: [String]
  /// The names of the properties that must have a value, without those of the base class.
  let required: [String]
}

/// A property of a model, and the field that it represents.
struct ModelProperty {
  /// The name in the class, such as `dateOfBirth`.
  let name: String
  /// The name in the configuration, such as `date_of_birth`.
  let field: String
  let kind: PropertyKind
  /// Whether a Boolean property is `true` in a new model.
  let isTrueByDefault: Bool

  /// The property for the object whose id this property has; `nil` if there is none.
  var companion: String? {
    guard case .reference(.some) = kind else { return nil }
    return name + "Object"
  }
}

/// The part of the configuration that a class represents.
enum ModelRole: Hashable {
  /// A struct.
  case schema
  /// The base class, with the fields that all objects have.
  case base
  /// An object type, with its name in the configuration and its code.
  case type(name: String, code: String)

  /// Whether the class represents an object type, so that it inherits from the base class.
  var isType: Bool {
    if case .type = self { true } else { false }
  }
}

/// The kind of a property.
///
/// - Source: protocol reference B13.
enum PropertyKind: Hashable {
  case scalar(ScalarKind)
  case scalars(ScalarKind)
  /// The id of an object, and the class of the property for that object, if there is one.
  case reference(companion: String?)
  /// A struct, with the name of its class.
  case structure(String)
  case structures(String)
  /// A struct with any members.
  case dictionary
}

enum ScalarKind: Hashable {
  case string, date, integer, number, boolean
}
