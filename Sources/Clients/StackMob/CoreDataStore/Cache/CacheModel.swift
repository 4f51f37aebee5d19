#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The cache's Core Data model: the app's entities, with additional attributes for the cache's
  /// own state.
  ///
  /// All properties are optional, relationships have no inverses as at StackMob, and nothing is
  /// validated. The cache therefore accepts every object that the server sends.
  enum CacheModel {
    static let key = "sm__key"
    /// The column that is `true` if the row contains only the object's primary key.
    static let isReference = "sm__isReference"
    /// The column for the raw value of the object's ``DirtyKind``, which is 0 for a clean object.
    static let dirty = "sm__dirty"
    /// The column for the server's `lastmoddate` at the time of the object's first offline change.
    static let base = "sm__base"
    /// The column for the object's write ledger as JSON, while some of its writes have no response.
    ///
    /// The column used to contain only the last body. It keeps its old name, so that old and new
    /// cache files have the same model.
    static let ledger = "sm__sent"
    /// The column for the number of offline saves that have changed the object.
    static let revision = "sm__revision"

    /// Creates the cache's model from an app's model.
    static func make(from model: NSManagedObjectModel) -> NSManagedObjectModel {
      let copy = NSManagedObjectModel()
      var entities: [String: NSEntityDescription] = [:]
      for entity in model.entities {
        let twin = NSEntityDescription()
        twin.name = entity.name
        entities[entity.name ?? ""] = twin
      }
      for entity in model.entities {
        guard let twin = entities[entity.name ?? ""] else { continue }
        let key = attribute(Self.key, .stringAttributeType)
        let dirty = attribute(Self.dirty, .integer16AttributeType)
        twin.properties =
          entity.attributesByName.sorted { $0.key < $1.key }.filter { !$0.value.isTransient }
          .map { property($0.value) }
          + entity.relationshipsByName.sorted { $0.key < $1.key }
          .filter { !$0.value.isTransient }
          .map { property($0.value, entities) }
          + [
            key, dirty, attribute(isReference, .booleanAttributeType),
            attribute(base, .dateAttributeType), attribute(ledger, .stringAttributeType),
            attribute(revision, .integer64AttributeType),
          ]
        twin.indexes = [index(key), index(dirty)]
      }
      copy.entities = model.entities.compactMap { entities[$0.name ?? ""] }
      return copy
    }

    private static func attribute(
      _ name: String, _ type: NSAttributeType
    ) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }

    private static func property(_ original: NSAttributeDescription) -> NSPropertyDescription {
      let copy = attribute(original.name, original.attributeType)
      copy.valueTransformerName = original.valueTransformerName
      copy.attributeValueClassName = original.attributeValueClassName
      return copy
    }

    private static func property(
      _ original: NSRelationshipDescription, _ entities: [String: NSEntityDescription]
    ) -> NSPropertyDescription {
      let copy = NSRelationshipDescription()
      copy.name = original.name
      copy.isOptional = true
      copy.maxCount = original.isToMany ? 0 : 1
      copy.isOrdered = original.isOrdered
      copy.deleteRule = .nullifyDeleteRule
      copy.destinationEntity = entities[original.destinationEntity?.name ?? ""]
      return copy
    }

    private static func index(_ attribute: NSAttributeDescription) -> NSFetchIndexDescription {
      NSFetchIndexDescription(
        name: attribute.name,
        elements: [NSFetchIndexElementDescription(property: attribute, collationType: .binary)])
    }
  }
#endif
