#if !canImport(CoreData)
  public import Foundation

  /// The stored values of one object, as an app's own store returns them.
  ///
  /// A subclass of ``NSIncrementalStore`` creates it in
  /// ``NSIncrementalStore/newValuesForObject(with:with:)``. It does not contain to-many
  /// relationships.
  ///
  /// - Source: Core Data, "NSIncrementalStoreNode".
  open class NSIncrementalStoreNode: NSObject {
    /// The ID of the object whose values the node contains.
    public final let objectID: NSManagedObjectID
    /// The object's version; a save finds a conflict if the version has changed since the object
    /// was read.
    public private(set) final var version: UInt64
    private var values: [String: Any]

    /// Creates a node with the values of an object.
    ///
    /// - Parameters:
    ///   - objectID: The ID of the object.
    ///   - values: The attributes' values and the IDs of to-one relationships' objects, keyed by
    ///     property name. `NSNull` means that there is no value. For a relationship that is missing,
    ///     the coordinator later calls
    ///     ``NSIncrementalStore/newValue(forRelationship:forObjectWith:with:)``.
    ///   - version: The version of the object.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
      self.objectID = objectID
      self.values = values
      self.version = version
    }

    /// Replaces some values and the version.
    ///
    /// Values that `values` does not contain are unchanged.
    open func update(withValues values: [String: Any], version: UInt64) {
      self.values.merge(values) { $1 }
      self.version = version
    }

    /// Returns a property's value, or `nil` if the node does not contain the property.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }

    /// The values as a snapshot, the form that contexts use.
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
  /// ``NSIncrementalStore/execute(_:with:)`` receives it. At that time the context's objects are
  /// still marked as changed. Unlike in Core Data, contexts never set ``lockedObjects``.
  ///
  /// - Source: Core Data, "NSSaveChangesRequest".
  open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// The objects that the store must insert.
    public final let insertedObjects: Set<NSManagedObject>?
    /// The objects whose changes the store must save.
    public final let updatedObjects: Set<NSManagedObject>?
    /// The objects that the store must delete.
    public final let deletedObjects: Set<NSManagedObject>?
    /// The unchanged objects whose version the store must check; contexts never set it here.
    public final let lockedObjects: Set<NSManagedObject>?

    /// Creates a save request with the changes of a context.
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
  /// A subclass overrides ``NSPersistentStore/loadMetadata()``, ``execute(_:with:)``,
  /// ``newValuesForObject(with:with:)``, ``newValue(forRelationship:forObjectWith:with:)`` and
  /// ``obtainPermanentIDs(for:)``. Register the class with
  /// ``NSPersistentStoreCoordinator/registerStoreClass(_:forStoreType:)``. The methods are called
  /// one at a time, on the queue of a context and under the coordinator's lock, and may block. The
  /// coordinator caches the values of objects that contexts use. StackMob's Core Data store is such
  /// a subclass.
  ///
  /// - Source: Core Data, "NSIncrementalStore".
  open class NSIncrementalStore: NSPersistentStore {
    /// Executes a fetch or save request; a subclass must override it.
    ///
    /// For a fetch, return objects of the context, IDs or a count, depending on the request's
    /// result type. For a save, return an empty array.
    ///
    /// - Throws: By default, an error which says that a subclass must override the method.
    open func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      throw Self.notOverridden("executeRequest:withContext:error:")
    }

    /// Returns the stored values of an object; a subclass must override it.
    ///
    /// - Throws: By default, an error which says that a subclass must override the method.
    open func newValuesForObject(
      with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
      throw Self.notOverridden("newValuesForObjectWithID:withContext:error:")
    }

    /// Returns the IDs of a relationship's objects; a subclass must override it.
    ///
    /// For a to-many relationship, return an array of IDs. For a to-one relationship, return an ID,
    /// or `NSNull` if there is no related object.
    ///
    /// - Throws: By default, an error which says that a subclass must override the method.
    open func newValue(
      forRelationship relationship: NSRelationshipDescription,
      forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
      throw Self.notOverridden("newValueForRelationship:forObjectWithID:withContext:error:")
    }

    /// Returns the permanent IDs of new objects, in the order of the objects; a subclass must
    /// override it.
    ///
    /// - Throws: By default, an error which says that a subclass must override the method.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
      throw Self.notOverridden("obtainPermanentIDsForObjects:error:")
    }

    /// Returns a new identifier for a store at a URL; by default a random UUID as a string.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Called when a context starts to use the objects with these IDs.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Called when a context no longer uses the objects with these IDs.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Returns the ID for a reference object, which is a string or number that the store has
    /// chosen.
    open func newObjectID(
      for entity: NSEntityDescription, referenceObject data: Any
    ) -> NSManagedObjectID {
      NSManagedObjectID(
        entity: entity, key: .reference("\(data)"), reference: data as? AnyHashable, store: self)
    }

    /// Returns the reference object with which the store created an ID.
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
      request.settings.copy(from: query.settings)
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
        "The store returned \(kind) instead of objects.")
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
