#if !canImport(CoreData)
  // In Core Data, initialisers can be called on a class that is known only at run time, such as a
  // generic parameter or `self` in a static method. In Swift that needs a `required` initialiser.
  // Apps override `init(entity:insertInto:)` and `init(context:)` without `required`, so calls on
  // such a class use the protocol's initialisers below.
  extension NSFetchRequestResult where Self: NSManagedObject {
    /// Creates an object of a class that is known only at run time.
    ///
    /// - Parameters:
    ///   - entity: The object's entity.
    ///   - context: The context into which the object is inserted; `nil` for none.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      self.init(
        materializing: ObjectMaterialization(
          entity: entity, id: nil, registry: nil, snapshot: nil, destination: context))
    }

    /// Creates an object of a class that is known only at run time, and inserts it into a context.
    ///
    /// The context's model determines the entity of the class.
    public init(context moc: NSManagedObjectContext) {
      self.init(
        materializing: ObjectMaterialization(
          entity: nil, id: nil, registry: nil, snapshot: nil, destination: moc))
    }
  }

  // An object belongs to the queue of its context. Apple: `NS_SWIFT_NONSENDABLE`.
  @available(*, unavailable)
  extension NSManagedObject: @unchecked Sendable {}
#endif
