import GhostlightDataModel
import GhostlightGeneration

/// Writes the Swift source of an entity's class.
struct EntityWriter {
  private let entity: DataModel.Entity
  private let className: String
  private let names: [String: String]
  private let modifier: String

  /// Creates a writer, or `nil` if the entity does not have a class of its own.
  ///
  /// - Parameters:
  ///   - entity: The entity whose class is generated.
  ///   - names: The class names, keyed by entity name, of all entities that have a class.
  ///   - modifier: The access modifier of all declarations, with a space after it, or an empty
  ///     string.
  init?(_ entity: DataModel.Entity, _ names: [String: String], modifier: String) {
    guard let className = names[entity.name] else { return nil }
    self.entity = entity
    self.className = SwiftNames.escaped(className)
    self.names = names
    self.modifier = modifier
  }

  func write(to text: inout SourceText) {
    // With code generation `category`, the app declares the class, and only the extension is
    // generated.
    if entity.codeGeneration != "category" { writeClass(to: &text) }
    text.line("nonisolated extension \(className) {")
    text.line("  /// A request for all objects of the entity.")
    text.line("  @nonobjc \(modifier)class func fetchRequest() -> NSFetchRequest<\(className)> {")
    text.line("    NSFetchRequest<\(className)>(entityName: \(SourceText.quoted(entity.name)))")
    text.line("  }")
    text.line("}")
    writeProperties(to: &text)
    for relationship in entity.relationships where relationship.isToMany {
      text.line()
      writeAccessors(relationship, &text)
    }
    guard parent == nil else { return }
    text.line()
    text.line("nonisolated extension \(className): Identifiable {}")
  }

  private func writeClass(to text: inout SourceText) {
    let base = parent ?? "NSManagedObject"
    text.line("/// The entity `\(entity.name)`.")
    text.line("#if canImport(CoreData)")
    text.line("@objc(\(names[entity.name] ?? ""))")
    text.line("\(modifier)nonisolated class \(className): \(base), @unchecked Sendable {}")
    text.line("#else")
    text.line("\(modifier)nonisolated class \(className): \(base) {}")
    text.line("#endif")
    text.line()
  }

  private func writeProperties(to text: inout SourceText) {
    guard !entity.attributes.isEmpty || !entity.relationships.isEmpty else { return }
    text.line()
    text.line("#if canImport(CoreData)")
    text.line("nonisolated extension \(className) {")
    for attribute in entity.attributes { declare(attribute.name, type(attribute), &text) }
    for relationship in entity.relationships {
      declare(relationship.name, type(relationship), &text)
    }
    text.line("}")
    text.line("#else")
    text.line("nonisolated extension \(className) {")
    for attribute in entity.attributes { compute(attribute, &text) }
    for relationship in entity.relationships { compute(relationship, &text) }
    text.line("}")
    text.line("#endif")
  }

  private var parent: String? {
    entity.parent.flatMap { names[$0] }.map(SwiftNames.escaped)
  }

  // MARK: Types

  private func type(_ attribute: DataModel.Attribute) -> String {
    switch attribute.type {
    case "Integer 16": attribute.isScalar ? "Int16" : "NSNumber?"
    case "Integer 32": attribute.isScalar ? "Int32" : "NSNumber?"
    case "Integer 64": attribute.isScalar ? "Int64" : "NSNumber?"
    case "Double": attribute.isScalar ? "Double" : "NSNumber?"
    case "Float": attribute.isScalar ? "Float" : "NSNumber?"
    case "Boolean": attribute.isScalar ? "Bool" : "NSNumber?"
    case "Decimal": "NSDecimalNumber?"
    case "String": "String?"
    case "Date": attribute.isScalar ? "TimeInterval" : "Date?"
    case "Binary": "Data?"
    case "UUID": "UUID?"
    case "URI": "URL?"
    default: "\(attribute.settings["customClassName"] ?? "NSObject")?"
    }
  }

  private func type(_ relationship: DataModel.Relationship) -> String {
    guard relationship.isToMany else { return "\(destination(relationship))?" }
    return relationship.isOrdered ? "NSOrderedSet?" : "NSSet?"
  }

  private func destination(_ relationship: DataModel.Relationship) -> String {
    names[relationship.destination].map(SwiftNames.escaped) ?? "NSManagedObject"
  }

