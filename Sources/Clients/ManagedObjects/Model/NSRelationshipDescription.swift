#if !canImport(CoreData)
  import Foundation

  /// The effect of deleting an object on its related objects.
  ///
  /// Set it as the ``NSRelationshipDescription/deleteRule`` of the deleted object's relationship to
  /// them. Contexts apply it when they process changes, at the latest before a save.
  ///
  /// - Source: Core Data, "NSDeleteRule".
  public enum NSDeleteRule: UInt, Sendable, Hashable {
    /// The related objects do not change.
    ///
    /// They still refer to the deleted object, until the app updates them.
    case noActionDeleteRule = 0
    /// The deleted object is removed from the relationships of its related objects.
    case nullifyDeleteRule = 1
    /// The related objects are deleted too.
    case cascadeDeleteRule = 2
    /// The save fails if the deleted object still has related objects.
    case denyDeleteRule = 3
  }

  /// The description of a relationship from an entity to another entity.
  ///
  /// A relationship is to-one or to-many, depending on ``maxCount``. Set ``inverseRelationship`` in
  /// both directions, so that a change of one side also changes the other. It can be changed until
  /// a coordinator uses the model.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func tags(of tag: NSEntityDescription) -> NSRelationshipDescription {
  ///   let tags = NSRelationshipDescription()
  ///   tags.name = "tags"
  ///   tags.destinationEntity = tag
  ///   tags.deleteRule = .nullifyDeleteRule
  ///   return tags
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSRelationshipDescription".
  open class NSRelationshipDescription: NSPropertyDescription {
    /// The entity of the related objects.
    open weak var destinationEntity: NSEntityDescription? { willSet { checkEditable() } }
    /// The relationship in the opposite direction.
    open weak var inverseRelationship: NSRelationshipDescription? { willSet { checkEditable() } }
    /// The maximum number of related objects; 0 means no limit, and 1 means a to-one relationship.
    open var maxCount: Int = 0 { willSet { checkEditable() } }
    /// The minimum number of related objects; it is checked before a save.
    open var minCount: Int = 0 { willSet { checkEditable() } }
    /// The effect of deleting an object on its related objects.
    open var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { checkEditable() } }
    /// Whether the related objects have an order.
    open var isOrdered: Bool = false { willSet { checkEditable() } }

    /// Whether an object can have several related objects.
    open var isToMany: Bool { maxCount != 1 }

    override var digestText: String {
      "relationship|\(super.digestText)|\(destinationEntity?.name ?? "")"
        + "|\(isToMany)|\(isOrdered)|\(inverseRelationship?.name ?? "")|\(minCount)|\(maxCount)"
    }

    /// Returns a copy that refers to the same entities; the copy's model later replaces them with
    /// its own entities of the same names.
    override func duplicate() -> NSPropertyDescription {
      let copy = NSRelationshipDescription()
      copy.copyCommon(from: self)
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
