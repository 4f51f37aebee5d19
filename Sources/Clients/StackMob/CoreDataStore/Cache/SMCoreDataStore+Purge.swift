#if canImport(CoreData) || ManagedObjects
  public import Foundation
  public import ManagedObjects

  /// Posted when an app purges an object from the cache; user info `objectID`: the object's ID.
  public let SMPurgeObjectFromCacheNotification = Notification.Name(
    "SMPurgeObjectFromCacheNotification")

  /// Posted when an app purges objects from the cache; user info `objectIDs`: the objects' IDs.
  public let SMPurgeObjectsFromCacheNotification = Notification.Name(
    "SMPurgeObjectsFromCacheNotification")

  /// Posted when an app purges all objects of an entity from the cache; user info `entityName`: the
  /// entity's name.
  public let SMPurgeObjectsFromCacheByEntityNotification = Notification.Name(
    "SMPurgeObjectsFromCacheByEntityNotification")

  /// Posted when an app removes all objects from the cache.
  public let SMResetCacheNotification = Notification.Name("SMResetCacheNotification")

  /// Removing objects from the cache.
  ///
  /// The methods return immediately. The objects are removed on one queue, in the order of the
  /// calls and before any later fetch. Offline changes of the objects that were not synchronised
  /// are lost. Nothing is sent to StackMob. If the store has no cache, the methods do nothing.
  ///
  /// - Source: protocol reference B13 and B20.
  extension SMCoreDataStore {
    /// Removes an object from the cache.
    public nonisolated func purgeCache(of objectID: NSManagedObjectID) {
      post(SMPurgeObjectFromCacheNotification, ["objectID": objectID])
      purge([objectID])
    }

    /// Removes an object from the cache; the original Objective-C name.
    public nonisolated func purgeCacheOfManagedObject(byID objectID: NSManagedObjectID) {
      purgeCache(of: objectID)
    }

    /// Removes objects from the cache.
    public nonisolated func purgeCache(ofManagedObjects managedObjects: [NSManagedObject]) {
      purgeCache(ofManagedObjectsIDs: managedObjects.map(\.objectID))
    }

    /// Removes the objects with these IDs from the cache.
    public nonisolated func purgeCache(ofManagedObjectsIDs objectIDs: [NSManagedObjectID]) {
      post(SMPurgeObjectsFromCacheNotification, ["objectIDs": objectIDs])
      purge(objectIDs)
    }

    /// Removes all objects of an entity from the cache.
    public nonisolated func purgeCacheOfObjects(withEntityName name: String) {
      post(SMPurgeObjectsFromCacheByEntityNotification, ["entityName": name])
      change { try $0.purge(entities: [name]) }
    }

    /// Removes all objects from the cache.
    public nonisolated func resetCache() {
      post(SMResetCacheNotification, [:])
      change { cache in try cache.purge(entities: cache.model.entities.compactMap(\.name)) }
    }

    private nonisolated func post(_ name: Notification.Name, _ info: [String: Any]) {
      NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }

    private nonisolated func purge(_ ids: [NSManagedObjectID]) {
      let keys = ids.compactMap { id -> ObjectKey? in
        guard let name = id.entity.name, let key = id.stackMobID else { return nil }
        return ObjectKey(entity: name, key: key)
      }
      change { try $0.purge(keys) }
    }

    private nonisolated func change(
      _ body: @escaping @Sendable (ObjectCache) throws -> Void
    ) {
      guard let cache = settings.cache else { return }
      let log = settings.session.environment.log
      cache.context.perform {
        do { try body(cache) } catch { log("\(SMExceptionCacheError): \(error)") }
      }
    }
  }

  extension ObjectCache {
    /// Removes objects from the cache, with their changes that wait for a sync.
    ///
    /// Relationships of other objects still contain the keys of the removed objects.
    func purge(_ ids: [ObjectKey]) throws {
      try write { context in
        for id in ids { if let row = try row(id, context) { clear(row) } }
      }
    }

    /// Removes objects from the cache that do not wait for a sync, because the server now has newer
    /// values.
    func forget(_ ids: [ObjectKey]) throws {
      try write { context in
        for id in ids {
          guard let row = try row(id, context),
            (row.value(forKey: CacheModel.dirty) as? Int16 ?? 0) == 0
          else { continue }
          clear(row, keepsLedger: true)
        }
      }
    }

    fileprivate func purge(entities names: [String]) throws {
      try write { context in
        for name in names where model.entitiesByName[name]?.isAbstract == false {
          let request = NSFetchRequest<NSManagedObject>(entityName: name)
          request.predicate = NSPredicate(
            format: "\(CacheModel.isReference) == NO OR \(CacheModel.dirty) > 0 "
              + "OR \(CacheModel.ledger) != nil")
          for row in try context.fetch(request) { clear(row) }
        }
      }
    }
  }
#endif
