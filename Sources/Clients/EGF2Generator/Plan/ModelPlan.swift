/// The classes to generate, and the settings of the generated graph.
struct ModelPlan {
  let settings: GeneratorSettings
  let pages: PageSettings
  /// The classes in the order of the output: custom schemas, the base class, object types.
  ///
  /// The class of a struct that a field defines comes after the class with this field.
  let classes: [ModelClass]
  let base: String

  /// The classes of object types, sorted by code.
  var classesByCode: [ClassCode] {
    let codes: [ClassCode] = classes.compactMap {
      guard case .type(_, let code) = $0.role else { return nil }
      return ClassCode(code: code, name: $0.name)
    }
    return codes.sorted { $0.code < $1.code }
  }
}

/// A code, and the name of the class for objects whose ids end with the code.
struct ClassCode: Hashable {
  let code: String
  let name: String
}

struct ModelClass {
  let name: String
  let role: ModelRole
  /// The properties in the order of the configuration, without the base class's properties.
  let properties: [ModelProperty]
  /// The names of the properties that clients may set, without the base class's properties.
  let editable: [String]
  /// The names of the properties that must have a value, without the base class's properties.
  let required: [String]
}

/// A property of a model class, and the configuration's field that it represents.
struct ModelProperty {
  /// The property's name in the class, such as `dateOfBirth`.
  let name: String
  /// The field's name in the configuration, such as `date_of_birth`.
  let field: String
  let kind: PropertyKind
  /// Whether a Boolean property is `true` in a new model.
  let isTrueByDefault: Bool

  /// The name of the property for the object that this property's id refers to; `nil` if none
  /// exists.
  var companion: String? {
    guard case .reference(.some) = kind else { return nil }
    return name + "Object"
  }
}

/// The part of the configuration that a model class represents.
enum ModelRole: Hashable {
  /// A struct, from a custom schema or a field's definition.
  case schema
  /// The base class, with the fields that all objects have.
  case base
  /// An object type, with its name in the configuration and its code.
  case type(name: String, code: String)

  /// Whether the class represents an object type and therefore inherits from the base class.
  var isType: Bool {
    if case .type = self { true } else { false }
  }
}

/// The kind of a model's property.
///
/// - Source: protocol reference B13.
enum PropertyKind: Hashable {
  case scalar(ScalarKind)
  case scalars(ScalarKind)
  /// An object's id; `companion` is the class of the object, or `nil` if the app has no such class.
  case reference(companion: String?)
  /// A struct, with the name of its generated class.
  case structure(String)
  case structures(String)
  /// A struct that may have any members.
  case dictionary
}

enum ScalarKind: Hashable {
  case string, date, integer, number, boolean
}
