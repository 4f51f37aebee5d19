#if !canImport(CoreData)
  // An initialiser of Core Data can be called on a class that is known at run time only, such as a
  // generic parameter or `self` in a static method; one of a Swift class must be `required` for that.
  // Apps override these two without `required`, so classes known at run time get them here.
  extension NSFetchRequestResult where Self: NSManagedObject {
    /// Creates an object of a class that is known at run time, and inserts it into a context if there is one.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      self.init(
        materializing: ObjectMaterialization(
          entity: entity, id: nil, registry: nil, snapshot: nil, destination: context))
    }

    /// Creates an object of a class that is known at run time in a context, with the class's entity.
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
