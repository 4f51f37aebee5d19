#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The model of the cache: the entities of an app, with what the cache itself has to know.
  ///
  /// Everything is optional, relationships are independent of each other as they are at StackMob, and
  /// nothing is validated: the cache takes what it is given.
  enum CacheModel {
    /// The primary key.
    static let key = "sm__key"
    /// Whether nothing but the primary key is known.
    static let isReference = "sm__isReference"
    /// The number of a ``DirtyKind``; 0 of a clean object.
    static let dirty = "sm__dirty"
    /// The server's `lastmoddate` as of when the object became dirty.
    static let base = "sm__base"
    /// The ledger of the object, as JSON, while writes of it are unanswered.
    ///
    /// The column has the name that it had when it held the last body alone, so that files of both
    /// kinds have one model.
    static let ledger = "sm__sent"
    /// How often offline saves have changed the object.
    static let revision = "sm__revision"

    /// The cache's model for an app's.
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
