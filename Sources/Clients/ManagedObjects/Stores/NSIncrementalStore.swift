#if !canImport(CoreData)
  public import Foundation

  /// What a store has of an object.
  ///
  /// - Source: Core Data, "NSIncrementalStoreNode".
  open class NSIncrementalStoreNode: NSObject {
    /// The object.
    public final let objectID: NSManagedObjectID
    /// The version, by which conflicts are found.
    public private(set) final var version: UInt64
    private var values: [String: Any]

    /// What there is of an object.
    ///
    /// - Parameters:
    ///   - objectID: The object.
    ///   - values: Attributes by name, and ids of the objects of relationships to one; `NSNull`
    ///     where it is known that there is none.
    ///   - version: The version.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
      self.objectID = objectID
      self.values = values
      self.version = version
    }

    /// Replaces values and version.
    open func update(withValues values: [String: Any], version: UInt64) {
      self.values.merge(values) { $1 }
      self.version = version
    }

    /// The value of a property.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }

    /// The node as contexts keep it.
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

  /// The changes that a context saves.
  ///
  /// - Source: Core Data, "NSSaveChangesRequest".
  open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// The new objects.
    public final let insertedObjects: Set<NSManagedObject>?
    /// The changed objects.
    public final let updatedObjects: Set<NSManagedObject>?
    /// The objects to delete.
    public final let deletedObjects: Set<NSManagedObject>?
    /// The objects whose version alone matters; never any here.
    public final let lockedObjects: Set<NSManagedObject>?

    /// A request with changes.
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

    /// What is asked: to save.
    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
  }

  /// A store of an app's own, which reads and saves object by object.
  ///
  /// Subclasses override ``NSPersistentStore/loadMetadata()``, ``execute(_:with:)``,
  /// ``newValuesForObject(with:with:)``, ``newValue(forRelationship:forObjectWith:with:)`` and
  /// ``obtainPermanentIDs(for:)``.
  /// - Source: Core Data, "NSIncrementalStore".
  open class NSIncrementalStore: NSPersistentStore {
    /// A fetch answers objects of the context (or ids, or numbers, as the request says), a save an
    /// empty array.
    ///
    /// - Throws: that a subclass has to override it.
    open func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      throw Self.notOverridden("executeRequest:withContext:error:")
    }

    /// The values of an object.
    ///
    /// - Throws: that a subclass has to override it.
    open func newValuesForObject(
      with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
      throw Self.notOverridden("newValuesForObjectWithID:withContext:error:")
    }

    /// The related objects: ids of a relationship to many, an id or `NSNull` of one to one.
    ///
    /// - Throws: that a subclass has to override it.
    open func newValue(
      forRelationship relationship: NSRelationshipDescription,
      forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
      throw Self.notOverridden("newValueForRelationship:forObjectWithID:withContext:error:")
    }

    /// The ids of new objects, in the same order.
    ///
    /// - Throws: that a subclass has to override it.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
      throw Self.notOverridden("obtainPermanentIDsForObjects:error:")
    }

    /// The identifier of a new store at a place.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Called when objects are there for the first time in a context.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Called when objects have left a context.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// The id of the object that the store knows by a reference: a text or a number.
    open func newObjectID(
      for entity: NSEntityDescription, referenceObject data: Any
    ) -> NSManagedObjectID {
      NSManagedObjectID(
        entity: entity, key: .reference("\(data)"), reference: data as? AnyHashable, store: self)
    }

    /// The reference that an id was made of.
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
