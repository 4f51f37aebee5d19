#if !canImport(CoreData)
  public import Foundation

  /// The stored values of one object, as an app's own store returns them.
  ///
  /// A subclass of ``NSIncrementalStore`` creates it in
  /// ``NSIncrementalStore/newValuesForObject(with:with:)``. To-many relationships are not part of
  /// it.
  ///
  /// - Source: Core Data, "NSIncrementalStoreNode".
  open class NSIncrementalStoreNode: NSObject {
    /// The ID of the object.
    public final let objectID: NSManagedObjectID
    /// The version of the object, with which conflicts are found.
    public private(set) final var version: UInt64
    private var values: [String: Any]

    /// Creates a node with the values of an object.
    ///
    /// - Parameters:
    ///   - objectID: The ID of the object.
    ///   - values: The attributes by name, and the IDs of the objects of to-one relationships.
    ///     `NSNull` means that there is no value; a missing relationship is read when it is needed.
    ///   - version: The version of the object.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
      self.objectID = objectID
      self.values = values
      self.version = version
    }

    /// Updates values and the version.
    ///
    /// Values that are not given stay.
    open func update(withValues values: [String: Any], version: UInt64) {
      self.values.merge(values) { $1 }
      self.version = version
    }

    /// Returns the value of a property, or `nil` if the node does not have it.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }

    /// The node in the form that contexts use.
    final var snapshot: Snapshot {
      let plan = objectID.entity.plan
      var unknown = ChangeBits()
      let ones = plan.relationships.enumerated().map { index, relationship in
        guard !relationship.isToMany else { return nil as NSManagedObjectID? }
        let value = value(for: relationship)
        if value == nil { unknown.insert(index) }
        return value as? NSManagedObjectID ?? (value as? NSManagedObject)?.objectID
      }
      let attributes = plan.attributes.map { attribute in
        StoredValue.coerced(value(for: attribute), for: attribute) ?? .null
      }
      return Snapshot(
        values: attributes, ones: ones, version: Int64(clamping: version), unknownOnes: unknown)
    }
  }

  /// The changes that a context saves to an app's own store.
  ///
  /// ``NSIncrementalStore/execute(_:with:)`` gets it. The context's objects still have their
  /// changes at that time. Unlike at Apple's, ``lockedObjects`` is never set by a context.
  ///
  /// - Source: Core Data, "NSSaveChangesRequest".
  open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// The objects to insert.
    public final let insertedObjects: Set<NSManagedObject>?
    /// The objects to update.
    public final let updatedObjects: Set<NSManagedObject>?
    /// The objects to delete.
    public final let deletedObjects: Set<NSManagedObject>?
    /// The objects whose version is checked but which are not changed; never set by a context here.
    public final let lockedObjects: Set<NSManagedObject>?

    /// Creates a request with changes.
    public init(
      inserted insertedObjects: Set<NSManagedObject>?,
      updated updatedObjects: Set<NSManagedObject>?,
      deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
      self.insertedObjects = insertedObjects
      self.updatedObjects = updatedObjects
      self.deletedObjects = deletedObjects
      self.lockedObjects = lockedObjects
    }

    /// The kind of the request: a save.
    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
  }

  /// The base class of an app's own store, which reads and saves objects.
  ///
  /// Subclasses override ``NSPersistentStore/loadMetadata()``, ``execute(_:with:)``,
  /// ``newValuesForObject(with:with:)``, ``newValue(forRelationship:forObjectWith:with:)`` and
  /// ``obtainPermanentIDs(for:)``. Register the class with
  /// ``NSPersistentStoreCoordinator/registerStoreClass(_:forStoreType:)``. The methods are called
  /// one at a time, under the coordinator's lock and on the queue of a context, and may block. The
  /// coordinator caches the rows of objects that contexts use. StackMob's Core Data store is such a
  /// class.
  ///
  /// - Source: Core Data, "NSIncrementalStore".
  open class NSIncrementalStore: NSPersistentStore {
    /// Executes a fetch or a save.
    ///
    /// A fetch returns objects of the context, IDs or a count, depending on the request. A save
    /// returns an empty array.
    ///
    /// - Throws: An error that says that a subclass has to override the method.
    open func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      throw Self.notOverridden("executeRequest:withContext:error:")
    }

    /// Returns the values of an object.
    ///
    /// - Throws: An error that says that a subclass has to override the method.
    open func newValuesForObject(
      with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
      throw Self.notOverridden("newValuesForObjectWithID:withContext:error:")
    }

    /// Returns the related objects: an array of IDs for a to-many relationship, an ID or `NSNull`
    /// for a to-one relationship.
    ///
    /// - Throws: An error that says that a subclass has to override the method.
    open func newValue(
      forRelationship relationship: NSRelationshipDescription,
      forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
      throw Self.notOverridden("newValueForRelationship:forObjectWithID:withContext:error:")
    }

    /// Returns the permanent IDs of new objects, in the same order.
    ///
    /// - Throws: An error that says that a subclass has to override the method.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
      throw Self.notOverridden("obtainPermanentIDsForObjects:error:")
    }

    /// Returns the identifier of a new store at a URL.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Called when a context starts to use objects.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Called when a context no longer uses objects.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Returns the ID of the object with a reference object of the store: a text or a number.
    open func newObjectID(
      for entity: NSEntityDescription, referenceObject data: Any
    ) -> NSManagedObjectID {
      NSManagedObjectID(
        entity: entity, key: .reference("\(data)"), reference: data as? AnyHashable, store: self)
    }

    /// Returns the reference object from which an ID was created.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
      if let reference = objectID.reference { return reference.base }
      if case .reference(let text) = objectID.key { return text }
      return objectID.uriRepresentation().lastPathComponent
    }

    private static func notOverridden(_ selector: String) -> NSError {
      .coreData(
        NSPersistentStoreOperationError, "-[\(self) \(selector)] must be overridden by a subclass.")
    }

    // MARK: What coordinators ask

    override var cachesRows: Bool { true }

    private func request(for query: FetchQuery) -> NSFetchRequest<any NSFetchRequestResult> {
      let request = NSFetchRequest<any NSFetchRequestResult>()
      request.settings.take(query.settings)
      request.entity = query.entity
      request.predicate = query.predicate
      request.sortDescriptors = query.descriptors.isEmpty ? nil : query.descriptors
      request.fetchLimit = query.limit
      request.fetchOffset = query.offset
      request.resultType = .managedObjectResultType
      request.affectedStores = [self]
      return request
    }

    override func rows(
      _ query: FetchQuery, _ context: NSManagedObjectContext
    ) throws -> [FetchedRow] {
      let result = try execute(request(for: query), with: context)
      guard let found = result as? [Any] else { throw Self.unexpected(result) }
      return try found.map { element in
        switch element {
        case let object as NSManagedObject: FetchedRow(id: object.objectID, snapshot: nil)
        case let id as NSManagedObjectID: FetchedRow(id: id, snapshot: nil)
        default: throw Self.unexpected(element)
        }
      }
    }

    override func count(_ query: FetchQuery, _ context: NSManagedObjectContext) throws -> Int {
      let request = request(for: query)
      request.resultType = .countResultType
      let result = try execute(request, with: context)
      if let number = StoredValue.number(result) { return number.intValue }
      guard let found = result as? [Any] else { throw Self.unexpected(result) }
      if found.count == 1, let number = StoredValue.number(found[0]) { return number.intValue }
      return found.count
    }

    private static func unexpected(_ result: Any) -> NSError {
      let kind = Swift.type(of: result)
      return .coreData(
        NSPersistentStoreOperationError,
        "The store answered a request with \(kind) instead of objects.")
    }

    override func storedSnapshot(
      of id: NSManagedObjectID, _ context: NSManagedObjectContext
    ) throws -> Snapshot? {
      try newValuesForObject(with: id, with: context).snapshot
    }

    override func storedRelated(
      of id: NSManagedObjectID, _ relationship: NSRelationshipDescription,
      _ context: NSManagedObjectContext
    ) throws -> [NSManagedObjectID] {
      let result = try newValue(forRelationship: relationship, forObjectWith: id, with: context)
      switch result {
      case is NSNull: return []
      case let id as NSManagedObjectID: return [id]
      case let object as NSManagedObject: return [object.objectID]
      default:
        return Operand(result).elements.compactMap { element in
          if case .object(let id, _) = element { id } else { nil }
        }
      }
    }

    override func newIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
      let ids = try obtainPermanentIDs(for: objects)
      guard ids.count == objects.count else { throw Self.unexpected(ids) }
      return ids
    }

    override func permanentID(
      _ entity: NSEntityDescription, forText text: String
    ) -> NSManagedObjectID? {
      newObjectID(for: entity, referenceObject: text)
    }

    override func save(_ changes: ChangeSet, _ context: NSManagedObjectContext) throws {
      _ = try execute(
        NSSaveChangesRequest(
          inserted: Set(changes.inserted), updated: Set(changes.updated),
          deleted: Set(changes.deleted), locked: nil), with: context)
    }
  }
#endif
