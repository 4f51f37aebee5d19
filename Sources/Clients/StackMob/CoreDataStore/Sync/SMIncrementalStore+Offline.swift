#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// Saving without the server.
  ///
  /// - Source: protocol reference B21.
  extension SMIncrementalStore {
    /// Puts the changes of a context into the cache, where they wait for a sync.
    ///
    /// - Throws: ``SMException`` for entities without dates and objects without primary keys, -107
    ///   where what is not cached cannot be read.
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
          reason: "To be saved without the server, the entity \(entity.name ?? "") needs "
            + "createddate and lastmoddate, two attributes of type Date.")
      }
    }

    /// Posts which objects the server has to be told of.
    func announceDirtyObjects(_ cache: ObjectCache) {
      var lists: [String: [NSManagedObjectID]] = [:]
      for kind in DirtyKind.allCases { lists[kind.listName] = [] }
      for (id, kind) in (try? cache.dirtyKinds()) ?? [:] {
        if let object = objectID(of: id) { lists[kind.listName]?.append(object) }
      }
      NotificationCenter.default.post(
        name: SMDirtyQueueNotification, object: self, userInfo: lists)
    }

    /// The entity of the app's model by its name.
    func entity(named name: String) -> NSEntityDescription? {
      persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
    }

    /// The id of an object of the cache.
    func objectID(of id: ObjectKey) -> NSManagedObjectID? {
      entity(named: id.entity).map { newObjectID(for: $0, referenceObject: id.key) }
    }
  }

  extension StoreSettings {
    /// Begins a sync; `nil` where there is no cache, and while a sync is under way.
    ///
    /// The closure that is given brings objects of contexts up to date with the cache.
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

  /// What an offline save does with an object.
  struct LocalChange {
    let kind: DirtyKind
    let id: ObjectKey
    /// Values of attributes by name; `NSNull` for none.
    private(set) var attributes: [String: Any] = [:]
    /// Related objects by name.
    private(set) var related: [String: [ObjectKey]] = [:]
    /// `lastmoddate` as it was read from the server, for an object that is not cached.
    let readDate: Date?

    /// Creates the deletion of an object.
    ///
    /// - Throws: ``SMException`` if it has no primary key.
    init(_ deletion: SaveChanges.Deletion) throws {
      kind = .deleted
      id = try Self.key(of: deletion.id)
      readDate = deletion.object.flatMap(Self.readDate)
    }

    /// What a save did with an object: everything of it if that is wanted, else what was changed.
    ///
    /// - Throws: ``SMException`` where a related object has no primary key, -107 where related objects
    ///   could not be read.
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

    /// How an object is known to the cache.
    static func key(of object: NSManagedObject) throws -> ObjectKey {
      guard let key = object.stackMobID, let name = object.entity.name else {
        throw idMissing(object.objectID)
      }
      return ObjectKey(entity: name, key: key)
    }

    /// How the object of an id is known to the cache.
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
