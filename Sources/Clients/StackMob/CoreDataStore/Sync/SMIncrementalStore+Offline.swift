#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// Saving without the server.
  ///
  /// - Source: protocol reference B21.
  extension SMIncrementalStore {
    /// Stores the changes of a context in the cache, for a later sync.
    ///
    /// - Throws: ``SMException`` if an entity has no attributes for the two dates, or if an object
    ///   has no primary key; `SMError` -107 if an object that is not cached cannot be read.
    func saveOffline(
      _ changes: SaveChanges, _ session: SMUserSession, _ cache: ObjectCache
    ) throws {
      var saved: [LocalChange] = []
      for (kind, objects) in [
        (DirtyKind.inserted, changes.inserted), (.updated, changes.updated),
      ] {
        for object in objects {
          try Self.checkDates(object.entity)
          let id = try LocalChange.key(of: object)
          let isFull = try kind == .inserted || !cache.holds(id)
          saved.append(try LocalChange(kind, object, id, isFull: isFull))
        }
      }
      for deletion in changes.deleted {
        try Self.checkDates(deletion.id.entity)
        saved.append(try LocalChange(deletion))
      }
      log("offline: \(saved.map { "\($0.kind) \($0.id.entity) \($0.id.key)" })")
      try cache.saveLocally(saved, at: session.serverTime)
      cache.held.release(saved.map(\.id))
      for id in changes.objectIDs { forgetRelated(of: id) }
      announceDirtyObjects(cache)
    }

    private static func checkDates(_ entity: NSEntityDescription) throws {
      for name in ["createddate", "lastmoddate"]
      where entity.attributesByName[name]?.attributeType != .dateAttributeType {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The entity \(entity.name ?? "") cannot be saved offline; add the attributes "
            + "createddate and lastmoddate of type Date.")
      }
    }

    /// Posts a notification with the IDs of all objects that wait for a sync.
    func announceDirtyObjects(_ cache: ObjectCache) {
      var lists: [String: [NSManagedObjectID]] = [:]
      for kind in DirtyKind.allCases { lists[kind.listName] = [] }
      for (id, kind) in (try? cache.dirtyKinds()) ?? [:] {
        if let object = objectID(of: id) { lists[kind.listName]?.append(object) }
      }
      NotificationCenter.default.post(
        name: SMDirtyQueueNotification, object: self, userInfo: lists)
    }

    func entity(named name: String) -> NSEntityDescription? {
      persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
    }

    /// Returns the object ID of an object in the cache.
    func objectID(of id: ObjectKey) -> NSManagedObjectID? {
      entity(named: id.entity).map { newObjectID(for: $0, referenceObject: id.key) }
    }
  }

  extension StoreSettings {
    /// Marks a sync as running, and returns a function that performs the sync.
    ///
    /// Returns `nil` if there is no cache, or if another sync is running. The sync calls `refresh`
    /// with the objects that it changed in the cache, so that contexts can refresh them.
    func beginSync(
      _ store: SMIncrementalStore?,
      refresh: @escaping @Sendable ([NSManagedObjectID]) async -> Void
    ) -> (@Sendable () async -> [SMSyncedObject]?)? {
      guard let cache, let store, sync.begin() else { return nil }
      let run = SyncRun(
        cache: cache, store: store, session: session, options: sync.options,
        isSecure: globalRequestOptions.isSecure)
      return { [self] in
        let report = await run.run()
        sync.end()
        guard let report else { return nil }
        let changed = report.handled.map(\.id) + report.settled
        let ids = changed.compactMap { store.objectID(of: $0) }
        for id in ids { store.forgetRelated(of: id) }
        await refresh(ids)
        store.announceDirtyObjects(cache)
        return await report.notify(run.options, store)
      }
    }
  }

  /// A change to one object in an offline save.
  struct LocalChange {
    let kind: DirtyKind
    let id: ObjectKey
    /// The attributes' new values, by attribute name; `NSNull` for a missing value.
    private(set) var attributes: [String: Any] = [:]
    /// The keys of related objects, by the relationship's name.
    private(set) var related: [String: [ObjectKey]] = [:]
    /// For an object that is not cached: the `lastmoddate` that was read from the server.
    let readDate: Date?

    /// Creates the change that deletes an object.
    ///
    /// - Throws: ``SMException`` if the object does not have a primary key.
    init(_ deletion: SaveChanges.Deletion) throws {
      kind = .deleted
      id = try Self.key(of: deletion.id)
      readDate = deletion.object.flatMap(Self.readDate)
    }

    /// Creates the change for a new or changed object, with all properties if `isFull` is `true`,
    /// otherwise with the changed ones.
    ///
    /// - Throws: ``SMException`` if a related object does not have a primary key, `SMError` -107 if
    ///   related objects could not be read.
    init(
      _ kind: DirtyKind, _ object: NSManagedObject, _ id: ObjectKey, isFull: Bool
    ) throws {
      self.kind = kind
      self.id = id
      readDate = kind == .inserted ? nil : Self.readDate(object)
      let changed = Set(object.changedValues().keys)
      for (name, attribute) in object.entity.attributesByName
      where !attribute.isTransient && (isFull || changed.contains(name)) {
        attributes[name] = object.value(forKey: name) ?? NSNull()
      }
      for (name, relationship) in object.entity.relationshipsByName
      where !relationship.isTransient && (isFull || changed.contains(name)) {
        try object.readRelationship(name)
        related[name] = try object.objectIDs(forRelationshipNamed: name).map { related in
          guard let context = object.managedObjectContext else { throw Self.idMissing(related) }
          return try Self.key(of: context.object(with: related))
        }
      }
    }

    private static func readDate(_ object: NSManagedObject) -> Date? {
      object.committedValues(forKeys: ["lastmoddate"])["lastmoddate"] as? Date
    }

    /// Returns the cache key of an object.
    ///
    /// - Throws: ``SMException`` if the object does not have a primary key.
    static func key(of object: NSManagedObject) throws -> ObjectKey {
      guard let key = object.stackMobID, let name = object.entity.name else {
        throw idMissing(object.objectID)
      }
      return ObjectKey(entity: name, key: key)
    }

    /// Returns the cache key of the object with this ID.
    ///
    /// - Throws: ``SMException`` if the object does not have a primary key.
    static func key(of id: NSManagedObjectID) throws -> ObjectKey {
      guard let key = ObjectKey(id) else { throw idMissing(id) }
      return key
    }

    private static func idMissing(_ id: NSManagedObjectID) -> SMException {
      SMException(
        name: SMExceptionIncompatibleObject,
        reason: "An object of \(id.entity.name ?? "") has no primary key; "
          + "call assignObjectId() before saving.")
    }
  }
#endif
