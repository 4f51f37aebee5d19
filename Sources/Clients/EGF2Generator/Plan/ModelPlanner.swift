import GhostlightGeneration

/// Makes classes of a configuration, and refuses what cannot become one.
///
/// - Source: protocol reference B16.
struct ModelPlanner {
  let settings: GeneratorSettings
  let configuration: ModelConfiguration
  /// The class of each type that has one, by the type's name.
  let typeClasses: [String: String]
  /// The class of each custom schema.
  let schemaClasses: [String: String]
  /// The properties of the base class, once it is planned, and the places of their fields.
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

  mutating func plan() throws(GeneratorProblem) -> ModelPlan {
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

  /// Plans a class, then the structs that stand in its fields.
  private mutating func add(_ planned: PlannedClass) throws(GeneratorProblem) {
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

  private mutating func check(_ planned: PlannedClass) throws(GeneratorProblem) {
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
        "\(planned.path) would make a class \(planned.name), which hides another; set a "
          + "model_prefix")
    }
    if let other = places.updateValue(planned.path, forKey: planned.name) {
      throw .configuration("\(planned.path) and \(other) both make a class \(planned.name)")
    }
  }
}
