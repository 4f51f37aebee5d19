#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The model of the cache: the entities of an app, with additional attributes for the cache's own
  /// state.
  ///
  /// All properties are optional, relationships are independent of each other as they are at
  /// StackMob, and nothing is validated. The cache therefore accepts every object that it gets.
  enum CacheModel {
    static let key = "sm__key"
    /// Whether only the primary key is known.
    static let isReference = "sm__isReference"
    /// The number of a ``DirtyKind``; 0 for a clean object.
    static let dirty = "sm__dirty"
    /// The server's `lastmoddate` at the time when the object became dirty.
    static let base = "sm__base"
    /// The ledger of the object, as JSON, while some of its writes have no response.
    ///
    /// The column keeps the name from when it stored only the last body, so that files of both
    /// kinds have one model.
    static let ledger = "sm__sent"
    /// The number of offline saves that have changed the object.
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
