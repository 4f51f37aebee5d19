#if !canImport(CoreData)
  import Foundation

  /// What becomes of related objects when an object is deleted.
  ///
  /// - Source: Core Data, "NSDeleteRule".
  public enum NSDeleteRule: UInt, Sendable, Hashable {
    /// Nothing; the other end must be mended by the app.
    case noActionDeleteRule = 0
    /// The related objects lose the object.
    case nullifyDeleteRule = 1
    /// The related objects are deleted too.
    case cascadeDeleteRule = 2
    /// The deletion is refused while there are related objects.
    case denyDeleteRule = 3
  }

  /// A relationship from an entity to another.
  ///
  /// - Source: Core Data, "NSRelationshipDescription".
  open class NSRelationshipDescription: NSPropertyDescription {
    /// The entity of the related objects.
    open weak var destinationEntity: NSEntityDescription? { willSet { checkEditable() } }
    /// The relationship that leads back.
    open weak var inverseRelationship: NSRelationshipDescription? { willSet { checkEditable() } }
    /// The greatest number of related objects; 0 is no limit, 1 makes a relationship to one.
    open var maxCount: Int = 0 { willSet { checkEditable() } }
    /// The least number of related objects.
    open var minCount: Int = 0 { willSet { checkEditable() } }
    /// What becomes of the related objects when an object is deleted.
    open var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { checkEditable() } }
    /// Whether the related objects have an order.
    open var isOrdered: Bool = false { willSet { checkEditable() } }

    /// Whether there may be several related objects.
    open var isToMany: Bool { maxCount != 1 }

    override var digestText: String {
      "relationship|\(super.digestText)|\(destinationEntity?.name ?? "")"
        + "|\(isToMany)|\(isOrdered)|\(inverseRelationship?.name ?? "")|\(minCount)|\(maxCount)"
    }

    /// The copy leads to the same entities, until a model resolves it by name.
    override func duplicate() -> NSPropertyDescription {
      let copy = NSRelationshipDescription()
      copy.takeCommon(from: self)
      copy.destinationEntity = destinationEntity
      copy.inverseRelationship = inverseRelationship
      copy.maxCount = maxCount
      copy.minCount = minCount
      copy.deleteRule = deleteRule
      copy.isOrdered = isOrdered
      return copy
    }
  }
#endif
