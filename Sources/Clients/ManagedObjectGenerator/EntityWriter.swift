import GhostlightDataModel

/// Writes the class of an entity.
struct EntityWriter {
  private let entity: DataModel.Entity
  private let names: [String: String]
  private let modifier: String

  init(_ entity: DataModel.Entity, _ names: [String: String], modifier: String) {
    self.entity = entity
    self.names = names
    self.modifier = modifier
  }

  private var className: String { ClassGenerator.className(entity) }

  func write(to text: inout SwiftText) {
    // With `category` the app writes the class itself.
    if entity.codeGeneration != "category" {
      let parent = entity.parent.flatMap { names[$0] } ?? "NSManagedObject"
      text.line("/// The entity `\(entity.name)`.")
      text.line("#if canImport(CoreData)")
      text.line("@objc(\(className))")
      text.line("\(modifier)nonisolated class \(className): \(parent), @unchecked Sendable {}")
      text.line("#else")
      text.line("\(modifier)nonisolated class \(className): \(parent) {}")
      text.line("#endif")
      text.line()
    }
    text.line("nonisolated extension \(className) {")
    text.line("  /// A request for all objects of the entity.")
    text.line("  @nonobjc \(modifier)class func fetchRequest() -> NSFetchRequest<\(className)> {")
    text.line("    NSFetchRequest<\(className)>(entityName: \"\(entity.name)\")")
    text.line("  }")
    text.line("}")
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
    for relationship in entity.relationships where relationship.isToMany {
      text.line()
      writeAccessors(relationship, &text)
    }
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
    case "Date": "Date?"
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
    names[relationship.destination] ?? "NSManagedObject"
  }

  // MARK: Properties

  private func declare(_ name: String, _ type: String, _ text: inout SwiftText) {
    text.line("  @NSManaged \(modifier)var \(name): \(type)")
  }

  private func compute(_ attribute: DataModel.Attribute, _ text: inout SwiftText) {
    let type = type(attribute)
    let isTyped = [
      "Int16", "Int32", "Int64", "Double", "Float", "Bool", "String?", "Date?", "Data?", "UUID?",
      "URL?",
    ].contains(type)
    property(
      attribute.name, type,
      get: isTyped
        ? "managedValue(forKey: \"\(attribute.name)\")"
        : "value(forKey: \"\(attribute.name)\") as? \(type.dropLast())",
      set: isTyped
        ? "setManagedValue(newValue, forKey: \"\(attribute.name)\")"
        : "setValue(newValue, forKey: \"\(attribute.name)\")", &text)
  }

  private func compute(_ relationship: DataModel.Relationship, _ text: inout SwiftText) {
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
    _ name: String, _ type: String, get: String, set: String, _ text: inout SwiftText
  ) {
    text.line("  \(modifier)var \(name): \(type) {")
    text.line("    get { \(get) }")
    text.line("    set { \(set) }")
    text.line("  }")
  }

  // MARK: Accessors of relationships to many

  private func writeAccessors(_ relationship: DataModel.Relationship, _ text: inout SwiftText) {
    let name = relationship.name
    let title = name.prefix(1).uppercased() + name.dropFirst()
    let type = destination(relationship)
    let many = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    let proxy =
      relationship.isOrdered
      ? "mutableOrderedSetValue(forKey: \"\(name)\")" : "mutableSetValue(forKey: \"\(name)\")"
    text.line("nonisolated extension \(className) {")
    func method(_ signature: String, _ body: String) {
      text.line("  \(modifier)func \(signature) { \(body) }")
    }
    if relationship.isOrdered {
      method("insertInto\(title)(_ value: \(type), at idx: Int)", "\(proxy).insert(value, at: idx)")
      method("removeFrom\(title)(at idx: Int)", "\(proxy).removeObject(at: idx)")
      method(
        "replace\(title)(at idx: Int, with value: \(type))",
        "\(proxy).replaceObject(at: idx, with: value)")
    }
    method("addTo\(title)(_ value: \(type))", "\(proxy).add(value)")
    method("removeFrom\(title)(_ value: \(type))", "\(proxy).remove(value)")
    method("addTo\(title)(_ values: \(many))", "for value in values { \(proxy).add(value) }")
    method(
      "removeFrom\(title)(_ values: \(many))", "for value in values { \(proxy).remove(value) }")
    text.line("}")
  }
}
