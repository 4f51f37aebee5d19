#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// Saving without the server.
  ///
  /// - Source: protocol reference B21.
  extension SMIncrementalStore {
    /// Stores the changes of a context in the cache, for a later sync.
    ///
    /// - Throws: ``SMException`` for entities without dates and objects without primary keys, -107
    ///   if an object that is not cached cannot be read.
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

    /// Posts the lists of objects with changes that the server does not have.
    func announceDirtyObjects(_ cache: ObjectCache) {
      var lists: [String: [NSManagedObjectID]] = [:]
      for kind in DirtyKind.allCases { lists[kind.listName] = [] }
      for (id, kind) in (try? cache.dirtyKinds()) ?? [:] {
        if let object = objectID(of: id) { lists[kind.listName]?.append(object) }
      }
      NotificationCenter.default.post(
        name: SMDirtyQueueNotification, object: self, userInfo: lists)
    }

    /// Returns the entity of the app's model with this name.
    func entity(named name: String) -> NSEntityDescription? {
      persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
    }

    /// Returns the object ID of an object in the cache.
    func objectID(of id: ObjectKey) -> NSManagedObjectID? {
      entity(named: id.entity).map { newObjectID(for: $0, referenceObject: id.key) }
    }
  }

  extension StoreSettings {
    /// Begins a sync, and returns a function that runs it.
    ///
    /// Returns `nil` without a cache, and while a sync is running.
    ///
    /// `refresh` is called with the changed objects, to refresh them in their contexts from the
    /// cache.
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

  /// A change that an offline save makes to an object.
  struct LocalChange {
    let kind: DirtyKind
    let id: ObjectKey
    /// The values of attributes by name; `NSNull` for a missing value.
    private(set) var attributes: [String: Any] = [:]
    /// The related objects by the name of the relationship.
    private(set) var related: [String: [ObjectKey]] = [:]
    /// `lastmoddate` as it was read from the server, for an object that is not cached.
    let readDate: Date?

    /// Creates the deletion of an object.
    ///
    /// - Throws: ``SMException`` if the object does not have a primary key.
    init(_ deletion: SaveChanges.Deletion) throws {
      kind = .deleted
      id = try Self.key(of: deletion.id)
      readDate = deletion.object.flatMap(Self.readDate)
    }

    /// Creates the change of a saved object: all properties if `isFull`, otherwise the changed
    /// ones.
    ///
    /// - Throws: ``SMException`` if a related object does not have a primary key, -107 if related
    ///   objects could not be read.
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

    /// Returns the key of an object in the cache.
    ///
    /// - Throws: ``SMException`` if the object does not have a primary key.
    static func key(of object: NSManagedObject) throws -> ObjectKey {
      guard let key = object.stackMobID, let name = object.entity.name else {
        throw idMissing(object.objectID)
      }
      return ObjectKey(entity: name, key: key)
    }

    /// Returns the key in the cache of the object with this ID.
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
