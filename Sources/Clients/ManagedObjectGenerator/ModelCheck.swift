import GhostlightDataModel
import GhostlightGeneration

/// Checks that classes can be generated for a model.
///
/// All names must be valid in Swift, and all entities that relationships refer to must exist.
///
/// - Source: NSPropertyDescription, "name": no name of a method of `NSObject` or `NSManagedObject`
///   that takes no parameters.
struct ModelCheck {
  private let model: DataModel

  init(_ model: DataModel) { self.model = model }

  func run() throws(GeneratorError) {
    let entities = Set(model.entities.map(\.name))
    var owners: [String: String] = [:]
    for entity in model.entities {
      if let parent = entity.parent, !entities.contains(parent) {
        throw missing(parent, "'\(entity.name)' inherits from")
      }
      for relationship in entity.relationships
      where !entities.contains(relationship.destination) {
        throw missing(
          relationship.destination, "'\(entity.name).\(relationship.name)' has the destination")
      }
      guard let name = ClassGenerator.className(entity) else { continue }
      try check(className: name, of: entity)
      if let owner = owners.updateValue(entity.name, forKey: name) {
        throw GeneratorError(
          reason: "'\(owner)' and '\(entity.name)' both have the class '\(name)'; rename one")
      }
      try checkProperties(of: entity)
    }
  }

  private func missing(_ name: String, _ who: String) -> GeneratorError {
    GeneratorError(reason: "\(who) '\(name)', which is not an entity of the model")
  }

  private func check(
    className: String, of entity: DataModel.Entity
  ) throws(GeneratorError) {
    guard Self.isIdentifier(className) else {
      throw GeneratorError(
        reason: "'\(entity.name)' has the class '\(className)', which is not a valid name in Swift")
    }
    guard !Self.classes.contains(className) else {
      throw GeneratorError(
        reason: "'\(entity.name)' has the class '\(className)', which would hide another class; "
          + "rename it")
    }
  }

  private func checkProperties(of entity: DataModel.Entity) throws(GeneratorError) {
    var names: Set<String> = []
    for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
      guard Self.isIdentifier(name) else {
        throw GeneratorError(
          reason: "'\(entity.name)' has '\(name)', which is not a valid name in Swift")
      }
      guard !Self.members.contains(name) else {
        throw GeneratorError(
          reason: "'\(entity.name)' has '\(name)', which is a member of every managed object; "
            + "rename it")
      }
      guard names.insert(name).inserted else {
        throw GeneratorError(reason: "'\(entity.name)' has '\(name)' twice; rename one")
      }
    }
  }

  /// Returns whether a name is a valid Swift identifier.
  ///
  /// Letters of any script are allowed, as in Xcode.
  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first == "_" else { return false }
    return name != "_" && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The names of types that the generated file uses, which a class must not have.
  private static let classes: Set<String> = [
    "Any", "Bool", "Data", "Date", "Double", "Float", "Identifiable", "IndexSet", "Int", "Int16",
    "Int32", "Int64", "NSDecimalNumber", "NSFetchRequest", "NSIndexSet", "NSNumber", "NSObject",
    "NSOrderedSet", "NSSet", "Protocol", "Self", "String", "TimeInterval", "Type", "URL", "UUID",
  ]

  /// Names that a property must not have: `NSManagedObject` has such members, or Swift reserves
  /// them.
  private static let members: Set<String> = [
    "autorelease", "awakeFromFetch", "awakeFromInsert", "changedValues",
    "changedValuesForCurrentEvent", "class", "copy", "dealloc", "debugDescription", "description",
    "didSave", "didTurnIntoFault", "entity", "faultingState", "finalize", "hasChanges",
    "hasPersistentChangedValues", "hash", "hashValue", "init", "initialize", "isDeleted", "isFault",
    "isInserted", "isProxy", "isUpdated", "load", "managedObjectContext", "mutableCopy",
    "objectID", "observationInfo", "prepareForDeletion", "release", "retain", "retainCount",
    "self", "superclass", "willSave", "willTurnIntoFault", "zone",
  ]
}
