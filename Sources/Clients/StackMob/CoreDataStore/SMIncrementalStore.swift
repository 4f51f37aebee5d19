#if canImport(CoreData) || ManagedObjects
  public import Foundation
  import GhostlightClient
  import GhostlightCore
  import HTTPTypes
  public import ManagedObjects
  import Synchronization

  /// The store below a Core Data store's coordinator: what Core Data asks of it, it asks StackMob.
  ///
  /// Objects are known by their primary keys. Apps have no need to use it themselves. Its methods
  /// block their callers, which are contexts on queues of their own.
  ///
  /// `NSIncrementalStore` is unchecked, and subclasses have to say so again: what this one adds is
  /// constant, or locked.
  ///
  /// - Source: protocol reference B17.
  public final class SMIncrementalStore: NSIncrementalStore, @unchecked Sendable {
    /// Makes the class known to coordinators, once.
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(
      SMIncrementalStore.self, forStoreType: SMIncrementalStoreType)

    let settings: StoreSettings?
    private let relatedKeys = Mutex(RelatedKeys())

    /// A store whose options say what it shares with its ``SMCoreDataStore``.
    public override init(
      persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
      configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
      settings = options?[StoreSettings.key] as? StoreSettings
      super.init(
        persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    }

    /// `SMIncrementalStore`.
    public override var type: String { SMIncrementalStoreType }

    /// Makes an identifier, which ids of objects have in them.
    ///
    /// - Throws: nothing.
    public override func loadMetadata() throws {
      metadata = [
        NSStoreUUIDKey: ProcessInfo.processInfo.globallyUniqueString,
        NSStoreTypeKey: SMIncrementalStoreType,
      ]
    }

    var session: SMUserSession? { settings?.session }

    /// The session, which only a store that no ``SMCoreDataStore`` added lacks.
    func requireSession() throws -> SMUserSession {
      guard let session else {
        throw SMException(
          name: SMExceptionAddPersistentStore,
          reason: "A store of StackMob's is added by SMClient.coreDataStore(with:).")
      }
      return session
    }

    /// Saves, or fetches.
    ///
    /// - Throws: ``SMException`` for other requests and for what StackMob cannot take, else why the
    ///   save or the fetch failed.
    public override func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      if let request = request as? NSSaveChangesRequest {
        try save(request, context)
        return [Any]()
      }
      guard let context, let request = request as? NSFetchRequest<any NSFetchRequestResult> else {
        throw SMException(
          name: SMExceptionIncompatibleObject, reason: "StackMob takes saves and fetches only.")
      }
      return try fetch(request, context)
    }

    /// The ids of new objects, made of their primary keys.
    ///
    /// - Throws: ``SMException`` where one has none.
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

    /// Reads an object.
    ///
    /// - Throws: `NSManagedObjectReferentialIntegrityError` where there is no such object, else why it
    ///   could not be read.
    public override func newValuesForObject(
      with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
      let fields = try read(objectID, context)
      if settings?.cache == nil {
        relatedKeys.withLock { $0.note(fields.related, of: objectID) }
      }
      return NSIncrementalStoreNode(objectID: objectID, withValues: fields.values, version: 1)
    }

    /// The ids of related objects: those that came with the object, else it is read.
    ///
    /// - Throws: -107 where the object could not be read.
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
        relatedKeys.withLock { $0.note(fields.related, of: objectID) }
      }
      return ids(fields.related[relationship.name] ?? [], of: relationship)
    }

    private func ids(
      _ keys: [String], of relationship: NSRelationshipDescription
    ) -> [NSManagedObjectID] {
      guard let entity = relationship.destinationEntity else { return [] }
      return keys.map { newObjectID(for: entity, referenceObject: $0) }
    }

    /// Reads an object from the cache, else from StackMob.
    private func read(
      _ id: NSManagedObjectID, _ context: NSManagedObjectContext?
    ) throws -> StoredFields {
      try cachedFields(of: id) ?? readFromServer(id, context)
    }

    /// Reads an object from StackMob into the cache, with its related objects if a relationship is
    /// expanded.
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

    /// Notes that contexts have objects.
    public override func managedObjectContextDidRegisterObjects(
      with objectIDs: [NSManagedObjectID]
    ) {
      relatedKeys.withLock { keys in for id in objectIDs { keys.retain(id) } }
    }

    /// Forgets what came with objects that no context has any more.
    public override func managedObjectContextDidUnregisterObjects(
      with objectIDs: [NSManagedObjectID]
    ) {
      relatedKeys.withLock { keys in for id in objectIDs { keys.release(id) } }
    }

    /// Forgets what came with an object, which was saved since.
    func forgetRelated(of id: NSManagedObjectID) { relatedKeys.withLock { $0.forget(id) } }

    // MARK: Requests

    /// The options of a context's save or fetch, else the store's.
    func options(_ context: NSManagedObjectContext?) -> SMRequestOptions {
      let options = context?.userInfo[RequestOptionsInContext.key] as? RequestOptionsInContext
      return options?.options ?? settings?.globalRequestOptions ?? SMRequestOptions()
    }

    /// Whether the requests of a context go over https.
    func isSecure(_ context: NSManagedObjectContext?) -> Bool { options(context).isSecure }

    /// Sends a request, refreshing the session at most once, and waits for the answer.
    func answer(to draft: RequestDraft, _ context: NSManagedObjectContext?) throws -> Exchange {
      let options = SMRequestOptions()
      options.isSecure = isSecure(context)
      return try wait(for: requireSession().call(draft, options: options))
    }

    /// Makes a call and waits for its value.
    func wait<Value>(for call: PendingCall<Value>) throws -> Value {
      do throws(CallFailure) {
        return try BlockingCall { () async throws(CallFailure) -> Value in try await call.work() }
          .value()
      } catch {
        throw error.error
      }
    }

    /// Logs what Core Data makes this store do, where that is asked for.
    func log(_ text: @autoclosure () -> String) {
      guard SM_CORE_DATA_DEBUG else { return }
      session?.environment.log("SMIncrementalStore: " + StoreLog.shortened(text()))
    }
  }

  /// The options of a save or fetch, while its context carries them to the store.
  final class RequestOptionsInContext {
    static let key = "SMRequestOptions"

    let options: SMRequestOptions

    init(_ options: SMRequestOptions) { self.options = options }
  }

  /// The primary keys of related objects that came with the objects of living contexts.
  private struct RelatedKeys {
    private struct Entry {
      var count = 0
      var related: [String: [String]] = [:]
    }

    private var entries: [NSManagedObjectID: Entry] = [:]

    func keys(_ name: String, of id: NSManagedObjectID) -> [String]? {
      entries[id]?.related[name]
    }

    mutating func note(_ related: [String: [String]], of id: NSManagedObjectID) {
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
