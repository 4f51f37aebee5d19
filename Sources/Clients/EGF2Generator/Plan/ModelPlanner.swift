import GhostlightGeneration

/// Plans the classes for a configuration.
///
/// It rejects types, schemas and fields for which no class or property can be generated.
///
/// - Source: protocol reference B16.
struct ModelPlanner {
  let settings: GeneratorSettings
  let configuration: ModelConfiguration
  /// The class name for each object type's name.
  ///
  /// Excluded types and types that only the back end uses have no class.
  let typeClasses: [String: String]
  /// The class name for each custom schema's name.
  let schemaClasses: [String: String]
  /// The properties of the base class, which is planned before the object types.
  var inherited = PropertyList()
  private var classes: [ModelClass] = []
  private var places: [String: String] = [:]
  private var codes: [String: String] = [:]

  init(_ settings: GeneratorSettings, _ configuration: ModelConfiguration) {
    self.settings = settings
    self.configuration = configuration
    let prefix = settings.prefix
    let types = configuration.types.filter {
      !$0.isBackEndOnly && !settings.excluded.contains($0.name)
    }
    typeClasses = Dictionary(
      types.map { ($0.name, prefix + Naming.type($0.name)) },
      uniquingKeysWith: { first, _ in first })
    schemaClasses = Dictionary(
      configuration.schemas.map { ($0.name, prefix + Naming.type($0.name)) },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func plan() throws(GeneratorError) -> ModelPlan {
    for schema in configuration.schemas {
      try add(
        PlannedClass(
          name: schemaClasses[schema.name] ?? "", role: .schema, fields: schema.fields,
          path: schema.path, source: schema.name))
    }
    let base = settings.prefix + "GraphObject"
    let path = "graph.common_fields"
    try add(
      PlannedClass(
        name: base, role: .base, fields: configuration.common, path: path, source: nil))
    for type in configuration.types {
      guard let name = typeClasses[type.name] else { continue }
      if let other = codes.updateValue(type.path, forKey: type.code) {
        throw .configuration("\(type.path) has the code of \(other), \(type.code)")
      }
      try add(
        PlannedClass(
          name: name, role: .type(name: type.name, code: type.code), fields: type.fields,
          path: type.path, source: type.name))
    }
    return ModelPlan(
      settings: settings, pages: configuration.pages, classes: classes, base: base)
  }

  /// Plans a class, and then the classes of structs that its fields define.
  private mutating func add(_ planned: PlannedClass) throws(GeneratorError) {
    try check(planned)
    var list = planned.role == .schema ? PropertyList() : inherited
    for field in planned.fields where planned.role == .schema || field.name != "object_type" {
      try list.add(field, as: try kind(of: field, in: planned.name))
    }
    if planned.role == .base { inherited = list.asInherited }
    classes.append(list.model(planned))
    for field in planned.fields {
      guard case .inline(let fields) = field.schema, field.type.hasSuffix("struct") else {
        continue
      }
      try add(
        PlannedClass(
          name: inlineClass(of: field, in: planned.name), role: .schema, fields: fields,
          path: field.path, source: nil))
    }
  }

  private mutating func check(_ planned: PlannedClass) throws(GeneratorError) {
    if let source = planned.source {
      guard SwiftNames.isIdentifier(source) else {
        throw .configuration(
          "\(planned.path) cannot name a class; use letters, digits and underscores")
      }
      guard !ReservedNames.isForbidden(source) else {
        throw .configuration("\(planned.path) has a reserved name; rename it or exclude the model")
      }
    }
    let isHiding = ReservedNames.classes.contains(planned.name) && planned.role != .base
    guard !isHiding else {
      throw .configuration(
        "\(planned.path) has the class name \(planned.name), which hides another class; set a "
          + "model_prefix")
    }
    if let other = places.updateValue(planned.path, forKey: planned.name) {
      throw .configuration("\(planned.path) and \(other) both have the class name \(planned.name)")
    }
  }
}

/// The properties of a class that is being planned.
///
/// Each name occurs only once.
struct PropertyList {
  /// The properties by name, including the base class's properties.
  private var known: [String: ModelProperty] = [:]
  /// For each property name in use, including names of companions, the path of its field.
  private var places: [String: String] = [:]
  private var own: [ModelProperty] = []
  private var editable: [String] = []
  private var required: [String] = []
  private var inheritedEditable: Set<String> = []
  private var inheritedRequired: Set<String> = []

  /// A copy for a subclass, in which all properties count as inherited.
  var asInherited: PropertyList {
    var list = self
    list.own = []
    list.editable = []
    list.required = []
    list.inheritedEditable.formUnion(editable)
    list.inheritedRequired.formUnion(required)
    return list
  }

  mutating func add(_ field: FieldDefinition, as kind: PropertyKind) throws(GeneratorError) {
    let property = ModelProperty(
      name: Naming.property(field.name), field: field.name, kind: kind,
      isTrueByDefault: field.isTrueByDefault)
    if let other = known[property.name], other.field == property.field {
      guard other.kind == kind, other.isTrueByDefault == property.isTrueByDefault else {
        throw .configuration(
          "\(field.path) has a different type from \(places[property.name] ?? "the common field"); "
            + "rename it or exclude the model")
      }
    } else {
      try check(field, property.name)
      try reserve(property.name, for: field)
      if let companion = property.companion { try reserve(companion, for: field) }
      known[property.name] = property
      own.append(property)
    }
    if field.isEditable, !inheritedEditable.contains(property.name) {
      editable.append(property.name)
    }
    if field.isRequired, !inheritedRequired.contains(property.name) {
      required.append(property.name)
    }
  }

  /// Returns the planned class with these properties.
  ///
  /// All properties of a struct are required.
  func model(_ planned: PlannedClass) -> ModelClass {
    ModelClass(
      name: planned.name, role: planned.role, properties: own, editable: editable,
      required: planned.role == .schema ? own.map(\.name) : required)
  }

  private mutating func reserve(
    _ name: String, for field: FieldDefinition
  ) throws(GeneratorError) {
    guard let other = places.updateValue(field.path, forKey: name) else { return }
    throw .configuration(
      "\(field.path) and \(other) both have the property name \(name); rename one")
  }

  private func check(_ field: FieldDefinition, _ name: String) throws(GeneratorError) {
    guard SwiftNames.isIdentifier(field.name), SwiftNames.isIdentifier(name) else {
      throw .configuration(
        "\(field.path) cannot name a property; use letters, digits and underscores, a letter first")
    }
    guard !ReservedNames.isForbidden(field.name), !ReservedNames.members.contains(name) else {
      throw .configuration(
        "\(field.path) has a reserved name; rename the field or exclude the model")
    }
  }
}

struct PlannedClass {
  let name: String
  let role: ModelRole
  let fields: [FieldDefinition]
  /// The path of the type, schema or field in the configuration.
  let path: String
  /// The name of the type or schema in the configuration.
  ///
  /// It is `nil` for the base class and for structs that a field defines.
  let source: String?
}

extension ModelPlanner {
  /// Returns the kind of a field's property.
  func kind(
    of field: FieldDefinition, in owner: String
  ) throws(GeneratorError) -> PropertyKind {
    switch field.type {
    case "object_id": return .reference(companion: companion(of: field))
    case "struct":
      return try structure(of: field, in: owner).map(PropertyKind.structure) ?? .dictionary
    case "array:struct":
      guard let name = try structure(of: field, in: owner) else {
        throw .propertyType("array:struct with schema any", at: field.path)
      }
      return .structures(name)
    case "array:object_id": return .scalars(.string)
    default:
      if let scalar = Self.scalars[field.type] { return .scalar(scalar) }
      let array = "array:"
      guard field.type.hasPrefix(array),
        let scalar = Self.scalars[String(field.type.dropFirst(array.count))]
      else { throw .propertyType(field.type, at: field.path) }
      return .scalars(scalar)
    }
  }

  /// Returns the class name for a struct that a field defines.
  func inlineClass(of field: FieldDefinition, in owner: String) -> String {
    owner + Naming.type(field.name)
  }

  /// Returns the class name for a struct, or `nil` for a struct that may have any members.
  private func structure(
    of field: FieldDefinition, in owner: String
  ) throws(GeneratorError) -> String? {
    switch field.schema {
    case .any: return nil
    case .inline: return inlineClass(of: field, in: owner)
    case .named(let name):
      guard let known = schemaClasses[name] else {
        throw .configuration(
          "\(field.path).schema names \(name), which graph.custom_schemas does not have")
      }
      return known
    case nil:
      throw .configuration(
        "\(field.path) is a struct without a schema; name a custom schema, or any")
    }
  }

  /// Returns the class of the objects to which a field's id refers.
  ///
  /// Returns `nil` if the app has no models for some of these objects.
  private func companion(of field: FieldDefinition) -> String? {
    if field.targets == ["any"] { return "NSObject" }
    let classes = field.targets.compactMap { typeClasses[$0] }
    guard classes.count == field.targets.count else { return nil }
    return classes.count > 1 ? "NSObject" : classes.first
  }

  /// The types of fields with single values; `email` is an old name of `string`.
  private static let scalars: [String: ScalarKind] = [
    "string": .string, "email": .string, "date": .date, "integer": .integer, "number": .number,
    "boolean": .boolean,
  ]
}
