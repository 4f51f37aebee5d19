#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects

  /// When saves and reads do without the server.
  ///
  /// - Source: protocol reference B17 and B20.
  extension SMIncrementalStore {
    /// Whether a save is done without the server: where there is no network, and where objects of it
    /// wait for a sync, which sends them as a whole.
    func savesOffline(_ request: NSSaveChangesRequest, _ cache: ObjectCache) throws -> Bool {
      let session = try requireSession()
      let groups = [request.insertedObjects, request.updatedObjects, request.deletedObjects]
      for object in groups.flatMap({ $0 ?? [] }) {
        if let id = try? LocalChange.key(of: object), cache.isDirty(id) { return true }
      }
      return try !wait(
        for: PendingCall(session: session) { () async throws(CallFailure) in
          await session.probeNetwork()
        })
    }

    /// What the cache has of an object; `nil` where it has nothing.
    ///
    /// - Throws: Core Data's error for objects that are gone, where it was deleted without the server.
    func cachedFields(of id: NSManagedObjectID) throws -> StoredFields? {
      guard let cache = settings?.cache, let key = id.stackMobID, let name = id.entity.name else {
        return nil
      }
      return try cache.read { context in
        guard let row = try cache.row(ObjectKey(entity: name, key: key), context),
          row.value(forKey: CacheModel.isReference) as? Bool != true
        else { return nil }
        if row.value(forKey: CacheModel.dirty) as? Int16 == DirtyKind.deleted.rawValue {
          throw NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError,
            userInfo: [NSLocalizedDescriptionKey: "\(name) \(key) was deleted."])
        }
        var values: [String: Any] = [:]
        var related: [String: [String]] = [:]
        for name in id.entity.attributesByName.keys {
          values[name] = row.value(forKey: name) ?? NSNull()
        }
        for (name, relationship) in id.entity.relationshipsByName {
          let keys = cache.related(row, name)
          if relationship.isToMany {
            related[name] = keys.map(\.key)
          } else {
            values[name] =
              keys.first.flatMap { objectID(of: $0) } ?? NSNull()
          }
        }
        return StoredFields(values: values, related: related)
      }
    }
  }
#endif
