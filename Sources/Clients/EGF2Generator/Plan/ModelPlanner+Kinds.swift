extension ModelPlanner {
  /// What a field's property holds.
  func kind(
    of field: FieldDefinition, in owner: String
  ) throws(GeneratorProblem) -> PropertyKind {
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

  /// The class of a struct that stands in a field.
  func inlineClass(of field: FieldDefinition, in owner: String) -> String {
    owner + Naming.type(field.name)
  }

  /// The class of a struct; none for a struct of any members.
  private func structure(
    of field: FieldDefinition, in owner: String
  ) throws(GeneratorProblem) -> String? {
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

  /// The class of the objects that an id leads to; none where an app has no models of them.
  private func companion(of field: FieldDefinition) -> String? {
    if field.targets == ["any"] { return "NSObject" }
    let classes = field.targets.compactMap { typeClasses[$0] }
    guard classes.count == field.targets.count else { return nil }
    return classes.count > 1 ? "NSObject" : classes.first
  }

  /// `email` is an old name of a string type.
  private static let scalars: [String: ScalarKind] = [
    "string": .string, "email": .string, "date": .date, "integer": .integer, "number": .number,
    "boolean": .boolean,
  ]
}
