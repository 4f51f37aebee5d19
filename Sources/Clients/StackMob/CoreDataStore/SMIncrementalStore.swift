#if canImport(CoreData) || ManagedObjects
  public import Foundation
  import GhostlightClient
  import GhostlightCore
  import HTTPTypes
  public import ManagedObjects
  import Synchronization

  /// The persistent store of an ``SMCoreDataStore``, which turns Core Data's calls into requests to
  /// StackMob.
  ///
  /// Objects are identified by their primary keys. Apps do not use this class directly: they get it
  /// with `SMClient.coreDataStore(with:)`. Its methods block the calling thread, which is normally
  /// the queue of a private context.
  ///
  /// `NSIncrementalStore` is unchecked `Sendable`, and a subclass has to repeat this. The
  /// properties that this class adds are constant or locked.
  ///
  /// - Source: protocol reference B17.
  public final class SMIncrementalStore: NSIncrementalStore, @unchecked Sendable {
    /// Registers the class with coordinators, once.
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(
      SMIncrementalStore.self, forStoreType: SMIncrementalStoreType)

    let settings: StoreSettings?
    private let relatedKeys = Mutex(RelatedKeys())

    /// Creates a store; Core Data calls it when an ``SMCoreDataStore`` adds the store to its
    /// coordinator.
    ///
    /// The options contain the state that the store shares with its ``SMCoreDataStore``.
    public override init(
      persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
      configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
      settings = options?[StoreSettings.key] as? StoreSettings
      super.init(
        persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    }

    /// The type of the persistent store: `SMIncrementalStore`.
    public override var type: String { SMIncrementalStoreType }

    /// Creates the store's identifier, which becomes part of all object IDs.
    ///
    /// - Throws: Nothing; the superclass declares `throws`.
    public override func loadMetadata() throws {
      metadata = [
        NSStoreUUIDKey: ProcessInfo.processInfo.globallyUniqueString,
        NSStoreTypeKey: SMIncrementalStoreType,
      ]
    }

    var session: SMUserSession? { settings?.session }

    /// Returns the session.
    ///
    /// - Throws: An error if the store was not added by an ``SMCoreDataStore``; only then there is
    ///   no session.
    func requireSession() throws -> SMUserSession {
      guard let session else {
        throw SMException(
          name: SMExceptionAddPersistentStore,
          reason: "The store has no SMClient; create it with SMClient.coreDataStore(with:).")
      }
      return session
    }

    /// Executes a save or fetch request.
    ///
    /// - Throws: ``SMException`` for other kinds of request and for values that StackMob does not
    ///   accept, otherwise the error of the save or fetch.
    public override func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      if let request = request as? NSSaveChangesRequest {
        try save(request, context)
        return [Any]()
      }
      guard let context, let request = request as? NSFetchRequest<any NSFetchRequestResult> else {
        throw SMException(
          name: SMExceptionIncompatibleObject, reason: "StackMob supports only saves and fetches.")
      }
      return try fetch(request, context)
    }

    /// Returns permanent object IDs for new objects, made from their primary keys.
    ///
    /// - Throws: ``SMException`` if an object does not have a primary key.
    public override func obtainPermanentIDs(
      for array: [NSManagedObject]
    ) throws -> [NSManagedObjectID] {
      try array.map { object in
        let key = try EntityNaming(object.entity, session).primaryKey
        guard object.entity.attributesByName[key] != nil, let id = object.stackMobID else {
          throw SMException(
            name: SMExceptionIncompatibleObject,
            reason: "A new \(object.entity.name ?? "object") has no \(key); "
              + "call assignObjectId() before saving.")
        }
        return newObjectID(for: object.entity, referenceObject: id)
      }
    }

    // MARK: Faults

    /// Reads an object's fields from the cache or from StackMob.
    ///
    /// - Throws: `NSManagedObjectReferentialIntegrityError` if the object does not exist, otherwise
    ///   the error of the read.
    public override func newValuesForObject(
      with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
      let fields = try read(objectID, context)
      if settings?.cache == nil {
        relatedKeys.withLock { $0.store(fields.related, of: objectID) }
      }
      return NSIncrementalStoreNode(objectID: objectID, withValues: fields.values, version: 1)
    }

    /// Returns the object IDs of a relationship: an array, or one ID or `NSNull` for a to-one
    /// relationship.
    ///
    /// If the related IDs did not arrive together with the object, the object is read again.
    ///
    /// - Throws: `SMError` -107 if the object could not be read.
    public override func newValue(
      forRelationship relationship: NSRelationshipDescription,
      forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
      if relationship.isToMany,
        let known = relatedKeys.withLock({ $0.keys(relationship.name, of: objectID) })
      {
        return ids(known, of: relationship)
      }
      let fields: StoredFields
      do {
        fields =
          try cachedFields(for: relationship, of: objectID, context)
          ?? read(objectID, context)
      } catch {
        throw SMFailure.unfilled(relationship.name, error)
      }
      guard relationship.isToMany else { return fields.values[relationship.name] ?? NSNull() }
      if settings?.cache == nil {
        relatedKeys.withLock { $0.store(fields.related, of: objectID) }
      }
      return ids(fields.related[relationship.name] ?? [], of: relationship)
    }

    private func ids(
      _ keys: [String], of relationship: NSRelationshipDescription
    ) -> [NSManagedObjectID] {
      guard let entity = relationship.destinationEntity else { return [] }
      return keys.map { newObjectID(for: entity, referenceObject: $0) }
    }

    /// Reads an object from the cache, or from StackMob if the cache does not have it.
    private func read(
      _ id: NSManagedObjectID, _ context: NSManagedObjectContext?
    ) throws -> StoredFields {
      try cachedFields(of: id) ?? readFromServer(id, context)
    }

    /// Reads an object from StackMob and stores it in the cache.
    ///
    /// If `relationship` is given, its objects are read in the same request.
    func readFromServer(
      _ id: NSManagedObjectID, _ context: NSManagedObjectContext?,
      expanding relationship: NSRelationshipDescription? = nil
    ) throws -> StoredFields {
      let session = try requireSession()
      let naming = EntityNaming(id.entity, session)
      let address = try StoreAddress(id: id.stackMobID, schema: naming.schema)
      do {
        var draft = RequestDraft(.get, address.path)
        if relationship != nil { draft.headers[.stackMobExpand] = "1" }
        let exchange = try answer(to: draft, context)
        if let cache = settings?.cache, let object = exchange.json.object {
          if let relationship, let key = ObjectKey(id) {
            try cache.replace(relationship, of: key, with: object, id.entity)
          } else if options(context).cacheResults {
            try cache.put([object], of: id.entity)
          }
        }
        return try StoredFields(exchange.json, of: id.entity, session) { entity, key in
          newObjectID(for: entity, referenceObject: key)
        }
      } catch {
        guard case SMErrorNotFound = error else { throw error }
        throw NSError(
          domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError,
          userInfo: [
            NSLocalizedDescriptionKey: "\(naming.schema) \(address.id) does not exist.",
            NSUnderlyingErrorKey: error,
          ])
      }
    }

    /// Starts to remember the related IDs of objects, because a context has registered them.
    public override func managedObjectContextDidRegisterObjects(
      with objectIDs: [NSManagedObjectID]
    ) {
      relatedKeys.withLock { keys in for id in objectIDs { keys.retain(id) } }
    }

    /// Removes the remembered related IDs of objects that no context uses any more.
    public override func managedObjectContextDidUnregisterObjects(
      with objectIDs: [NSManagedObjectID]
    ) {
      relatedKeys.withLock { keys in for id in objectIDs { keys.release(id) } }
    }

    /// Discards the remembered related IDs of an object that was saved.
    func forgetRelated(of id: NSManagedObjectID) { relatedKeys.withLock { $0.forget(id) } }

    // MARK: Requests

    /// Returns the options of the context's running save or fetch, or the store's global options.
    func options(_ context: NSManagedObjectContext?) -> SMRequestOptions {
      let options = context?.userInfo[RequestOptionsInContext.key] as? RequestOptionsInContext
      return options?.options ?? settings?.globalRequestOptions ?? SMRequestOptions()
    }

    /// Returns whether the context's running save or fetch uses https.
    func isSecure(_ context: NSManagedObjectContext?) -> Bool { options(context).isSecure }

    /// Sends a request, refreshes the session at most once, and blocks until the response has
    /// arrived.
    func answer(to draft: RequestDraft, _ context: NSManagedObjectContext?) throws -> Exchange {
      let options = SMRequestOptions()
      options.isSecure = isSecure(context)
      return try wait(for: requireSession().call(draft, options: options))
    }

    /// Starts `call` and blocks until it has returned a value or failed.
    func wait<Value>(for call: PendingCall<Value>) throws -> Value {
      do throws(CallFailure) {
        return try BlockingCall { () async throws(CallFailure) -> Value in try await call.work() }
          .value()
      } catch {
        throw error.error
      }
    }

    /// Logs a message about a Core Data request if `SM_CORE_DATA_DEBUG` is `true`.
    func log(_ text: @autoclosure () -> String) {
      guard SM_CORE_DATA_DEBUG else { return }
      session?.environment.log("SMIncrementalStore: " + StoreLog.shortened(text()))
    }
  }

  /// The options of a save or fetch; the context's user info contains them for the store.
  final class RequestOptionsInContext {
    static let key = "SMRequestOptions"

    let options: SMRequestOptions

    init(_ options: SMRequestOptions) { self.options = options }
  }

  /// The keys of related objects, as the server sent them, for each object that a context still
  /// uses.
  private struct RelatedKeys {
    private struct Entry {
      var count = 0
      var related: [String: [String]] = [:]
    }

    private var entries: [NSManagedObjectID: Entry] = [:]

    func keys(_ name: String, of id: NSManagedObjectID) -> [String]? {
      entries[id]?.related[name]
    }

    mutating func store(_ related: [String: [String]], of id: NSManagedObjectID) {
      entries[id]?.related = related
    }

    mutating func forget(_ id: NSManagedObjectID) { entries[id]?.related = [:] }

    mutating func retain(_ id: NSManagedObjectID) { entries[id, default: Entry()].count += 1 }

    mutating func release(_ id: NSManagedObjectID) {
      guard var entry = entries[id] else { return }
      entry.count -= 1
      entries[id] = entry.count > 0 ? entry : nil
    }
  }
#endif