  // MARK: Properties

  private func declare(_ name: String, _ type: String, _ text: inout SourceText) {
    text.line("  @NSManaged \(modifier)var \(SwiftNames.escaped(name)): \(type)")
  }

  private func compute(_ attribute: DataModel.Attribute, _ text: inout SourceText) {
    let type = type(attribute)
    let name = attribute.name
    switch type {
    case "TimeInterval":
      property(
        name, type,
        get: "(managedValue(forKey: \"\(name)\") as Date?)?.timeIntervalSinceReferenceDate ?? 0",
        set: "setManagedValue(Date(timeIntervalSinceReferenceDate: newValue), forKey: \"\(name)\")",
        &text)
    case "Int16", "Int32", "Int64", "Double", "Float", "Bool", "String?", "Date?", "Data?",
      "UUID?", "URL?":
      property(
        name, type, get: "managedValue(forKey: \"\(name)\")",
        set: "setManagedValue(newValue, forKey: \"\(name)\")", &text)
    default:
      property(
        name, type, get: "value(forKey: \"\(name)\") as? \(type.dropLast())",
        set: "setValue(newValue, forKey: \"\(name)\")", &text)
    }
  }

  private func compute(_ relationship: DataModel.Relationship, _ text: inout SourceText) {
    let name = relationship.name
    let get =
      !relationship.isToMany
      ? "managedValue(forKey: \"\(name)\")"
      : relationship.isOrdered
        ? "value(forKey: \"\(name)\") as? NSOrderedSet" : "managedSet(forKey: \"\(name)\")"
    property(
      name, type(relationship), get: get,
      set: relationship.isToMany
        ? "setValue(newValue, forKey: \"\(name)\")"
        : "setManagedValue(newValue, forKey: \"\(name)\")", &text)
  }

  private func property(
    _ name: String, _ type: String, get: String, set: String, _ text: inout SourceText
  ) {
    text.line("  \(modifier)var \(SwiftNames.escaped(name)): \(type) {")
    text.line("    get { \(get) }")
    text.line("    set { \(set) }")
    text.line("  }")
  }

  // MARK: Accessors of relationships to many

  private func writeAccessors(_ relationship: DataModel.Relationship, _ text: inout SourceText) {
    let name = relationship.name
    let title = name.prefix(1).uppercased() + name.dropFirst()
    let type = destination(relationship)
    let many = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    let proxy =
      relationship.isOrdered
      ? "mutableOrderedSetValue(forKey: \"\(name)\")" : "mutableSetValue(forKey: \"\(name)\")"
    var methods: [(signature: String, body: String)] = []
    if relationship.isOrdered {
      methods = [
        ("insertInto\(title)(_ value: \(type), at idx: Int)", "\(proxy).insert(value, at: idx)"),
        ("removeFrom\(title)(at idx: Int)", "\(proxy).removeObject(at: idx)"),
        (
          "insertInto\(title)(_ values: [\(type)], at indexes: NSIndexSet)",
          "\(proxy).insert(values, at: IndexSet(indexes))"
        ),
        (
          "removeFrom\(title)(at indexes: NSIndexSet)",
          "\(proxy).removeObjects(at: IndexSet(indexes))"
        ),
        (
          "replace\(title)(at idx: Int, with value: \(type))",
          "\(proxy).replaceObject(at: idx, with: value)"
        ),
        (
          "replace\(title)(at indexes: NSIndexSet, with values: [\(type)])",
          "\(proxy).replaceObjects(at: IndexSet(indexes), with: values)"
        ),
      ]
    }
    methods += [
      ("addTo\(title)(_ value: \(type))", "\(proxy).add(value)"),
      ("removeFrom\(title)(_ value: \(type))", "\(proxy).remove(value)"),
      ("addTo\(title)(_ values: \(many))", "for value in values { \(proxy).add(value) }"),
      ("removeFrom\(title)(_ values: \(many))", "for value in values { \(proxy).remove(value) }"),
    ]
    text.line("// MARK: Generated accessors for \(name)")
    text.line("nonisolated extension \(className) {")
    for method in methods {
      text.line("  \(modifier)func \(method.signature) {")
      text.line("    \(method.body)")
      text.line("  }")
    }
    text.line("}")
  }
}
