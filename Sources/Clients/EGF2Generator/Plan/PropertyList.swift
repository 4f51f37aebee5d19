import GhostlightGeneration

/// The properties of a class while it is planned, each name once.
struct PropertyList {
  /// Those of the base class, too.
  private var known: [String: ModelProperty] = [:]
  /// The field that made a property, or the object beside it.
  private var places: [String: String] = [:]
  private var own: [ModelProperty] = []
  private var editable: [String] = []
  private var required: [String] = []
  private var inheritedEditable: Set<String> = []
  private var inheritedRequired: Set<String> = []

  /// What a subclass starts with.
  var asInherited: PropertyList {
    var list = self
    list.own = []
    list.editable = []
    list.required = []
    list.inheritedEditable.formUnion(editable)
    list.inheritedRequired.formUnion(required)
    return list
  }

  mutating func add(_ field: FieldDefinition, as kind: PropertyKind) throws(GeneratorProblem) {
    let property = ModelProperty(
      name: Naming.property(field.name), field: field.name, kind: kind,
      isTrueByDefault: field.isTrueByDefault)
    if let other = known[property.name], other.field == property.field {
      guard other.kind == kind, other.isTrueByDefault == property.isTrueByDefault else {
        throw .configuration(
          "\(field.path) is of another type than \(places[property.name] ?? "the common field"); "
            + "rename it or exclude the model")
      }
    } else {
      try check(field, property.name)
      try take(property.name, for: field)
      if let companion = property.companion { try take(companion, for: field) }
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

  /// The class as it is to be written; of a struct all fields are required.
  func model(_ planned: PlannedClass) -> ModelClass {
    ModelClass(
      name: planned.name, role: planned.role, properties: own, editable: editable,
      required: planned.role == .schema ? own.map(\.name) : required)
  }

  private mutating func take(
    _ name: String, for field: FieldDefinition
  ) throws(GeneratorProblem) {
    guard let other = places.updateValue(field.path, forKey: name) else { return }
    throw .configuration("\(field.path) and \(other) both make a property \(name); rename one")
  }

  private func check(_ field: FieldDefinition, _ name: String) throws(GeneratorProblem) {
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
