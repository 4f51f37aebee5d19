#if !canImport(CoreData)
  // Core Data's initialisers can be called on a class that is known only at run time, such as a
  // generic parameter or `self` in a static method. An initialiser of a Swift class must be
  // `required` for that. Apps override these two without `required`, so such calls use the
  // following initialisers.
  extension NSFetchRequestResult where Self: NSManagedObject {
    /// Creates an object of a class that is known only at run time, and inserts it into a context
    /// if there is one.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      self.init(
        materializing: ObjectMaterialization(
          entity: entity, id: nil, registry: nil, snapshot: nil, destination: context))
    }

    /// Creates an object of a class that is known only at run time in a context, with the class's
    /// entity.
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
