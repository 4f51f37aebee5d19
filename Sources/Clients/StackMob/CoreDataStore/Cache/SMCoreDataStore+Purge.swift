#if canImport(CoreData) || ManagedObjects
  public import Foundation
  public import ManagedObjects

  /// Posted when an app purges an object from the cache, with its id under `objectID`.
  public let SMPurgeObjectFromCacheNotification = Notification.Name(
    "SMPurgeObjectFromCacheNotification")

  /// Posted when an app purges objects from the cache, with their ids under `objectIDs`.
  public let SMPurgeObjectsFromCacheNotification = Notification.Name(
    "SMPurgeObjectsFromCacheNotification")

  /// Posted when an app purges the objects of an entity, with its name under `entityName`.
  public let SMPurgeObjectsFromCacheByEntityNotification = Notification.Name(
    "SMPurgeObjectsFromCacheByEntityNotification")

  /// Posted when an app resets the cache.
  public let SMResetCacheNotification = Notification.Name("SMResetCacheNotification")

  /// Removing objects from the cache.
  ///
  /// The calls return at once; the work is done in the order of the calls, on one queue, before any
  /// later fetch. What was saved offline and not synchronised goes with the objects. StackMob is told
  /// of nothing. Without a cache nothing happens.
  ///
  /// - Source: protocol reference B13 and B20.
  extension SMCoreDataStore {
    /// Removes an object.
    public nonisolated func purgeCache(of objectID: NSManagedObjectID) {
      post(SMPurgeObjectFromCacheNotification, ["objectID": objectID])
      purge([objectID])
    }

    /// Removes an object, by the selector's original name.
    public nonisolated func purgeCacheOfManagedObject(byID objectID: NSManagedObjectID) {
      purgeCache(of: objectID)
    }

    /// Removes objects.
    public nonisolated func purgeCache(ofManagedObjects managedObjects: [NSManagedObject]) {
      purgeCache(ofManagedObjectsIDs: managedObjects.map(\.objectID))
    }

    /// Removes the objects of ids.
    public nonisolated func purgeCache(ofManagedObjectsIDs objectIDs: [NSManagedObjectID]) {
      post(SMPurgeObjectsFromCacheNotification, ["objectIDs": objectIDs])
      purge(objectIDs)
    }

    /// Removes all objects of an entity.
    public nonisolated func purgeCacheOfObjects(withEntityName name: String) {
      post(SMPurgeObjectsFromCacheByEntityNotification, ["entityName": name])
      change { try $0.purge(entities: [name]) }
    }

    /// Removes all objects of all entities.
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
    /// Removes objects and what waits for a sync of them; others stay related to their keys.
    func purge(_ ids: [ObjectKey]) throws {
      try write { context in
        for id in ids { if let row = try row(id, context) { clear(row) } }
      }
    }

    /// Gives up objects that do not wait for a sync, for the server has them otherwise now.
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
